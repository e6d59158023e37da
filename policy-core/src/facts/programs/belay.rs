//! Belay itself, as an agent may call it: looking and going back are for everybody, changing what
//! is allowed or throwing checkpoints away is for a person.

use crate::facts::call::Call;
use crate::facts::cases::{ALL, Target, WordAction, has_flag, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, sub, toolbox};
use crate::facts::walker::Walker;

const NONE: Options = Options::gnu("");

const LOOSENS: EffectSpec = EffectSpec::new(Kind::Configures, Domain::Guard);
const FORGETS: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Guard);

pub(super) static PROGRAMS: &[Program] =
    &[toolbox(&["belay"], Options::gnu("color= h|help V|version"), SUBS, Behavior::Runs)];

static SUBS: &[Sub] = &[
    sub(
        "log|show|diff|status|check|rules|explain|stats|schema|agent-help|completions|audit|judge",
        Options::gnu("json n= since= session= text= graph stat shell= format="),
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
    sub("undo|oops|redo|restore|save|label|pin|import|demo", NONE, Behavior::Runs),
];

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
