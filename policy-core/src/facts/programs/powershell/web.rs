//! Fetching and sending over the network.

use super::code::program_itself;
use super::flow::fetched;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::program::{Behavior, Program};
use crate::facts::walker::Walker;

macro_rules! request {
    ($names:expr, $act:expr) => {
        cmdlet!(
            $names,
            "uri= outfile= method= custommethod= body= headers= infile= contenttype= usebasicparsing websession= sessionvariable= credential= usedefaultcredentials useragent= timeoutsec= maximumredirection= proxy= proxycredential= certificate= form= authentication= token= passthru transferencoding= skipcertificatecheck resume maximumretrycount= retryintervalsec= statuscodevariable= responseheadersvariable= skiphttperrorcheck disablekeepalive",
            $act
        )
    };
}

pub(super) static PROGRAMS: &[Program] = &[
    request!(&["invoke-webrequest", "iwr", "invoke-restmethod", "irm"], Behavior::Code(request)),
    request!(&["curl"], Behavior::Code(curl)),
    request!(&["wget"], Behavior::Code(wget)),
    cmdlet!(
        &["start-bitstransfer"],
        "source= destination= asynchronous transfertype= priority= credential= displayname= description= dynamic",
        Behavior::Code(transfer)
    ),
    cmdlet!(&["send-mailmessage"], "", Behavior::Code(send)),
];

fn request<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(file) = call.value("outfile") {
        fetched(walker, file);
    } else {
        walker.writes(Stream::Download);
    }
    let method = call.value("method").or(call.value("custommethod"));
    match method.and_then(|method| method.literal()) {
        Some(method) if method.eq_ignore_ascii_case("delete") => {
            let here = |arg: &Arg<'_>| {
                ["localhost", "127.0.0.1", "[::1]"].iter().any(|host| arg.text.contains(host))
            };
            let traits = if call.args.iter().any(here) { Traits::MINOR } else { Traits::empty() };
            walker.does(Kind::Deletes, Domain::Web, traits, call);
        }
        Some(method)
            if !["get", "head", "options"].iter().any(|m| method.eq_ignore_ascii_case(m)) =>
        {
            walker.mark_changing();
        }
        // Which method it is, only the shell will know.
        None if method.is_some() => {
            walker.does(Kind::Deletes, Domain::Web, Traits::MINOR.union(Traits::POSSIBLE), call);
        }
        _ => {}
    }
    if call.has("infile") {
        walker.mark_changing();
    }
}

/// Whether the words are the program's own and not those of `Invoke-WebRequest`.
fn is_program(call: &Call<'_>) -> bool {
    const PARAMETERS: &[&str] = &[
        "uri",
        "outfile",
        "method",
        "usebasicparsing",
        "headers",
        "body",
        "contenttype",
        "infile",
    ];
    let meant = |arg: &Arg<'_>| {
        let name = arg.text.trim_start_matches('-').to_ascii_lowercase();
        name.len() > 2 && PARAMETERS.iter().any(|known| known.starts_with(name.as_str()))
    };
    let mut flags = call.args.iter().filter(|arg| arg.is_flag()).peekable();
    flags.peek().is_some() && !flags.any(meant)
}

fn curl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if is_program(call) { program_itself(walker, call, "curl.exe") } else { request(walker, call) }
}

fn wget<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if is_program(call) { program_itself(walker, call, "wget.exe") } else { request(walker, call) }
}

fn transfer<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let behind = if call.has("source") { 0 } else { 1 };
    if let Some(file) = call.value("destination").or(call.operands.get(behind)) {
        fetched(walker, file);
    }
}

fn send<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.does(Kind::Sends, Domain::Mail, Traits::empty(), call);
}
