//! Belay itself: an agent may look and go back, and may not loosen what holds it.

use crate::facts::effect::Kind;
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "belay/forget",
        title: "Throws checkpoints away",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |_| true,
        what: "Checkpoints are deleted, or are no longer kept from being deleted.",
        why: "They are what brings things back, and nothing brings them back.",
        instead: "Leave it to a person, or to the limits in the settings.",
        matches: &["belay gc", "belay unpin before-migration"],
        non_matches: &["belay stats", "belay pin before-migration", "belay undo --yes"],
    },
    Rule {
        id: "belay/loosen",
        title: "Changes what Belay allows or guards",
        level: Risk::High,
        effect_kinds: &[Kind::Configures, Kind::Stops],
        condition: |_| true,
        what: "Belay's settings, its entries in an agent's configuration or its folder are \
               changed, or it is stopped.",
        why: "What it holds back now would run afterwards without a question, so this is for a \
              person to decide.",
        instead: "Tell the person what you need and why; they can run it themselves.",
        matches: &[
            "belay allow 7K3F",
            "belay allow 'git push --force'",
            "belay settings set checkpointEnabled false",
            "belay remove --yes",
            "belay init --yes",
            "belay deny --remove 'rm -rf'",
            "belay doctor --fix",
            "BELAY_HOME=/tmp/other belay status",
            "export BELAY_HOME=/tmp/other",
            "pkill -9 belay",
            "killall belay",
        ],
        non_matches: &[
            "belay allow",
            "belay settings get --all",
            "belay remove --dry-run",
            "belay doctor",
            "belay restore @2 --yes",
            "belay log --json",
            "echo belay allow 7K3F",
            "pkill node",
        ],
    },
];
