//! Setting Belay up in other people's files, and leaving them as they were.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot read its data has failed"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use belay::setup::record::{Drawer, Record};
use belay::setup::{
    Agent, Machine, Plan, Scope, State, Trouble, Wanted, apply, plan_init, plan_remove, state,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Files and records in memory.
#[derive(Default)]
struct Disk {
    files: RefCell<BTreeMap<PathBuf, String>>,
    records: RefCell<BTreeMap<PathBuf, Record>>,
}

impl Disk {
    fn read(&self, path: &Path) -> Result<Option<String>, Trouble> {
        Ok(self.files.borrow().get(path).cloned())
    }

    fn apply(&self, plan: &Plan, keep_records: bool) {
        for change in &plan.changes {
            let path = change.path.clone();
            assert_eq!(self.read(&path).unwrap(), change.before);
            match &change.after {
                Some(after) => {
                    self.files.borrow_mut().insert(path.clone(), after.clone());
                    if keep_records && change.after != change.without {
                        let record = Record {
                            path: path.clone(),
                            before: change.without.clone(),
                            after: after.clone(),
                            folders: Vec::new(),
                        };
                        self.records.borrow_mut().insert(path, record);
                    }
                }
                None => drop(self.files.borrow_mut().remove(&path)),
            }
        }
    }

    fn init(&self, wanted: &Wanted) -> Plan {
        plan_init(wanted, &machine(), &|path| self.read(path), &|path| {
            self.records.borrow().get(path).cloned()
        })
        .unwrap()
    }

    fn remove(&self, wanted: &Wanted) -> Plan {
        plan_remove(wanted, &machine(), &|path| self.read(path), &|path| {
            self.records.borrow().get(path).cloned()
        })
        .unwrap()
    }
}

fn machine() -> Machine {
    Machine {
        home: PathBuf::from("/home/ann"),
        project: Some(PathBuf::from("/home/ann/app")),
        variables: BTreeMap::new(),
    }
}

fn wanted(agent: Agent, scope: Scope) -> Wanted {
    Wanted { agent, scope, program: "/usr/local/bin/belay".to_owned(), claude_version: None }
}

fn every() -> impl Iterator<Item = Wanted> {
    Agent::ALL
        .into_iter()
        .flat_map(|agent| [Scope::User, Scope::Project].map(|scope| wanted(agent, scope)))
}

/// Agents whose configuration is the person's own file.
fn shared() -> Vec<Wanted> {
    let agents = [Agent::Claude, Agent::Codex, Agent::Gemini, Agent::Cursor, Agent::Qwen];
    agents.map(|agent| wanted(agent, Scope::User)).to_vec()
}

fn path_of(wanted: &Wanted) -> PathBuf {
    Disk::default().init(wanted).changes[0].path.clone()
}

#[test]
fn nothing_is_left_of_files_that_were_not_there() {
    for wanted in every() {
        let disk = Disk::default();
        disk.apply(&disk.init(&wanted), true);
        assert!(!disk.files.borrow().is_empty());
        assert_eq!(state(&wanted, &machine(), &|path| disk.read(path)), State::Present);
        disk.apply(&disk.remove(&wanted), true);
        assert!(disk.files.borrow().is_empty(), "{wanted:?}: {:?}", disk.files.borrow());
    }
}

#[test]
fn doing_it_again_changes_nothing() {
    for wanted in every() {
        let disk = Disk::default();
        disk.apply(&disk.init(&wanted), true);
        assert_eq!(disk.init(&wanted).changes, [], "{wanted:?}");
        disk.apply(&disk.remove(&wanted), true);
        assert_eq!(disk.remove(&wanted).changes, [], "{wanted:?}");
    }
}

#[test]
fn a_program_that_has_moved_is_followed_and_still_comes_out() {
    for old in every() {
        let disk = Disk::default();
        disk.apply(&disk.init(&old), true);
        let new = Wanted { program: "/opt/my tools/belay".to_owned(), ..old.clone() };
        disk.apply(&disk.init(&new), true);
        let files = disk.files.borrow().clone();
        assert!(files.values().all(|text| !text.contains("/usr/local/bin")), "{files:?}");
        disk.apply(&disk.remove(&new), true);
        assert!(disk.files.borrow().is_empty(), "{old:?}");
    }
}

/// Somebody's own settings, in the ways people write them.
const SETTINGS: [&str; 12] = [
    "{}",
    "{ }\n",
    "",
    "\n",
    "{\n  \"model\": \"opus\" // the big one\n}\n",
    "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{ \"matcher\": \"Bash\", \"hooks\": [ { \"type\": \"command\", \"command\": \"x\" } ] }, // mine\n\t\t],\n\t},\n}\n",
    "{\"hooks\":{\"PreToolUse\":[]}}",
    "{\"a\":{\"hooks\":{}},\"hooks\":{},\"z\":[1,2]}",
    "/* a */ { /* b */ } // c",
    "\u{feff}{\r\n    \"a\": true,\r\n    \"hooks\": {\r\n        \"Stop\": [{\"hooks\": []}]\r\n    }\r\n}\r\n",
    "{\n  \"hooks\": {\n    \"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"/usr/bin/belay-notes hook --host x\"}]}]\n  }\n}",
    "{\"hooks\": {\"beforeShellExecution\": [{\"command\": \"./check.sh\"}]}, \"version\": 1}",
];

#[test]
fn a_persons_file_comes_back_to_the_byte() {
    for wanted in shared() {
        for before in SETTINGS {
            let disk = Disk::default();
            let path = path_of(&wanted);
            disk.files.borrow_mut().insert(path.clone(), before.to_owned());
            disk.apply(&disk.init(&wanted), true);
            let between = disk.files.borrow()[&path].clone();
            assert_ne!(between, before);
            // Everything that was there is still there, in its order.
            let mut rest = between.as_str();
            for piece in before.split([',', ' ', '\n', '\r', '\t']).filter(|p| p.len() > 1) {
                let at = rest.find(piece.trim_end_matches(['}', ']'])).unwrap_or(usize::MAX);
                assert!(at < rest.len(), "{piece:?} of {before:?} is gone from {between:?}");
                rest = rest.get(at..).unwrap();
            }
            disk.apply(&disk.remove(&wanted), true);
            assert_eq!(disk.files.borrow()[&path], before, "{wanted:?}");
        }
    }
}

#[test]
fn without_a_record_only_empty_lists_are_lost() {
    for wanted in shared() {
        for (before, after) in [
            (SETTINGS[4], SETTINGS[4]),
            (SETTINGS[5], SETTINGS[5]),
            (SETTINGS[9], SETTINGS[9]),
            (SETTINGS[10], SETTINGS[10]),
        ] {
            let disk = Disk::default();
            let path = path_of(&wanted);
            disk.files.borrow_mut().insert(path.clone(), before.to_owned());
            disk.apply(&disk.init(&wanted), false);
            disk.apply(&disk.remove(&wanted), false);
            let found = disk.files.borrow()[&path].clone();
            if wanted.agent == Agent::Cursor {
                // The version that the file needs cannot be told from the person's.
                assert!(found.contains("\"version\": 1"), "{found}");
            } else {
                assert_eq!(found, after, "{wanted:?}");
            }
        }
    }
}

#[test]
fn what_a_person_adds_meanwhile_stays() {
    for wanted in shared() {
        let disk = Disk::default();
        let path = path_of(&wanted);
        disk.files.borrow_mut().insert(path.clone(), SETTINGS[4].to_owned());
        disk.apply(&disk.init(&wanted), true);
        let edited =
            disk.files.borrow()[&path].replacen("\"model\"", "\"theme\": \"dark\", \"model\"", 1);
        disk.files.borrow_mut().insert(path.clone(), edited);
        disk.apply(&disk.remove(&wanted), true);
        let found = disk.files.borrow()[&path].clone();
        assert!(
            found.contains("\"theme\": \"dark\"") && found.contains("// the big one"),
            "{found}"
        );
        assert!(!found.contains("belay"), "{found}");
    }
}

#[test]
fn a_file_written_anew_by_its_agent_is_still_cleaned() {
    for wanted in shared() {
        let disk = Disk::default();
        let path = path_of(&wanted);
        disk.apply(&disk.init(&wanted), true);
        let value: Value = serde_json::from_str(&disk.files.borrow()[&path]).unwrap();
        let mut value = value;
        value["permissions"] = json!({ "allow": ["Bash(ls)"] });
        disk.files.borrow_mut().insert(path.clone(), serde_json::to_string_pretty(&value).unwrap());
        disk.apply(&disk.remove(&wanted), true);
        let found: Value = serde_json::from_str(&disk.files.borrow()[&path]).unwrap();
        assert_eq!(found["permissions"], json!({ "allow": ["Bash(ls)"] }));
        assert!(found.get("hooks").is_none(), "{found}");
    }
}

#[test]
fn hooks_of_others_in_one_group_stay() {
    let claude = wanted(Agent::Claude, Scope::User);
    let disk = Disk::default();
    disk.apply(&disk.init(&claude), true);
    let path = path_of(&claude);
    let text = disk.files.borrow()[&path]
        .replacen("[{\"args\"", "[{\"type\":\"command\",\"command\":\"mine\"}, {\"args\"", 1)
        .replacen("[{\"type\":\"command\",\"command\":\"/usr", "[{\"type\":\"command\",\"command\":\"mine\"}, {\"type\":\"command\",\"command\":\"/usr", 1);
    assert!(text.contains("mine"), "{text}");
    disk.files.borrow_mut().insert(path.clone(), text);
    assert_eq!(disk.init(&claude).changes, []);
    disk.apply(&disk.remove(&claude), true);
    let found: Value = serde_json::from_str(&disk.files.borrow()[&path]).unwrap();
    let groups = found["hooks"].as_object().unwrap();
    assert_eq!(groups.len(), 1, "{found}");
    assert!(found.to_string().contains("mine") && !found.to_string().contains("belay"));
}

#[test]
fn broken_and_strange_files_are_left_alone() {
    for text in [
        "{",
        "[]",
        "{\"hooks\": []}",
        "{\"hooks\": {\"PreToolUse\": {}, \"BeforeTool\": {}, \"beforeShellExecution\": {}}}",
        "{\"hooks\": {}, \"hooks\": {}}",
        "nonsense",
    ] {
        for wanted in shared() {
            let read = |_: &Path| Ok(Some(text.to_owned()));
            let error = plan_init(&wanted, &machine(), &read, &|_| None).unwrap_err();
            assert!(error.to_string().contains("is left as it is"), "{error}");
        }
    }
}

#[test]
fn a_persons_own_hook_file_is_not_overwritten() {
    for agent in [Agent::Opencode, Agent::Cline, Agent::Copilot, Agent::Goose] {
        let wanted = wanted(agent, Scope::User);
        let disk = Disk::default();
        for change in disk.init(&wanted).changes {
            disk.files.borrow_mut().insert(change.path, "#!/bin/sh\necho mine\n".to_owned());
        }
        let plan = disk.init(&wanted);
        assert_eq!(plan.changes, [], "{agent:?}");
        assert!(plan.notes.iter().any(|note| note.contains("yours already")), "{:?}", plan.notes);
        assert_eq!(disk.remove(&wanted).changes, [], "{agent:?}");
    }
}

#[test]
fn a_new_claude_is_told_to_block_when_the_hook_fails() {
    let text = |claude_version| {
        let wanted = Wanted { claude_version, ..wanted(Agent::Claude, Scope::User) };
        Disk::default().init(&wanted).changes[0].after.clone().unwrap()
    };
    assert_eq!(text(Some((2, 1, 325))).matches("onFailure").count(), 1);
    assert_eq!(text(Some((2, 1, 294))).matches("onFailure").count(), 0);
    assert_eq!(text(None).matches("onFailure").count(), 0);
}

#[test]
fn a_comment_stays_with_its_line() {
    let gemini = wanted(Agent::Gemini, Scope::User);
    let disk = Disk::default();
    let path = path_of(&gemini);
    disk.files.borrow_mut().insert(path.clone(), SETTINGS[4].to_owned());
    disk.apply(&disk.init(&gemini), false);
    let text = disk.files.borrow()[&path].clone();
    assert!(text.contains("\"model\": \"opus\", // the big one\n  \"hooks\": {\n"), "{text}");
    disk.apply(&disk.remove(&gemini), false);
    assert_eq!(disk.files.borrow()[&path], SETTINGS[4]);
}

#[test]
fn a_file_that_its_agent_does_not_read_is_pointed_out() {
    for (agent, told) in [(Agent::Claude, true), (Agent::Codex, true), (Agent::Gemini, false)] {
        let wanted = wanted(agent, Scope::User);
        let disk = Disk::default();
        disk.files.borrow_mut().insert(path_of(&wanted), SETTINGS[4].to_owned());
        let notes = disk.init(&wanted).notes;
        assert_eq!(notes.iter().any(|note| note.contains("has comments")), told, "{notes:?}");
    }
}

#[test]
fn trusted_hooks_of_codex_keep_their_position() {
    let codex = wanted(Agent::Codex, Scope::User);
    let disk = Disk::default();
    let path = path_of(&codex);
    let mine =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}});
    disk.files.borrow_mut().insert(path.clone(), mine.to_string());
    disk.apply(&disk.init(&codex), true);
    let found: Value = serde_json::from_str(&disk.files.borrow()[&path]).unwrap();
    assert_eq!(found["hooks"]["PreToolUse"][0], mine["hooks"]["PreToolUse"][0]);
    assert_eq!(found["hooks"]["PreToolUse"].as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn on_a_disk_links_rights_and_folders_are_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("home");
    let dotfiles = place.path().join("dotfiles");
    fs::create_dir_all(home.join(".claude")).unwrap();
    fs::create_dir_all(&dotfiles).unwrap();
    let real = dotfiles.join("claude.json");
    fs::write(&real, SETTINGS[5]).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    let link = home.join(".claude/settings.json");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let machine = Machine { home: home.clone(), ..Machine::default() };
    let drawer = Drawer::below(&place.path().join("data"));
    let records = |path: &Path| drawer.find(path);

    for agent in Agent::ALL {
        let wanted = wanted(agent, Scope::User);
        let plan = plan_init(&wanted, &machine, &apply::read, &records).unwrap();
        apply::apply(&plan, &drawer).unwrap();
        assert_eq!(state(&wanted, &machine, &apply::read), State::Present, "{agent:?}");
    }
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_ne!(fs::read_to_string(&real).unwrap(), SETTINGS[5]);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
    let script = home.join(".cline/hooks/PreToolUse");
    assert_ne!(fs::metadata(script).unwrap().permissions().mode() & 0o100, 0);

    for agent in Agent::ALL {
        let wanted = wanted(agent, Scope::User);
        let plan = plan_remove(&wanted, &machine, &apply::read, &records).unwrap();
        apply::apply(&plan, &drawer).unwrap();
    }
    assert_eq!(fs::read_to_string(&real).unwrap(), SETTINGS[5]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let left: Vec<_> =
        fs::read_dir(&home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [".claude"], "folders that were made are gone again");
}

#[test]
fn a_file_that_changes_between_plan_and_deed_is_not_touched() {
    let place = tempfile::tempdir().unwrap();
    let machine = Machine { home: place.path().to_path_buf(), ..Machine::default() };
    let drawer = Drawer::below(&place.path().join("data"));
    let wanted = wanted(Agent::Claude, Scope::User);
    let plan = plan_init(&wanted, &machine, &apply::read, &|_| None).unwrap();
    let path = place.path().join(".claude/settings.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "{\"a\": 1}").unwrap();
    let error = apply::apply(&plan, &drawer).unwrap_err();
    assert!(error.to_string().contains("changed in the meantime"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"a\": 1}");
}

/// Any JSON object with comments, white space and trailing commas strewn in.
fn documents() -> impl Strategy<Value = String> {
    let gap = prop_oneof![
        Just(String::new()),
        Just(" ".to_owned()),
        Just("\n  ".to_owned()),
        Just("\r\n\t".to_owned()),
        Just(" // it, \"says\" {\n".to_owned()),
        Just("/* , */".to_owned()),
    ];
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("-1.5e3".to_owned()),
        any::<String>().prop_map(|text| Value::from(text).to_string()),
    ];
    let value = leaf.prop_recursive(3, 16, 4, {
        let gap = gap.clone();
        move |inner| {
            let item = (gap.clone(), inner, gap.clone()).prop_map(|(a, b, c)| format!("{a}{b}{c}"));
            let list = prop::collection::vec(item, 0..4);
            prop_oneof![
                (list.clone(), any::<bool>()).prop_map(|(items, comma)| {
                    let tail = if comma && !items.is_empty() { "," } else { "" };
                    format!("[{}{tail}]", items.join(","))
                }),
                list.prop_map(|items| {
                    let members: Vec<String> =
                        items.iter().enumerate().map(|(n, v)| format!("\"k{n}\":{v}")).collect();
                    format!("{{{}}}", members.join(","))
                }),
            ]
        }
    });
    let list = prop::collection::vec((gap.clone(), value.clone()), 0..3)
        .prop_map(|items| items.into_iter().map(|(g, v)| format!("{g}{v}")).collect::<Vec<_>>());
    let events = vec!["PreToolUse", "BeforeTool", "beforeShellExecution", "Stop", "Other"];
    let hooks = prop::collection::vec((prop::sample::select(events), list, gap.clone()), 0..4)
        .prop_map(|members| {
            let mut seen = BTreeMap::new();
            for (event, items, gap) in members {
                seen.insert(event, format!("{gap}\"{event}\": [{}]{gap}", items.join(",")));
            }
            format!("{{{}}}", seen.into_values().collect::<Vec<_>>().join(","))
        });
    (gap.clone(), value.clone(), hooks, any::<bool>(), gap.clone(), gap).prop_map(
        |(before, value, hooks, has_hooks, between, after)| {
            let hooks =
                if has_hooks { format!(",{between}\"hooks\":{hooks}") } else { String::new() };
            format!("{before}{{{between}\"first\": {value}{between}{hooks}{after}}}{after}")
        },
    )
}

/// What fails becomes a case of its own; nothing is written beside the tests.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn any_configuration_comes_back(before in documents(), keep in any::<bool>()) {
        for wanted in shared() {
            let disk = Disk::default();
            let path = path_of(&wanted);
            disk.files.borrow_mut().insert(path.clone(), before.clone());
            let Ok(plan) = plan_init(&wanted, &machine(), &|path| disk.read(path), &|_| None) else {
                continue;
            };
            disk.apply(&plan, keep);
            prop_assert_eq!(disk.init(&wanted).changes, []);
            let first = plan.changes[0].after.clone().unwrap();
            disk.apply(&disk.remove(&wanted), keep);
            let after = disk.files.borrow()[&path].clone();
            if keep {
                prop_assert_eq!(&after, &before);
            }
            // With or without a record nothing of ours stays, and what is put in again is the same.
            prop_assert!(!after.contains("belay hook"), "{}", after);
            prop_assert_eq!(disk.remove(&wanted).changes, []);
            if keep {
                prop_assert_eq!(disk.init(&wanted).changes[0].after.clone().unwrap(), first);
            }
        }
    }
}
