//! Rights and owners of files.

use crate::facts::effect::{Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "permissions/everything",
        title: "Changes rights of a whole machine, home or system folder",
        level: Risk::Critical,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| {
            effect.traits.contains(Traits::RECURSIVE)
                && matches!(
                    effect.place,
                    Place::Root | Place::HomeRoot | Place::System | Place::Protected
                )
        },
        what: "Rights or owners of everything below the root, a home directory or a folder of the system change.",
        why: "Programs refuse to start, logins fail, and nothing remembers the old rights.",
        instead: "Name the one folder you mean, inside the workspace.",
        matches: &["chmod -R 777 /", "chown -R me /usr", "chmod -R 755 ~"],
        non_matches: &["chmod -R 755 src", "chmod 644 src/main.rs"],
    },
    Rule {
        id: "permissions/set-user",
        title: "Lets a program run with the rights of its owner",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| {
            effect.traits.contains(Traits::FORCED) && !effect.traits.contains(Traits::PRIVILEGED)
        },
        what: "A program gets the set-user or set-group mark, or capabilities.",
        why: "Whoever runs it then has more rights than their own.",
        instead: "Give the right to one person or service instead.",
        matches: &["chmod u+s bin/tool", "chmod 4755 /tmp/sh", "setcap cap_net_raw+ep bin/tool"],
        non_matches: &["chmod +x bin/tool", "chmod 0755 bin/tool"],
    },
    Rule {
        id: "permissions/run-temporary",
        title: "Changes rights of temporary files",
        level: Risk::Low,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| {
            effect.place == Place::Temporary && !effect.traits.contains(Traits::PRIVILEGED)
        },
        what: "Rights of files below a folder for temporary files change.",
        why: "They are meant to go.",
        instead: "Nothing: this is fine.",
        matches: &["chmod 600 /tmp/key", "chmod -R 755 /tmp/build"],
        non_matches: &["chmod 600 key", "chmod 4755 /tmp/sh"],
    },
    Rule {
        id: "permissions/executable",
        title: "Lets files be run",
        level: Risk::Low,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| {
            effect.traits.contains(Traits::EXECUTABLE_ONLY)
                && !effect.traits.intersects(Traits::RECURSIVE.union(Traits::PRIVILEGED))
                && ordinary(effect)
        },
        what: "Files get the right to be run.",
        why: "Their content stays as it is.",
        instead: "Nothing: this is fine.",
        matches: &["chmod +x script.sh", "chmod u+x bin/*", "chmod a+x deploy.sh"],
        non_matches: &["chmod 755 script.sh", "chmod -R +x .", "sudo chmod +x /usr/bin/x"],
    },
    Rule {
        id: "permissions/privileged",
        title: "Changes rights or owners with more rights",
        level: Risk::Critical,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| effect.traits.contains(Traits::PRIVILEGED),
        what: "Rights or owners of files change as another, more powerful user.",
        why: "It can open the system to others or lock its owner out, and nothing remembers the old rights.",
        instead: "Change only your own files, or let a person do it.",
        matches: &["sudo chmod 777 /etc/hosts", "sudo chown -R me .", "doas chgrp staff /srv/x"],
        non_matches: &["chmod 644 src/main.rs", "sudo ls -l /etc"],
    },
    Rule {
        id: "permissions/open-to-all",
        title: "Opens files to everyone",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| effect.traits.contains(Traits::WORLD),
        what: "Everyone on the machine may write the files.",
        why: "Any other program or person can change what is run here.",
        instead: "Give the right to one user or group.",
        matches: &["chmod 777 .", "chmod -R 777 src", "chmod o+w data", "chmod a+rw notes.md"],
        non_matches: &["chmod 755 src", "chmod u+w data"],
    },
    Rule {
        id: "permissions/recursive",
        title: "Changes rights or owners of whole folders",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| effect.traits.contains(Traits::RECURSIVE) || away(effect),
        what: "Rights or owners of everything below a folder, or of files outside the workspace, change.",
        why: "Nothing remembers the old ones.",
        instead: "Name the files you mean.",
        matches: &["chmod -R 755 src", "chown -R me data", "chown me /srv/data"],
        non_matches: &["chmod 644 src/main.rs"],
    },
    Rule {
        id: "permissions/change",
        title: "Changes rights or owners",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |_| true,
        what: "Rights or owners of files change.",
        why: "Nothing remembers the old ones, save a checkpoint.",
        instead: "Nothing, where a checkpoint is taken first.",
        matches: &[
            "chmod 644 src/main.rs",
            "chmod -w notes.md",
            "chown me notes.md",
            "setfacl -m u:bob:rw f",
            "chattr +i notes.md",
        ],
        non_matches: &["chmod +x run.sh", "getfacl f", "ls -l"],
    },
];

/// Inside the workspace, or a person's own file.
fn ordinary(effect: &Effect) -> bool {
    !matches!(effect.place, Place::Root | Place::System | Place::HomeRoot)
}

/// A part of the system, or of somebody else.
fn away(effect: &Effect) -> bool {
    matches!(
        effect.place,
        Place::Root
            | Place::System
            | Place::HomeRoot
            | Place::Outside
            | Place::WorkspaceRoot
            | Place::TemporaryRoot
            | Place::Elsewhere
            | Place::Device
    )
}
