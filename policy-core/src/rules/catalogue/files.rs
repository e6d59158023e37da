//! Files: deleted, overwritten, moved.

use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "files/delete-everything",
        title: "Deletes a whole machine, home or system folder",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            files(effect)
                && effect.traits.intersects(Traits::RECURSIVE.union(Traits::WHOLE))
                && matches!(
                    effect.place,
                    Place::Root | Place::HomeRoot | Place::System | Place::Protected
                )
        },
        what: "Everything in the root, a home directory or a system folder is deleted.",
        why: "Checkpoints of a workspace do not cover these files, and the machine may not start again.",
        instead: "Name the exact folder you mean, inside the workspace.",
        matches: &["rm -rf /", "rm -rf ~", "rm -rf /*", "sudo rm -fr /etc", "cd / && rm -rf *"],
        non_matches: &["rm -rf ./old", "rm -rf /tmp/x"],
    },
    Rule {
        id: "files/delete-repository",
        title: "Deletes the repository itself",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| files(effect) && effect.place == Place::VersionControl,
        what: "Files in `.git` are deleted: history, branches, stashes, hooks.",
        why: "Commits that were never pushed are lost.",
        instead: "Clone into a new folder, or remove only the lock file you mean.",
        matches: &["rm -rf .git", "rm -r sub/.git"],
        non_matches: &["rm -rf .github"],
    },
    Rule {
        id: "files/delete-temporary",
        title: "Deletes temporary files",
        level: Risk::Low,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| files(effect) && effect.place == Place::Temporary,
        what: "Files in a temporary folder are deleted.",
        why: "They are meant to be deleted.",
        instead: "Nothing, this is fine.",
        matches: &["rm -rf /tmp/build-123", "rm -f \"$TMPDIR/x\""],
        non_matches: &["rm -rf /tmp", "rm -rf /tmp/../etc"],
    },
    Rule {
        id: "files/delete-build-output",
        title: "Deletes build output or dependencies",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            files(effect) && matches!(effect.place, Place::BuildOutput | Place::Cache)
        },
        what: "Dependencies, build output or downloaded packages are deleted.",
        why: "They can be rebuilt, but that takes time and sometimes a network.",
        instead: "Use the build tool's own clean command, if it has one.",
        matches: &["rm -rf node_modules", "rm -rf target dist", "rm -rf /var/lib/apt/lists/*"],
        non_matches: &["rm -rf src"],
    },
    Rule {
        id: "files/delete-tree-forced",
        title: "Deletes whole folders without asking",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            files(effect) && effect.traits.contains(Traits::RECURSIVE.union(Traits::FORCED))
        },
        what: "Whole folders are deleted, write-protected files included, without a question.",
        why: "One wrong word deletes more than intended.",
        instead: "Delete the files you mean by name, or move the folder aside first.",
        matches: &[
            "rm -rf src",
            "rm -r -f /srv/data",
            "rm --recur --forc \"$DIR\"",
            "c=rm; $c -fr x",
            "find . -delete",
            "ls | xargs rm -rf",
            "rimraf src",
        ],
        non_matches: &["rm -r src", "echo 'rm -rf src'"],
    },
    Rule {
        id: "files/delete-tree",
        title: "Deletes whole folders",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            files(effect)
                && (effect.traits.intersects(Traits::RECURSIVE.union(Traits::WHOLE))
                    || away(effect))
        },
        what: "Whole folders, or files outside the workspace, are deleted.",
        why: "A checkpoint restores only what is inside the workspace.",
        instead: "Delete the files you mean by name, or move the folder aside first.",
        matches: &["rm -r src", "rm /srv/data/file"],
        non_matches: &["rm src/main.rs"],
    },
    Rule {
        id: "files/delete",
        title: "Deletes files",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: files,
        what: "Files are deleted.",
        why: "Without a checkpoint, anything not stored elsewhere is lost.",
        instead: "Nothing, if a checkpoint is taken first.",
        matches: &["rm src/main.rs", "rm *.log"],
        non_matches: &["rm --help", "ls src/main.rs"],
    },
    Rule {
        id: "files/overwrite-device",
        title: "Overwrites a device",
        level: Risk::Critical,
        effect_kinds: &[Kind::Overwrites, Kind::Appends, Kind::WritesDevice],
        condition: |effect| effect.place == Place::Device,
        what: "Bytes are written straight to a disk or another device.",
        why: "The file systems on it are destroyed.",
        instead: "Write to a file first, and check the target twice.",
        matches: &["echo x > /dev/sda"],
        non_matches: &["echo x > /dev/null"],
    },
    Rule {
        id: "files/overwrite-protected",
        title: "Overwrites system files, keys or start-up files",
        level: Risk::High,
        effect_kinds: &[Kind::Overwrites, Kind::Appends],
        condition: |effect| {
            matches!(
                effect.place,
                Place::System | Place::Protected | Place::Root | Place::VersionControl
            )
        },
        what: "A system file, a key, a hook or a start-up file is written.",
        why: "It controls who can log in or what runs next, and checkpoints do not cover it.",
        instead: "Show the change to a person who can make it.",
        matches: &[
            "echo x > /etc/hosts",
            "echo key >> ~/.ssh/authorized_keys",
            "git show > .git/hooks/pre-commit",
        ],
        non_matches: &["echo x > notes.txt", "cat /etc/hosts"],
    },
    Rule {
        id: "files/overwrite-temporary",
        title: "Writes temporary files",
        level: Risk::Low,
        effect_kinds: &[Kind::Overwrites],
        condition: |effect| {
            // Nothing writes over a folder: below `/tmp/$x` lies one file.
            files(effect) && matches!(effect.place, Place::Temporary | Place::TemporaryRoot)
        },
        what: "A file in a temporary folder is written.",
        why: "That is what it is for.",
        instead: "Nothing, this is fine.",
        matches: &["echo x > /tmp/log", "echo x > \"/tmp/$name.log\"", "tar xf a.tar -C /tmp/x"],
        non_matches: &["echo x > log"],
    },
    Rule {
        id: "files/destroy",
        title: "Wipes files beyond recovery",
        level: Risk::High,
        effect_kinds: &[Kind::Overwrites],
        condition: |effect| files(effect) && effect.traits.contains(Traits::BEYOND_REPAIR),
        what: "Files are overwritten with random data, so that they cannot be recovered from the disk.",
        why: "That is the purpose: only a copy can bring them back.",
        instead: "Delete the file normally, unless it contains a secret.",
        matches: &["shred notes.md", "shred -n 5 secrets.txt"],
        non_matches: &["shred /tmp/secret.txt", "shred --help"],
    },
    Rule {
        id: "files/overwrite",
        title: "Overwrites files",
        level: Risk::Medium,
        effect_kinds: &[Kind::Overwrites],
        condition: files,
        what: "A file may be replaced, and its contents lost.",
        why: "Without a checkpoint, work that was not stored elsewhere is lost.",
        instead: "Nothing, if a checkpoint is taken first.",
        matches: &[
            "echo x > src/main.rs",
            ": > src/main.rs",
            "> a.txt",
            "cp a b",
            "sed -i s/a/b/ f",
            "sed -ni 1p f",
            "tar xzf a.tgz",
            "rsync -a src/ dst/",
            "sort -o f f",
            "date | tee log",
            "awk '{ print > \"out\" }' in",
            "find . -fprint list.txt",
        ],
        non_matches: &[
            "echo x >> notes.txt",
            "echo x 2>&1",
            "cat a > /dev/null",
            "cp -n a b",
            "sed s/a/b/ f",
            "tar tzf a.tgz",
            "rsync -an src/ dst/",
            "date | tee -a log",
            "awk '$1 > 3' in",
            "ls | tee >(wc -l)",
        ],
    },
    Rule {
        id: "files/move-protected",
        title: "Moves system files, keys or the repository away",
        level: Risk::High,
        effect_kinds: &[Kind::Moves],
        condition: |effect| {
            files(effect)
                && matches!(
                    effect.place,
                    Place::System
                        | Place::Protected
                        | Place::Root
                        | Place::HomeRoot
                        | Place::VersionControl
                        | Place::Device
                )
        },
        what: "Something that the machine, an account or the repository needs is no longer in its place.",
        why: "Programs that expect it there stop working, or history seems lost.",
        instead: "Copy it, change the copy, and let a person put it in place.",
        matches: &["mv .git .git.bak", "sudo mv /etc/hosts /etc/hosts.old"],
        non_matches: &["mv a b", "cp /etc/hosts ."],
    },
    Rule {
        id: "files/move-temporary",
        title: "Moves temporary files",
        level: Risk::Low,
        effect_kinds: &[Kind::Moves],
        condition: |effect| files(effect) && effect.place == Place::Temporary,
        what: "A file in a temporary folder is moved.",
        why: "That is what it is for.",
        instead: "Nothing, this is fine.",
        matches: &["mv /tmp/a /tmp/b", "gzip /tmp/log"],
        non_matches: &["mv a /tmp/b"],
    },
    Rule {
        id: "files/move",
        title: "Moves files",
        level: Risk::Medium,
        effect_kinds: &[Kind::Moves],
        condition: files,
        what: "Files are moved, renamed, packed or discarded.",
        why: "Anything that expects them there no longer finds them.",
        instead: "Nothing, if a checkpoint is taken first.",
        matches: &["mv a b", "mv src /tmp/", "trash-put notes.txt", "rename s/a/b/ *.txt"],
        non_matches: &["mv -n a b", "cp -n a b", "rename -n s/a/b/ *.txt"],
    },
];

/// Files, the repository's own ones among them; not what tools keep elsewhere.
fn files(effect: &Effect) -> bool {
    matches!(effect.domain, Domain::Files | Domain::Repository | Domain::Disk)
}

/// Outside the workspace, or in an unknown place.
fn away(effect: &Effect) -> bool {
    matches!(
        effect.place,
        Place::Outside
            | Place::Home
            | Place::HomeRoot
            | Place::System
            | Place::Protected
            | Place::Root
            | Place::TemporaryRoot
            | Place::Elsewhere
    )
}
