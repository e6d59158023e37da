//! The settings of whoever administers a machine hold for every call on it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::PathBuf;

use belay::guard::{Call, Guard, Subject};
use belay::home::Home;
use policy_core::shell::Dialect;
use policy_core::verdict::Decision;

struct Machine {
    _folder: tempfile::TempDir,
    home: Home,
    project: PathBuf,
}

fn machine(managed: &str, user: &str, workspace: &str) -> Machine {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let home = Home {
        data: root.join("data"),
        user_settings: root.join("data/settings.json"),
        managed_settings: root.join("etc/settings.json"),
        user: Some(root.join("home")),
    };
    let project = root.join("project");
    for (path, text) in [
        (home.managed_settings.clone(), managed),
        (home.user_settings.clone(), user),
        (project.join(".belay/settings.json"), workspace),
        (project.join("src/a.txt"), "one\n"),
    ] {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::create_dir_all(project.join(".git")).unwrap();
    Machine { _folder: folder, home, project }
}

impl Machine {
    fn decides(&self, command: &str) -> Decision {
        let call = Call {
            agent: "claude".to_owned(),
            session: "s".to_owned(),
            id: None,
            message: None,
            cwd: self.project.clone(),
            workspace: self.project.clone(),
            subjects: vec![Subject::Run { command: command.to_owned(), shell: Dialect::Bash }],
            background: false,
            can_ask: true,
        };
        Guard::new(self.home.clone()).before(&call).answer.decision
    }
}

#[test]
fn a_managed_refusal_holds_against_the_users_permission() {
    let user = r#"{"permissions": {"allowedCommands": ["curl example.com", "git push --force"]}}"#;
    let free = machine("{}", user, "{}");
    assert_eq!(free.decides("git push --force"), Decision::Allow);
    let held = machine(
        r#"{
            // Comments are for people.
            "permissions": {"deniedCommands": ["curl"], "allowedCommands": []},
        }"#,
        user,
        "{}",
    );
    assert_eq!(held.decides("curl example.com"), Decision::Deny);
    assert_eq!(held.decides("git push --force"), Decision::Ask, "the list is locked");
}

#[test]
fn managed_settings_save_although_the_user_does_not() {
    let user = r#"{"checkpointEnabled": false}"#;
    let command = "rm -rf src";
    assert_eq!(machine("{}", user, "{}").decides(command), Decision::Ask, "nothing is saved");
    let held = machine(r#"{"checkpointEnabled": true}"#, user, "{}");
    assert_eq!(held.decides(command), Decision::Allow);
    assert!(held.home.store().is_dir(), "it was saved");
}

#[test]
fn broken_managed_settings_keep_their_last_word() {
    let held = machine(r#"{"permissions": {"deniedCommands": ["curl"]}}"#, "{}", "{}");
    assert_eq!(held.decides("curl example.com"), Decision::Deny);
    fs::write(&held.home.managed_settings, "{ \"permissions\": ").unwrap();
    assert_eq!(held.decides("curl example.com"), Decision::Deny);
    let audit = fs::read_dir(held.home.audit()).unwrap().flatten();
    let lines: String = audit
        .filter(|file| file.path().extension().is_some_and(|ending| ending == "jsonl"))
        .map(|file| fs::read_to_string(file.path()).unwrap())
        .collect();
    assert!(lines.lines().last().unwrap().contains("cannot be read"), "{lines}");
}
