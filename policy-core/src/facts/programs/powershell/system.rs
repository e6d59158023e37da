//! Processes, services, disks, accounts and what guards the machine.

use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program};
use crate::facts::walker::Walker;

const fn spec(kind: Kind, domain: Domain) -> EffectSpec {
    EffectSpec::new(kind, domain)
}

pub(super) static PROGRAMS: &[Program] = &[
    cmdlet!(
        &["stop-process", "spps", "kill"],
        "name= id= inputobject= force passthru",
        Behavior::Code(stop_process)
    ),
    cmdlet!(
        &["stop-service", "spsv", "restart-service", "suspend-service",],
        "name= displayname= inputobject= force passthru nowait include= exclude=",
        Behavior::Effects(&[spec(Kind::Stops, Domain::Service)])
    ),
    cmdlet!(
        &["set-service"],
        "name= displayname= description= startuptype= status= credential= passthru force computername=",
        Behavior::Effects(&[spec(Kind::Stops, Domain::Service)])
    ),
    cmdlet!(&["start-service", "sasv", "resume-service", "new-service"], "name=", Behavior::Runs),
    cmdlet!(
        &["stop-computer", "restart-computer"],
        "computername= force wait for= delay= timeout= credential=",
        Behavior::Code(power)
    ),
    cmdlet!(
        &["restore-computer", "disable-computerrestore"],
        "restorepoint= drive=",
        crate::facts::programs::windows::DELETE_BACKUPS
    ),
    cmdlet!(
        &[
            "format-volume",
            "clear-disk",
            "initialize-disk",
            "remove-partition",
            "resize-partition",
            "set-disk",
            "remove-virtualdisk",
            "remove-storagepool",
            "reset-physicaldisk",
            "new-partition",
            "set-partition",
        ],
        "driveletter= number= disknumber= partitionnumber= friendlyname= filesystem= size= force",
        Behavior::Effects(&[spec(Kind::Formats, Domain::Disk)])
    ),
    cmdlet!(
        &["set-executionpolicy"],
        "executionpolicy= scope= force",
        Behavior::Code(execution_policy)
    ),
    cmdlet!(
        &["set-mppreference", "add-mppreference", "remove-mppreference", "remove-mpthreat"],
        "exclusionpath= exclusionprocess= exclusionextension=",
        Behavior::Effects(&[spec(Kind::Configures, Domain::Protection)])
    ),
    cmdlet!(
        &["clear-eventlog", "remove-eventlog", "limit-eventlog"],
        "logname= source= computername=",
        Behavior::Code(crate::facts::programs::windows::clear_logs)
    ),
    cmdlet!(
        &["clear-history", "clhy"],
        "id= count= commandline=",
        Behavior::Effects(&[spec(Kind::HidesTraces, Domain::System)])
    ),
    cmdlet!(&["clear-recyclebin"], "driveletter= force", Behavior::Code(recycle_bin)),
    cmdlet!(
        &["register-scheduledtask", "register-scheduledjob", "set-scheduledtask"],
        "taskname= action= trigger= user= password= force xml= principal= scriptblock= name=",
        Behavior::Effects(&[spec(Kind::Schedules, Domain::Schedule)])
    ),
    cmdlet!(
        &["unregister-scheduledtask", "disable-scheduledtask", "unregister-scheduledjob"],
        "taskname= taskpath= inputobject=",
        Behavior::Effects(&[spec(Kind::Schedules, Domain::Schedule)])
    ),
    cmdlet!(
        &["set-acl"],
        "path= literalpath= aclobject= filter= include= exclude= passthru clearcentralaccesspolicy",
        Behavior::Code(set_acl)
    ),
    cmdlet!(
        &["uninstall-module", "uninstall-package", "uninstall-script", "uninstall-psresource"],
        "name= allversions force requiredversion=",
        Behavior::Effects(&[spec(Kind::Uninstalls, Domain::Package)])
    ),
    cmdlet!(
        &["publish-module", "publish-script", "publish-psresource"],
        "path= name= nugetapikey= repository=",
        Behavior::Effects(&[spec(Kind::Publishes, Domain::Registry)])
    ),
    cmdlet!(
        &["remove-ciminstance", "rcim", "remove-wmiobject", "rwmi"],
        "inputobject= query= class= path=",
        Behavior::Effects(&[spec(Kind::Deletes, Domain::System)])
    ),
    cmdlet!(
        &["export-pfxcertificate", "export-certificate"],
        "cert= filepath= password= force noclobber type= chainoption= protectto=",
        Behavior::Code(export)
    ),
];

fn stop_process<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let traits = if call.is_on("force") { Traits::FORCED } else { Traits::empty() };
    walker.does(Kind::Kills, Domain::Process, traits, call);
}

fn power<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let place = if call.has("computername") { Place::Elsewhere } else { Place::Machine };
    walker.add(Kind::PowersOff, Domain::System, place, Traits::empty(), call.at);
}

/// For one process the policy ends with it.
fn execution_policy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let scope = call.value("scope").or(call.operands.get(1));
    let passing = scope.is_some_and(|scope| scope.text.eq_ignore_ascii_case("process"));
    let policy = call.value("executionpolicy").or(call.operands.first());
    let strict = policy.is_some_and(|policy| {
        ["restricted", "allsigned"].iter().any(|known| policy.text.eq_ignore_ascii_case(known))
    });
    if !passing && !strict {
        let none = Traits::empty();
        walker.does(Kind::Configures, Domain::Protection, none, call);
    }
}

fn recycle_bin<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let traits = Traits::WHOLE.union(Traits::BEYOND_REPAIR);
    walker.add(Kind::Deletes, Domain::Files, Place::Outside, traits, call.at);
}

fn set_acl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for item in super::flow::items(walker, call).iter().take(1) {
        super::flow::touch(walker, Kind::ChangesRights, item, Traits::empty());
    }
}

fn export<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(file) = call.value("filepath").or(call.operands.last())
        && !call.is_on("noclobber")
    {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}
