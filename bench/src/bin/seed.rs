//! A store of 10,000 checkpoints in 200 sessions, made through the library as agents would make it:
//! prompts, commands with their verdicts in the audit log, restores that leave futures behind, and
//! at the end a change to a file of 1 MB.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot go on should stop"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use belay::audit::{Decision, Entry, Log};
use checkpoint_store::{
    MessageId, Options, SaveRequest, Scope, SessionId, Silent, Store, Workspace,
};

const SESSIONS: usize = 200;
const CHECKPOINTS: usize = 10_000;
const AGENTS: [&str; 4] = ["claude", "codex", "gemini", "cursor"];
const COMMANDS: [(&str, &str, &str); 5] = [
    ("cargo test --workspace", "low", "allow"),
    ("rm -rf target/debug", "high", "allow"),
    ("git reset --hard HEAD~1", "critical", "allow"),
    ("sed -i s/old/new/ src/lib.rs", "medium", "allow"),
    ("git push --force origin main", "critical", "ask"),
];

fn main() {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else { panic!("seed FOLDER") };
    let (home, project) = (folder.join("home"), folder.join("project"));
    fs::create_dir_all(project.join("src")).unwrap();
    let options = Options { global_excludes: Some(PathBuf::new()), ..Options::default() };
    let store = Store::open(home.join("store"), options).unwrap();
    let workspace = store.workspace(&project).unwrap();
    let log = Log::new(home.join("audit"));
    let mut made = 0;
    for number in 0..SESSIONS {
        let session = SessionId::new(format!("session-{number:03}")).unwrap();
        let agent = AGENTS.get(number % AGENTS.len()).copied();
        store.start_session(&session, Some(&project), agent).unwrap();
        let message = MessageId::new("prompt-1").unwrap();
        let prompt = format!("Please tidy up module {number} and run the tests");
        store.record_message(&session, &message, &prompt).unwrap();
        let first = save(&workspace, &session, &prompt);
        made += 1;
        for step in 1..CHECKPOINTS / SESSIONS {
            let (command, risk, answer) = COMMANDS.get(step % COMMANDS.len()).copied().unwrap();
            let file = project.join(format!("src/file-{}.rs", (number * 7 + step) % 40));
            fs::write(&file, format!("// {number} {step}\nfn main() {{}}\n")).unwrap();
            let checkpoint = save(&workspace, &session, command);
            made += 1;
            let decision = Decision {
                agent: agent.unwrap_or_default().to_owned(),
                session: Some(session.to_string()),
                call: Some(format!("call-{step}")),
                cwd: Some(project.display().to_string()),
                action: "execute".to_owned(),
                subject: command.to_owned(),
                risk: risk.to_owned(),
                recovery: "full".to_owned(),
                answer: answer.to_owned(),
                checkpoint,
                ..Decision::default()
            };
            log.append(Entry::Decision(Box::new(decision))).unwrap();
        }
        if number % 20 == 19
            && let Some(first) = first
        {
            let target = workspace.find(&first).unwrap().id;
            let plan = workspace.plan_restore(target, &Scope::All, &mut Silent).unwrap();
            workspace.restore(plan, &mut Silent).unwrap();
        }
    }
    let large = |changed: bool| {
        let mut text = String::new();
        for line in 0..26_000 {
            let sign = if changed && line % 400 == 0 { "changed" } else { "as it was" };
            writeln!(text, "line {line} of a long file, {sign}").unwrap();
        }
        fs::write(project.join("long.txt"), text).unwrap();
    };
    let session = SessionId::new("session-199").unwrap();
    large(false);
    save(&workspace, &session, "rewrite long.txt");
    large(true);
    save(&workspace, &session, "the end");
    println!("   {} checkpoints in {SESSIONS} sessions", made + 2);
}

fn save(workspace: &Workspace, session: &SessionId, reason: &str) -> Option<String> {
    let request = SaveRequest {
        session: Some(session.clone()),
        reason: reason.to_owned(),
        allow_empty: true,
        ..SaveRequest::default()
    };
    let saved = workspace.save(request, &mut Silent).unwrap();
    saved.covers().map(|id| id.to_string())
}
