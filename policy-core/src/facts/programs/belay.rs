//! Belay itself, as an agent may call it: looking and taking back named files are for everybody;
//! going back as a whole, changing what is allowed and throwing checkpoints away are for a person.

use crate::facts::call::Call;
use crate::facts::cases::{ALL, Subject, Target, WordAction, exists, has_flag, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, sub, toolbox};
use crate::facts::walker::Walker;

const NONE: Options = Options::gnu("");
/// Flags of everything that goes back.
const GOING_BACK: Options = Options::gnu("session= all only plain dry-run y|yes json");

const LOOSENS: EffectSpec = EffectSpec::new(Kind::Configures, Domain::Guard);
const FORGETS: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Guard);
/// Which files it writes only the checkpoint knows: settings that hold an agent may be among them.
const GOES_BACK: EffectSpec = EffectSpec::new(Kind::Overwrites, Domain::Guard).unless("dry-run");

pub(super) static PROGRAMS: &[Program] =
    &[toolbox(&["belay"], Options::gnu("color= h|help V|version"), SUBS, Behavior::Runs)];

static SUBS: &[Sub] = &[
    sub(
        "log|show|diff|status|check|rules|explain|stats|schema|agent-help|completions|audit|judge",
        Options::gnu(
            "json n|number= since= session= text= graph stat shell= cwd= bare format= head=",
        ),
        Behavior::Reads,
    ),
    sub("settings get|check|schema|path", Options::gnu("all json"), Behavior::Reads),
    sub("settings set|edit", Options::gnu("layer="), Behavior::Effects(&[LOOSENS])),
    sub("allow", Options::gnu("reason="), Behavior::Code(allow)),
    // Another refusal is no harm; taking one away is.
    sub("deny", Options::gnu("reason= remove"), Behavior::Effects(&[LOOSENS.only("remove")])),
    sub(
        "init|remove",
        Options::gnu("agent= project dry-run y|yes"),
        Behavior::Effects(&[LOOSENS.unless("dry-run")]),
    ),
    sub("doctor", Options::gnu("fix json"), Behavior::Effects(&[LOOSENS.only("fix")])),
    sub("gc|unpin", Options::gnu("json dry-run"), Behavior::Effects(&[FORGETS.unless("dry-run")])),
    sub("run", Options::leading("c|command= shell= y|yes"), RUN),
    sub("wrap|acp", Options::leading(""), Behavior::On(WordAction::Runs, ALL)),
    sub("export", Options::gnu("session="), Behavior::On(WordAction::Overwrites, ALL)),
    sub("man", Options::gnu("folder="), Behavior::Runs),
    sub("restore", GOING_BACK, RESTORE),
    sub("undo|oops|redo|rewind", GOING_BACK, Behavior::Effects(&[GOES_BACK])),
    // Whoever talks to these changes settings and restores, and nobody is asked any more.
    sub("serve|rpc", NONE, Behavior::Effects(&[LOOSENS])),
    // What comes in over this one passes the guard as every call does.
    sub("mcp", NONE, Behavior::Runs),
    sub("fork|save|label|pin|import|demo", NONE, Behavior::Runs),
];

/// Files that are named are written over, as by any other program.
const RESTORE: Behavior = Behavior::Cases(&[
    when(has_flag("dry-run"), Behavior::Reads),
    when(exists(Subject::Second), Behavior::On(WordAction::Overwrites, Target::From(1))),
    otherwise(Behavior::Effects(&[GOES_BACK])),
]);

/// What it runs is judged like everything else; its `--yes` answers no question of ours.
const RUN: Behavior = Behavior::Cases(&[
    when(has_flag("command"), Behavior::On(WordAction::RunsShell, Target::Value("command"))),
    otherwise(Behavior::On(WordAction::Runs, ALL)),
]);

/// Without a word it only lists what waits for a person.
fn allow<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.operands.is_empty() {
        walker.does(Kind::Configures, Domain::Guard, Traits::empty(), call);
    }
}
