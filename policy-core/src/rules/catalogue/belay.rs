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
        non_matches: &["belay stats", "belay pin before-migration", "belay save"],
    },
    Rule {
        id: "belay/go-back",
        title: "Goes back to a checkpoint as a whole",
        level: Risk::High,
        effect_kinds: &[Kind::Overwrites],
        condition: |_| true,
        what: "Every file of the workspace that changed goes back to a checkpoint; Belay's \
               settings and an agent's may be among them.",
        why: "Work that the person wants to keep may go, and older settings may allow more than \
              those in effect.",
        instead: "Look at the plan with `--dry-run`, then name the files: `belay restore ID --yes \
                  -- path`.",
        matches: &[
            "belay restore @2 --yes",
            "belay restore @2 --all --yes",
            "belay undo --yes",
            "belay oops",
            "belay redo --yes",
            "belay rewind --plain",
        ],
        non_matches: &[
            "belay restore @2 --dry-run --json",
            "belay restore @2 --yes -- src/main.rs",
            "belay undo --dry-run",
            "belay save",
        ],
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
            "belay serve",
            "echo '{}' | belay rpc",
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
            "belay restore @2 --yes -- src",
            "belay log --json",
            "echo belay allow 7K3F",
            "pkill node",
        ],
    },
];
