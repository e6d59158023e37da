//! What a host has to save by itself, and what it may promise when it does.

use policy_core::shell::Dialect;
use policy_core::verdict::Recovery;
use policy_core::{Action, Coverage, Policy, Surroundings, judge};

fn surroundings(targets: bool) -> Surroundings {
    Surroundings::default()
        .with_cwd("/home/u/p".to_owned())
        .with_workspace("/home/u/p".to_owned())
        .with_home("/home/u".to_owned())
        .with_saves(Coverage::WORKSPACE.with_targets(targets))
}

/// The targets as `kind path`, and whether everything would come back.
fn judged(command: &str, shell: Dialect) -> (Vec<String>, Recovery) {
    let action = Action::Run { command, shell };
    let verdict = judge(&action, &Policy::defaults(), &surroundings(true));
    let targets = verdict.targets.iter().map(|one| format!("{} {}", one.kind.name(), one.path));
    (targets.collect(), verdict.recovery)
}

#[test]
fn what_a_command_names_is_a_target_wherever_it_lies() {
    let cases: &[(&str, &[&str], Recovery)] = &[
        ("rm -rf ../x", &["path /home/u/x"], Recovery::Full),
        ("rm -rf ~/notes/old", &["path /home/u/notes/old"], Recovery::Full),
        ("cd /srv/data && rm -rf logs", &["path /srv/data/logs"], Recovery::Full),
        ("cd /srv/data; rm a", &["path /home/u/p/a", "path /srv/data/a"], Recovery::Full),
        ("rm .env", &["path /home/u/p/.env"], Recovery::Full),
        // A build makes it again.
        ("rm -rf node_modules", &[], Recovery::Partial),
        ("rm -rf .git", &["path /home/u/p/.git"], Recovery::Full),
        ("rm -f ../*.log", &["pattern /home/u/*.log"], Recovery::Full),
        ("echo x > ~/.bashrc", &["path /home/u/.bashrc"], Recovery::Full),
        ("sudo sh -c 'rm -r /srv/www'", &["path /srv/www"], Recovery::Full),
        ("rm -rf \"../x/$name\"", &["below /home/u/x"], Recovery::Partial),
        // An empty name would take the home folder.
        ("rm -rf \"../$name\"", &[], Recovery::None),
        ("rm -rf \"$dir\"", &[], Recovery::Unknown),
        // Too much to be saved by itself.
        ("rm -rf ~", &[], Recovery::None),
        ("rm -rf /", &[], Recovery::None),
        ("rm -rf /usr/lib", &[], Recovery::None),
        // On another machine.
        ("ssh host rm -rf /srv/www", &[], Recovery::None),
        ("ls -la ../x", &[], Recovery::Full),
        // Where a program goes, or what it is handed, ends with it.
        ("env -C /srv true && rm a", &["path /home/u/p/a"], Recovery::Full),
        ("x=a; env x=/srv/b true; rm $x", &["path /home/u/p/a"], Recovery::Full),
        ("time cd /srv && rm a", &["path /srv/a"], Recovery::Full),
        // It starts in a folder that only the program knows which starts it.
        ("sudo -i rm -rf a", &[], Recovery::Unknown),
        ("su - -c 'rm -rf a'", &[], Recovery::Unknown),
        ("systemd-run rm -rf a", &[], Recovery::Unknown),
        ("systemd-run --scope rm -rf a", &["path /home/u/p/a"], Recovery::Full),
        ("find /srv -execdir rm -rf a ';'", &[], Recovery::Unknown),
        ("find /srv/x -execdir rm {} ';'", &["below /srv/x"], Recovery::Partial),
        ("find . -execdir rm ../x ';'", &[], Recovery::Unknown),
        ("pnpm -r exec rm -rf data", &["below /home/u/p"], Recovery::Full),
        ("git submodule foreach 'rm -f data.db'", &["below /home/u/p"], Recovery::Full),
        // What git knows, and nothing that it ignores.
        ("git reset --hard", &["tracked /home/u/p"], Recovery::Full),
        ("cd src && git reset --hard", &["tracked /home/u/p"], Recovery::Full),
        ("cd src && git checkout .", &["tracked /home/u/p/src"], Recovery::Full),
        (
            "git checkout HEAD~1 -- src a.txt",
            &["tracked /home/u/p/src", "tracked /home/u/p/a.txt"],
            Recovery::Full,
        ),
        ("git restore ':/*.rs'", &["tracked /home/u/p"], Recovery::Full),
        ("git clean -fd", &[], Recovery::Full),
        // Texts with holes, several lines, a tilde that was expanded earlier.
        ("ls | xargs -I{} bash -c \"rm -rf './x/{}'\"", &["below /home/u/p/x"], Recovery::Full),
        ("while read f; do rm \"$f\"; done <<E\na\nb\nE", &[], Recovery::Unknown),
        ("echo x > \"$(echo ~/old)\"", &["path /home/u/old"], Recovery::Full),
        // Links that the text itself makes.
        ("ln -s /home/u/p/a /tmp/o; echo x > /tmp/o", &["path /home/u/p/a"], Recovery::Full),
        ("ln -s ../x /tmp/d/l; rm /tmp/d/l", &[], Recovery::Full),
        ("ln -s /srv/x /tmp/l; rm -rf /tmp/l/", &["path /srv/x"], Recovery::Full),
        ("ln -s /srv/x /tmp/l; rm -rf /tmp/l/y", &["path /srv/x/y"], Recovery::Full),
        // Everything that lands in a folder, not only the first.
        ("cp a b ../d/", &["path /home/u/d/a", "path /home/u/d/b"], Recovery::Full),
        // A database that is a file.
        ("sqlite3 app.db 'drop table t'", &["path /home/u/p/app.db"], Recovery::None),
        ("HOME=/srv; cd && rm -rf a", &["path /srv/a"], Recovery::Full),
        ("CDPATH=/srv cd x && rm -rf a", &[], Recovery::Unknown),
        // A tilde in a default value, a pattern that not every host reads, pieces of a file.
        ("rm -rf ${x:-~/old}", &["path /home/u/old"], Recovery::Full),
        ("shopt -s extglob; rm -rf ../x/!(keep)", &["pattern /home/u/x/*"], Recovery::Full),
        ("split a.txt ../part", &["pattern /home/u/part*"], Recovery::Full),
        ("rm -rf /tmp/build-1", &[], Recovery::Full),
    ];
    for (command, targets, recovery) in cases {
        assert_eq!(judged(command, Dialect::Bash), (to_owned(targets), *recovery), "{command}");
    }
}

#[test]
fn windows_paths_keep_their_drive() {
    let (targets, _) = judged(r"Remove-Item -Recurse D:\old", Dialect::PowerShell);
    assert_eq!(targets, ["path D:/old"]);
}

#[test]
fn a_host_that_saves_no_targets_hears_of_none() {
    let action = Action::Run { command: "rm -rf ../x", shell: Dialect::Bash };
    let verdict = judge(&action, &Policy::defaults(), &surroundings(false));
    assert_eq!((verdict.targets.len(), verdict.recovery), (0, Recovery::None));
}

fn to_owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
