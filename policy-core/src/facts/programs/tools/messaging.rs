//! Mail and its lists, and the services that send it.

use super::services::SERVICE;
use super::verbs;
use crate::facts::call::Call;
use crate::facts::cases::{at_least, given, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::Deed;
use crate::facts::program::{Act, Program, program};
use crate::facts::walk::Walker;
use crate::facts::words::one_of;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &[
            "sendgrid",
            "sendgrid-cli",
            "mailgun",
            "mailgun-cli",
            "mg",
            "postmark",
            "mailchimp",
            "mandrill",
            "resend",
            "sparkpost",
            "brevo",
            "sib",
            "customerio",
            "klaviyo",
            "mailjet",
            "mailerlite",
            "convertkit",
            "listmonk",
            "twilio",
            "messagebird",
            "vonage",
            "nexmo",
            "novu",
            "onesignal",
            "mailtrap",
        ],
        SERVICE,
        Act::Code(mail_service),
    ),
    program(
        &[
            "swaks",
            "mail",
            "mailx",
            "mutt",
            "sendemail",
            "msmtp",
            "sendmail",
            "ssmtp",
            "neomutt",
            "s-nail",
            "himalaya",
        ],
        Options::gnu(
            "t|to= f|from= s|server= s|subject= h|header= a|attach= c= b= r= S= body= data= to= from= server= auth= u= m= quit-after= q= au= ap= p=",
        ),
        SENDS_MAIL,
    ),
    program(
        &[
            "newlist",
            "rmlist",
            "remove_members",
            "sync_members",
            "add_members",
            "mailman",
            "mlmmj-unsub",
            "doveadm",
            "zmprov",
            "zmmailbox",
            "postfix",
            "cyradm",
        ],
        Options::gnu(
            "a|all f|file= n|nouserack archives u|user= l= no-change h|help m= S= d= e|end",
        ),
        Act::Code(lists),
    ),
];

/// Sending to lists is publishing; a single message is not.
fn mail_service<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let words: Vec<_> = call.operands.iter().take(5).map(|word| word.text).collect();
    let says = |word: &str| words.iter().any(|text| text.split(':').any(|part| part == word));
    let place = Place::Elsewhere;
    if says("unsubscribe") || says("unschedule") {
        return walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at);
    }
    let broadcast = says("campaigns")
        || says("campaign")
        || says("broadcasts")
        || says("broadcast")
        || says("blast");
    if broadcast && (says("send") || says("schedule") || says("launch") || says("start"))
        || says("send-batch")
        || says("sendBatch")
        || says("batch") && says("send")
    {
        return walker.add(Kind::Publishes, Domain::Mail, place, Traits::empty(), call.at);
    }
    verbs::by_verb(walker, call, Domain::Mail);
}

/// One message to someone.
const SENDS: Act = Act::Does(&[Deed::new(Kind::Sends, Domain::Mail).with(Traits::MILD)]);

const SENDS_MAIL: Act =
    Act::Cases(&[when(at_least(1), SENDS), when(given("to t"), SENDS), otherwise(Act::Runs)]);

fn lists<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let place = Place::Elsewhere;
    let first = call.operands.first().map_or("", |word| word.text);
    let second = call.operands.get(1).map_or("", |word| word.text);
    match (call.name, first, second) {
        ("rmlist" | "remove_members" | "mlmmj-unsub", ..) => {
            walker.add(Kind::Deletes, Domain::Mail, place, verbs::manner(call), call.at)
        }
        ("sync_members", ..) if !call.has("no-change") => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("mailman", "remove" | "delmembers" | "syncmembers" | "stop", _) => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("doveadm", "expunge" | "purge", _) | ("doveadm", "mailbox", "delete") => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("doveadm", "move" | "kick" | "stop" | "sync" | "import" | "backup" | "flags", _) => {
            walker.add(Kind::ChangesRemote, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("zmprov", verb, _) if verb.starts_with("delete") || one_of(verb, "da dd ddl ddlm") => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("zmmailbox", "deleteFolder" | "df" | "emptyFolder" | "ef" | "deleteMessage" | "dm", _) => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("postfix", "stop" | "abort", _) => {
            walker.add(Kind::Stops, Domain::Mail, Place::Machine, Traits::empty(), call.at)
        }
        _ => walker.acts(),
    }
}
