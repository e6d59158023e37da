//! Mail and its lists, and the services that send it.

use super::services::SERVICE;
use super::verbs;
use super::verbs::unconditional;
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, exists, first_operand, has_flag, named, not, otherwise, second_operand, starts_with,
    when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

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
        Behavior::Code(mail_service),
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
            "t|to= f|from= server= s|subject= h|header= a|attach= c= b= r= S= body= data= auth= u= m= quit-after= q= au= ap= p=",
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
        LISTS,
    ),
];

/// Sending to lists is publishing; a single message is not.
fn mail_service<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mentions = |words: Words| {
        let mut early = call.operands.iter().take(5);
        early.any(|word| word.text.split(':').any(|part| words.has(part)))
    };
    if mentions(words!("unsubscribe unschedule")) {
        return walker.does(Kind::Deletes, Domain::Mail, Traits::empty(), call);
    }
    if mentions(words!("campaigns campaign broadcasts broadcast blast"))
        && mentions(words!("send schedule launch start"))
        || mentions(words!("send-batch sendBatch"))
        || mentions(words!("batch")) && mentions(words!("send"))
    {
        return walker.does(Kind::Publishes, Domain::Mail, Traits::empty(), call);
    }
    verbs::by_verb(walker, call, Domain::Mail);
}

/// One message to someone.
const SENDS: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Sends, Domain::Mail).with(Traits::MINOR)]);

const SENDS_MAIL: Behavior = Behavior::Cases(&[
    when(exists(Subject::First), SENDS),
    when(has_flag("to t"), SENDS),
    otherwise(Behavior::Runs),
]);

/// Members or a whole list go.
fn unsubscribes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.does(Kind::Deletes, Domain::Mail, verbs::manner(call), call);
}

const LISTS: Behavior = Behavior::Cases(&[
    when(named("sync_members").and(&not(has_flag("no-change"))), unconditional::mail::DELETES),
    when(
        named("mailman").and(&first_operand("remove delmembers syncmembers stop")),
        unconditional::mail::DELETES,
    ),
    when(named("doveadm").and(&first_operand("expunge purge")), unconditional::mail::DELETES),
    when(
        named("doveadm").and(&first_operand("mailbox").and(&second_operand("delete"))),
        unconditional::mail::DELETES,
    ),
    when(
        named("doveadm").and(&first_operand("move kick stop sync import backup flags")),
        unconditional::mail::CHANGES,
    ),
    when(named("zmprov").and(&starts_with(Subject::First, "delete")), unconditional::mail::DELETES),
    when(named("zmprov").and(&first_operand("da dd ddl ddlm")), unconditional::mail::DELETES),
    when(
        named("zmmailbox").and(&first_operand("deleteFolder df emptyFolder ef deleteMessage dm")),
        unconditional::mail::DELETES,
    ),
    when(
        named("postfix").and(&first_operand("stop abort")),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Mail).at(Place::Machine)]),
    ),
    when(named("rmlist remove_members mlmmj-unsub"), Behavior::Code(unsubscribes)),
    otherwise(Behavior::Runs),
]);
