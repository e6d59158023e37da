//! The timeline behind `belay serve`, over real HTTP: who is let in, what is told, and the way back.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod serving;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::{Value, json};
use serving::{Serving, belay, check};

const READING: [&str; 6] = [
    "/api/timeline",
    "/api/timeline/moment?id=x",
    "/api/timeline/search?q=x",
    "/api/timeline/diff?from=x&path=x",
    "/api/timeline/storage",
    "/api/timeline/events",
];
const CHANGING: [&str; 4] = [
    "/api/timeline/plan",
    "/api/timeline/restore",
    "/api/timeline/undo",
    "/api/timeline/interrupted",
];

impl Serving {
    /// What a request with the token is answered: its status and its body.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nAuthorization: Bearer {1}\r\n",
            self.host, self.token
        );
        let answer = self.send(&head, body);
        let status = answer.get(9..12).unwrap().parse().unwrap();
        let chunked = answer.contains("transfer-encoding: chunked");
        assert!(!chunked, "{answer}");
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    #[track_caller]
    fn told(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, "");
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    #[track_caller]
    fn done(&self, path: &str, asked: &Value) -> Value {
        let (status, body) = self.ask("POST", path, &asked.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    #[track_caller]
    fn refused(&self, path: &str, asked: &Value, code: &str) -> String {
        let (status, body) = self.ask("POST", path, &asked.to_string());
        assert_eq!(status, 409, "{body}");
        let problem: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(problem["code"], code, "{problem}");
        problem["error"].as_str().unwrap().to_owned()
    }

    fn run(&self, words: &[&str]) {
        let output = belay(&self.folder, words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// What an agent's hook sends.
    fn hook(&self, payload: &Value) {
        let mut child = belay(&self.folder, &["hook", "--host", "claude"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
    }

    fn call(&self, session: &str, event: &str, command: &str) {
        self.hook(&json!({
            "session_id": session, "hook_event_name": event,
            "cwd": self.folder.path().join("project"), "tool_name": "Bash",
            "tool_input": {"command": command}, "tool_use_id": command,
        }));
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join("project").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.path().join("project").join(name)).ok()
    }

    fn moments(&self) -> Vec<Value> {
        self.told("/api/timeline")["moments"].as_array().unwrap().clone()
    }

    /// The newest moment with this text.
    fn moment(&self, text: &str) -> Value {
        let moments = self.moments();
        let found = moments.iter().find(|moment| moment["text"] == text);
        assert!(found.is_some(), "no `{text}` in {moments:#?}");
        found.unwrap().clone()
    }

    fn plan(&self, id: &Value, scope: &Value) -> Value {
        self.done("/api/timeline/plan", &json!({"id": id, "scope": scope}))
    }
}

fn paths(list: &Value) -> Vec<&str> {
    let first = list["first"].as_array().unwrap();
    first.iter().map(|one| one["path"].as_str().or(one.as_str()).unwrap()).collect()
}

fn whole() -> Value {
    json!({"type": "whole"})
}

/// A session that asks for something, breaks it, and goes on.
fn busy() -> Serving {
    let site = Serving::start();
    site.write("src/main.rs", "fn main() {}\n");
    site.write("notes.txt", "one\ntwo\nthree\n");
    site.hook(&json!({
        "session_id": "s1", "hook_event_name": "UserPromptSubmit",
        "cwd": site.folder.path().join("project"), "prompt": "tidy up the sources",
        "prompt_id": "p1",
    }));
    site.call("s1", "PreToolUse", "rm -rf src");
    fs::remove_dir_all(site.folder.path().join("project/src")).unwrap();
    site.write("notes.txt", "one\n2\nthree\nfour\n");
    site.call("s1", "PostToolUse", "rm -rf src");
    site.run(&["save", "-m", "by hand"]);
    site
}

#[test]
fn nobody_from_elsewhere_gets_in() {
    let site = Serving::start();
    let token = format!("Authorization: Bearer {}\r\n", site.token);
    let all = READING.iter().map(|path| ("GET", *path));
    for (method, path) in all.chain(CHANGING.iter().map(|path| ("POST", *path))) {
        let send = |host: &str, headers: &str| {
            let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}");
            site.send(&head, "{}")
        };
        // Another site, another port, a frame without an origin, this machine's other pages.
        for origin in ["https://example.com", "http://127.0.0.1:1", "null", "http://localhost"] {
            let headers = format!("{token}Origin: {origin}\r\n");
            check(&send(&site.host, &headers), 403, &["error"]);
        }
        // A name of somebody else's that leads here.
        for host in ["example.com", "belay.attacker.test:80", "127.0.0.1"] {
            check(&send(host, &token), 403, &["error"]);
        }
        // No token, a wrong one, and the right one where it does not belong.
        let wrong = "0".repeat(32);
        for headers in [
            String::new(),
            format!("Origin: http://{}\r\n", site.host),
            format!("Authorization: Bearer {wrong}\r\n"),
            format!("Authorization: {}\r\n", site.token),
            format!("Cookie: token={}\r\n", site.token),
        ] {
            let answer = send(&site.host, &headers);
            check(&answer, 401, &["belay serve"]);
            assert!(!answer.contains("moments"), "{answer}");
        }
        let sign = if path.contains('?') { '&' } else { '?' };
        let in_address = format!(
            "{method} {path}{sign}token={} HTTP/1.1\r\nHost: {}\r\n",
            site.token, site.host
        );
        check(&site.send(&in_address, "{}"), 401, &[]);
    }
}

#[test]
fn looking_makes_nothing() {
    let site = Serving::start();
    let told = site.told("/api/timeline");
    assert_eq!((&told["total"], &told["type"]), (&json!(0), &json!("page")));
    assert_eq!(site.told("/api/timeline/storage")["content"], 0);
    assert!(!site.folder.path().join("home/store").exists(), "no store is made by looking");
    check(&site.get("/timeline.html"), 200, &["Belay timeline", r#"{ "host": "server" }"#]);
}

#[test]
fn a_moment_tells_what_a_command_did_and_what_was_decided() {
    let site = busy();
    let moment = site.moment("rm -rf src");
    assert_eq!(moment["did"], json!([0, 1, 1]), "{moment}");
    assert_eq!((&moment["risk"], &moment["answer"]), (&json!("critical"), &json!("allow")));
    let prompt = site.moment("tidy up the sources");
    assert_eq!(prompt["kind"], "message");
    let told = site.told("/api/timeline");
    assert_eq!(told["head"]["sessions"][0]["title"], "tidy up the sources");
    assert_eq!(told["head"]["sessions"][0]["agent"], "claude");
    assert_eq!(told["head"]["now"], told["moments"][0]["id"]);

    let id = moment["id"].as_str().unwrap();
    let details = site.told(&format!("/api/timeline/moment?id={id}"));
    assert_eq!(paths(&details["files"]), ["notes.txt", "src/main.rs"]);
    let judgement = &details["judgements"][0];
    assert_eq!(judgement["rules"], json!(["files/delete-tree-forced"]));
    assert_eq!((&judgement["agent"], &judgement["result"]), (&json!("claude"), &json!("ran")));

    let next = details["next"].as_str().unwrap();
    let diff = format!("/api/timeline/diff?from={id}&to={next}&path=notes.txt");
    let (status, body) = site.ask("GET", &diff, "");
    assert_eq!(status, 200, "{body}");
    let (head, texts) = body.split_once('\n').unwrap();
    assert_eq!(texts, "one\ntwo\nthree\none\n2\nthree\nfour\n");
    let head: Value = serde_json::from_str(head).unwrap();
    assert_eq!(head["runs"].as_array().unwrap().len(), 4, "{head}");
}

#[test]
fn what_was_refused_is_told_though_nothing_was_saved() {
    let site = busy();
    site.write("home.json", "{}");
    fs::create_dir_all(site.settings_file().parent().unwrap()).unwrap();
    fs::write(site.settings_file(), r#"{"permissions": {"deniedCommands": ["curl"]}}"#).unwrap();
    site.call("s1", "PreToolUse", "curl example.com");
    let moment = site.moment("curl example.com");
    assert_eq!((&moment["kind"], &moment["answer"]), (&json!("verdict"), &json!("deny")));
    assert_eq!(site.moments()[0]["id"], moment["id"], "it came last");
    assert!(moment.get("restorable").is_none());
}

#[test]
fn a_plan_is_shown_carried_out_and_taken_back() {
    let site = busy();
    let moment = site.moment("rm -rf src");
    let plan = site.plan(&moment["id"], &whole());
    assert_eq!(paths(&plan["writes"]), ["notes.txt", "src/main.rs"], "{plan}");
    assert_eq!(site.read("src/main.rs"), None, "a plan changes nothing");
    assert!(plan["conflicts"]["total"].as_u64().unwrap() > 0, "saved by hand: {plan}");
    let done = site.done("/api/timeline/restore", &json!({"plan": plan["name"], "all": true}));
    assert_eq!((&done["written"], &done["deleted"]), (&json!(2), &json!(0)), "{done}");
    assert_eq!(site.read("src/main.rs").as_deref(), Some("fn main() {}\n"));
    assert_eq!(site.read("notes.txt").as_deref(), Some("one\ntwo\nthree\n"));
    let told = site.told("/api/timeline");
    assert_eq!(told["head"]["undoable"]["safety"], done["safety"]);
    assert_eq!(told["head"]["now"], moment["id"], "the files came from there");
    assert_eq!(site.moment("by hand")["abandoned"], true);

    site.refused("/api/timeline/undo", &json!({"safety": "000000000000"}), "outdated");
    let undone = site.done("/api/timeline/undo", &json!({"safety": done["safety"]}));
    assert_eq!((&undone["written"], &undone["deleted"]), (&json!(1), &json!(1)), "{undone}");
    assert_eq!(site.read("src/main.rs"), None);
    assert_eq!(site.read("notes.txt").as_deref(), Some("one\n2\nthree\nfour\n"));
    site.refused("/api/timeline/undo", &json!({"safety": done["safety"]}), "outdated");
    let audit = belay(&site.folder, &["audit", "list", "--json"]).output().unwrap();
    let audit = String::from_utf8(audit.stdout).unwrap();
    assert_eq!(audit.matches("\"approvedBy\":\"browser\"").count(), 2, "{audit}");
}

#[test]
fn what_a_restore_did_is_not_taken_for_what_a_command_did() {
    let site = busy();
    let moment = site.moment("rm -rf src");
    let plan = site.plan(&moment["id"], &whole());
    site.done("/api/timeline/restore", &json!({"plan": plan["name"], "all": true}));
    site.write("src/more.rs", "// more\n");
    site.run(&["save", "-m", "went on"]);
    let went_on = site.moment("went on");
    assert_eq!(went_on["from"], moment["id"]);
    assert_eq!(site.moment("by hand").get("did"), None);
    assert_eq!(site.moment("rm -rf src")["did"], json!([0, 1, 1]), "what it did stays");
}

#[test]
fn one_file_is_restored_alone() {
    let site = busy();
    let moment = site.moment("rm -rf src");
    let plan = site.plan(&moment["id"], &json!({"type": "paths", "paths": ["src"]}));
    assert_eq!(paths(&plan["writes"]), ["src/main.rs"]);
    site.done("/api/timeline/restore", &json!({"plan": plan["name"], "all": true}));
    assert_eq!(site.read("src/main.rs").as_deref(), Some("fn main() {}\n"));
    assert_eq!(site.read("notes.txt").as_deref(), Some("one\n2\nthree\nfour\n"));
    let outside = json!({"id": moment["id"], "scope": {"type": "paths", "paths": ["../x"]}});
    let (status, body) = site.ask("POST", "/api/timeline/plan", &outside.to_string());
    assert_eq!(status, 500, "{body}");
    assert!(body.contains("not a path in the workspace"), "{body}");
}

#[test]
fn a_plan_is_carried_out_as_it_was_shown_or_not_at_all() {
    let site = busy();
    let moment = site.moment("rm -rf src");
    let plan = site.plan(&moment["id"], &whole());
    site.write("notes.txt", "written after the plan was shown\n");
    let restore = json!({"plan": plan["name"], "all": true});
    let error = site.refused("/api/timeline/restore", &restore, "outdated");
    assert!(error.contains("notes.txt"), "{error}");
    assert_eq!(site.read("notes.txt").as_deref(), Some("written after the plan was shown\n"));
    assert_eq!(site.read("src/main.rs"), None, "nothing was written");
    site.refused("/api/timeline/restore", &restore, "outdated");
    site.refused("/api/timeline/restore", &json!({"plan": "x", "all": true}), "outdated");
    let (status, _) = site.ask("POST", "/api/timeline/restore", "{}");
    assert_eq!(status, 400);
}

#[test]
fn what_others_have_changed_is_not_overwritten_unasked() {
    let site = busy();
    site.call("s2", "PreToolUse", "rm notes.txt");
    site.write("notes.txt", "by the second session\n");
    site.call("s2", "PostToolUse", "rm notes.txt");
    site.run(&["save", "-m", "after both"]);
    let moment = site.moment("rm -rf src");
    let mine = site.plan(&moment["id"], &json!({"type": "session"}));
    let plan = site.plan(&moment["id"], &whole());
    let total = |plan: &Value| plan["conflicts"]["total"].as_u64().unwrap();
    assert!(total(&plan) + total(&mine) > 0, "{plan} {mine}");
    let conflicting = if total(&plan) > 0 { plan } else { mine };
    let restore = |all| json!({"plan": conflicting["name"], "all": all});
    site.refused("/api/timeline/restore", &restore(false), "conflict");
    assert_eq!(site.read("notes.txt").as_deref(), Some("by the second session\n"));
    site.done("/api/timeline/restore", &restore(true));
}

#[test]
fn a_restore_that_was_cut_short_is_told_and_has_two_ends() {
    for (end, source) in [("finish", Some("fn main() {}\n")), ("takeBack", None)] {
        let site = busy();
        let target = site.moment("rm -rf src")["id"].clone();
        let safety = site.moment("by hand")["id"].clone();
        // What a process leaves that is killed before its first write.
        let note = json!({"target": target, "safety": safety,
                          "paths": [b"src/main.rs".to_vec(), b"src/".to_vec()]});
        let journals = site.folder.path().join("home/store/journals");
        fs::write(journals.join("1.json"), note.to_string()).unwrap();
        let told = site.told("/api/timeline");
        assert_eq!(told["head"]["interrupted"]["target"], target);
        site.done("/api/timeline/interrupted", &json!({"end": end}));
        assert_eq!(site.read("src/main.rs").as_deref(), source);
        assert_eq!(site.told("/api/timeline")["head"]["interrupted"], Value::Null);
    }
}

/// A folder that may not be written stops a restore half-way. Whoever may write everything is not
/// stopped, so the server runs as somebody else then.
#[cfg(unix)]
#[test]
fn a_restore_that_fails_is_taken_back_and_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let made = busy();
    made.write("closed/inside.txt", "before\n");
    made.write("zz.txt", "before\n");
    made.run(&["save", "-m", "both"]);
    made.write("closed/inside.txt", "after\n");
    made.write("notes.txt", "after\n");
    let folder = made.end();
    let root = folder.path().to_path_buf();
    let closed = root.join("project/closed");
    let open_to_all = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    open_to_all(&root, 0o777);
    let is_root = std::process::Command::new("id").arg("-u").output();
    let is_root = is_root.is_ok_and(|output| output.stdout == b"0\n");
    if is_root {
        let mut chown = std::process::Command::new("chown");
        assert!(chown.args(["-R", "65534:65534"]).arg(&root).status().unwrap().success());
    }
    open_to_all(&closed, 0o555);
    let site = Serving::serve(folder, |command| {
        if !is_root {
            return command;
        }
        let mut other = std::process::Command::new("setpriv");
        other.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        other.arg(command.get_program()).args(command.get_args());
        other.current_dir(command.get_current_dir().unwrap()).stdin(Stdio::null());
        other.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
        other
    });
    let plan = site.plan(&site.moment("both")["id"], &whole());
    assert_eq!(paths(&plan["writes"]), ["closed/inside.txt", "notes.txt"], "{plan}");
    let restore = json!({"plan": plan["name"], "all": true});
    let error = site.refused("/api/timeline/restore", &restore, "takenBack");
    assert!(error.contains("inside.txt"), "{error}");
    assert_eq!(site.read("notes.txt").as_deref(), Some("after\n"), "taken back");
    assert_eq!(site.read("closed/inside.txt").as_deref(), Some("after\n"));
    assert_eq!(site.told("/api/timeline")["head"]["interrupted"], Value::Null);
    open_to_all(&closed, 0o755);
}

#[test]
fn prompts_commands_and_paths_are_found() {
    let site = busy();
    let found = |typed: &str| site.told(&format!("/api/timeline/search?q={typed}"))["ids"].clone();
    let command = site.moment("rm -rf src")["id"].clone();
    let prompt = site.moment("tidy up the sources")["id"].clone();
    assert_eq!(found("TIDY"), json!([prompt]));
    assert_eq!(found("-rf"), json!([command]));
    assert_eq!(found("main.rs"), json!([command]), "the command that deleted it");
    assert_eq!(found("rm%20notes"), json!([command]), "every word");
    assert_eq!(found("nowhere-to-be-seen"), json!([]));
    // What another session saw first is nobody's own work, and is found all the same.
    site.call("s1", "PreToolUse", "rm notes.txt");
    fs::remove_file(site.folder.path().join("project/notes.txt")).unwrap();
    site.call("s2", "PreToolUse", "rm -rf build");
    let second = site.moment("rm notes.txt")["id"].clone();
    assert_eq!(found("NOTES.TXT"), json!([second, command]));
}

#[test]
fn news_are_what_happened_since() {
    let site = busy();
    let first = site.told("/api/timeline?start=0&count=1");
    assert_eq!((&first["total"], first["moments"].as_array().unwrap().len()), (&json!(3), 1));
    let revision = first["revision"].as_u64().unwrap();
    let rest = site.told(&format!("/api/timeline?revision={revision}&start=1&count=10"));
    assert_eq!((&rest["start"], rest["moments"].as_array().unwrap().len()), (&json!(1), 2));
    site.write("more.txt", "more\n");
    site.run(&["save", "-m", "one more"]);
    let news = site.told(&format!("/api/timeline?revision={revision}"));
    assert_eq!(news["type"], "news");
    assert_eq!(news["added"][0]["moment"]["text"], "one more");
    assert_eq!(news["changed"][0]["did"], json!([1, 0, 0]), "what came next is known: {news}");
    assert_eq!(site.told("/api/timeline?revision=999")["type"], "page", "nobody knows that one");
}

#[test]
fn whatever_another_process_saves_is_an_event() {
    let site = busy();
    let mut stream = TcpStream::connect(&site.host).unwrap();
    let head = format!(
        "GET /api/timeline/events HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
        site.host, site.token
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(30))).unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut next = |part: &str| {
        lines.find(|line| line.as_ref().is_ok_and(|line| line.contains(part))).unwrap().unwrap()
    };
    next("text/event-stream");
    next("event: changed");
    site.write("more.txt", "more\n");
    site.run(&["save", "-m", "one more"]);
    next("event: changed");
}

#[test]
fn what_is_no_text_is_told_with_its_size() {
    let site = busy();
    let path = site.folder.path().join("project/picture.bin");
    fs::write(&path, [0_u8, 1, 2]).unwrap();
    site.run(&["save", "-m", "with a picture"]);
    fs::remove_file(&path).unwrap();
    let id = site.moment("with a picture")["id"].clone();
    let id = id.as_str().unwrap();
    let (_, body) = site.ask("GET", &format!("/api/timeline/diff?from={id}&path=picture.bin"), "");
    let head: Value = serde_json::from_str(body.lines().next().unwrap()).unwrap();
    assert_eq!(head["before"], json!({"type": "binary", "bytes": 3}));
    assert_eq!(head["after"], json!({"type": "absent"}));
    let (status, body) = site.ask("GET", "/api/timeline/diff?from=zzzzz&path=a", "");
    assert_eq!(status, 404, "{body}");
    let storage = site.told("/api/timeline/storage");
    assert!(storage["content"].as_u64().unwrap() + storage["records"].as_u64().unwrap() > 0);
    assert_eq!(storage["sessions"].as_array().unwrap().len(), 2, "{storage}");
}
