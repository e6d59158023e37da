//! Rights and owners of files.

use crate::facts::effect::{Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "permissions/everything",
        title: "Changes permissions of a whole machine, home or system folder",
        level: Risk::Critical,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| {
            effect.traits.contains(Traits::RECURSIVE)
                && matches!(
                    effect.place,
                    Place::Root | Place::HomeRoot | Place::System | Place::Protected
                )
        },
        what: "Permissions or owners of everything in the root, a home directory or a system folder change.",
        why: "Programs fail to start, logins fail, and the old permissions are stored nowhere.",
        instead: "Name the exact folder you mean, inside the workspace.",
        matches: &["chmod -R 777 /", "chown -R me /usr", "chmod -R 755 ~"],
        non_matches: &["chmod -R 755 src", "chmod 644 src/main.rs"],
    },
    Rule {
        id: "permissions/set-user",
        title: "Lets a program run with its owner's rights",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| {
            effect.traits.contains(Traits::FORCED) && !effect.traits.contains(Traits::PRIVILEGED)
        },
        what: "A program gets the set-user or set-group bit, or capabilities.",
        why: "Anyone who runs it gets more rights than their own.",
        instead: "Give the right to one user or service instead.",
        matches: &["chmod u+s bin/tool", "chmod 4755 /tmp/sh", "setcap cap_net_raw+ep bin/tool"],
        non_matches: &["chmod +x bin/tool", "chmod 0755 bin/tool"],
    },
    Rule {
        id: "permissions/run-temporary",
        title: "Changes permissions of temporary files",
        level: Risk::Low,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| {
            effect.place == Place::Temporary && !effect.traits.contains(Traits::PRIVILEGED)
        },
        what: "Permissions of files in a temporary folder change.",
        why: "They are meant to be deleted.",
        instead: "Nothing, this is fine.",
        matches: &["chmod 600 /tmp/key", "chmod -R 755 /tmp/build"],
        non_matches: &["chmod 600 key", "chmod 4755 /tmp/sh"],
    },
    Rule {
        id: "permissions/executable",
        title: "Makes files executable",
        level: Risk::Low,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| {
            effect.traits.contains(Traits::EXECUTABLE_ONLY)
                && !effect.traits.intersects(Traits::RECURSIVE.union(Traits::PRIVILEGED))
                && ordinary(effect)
        },
        what: "Files become executable.",
        why: "Their contents stay the same.",
        instead: "Nothing, this is fine.",
        matches: &["chmod +x script.sh", "chmod u+x bin/*", "chmod a+x deploy.sh"],
        non_matches: &["chmod 755 script.sh", "chmod -R +x .", "sudo chmod +x /usr/bin/x"],
    },
    Rule {
        id: "permissions/privileged",
        title: "Changes permissions or owners as a privileged user",
        level: Risk::Critical,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| effect.traits.contains(Traits::PRIVILEGED),
        what: "Permissions or owners of files are changed with the rights of a more powerful user.",
        why: "It can open the system to others or lock its owner out, and the old permissions are stored nowhere.",
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
        what: "Everyone on the machine may write to the files.",
        why: "Any other program or user can change what runs here.",
        instead: "Give the permission to one user or group.",
        matches: &["chmod 777 .", "chmod -R 777 src", "chmod o+w data", "chmod a+rw notes.md"],
        non_matches: &["chmod 755 src", "chmod u+w data"],
    },
    Rule {
        id: "permissions/recursive",
        title: "Changes permissions or owners of whole folders",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |effect| effect.traits.contains(Traits::RECURSIVE) || away(effect),
        what: "Permissions or owners of everything in a folder, or of files outside the workspace, change.",
        why: "The old ones are stored nowhere.",
        instead: "Name the files you mean.",
        matches: &["chmod -R 755 src", "chown -R me data", "chown me /srv/data"],
        non_matches: &["chmod 644 src/main.rs"],
    },
    Rule {
        id: "permissions/change",
        title: "Changes permissions or owners",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRights, Kind::ChangesOwner],
        condition: |_| true,
        what: "Permissions or owners of files change.",
        why: "The old ones are stored nowhere but in a checkpoint.",
        instead: "Nothing, if a checkpoint is taken first.",
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
