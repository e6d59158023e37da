//! Services one pays for: feature flags and payments.

use super::clouds::http;
use super::verbs;
use super::verbs::respects_dry_run::{flags, payments};
use super::verbs::unconditional;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{any_operand, has_flag, named, otherwise, second_operand, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    // Feature flags.
    toolbox(&["ldcli", "ldc", "launchdarkly"], SERVICE, LD_SUBS, Behavior::Verb(Domain::Flag)),
    program(
        &[
            "splitctl",
            "splitio",
            "unleash",
            "unleash-cli",
            "flipt",
            "flagsmith",
            "flagsmith-cli",
            "growthbook",
            "configcat",
            "statsig",
            "siggy",
            "devcycle",
            "posthog",
            "flipper",
            "eppo",
            "optimizely",
            "go-feature-flag",
            "ffctl",
            "flagr",
        ],
        SERVICE,
        FLAG,
    ),
    // Payments.
    toolbox(&["stripe"], STRIPE, STRIPE_SUBS, STRIPE_CASES),
    program(
        &[
            "braintree",
            "square",
            "squareup",
            "paypal",
            "adyen",
            "paddle",
            "chargebee",
            "recurly",
            "mollie",
            "razorpay",
            "lago",
            "lemonsqueezy",
            "gocardless",
            "plaid",
            "wise",
            "coinbase",
            "checkout",
            "klarna",
        ],
        SERVICE,
        Behavior::Code(payment),
    ),
];

const NONE: Options = Options::gnu("");

pub(super) const SERVICE: Options = Options::gnu(
    "access-token= api-key= api_key= apikey= app-key= token= p|project= e|environment= env= flag= key= n|name= i|id= d|data= o|output= format= region= url= base-uri= server= host= workspace= ws= segment= member= user= role= a|account= org= organization= q|query= description= comment= m|message= reason= duration= tags= start= end= service= list-id= domain= email= accountId= y|yes f|force h|help dry-run confirm profile= c|config= subdomain= policy= grafana-url= address= rulerBackend= dashboard= alias= file= group= from= to= subject= body= pluginsDir= homepath= treatment= value= sid= monitor= list= template= stream= message-stream= all",
);

static LD_SUBS: &[Sub] = &[
    sub(
        "flags|segments|environments|projects|members|teams|webhooks|metrics|experiments|relay-proxy-configs|access-tokens delete|remove",
        NONE,
        flags::DELETES,
    ),
    sub("flags toggle-off", NONE, flags::STOPS),
    sub("flags archive", NONE, flags::STOPS),
    sub("flags toggle-on|update|patch|replace", NONE, flags::CHANGES),
    sub("flags get|list|create|copy", NONE, Behavior::Runs),
    sub("environments reset-sdk-key|reset-mobile-key", NONE, flags::CHANGES),
    sub(
        "login|config|setup|whoami|dev-server|resources|quickstart|sourcemaps",
        NONE,
        Behavior::Runs,
    ),
];

const STRIPE: Options = Options::gnu(
    "api-key= p|project-name= live c|confirm d|data= s|show-headers i|idempotency= stripe-account= v|stripe-version= e|expand= l|limit= events= forward-to= h|help color= config= device-name= log-level= amount= customer= charge= payment-intent= reason= name= email= description= currency= metadata= add= override= remove= api-version=",
);

static STRIPE_SUBS: &[Sub] = &[
    sub("delete", NONE, Behavior::Code(stripe_http)),
    sub("post", NONE, Behavior::Code(stripe_http)),
    sub(
        "get|listen|logs|login|logout|status|version|open|samples|serve|fixtures|config|resources|community|help|completion|feedback|plugin|daemon",
        NONE,
        Behavior::Runs,
    ),
    sub("trigger", NONE, Behavior::Runs),
    sub("refunds create|cancel", NONE, payments::CHANGES),
    sub("payouts|transfers|topups create|cancel|reverse", NONE, payments::CHANGES),
    sub("charges|payment_intents create|capture|confirm|refund", NONE, STRIPE_CHARGE),
    sub(
        "invoices void_invoice|mark_uncollectible|pay|send_invoice|finalize_invoice",
        NONE,
        payments::CHANGES,
    ),
    sub(
        "subscriptions|subscription_schedules|payment_intents|setup_intents|orders cancel|release",
        NONE,
        payments::DELETES,
    ),
    sub("disputes close", NONE, payments::CHANGES),
];

const FLAG: Behavior = Behavior::Cases(&[
    when(
        named("flipt").and(&any_operand("import").and(&has_flag("drop"))),
        unconditional::flags::DELETES,
    ),
    when(named("flipt").and(&any_operand("import")), unconditional::flags::CHANGES),
    when(any_operand("toggle-off off kill-feature"), unconditional::flags::STOPS),
    otherwise(Behavior::Verb(Domain::Flag)),
]);

fn add_payment<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind) {
    walker.does(kind, Domain::Payment, Traits::empty(), call);
}

/// `stripe delete /v1/customers/cus_1`, `stripe post /v1/refunds`.
fn stripe_http<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let deletes = call.words.first().is_some_and(|word| word.is("delete"));
    if deletes {
        return http(walker, call, "delete", Domain::Payment);
    }
    let path = call.operands.first().map_or("", |word| word.text);
    let moves = words!("refunds payouts transfers /cancel /void /capture /reverse charges");
    if moves.any_within(path) {
        add_payment(walker, call, Kind::ChangesRemote);
    } else {
        walker.mark_changing();
    }
}

/// Money only moves with a key for real accounts.
const STRIPE_CHARGE: Behavior = Behavior::Cases(&[
    // Money only moves with a key for real accounts.
    when(has_flag("live"), unconditional::payments::CHANGES),
    otherwise(Behavior::Runs),
]);

const STRIPE_CASES: Behavior = Behavior::Cases(&[
    when(
        second_operand(
            "detach deactivate reject expire void void_grant remove_rules delete_discount \
             delete_where",
        ),
        unconditional::payments::DELETES,
    ),
    otherwise(Behavior::Verb(Domain::Payment)),
]);

fn payment<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let moves = |word: &Arg<'_>| {
        words!("refund refunds void payout payouts transfer charge capture settle pay")
            .has(word.text)
    };
    let reads = call
        .operands
        .iter()
        .take(4)
        .any(|word| matches!(verbs::verb(word.text), Some(verbs::Verb::Reads)));
    if call.operands.iter().take(4).any(moves) && !reads && !call.affirms(words!("dry-run")) {
        return add_payment(walker, call, Kind::ChangesRemote);
    }
    verbs::by_verb(walker, call, Domain::Payment);
}
