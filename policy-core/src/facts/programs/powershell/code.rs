//! Commands that run code: now, later, for each, elsewhere.

use super::content::words_of;
use super::flow::{self, run_blocks};
use super::names;
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program};
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    cmdlet!(&["invoke-expression", "iex"], "command=", Behavior::Code(expression)),
    cmdlet!(
        &["foreach-object", "%", "foreach"],
        "begin= process= end= parallel= throttlelimit= timeoutseconds= asjob usenewrunspace membername= argumentlist= remainingscripts= inputobject=",
        Behavior::Code(each)
    ),
    cmdlet!(
        &["invoke-command", "icm"],
        "command|scriptblock= cn|computername= vmname= vmid= containerid= hostname= session= filepath= args|argumentlist= credential= throttlelimit= asjob inputobject= configurationname= port= usessl authentication= username= keyfilepath= sshconnection= jobname= sessionoption= connectionuri= nonewscope hidecomputername",
        Behavior::Code(command)
    ),
    cmdlet!(
        &[
            "start-job",
            "sajb",
            "start-threadjob",
            "measure-command",
            "trace-command",
            "register-engineevent",
            "register-objectevent",
            "register-wmievent",
            "register-cimindicationevent",
            "new-event",
            "set-psbreakpoint",
            "sbp",
            "register-argumentcompleter",
            "set-psreadlinekeyhandler",
            "new-module",
            "nmo",
        ],
        "scriptblock= expression= action= name= command= filepath= initializationscript= argumentlist= inputobject= option= sourceidentifier= eventname= workingdirectory= pshost",
        Behavior::Code(block)
    ),
    // An old line runs again, and nobody knows which.
    cmdlet!(&["invoke-history", "ihy", "r"], "id=", Behavior::Code(again)),
    // What the names in a file mean from here on, nobody knows.
    cmdlet!(
        &["import-alias", "ipal"],
        "path= lp|literalpath= scope= force passthru",
        Behavior::Code(unknown_names)
    ),
    cmdlet!(
        &["enter-pssession", "etsn"],
        "cn|computername= session= credential= hostname= username= port= id= vmname= containerid=",
        Behavior::Code(enter)
    ),
    cmdlet!(&["exit-pssession", "exsn"], "", Behavior::Code(leave)),
    cmdlet!(&["."], "", Behavior::Code(dot)),
    cmdlet!(
        &["import-module", "ipmo", "using"],
        "name= global prefix= function= cmdlet= variable= alias= force passthru version= minimumversion= requiredversion= argumentlist= scope= cn|pssession= assembly= disablenamechecking",
        Behavior::Code(import)
    ),
    cmdlet!(
        &["add-type"],
        "typedefinition= path= literalpath= assemblyname= name= namespace= memberdefinition= language= referencedassemblies= outputassembly= outputtype= passthru usingnamespace= ignorewarnings compileroptions=",
        Behavior::Code(add_type)
    ),
    cmdlet!(
        &["set-location", "sl", "cd", "chdir", "push-location", "pushd"],
        "path= lp|literalpath= passthru stackname=",
        Behavior::Code(go)
    ),
    cmdlet!(&["pop-location", "popd"], "passthru stackname=", Behavior::Code(go_back)),
    cmdlet!(
        &["set-variable", "sv", "new-variable", "nv"],
        "name= value= option= scope= force description= visibility= passthru",
        Behavior::Code(set_variable)
    ),
    cmdlet!(
        &["set-alias", "sal", "new-alias", "nal"],
        "name= value= option= scope= force description= passthru",
        Behavior::Code(alias)
    ),
    cmdlet!(
        &["invoke-wmimethod", "iwmi", "invoke-cimmethod", "icim"],
        "class|classname= methodname|name= argumentlist= arguments= cn|computername= path= query= inputobject= namespace= filter= credential= cimsession=",
        Behavior::Code(wmi_method)
    ),
    cmdlet!(
        &["new-object"],
        "typename= argumentlist= comobject= property= strict",
        Behavior::Code(new_object)
    ),
    cmdlet!(
        &["invoke-sqlcmd"],
        "query= inputfile= serverinstance= database= username= password= connectionstring= querytimeout= variable= hostname= credential=",
        Behavior::Code(sql)
    ),
];

