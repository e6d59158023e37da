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