fn expression<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let code = match (call.value("command"), call.operands) {
        (Some(code), _) => walker.flow_of_arg(code),
        (None, []) => walker.input(),
        (None, words) => walker.joined(words, call.at),
    };
    let output = walker.run_stream(code, Dialect::PowerShell, Scoping::Shared, call.at);
    walker.writes(output);
}

fn each<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let input = walker.input();
    let item = match input {
        Stream::Text(flow) if flow.exact => Value::Text(flow.text),
        Stream::Download => Value::Download,
        _ => Value::Unknown,
    };
    walker.set_variable("_", item);
    walker.set_variable("psitem", item);
    run_blocks(walker, call);
    // `% Delete` calls a method, `% Name` reads a property.
    let member = call.value("membername").or(call.operands.first());
    if let Some(name) = member.and_then(|arg| arg.literal()) {
        let object = flow::piped_path(walker, call);
        let rest = call.operands.get(1..).unwrap_or(&[]);
        super::method::on_pipeline_member(walker, name, object, rest, call.at);
    } else if let Some(code) = member.or(call.value("process")).or(call.value("parallel")) {
        super::dotnet::admit_code(walker, Some(code), call.at);
    }
}

fn command<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let away = call.has_any(words!(
        "computername vmname vmid containerid hostname session connectionuri sshconnection"
    ));
    if away {
        walker.with_elsewhere(|walker| run_blocks(walker, call));
    } else {
        run_blocks(walker, call);
    }
    let known = |arg: &Arg<'_>| matches!(arg.knowledge, Knowledge::Block(_));
    let block = call.value("scriptblock").or_else(|| call.operands.iter().find(|a| known(a)));
    let unknown = match block {
        Some(block) => !known(block),
        None => !call.has("filepath") && !call.operands.is_empty(),
    };
    if unknown {
        walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), call.at);
    } else if call.has("filepath") {
        walker.mark_changing();
    }
}

fn block<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // A job of Windows PowerShell starts in the home directory, wherever one is.
    let is_job = words!("start-job sajb").has(call.name);
    let directory = call.value("workingdirectory");
    let here = walker.scope.now.directory;
    if is_job && directory.is_none() {
        walker.forget_directory();
    }
    walker.in_directory(directory, |walker| run_blocks(walker, call));
    walker.scope.now.directory = here;
    let code = ["scriptblock", "expression", "action"].iter().find_map(|name| call.value(name));
    super::dotnet::admit_code(walker, code.or(call.operands.first()), call.at);
}

fn again<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.runs_unknown(call.at);
}

fn unknown_names<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    names::possible(walker, call.at);
    walker.forget_commands();
}

/// From here on commands run on the other machine.
fn enter<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_changing();
    walker.scope.now.elsewhere = true;
}

fn leave<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.scope.now.elsewhere = false;
}

/// `. command`: what it sets stays set.
fn dot<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    walker.run_wrapped_writing(call.args);
}

fn import<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.name == "using"
        && let [kind, name, ..] = call.operands
        && kind.text.eq_ignore_ascii_case("namespace")
    {
        let name = walker.alloc_str(&name.text.to_ascii_lowercase());
        walker.scope.use_namespace(name);
        return walker.mark_no_effect();
    }
    walker.mark_changing();
    let module = call.value("name").or(call.operands.first());
    let Some(module) = module else { return };
    if matches!(module.knowledge, Knowledge::Download) || module.text.starts_with("\\\\") {
        walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), module.at);
    }
}

fn add_type<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(file) = call.value("outputassembly") {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
    walker.scope.set(super::dotnet::COMPILED, Value::Unknown);
    let code = call.value("typedefinition").or(call.value("memberdefinition"));
    let code = code.or(call.operands.first());
    if code.is_some_and(|code| matches!(code.knowledge, Knowledge::Download)) {
        walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), call.at);
    }
}

fn go<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    let target = call.value("path").or(call.value("literalpath")).or(call.operands.first());
    match target {
        Some(target) if flow::go_to_drive(walker, target) => {
            // What is set there gives names another meaning.
            if names::holds_names(target.text) {
                walker.forget_commands();
            }
        }
        Some(target) if !target.is("+") => walker.go(target),
        None if !call.name.starts_with("push") && call.flags.is_empty() => {}
        _ => walker.forget_directory(),
    }
}

fn go_back<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.forget_directory();
}

fn set_variable<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let mut words = call.operands.iter();
    let name = call.value("name").or_else(|| words.next());
    let value = call.value("value").or_else(|| words.next());
    let Some(name) = name.and_then(|name| name.literal()) else {
        // Which variable it is, only the shell knows.
        return walker.scope.forget_all();
    };
    let value = match value.map(|value| (value, value.knowledge)) {
        Some((value, Knowledge::Whole)) => Value::Text(value.text),
        Some((_, Knowledge::Download)) => Value::Download,
        Some((value, Knowledge::Block(_))) => Value::List(std::slice::from_ref(value)),
        Some(_) => Value::Unknown,
        None => Value::Text(""),
    };
    walker.set_variable(name, value);
}

fn alias<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let mut words = call.operands.iter();
    let name = call.value("name").or_else(|| words.next());
    let target = call.value("value").or_else(|| words.next());
    match (name.and_then(|name| name.literal()), target.and_then(|target| target.known())) {
        (Some(name), Some(target)) => {
            let name = walker.alloc_str(&name.to_ascii_lowercase());
            names::define_alias(walker, name, target, call.at);
        }
        (None, None) if call.args.is_empty() => {}
        _ => names::possible(walker, call.at),
    }
}

fn wmi_method<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let mut words = call.operands.iter();
    let class = call.value("classname").or_else(|| words.next());
    let method = call.value("name").or_else(|| words.next());
    let method = method.and_then(|method| method.literal()).unwrap_or_default();
    let class = class.and_then(|class| class.literal()).unwrap_or_default();
    let outer = walker.scope.now.elsewhere;
    walker.scope.now.elsewhere |= call.has("computername");
    if method.eq_ignore_ascii_case("create") && class.eq_ignore_ascii_case("win32_process") {
        match call.value("argumentlist").or_else(|| words.next()) {
            Some(line) => {
                walker.run_code(line, Dialect::Cmd, Scoping::Own);
            }
            None => {
                let none = Traits::empty();
                walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, none, call.at);
            }
        }
    } else if let Some((kind, domain)) = wmi_deed(method) {
        let place = if domain == Domain::Disk { Place::Device } else { Place::Machine };
        walker.add(kind, domain, place, Traits::empty(), call.at);
    } else if !method.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("get")) {
        walker.may_run_anything(call.at);
    }
    walker.scope.now.elsewhere = outer;
}

/// What a method of the management interface does to the object it is called on.
fn wmi_deed(method: &str) -> Option<(Kind, Domain)> {
    Some(match method.to_ascii_lowercase().as_str() {
        "terminate" => (Kind::Kills, Domain::Process),
        "uninstall" => (Kind::Uninstalls, Domain::Package),
        "delete" => (Kind::Deletes, Domain::System),
        "stopservice" | "pauseservice" => (Kind::Stops, Domain::Service),
        "win32shutdown" | "shutdown" | "reboot" => (Kind::PowersOff, Domain::System),
        "format" => (Kind::Formats, Domain::Disk),
        _ => return None,
    })
}

fn new_object<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if call.has("comobject") {
        return;
    }
    let mut words = call.operands;
    let kind = call.value("typename").or_else(|| {
        let (first, rest) = words.split_first()?;
        words = rest;
        Some(first)
    });
    let Some(kind) = kind.and_then(|kind| kind.literal()) else {
        return walker.may_run_anything(call.at);
    };
    let mut args: Vec<_> = call.values("argumentlist").copied().collect();
    args.extend_from_slice(words);
    let name = bumpalo::format!(in walker.arena, "[{}]::new", kind.to_ascii_lowercase());
    args.insert(0, Arg::whole(name.into_bump_str(), call.at));
    let args = walker.row(&args);
    walker.run_wrapped_writing(args);
}

/// A query is judged by the code for databases.
fn sql<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let query = call.value("query").or(call.operands.first());
    let Some(query) = query else { return };
    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
    words.push(Arg::whole("sqlcmd.exe", call.at));
    words.push(Arg::whole("-Q", call.at));
    words.push(*query);
    walker.run_wrapped(words.into_bump_slice());
}

/// `curl` is an alias in Windows PowerShell and the program itself since PowerShell 6.
pub(super) fn program_itself<'a>(walker: &mut Walker<'a>, call: &Call<'a>, file: &'static str) {
    walker.mark_wrapper();
    let words = words_of(walker, file, call);
    walker.run_wrapped_writing(words);
}
