//! `belay rpc`, spoken to over its pipes as an editor or an agent does.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A client in a project of its own.
struct Client {
    folder: TempDir,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
    /// What came without being asked for.
    told: Vec<Value>,
}

impl Client {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("project/.git")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_belay"))
            .arg("rpc")
            .current_dir(folder.path().join("project"))
            .env("BELAY_HOME", folder.path().join("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { folder, child, input, output, last: 0, told: Vec::new() }
    }

    fn ready() -> Self {
        let mut client = Self::start();
        let hello = client.ask("initialize", json!({ "protocolVersions": [1] }));
        assert_eq!(hello["protocolVersion"], 1);
        client
    }

    fn project(&self, name: &str) -> PathBuf {
        self.folder.path().join("project").join(name)
    }

    fn send_text(&mut self, body: &str) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.last += 1;
        let id = self.last;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_text(&message.to_string());
        id
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                None => panic!("a header {line:?}"),
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// The next answer; what comes between is remembered.
    fn answer(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message.get("id").is_some() {
                return message;
            }
            self.told.push(message);
        }
    }

    #[track_caller]
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, &params);
        let answer = self.answer();
        assert_eq!(answer["id"], id, "{answer}");
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    #[track_caller]
    fn fails(&mut self, method: &str, params: Value) -> (i64, String) {
        self.send(method, &params);
        let answer = self.answer();
        let error = &answer["error"];
        (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

#[test]
fn files_are_saved_before_a_write_and_brought_back() {
    let mut client = Client::ready();
    let (old, new) = (client.project("old.ts"), client.project("new.ts"));
    fs::write(&old, "one\r\n").unwrap();
    let id = client.ask("checkpoint:create", json!(["s1", "m1", old]));
    assert!(id.is_string());
    client.ask(
        "checkpoint:create",
        json!({"sessionId": "s1", "messageId": "m1", "filePath": "new.ts"}),
    );
    fs::write(&old, "two").unwrap();
    fs::write(&new, "new").unwrap();
    let listed = client.ask("checkpoint:list", json!(["s1"]));
    assert_eq!(listed[0]["originalContent"], "one\r\n");
    assert_eq!(listed[0]["fileExisted"], true);
    assert_eq!(listed[1]["fileExisted"], false);
    for key in ["id", "sessionId", "messageId", "filePath", "createdAt"] {
        assert!(listed[0].get(key).is_some(), "{key} is missing from {}", listed[0]);
    }
    let done = client.ask("checkpoint:rewind", json!(["s1", "m1"]));
    assert_eq!(done["success"], true);
    assert_eq!(done["restoredFiles"].as_array().unwrap().len(), 1);
    assert_eq!(done["deletedFiles"].as_array().unwrap().len(), 1);
    assert_eq!(done["errors"], json!([]));
    assert_eq!(fs::read_to_string(&old).unwrap(), "one\r\n");
    assert!(!new.exists());
    client.ask("checkpoint:undoRewind", json!(["s1"]));
    assert_eq!(fs::read_to_string(&old).unwrap(), "two");
    assert!(client.ask("checkpoint:cleanup", Value::Null).is_u64());
}

#[test]
fn a_file_that_is_too_large_is_null_and_told_why() {
    let mut client = Client::ready();
    fs::write(client.project("large.bin"), vec![7; 2 << 20]).unwrap();
    assert_eq!(client.ask("checkpoint:create", json!(["s", "m", "large.bin"])), Value::Null);
    let skipped = client.told.iter().find(|told| told["params"]["type"] == "skipped").unwrap();
    assert!(skipped["params"]["reason"].as_str().unwrap().contains("over the limit"), "{skipped}");
}

#[test]
fn workspaces_are_saved_compared_restored_and_that_is_undone() {
    let mut client = Client::ready();
    fs::write(client.project("a.txt"), "one\n").unwrap();
    let first = client.ask("workspace:save", json!({ "message": "first" }));
    let first = first["checkpoint"].as_str().unwrap().to_owned();
    assert!(client.told.iter().any(|told| told["params"]["type"] == "checkpoint"));
    let same = client.ask("workspace:save", json!({ "message": "nothing new" }));
    assert_eq!(same["checkpoint"], Value::Null);
    fs::write(client.project("a.txt"), "two\n").unwrap();
    fs::write(client.project("b.txt"), "new\n").unwrap();
    let changed = client.ask("workspace:diff", json!({ "from": first, "contents": true }));
    assert_eq!(changed[0]["path"], "a.txt");
    assert_eq!(changed[0]["beforeText"], "one\n");
    assert_eq!(changed[0]["afterText"], "two\n");
    assert_eq!(changed[1]["status"], "added");
    let read = json!({ "checkpoint": first, "path": "a.txt" });
    assert_eq!(client.ask("workspace:read", read), "one\n");
    let preview = client.ask("workspace:restore", json!({ "id": first, "mode": "preview" }));
    assert_eq!(preview["plan"]["writes"][0]["path"], "a.txt");
    assert_eq!(preview["restored"], Value::Null);
    assert_eq!(fs::read_to_string(client.project("a.txt")).unwrap(), "two\n");
    client.ask("workspace:restore", json!({ "id": first, "all": true }));
    assert_eq!(fs::read_to_string(client.project("a.txt")).unwrap(), "one\n");
    client.ask("workspace:undo", Value::Null);
    assert_eq!(fs::read_to_string(client.project("a.txt")).unwrap(), "two\n");
    assert_eq!(fs::read_to_string(client.project("b.txt")).unwrap(), "new\n");
    assert!(client.ask("workspace:list", Value::Null).as_array().unwrap().len() >= 2);
    assert!(!client.ask("timeline:list", json!({ "limit": 1 })).as_array().unwrap().is_empty());
    let outside = json!({ "path": "../secret" });
    assert_eq!(client.fails("workspace:read", outside).0, -32602);
}

#[test]
fn a_message_is_a_point_to_go_back_to() {
    let mut client = Client::ready();
    fs::write(client.project("utils.ts"), "one two\n").unwrap();
    let content = json!([{ "type": "text", "text": "Add two\nmore functions" }]);
    let message = json!({ "messageId": "m1", "description": content, "sessionId": "s1" });
    let captured = client.ask("message:capture", message);
    assert_eq!(captured["description"], "Add two more functions");
    fs::write(client.project("utils.ts"), "one two three four\n").unwrap();
    let second = json!({ "messageId": "m2", "description": "again", "sessionId": "s1" });
    client.ask("message:capture", second);
    let listed = client.ask("message:list", json!(["s1"]));
    assert_eq!(listed[0]["id"], "m2");
    assert_eq!(listed[1]["id"], "m1");
    client.ask("message:rewind", json!({ "sessionId": "s1", "messageId": "m1", "all": true }));
    assert_eq!(fs::read_to_string(client.project("utils.ts")).unwrap(), "one two\n");
    let unknown = json!({ "sessionId": "s1", "messageId": "m9" });
    assert_eq!(client.fails("message:rewind", unknown).0, 2);
}

#[test]
fn the_guard_judges_saves_and_refuses() {
    let mut client = Client::ready();
    fs::write(client.project("a.txt"), "one\n").unwrap();
    let look = json!({ "sessionId": "s", "action": { "command": "ls -la" } });
    let answer = client.ask("guard:before", look);
    assert_eq!((&answer["decision"], &answer["checkpoint"]), (&json!("allow"), &Value::Null));
    let delete =
        json!({ "sessionId": "s", "callId": "c1", "action": { "command": "rm -rf a.txt" } });
    let answer = client.ask("guard:before", delete.clone());
    assert_eq!(answer["decision"], "allow");
    assert!(answer["checkpoint"].is_string(), "{answer}");
    assert_eq!(answer["verdicts"][0]["risk"], "critical");
    fs::remove_file(client.project("a.txt")).unwrap();
    let mut end = delete;
    end["exitCode"] = json!(0);
    client.ask("guard:after", end);
    client.ask("workspace:restore", json!({ "id": answer["checkpoint"], "all": true }));
    assert!(client.project("a.txt").exists());
    let push = json!({ "sessionId": "s", "action": { "command": "git push --force" } });
    let answer = client.ask("guard:before", push);
    assert_eq!(answer["decision"], "ask");
    assert!(answer["code"].is_string(), "a client that cannot ask is given a code: {answer}");
}

#[test]
fn contexts_come_back_without_their_secrets() {
    let mut client = Client::ready();
    let snapshot = json!({
        "timestamp": 5, "systemPrompt": "be careful",
        "conversationHistory": [{ "role": "user", "content": "hi", "ts": 5 }],
        "apiConfiguration": { "model": "x", "apiKey": "sk-ant-REDACTED" },
        "taskState": { "taskId": "t", "taskMode": "code", "skipPrevResponseIdOnce": false },
        "fileContextState": { "trackedFiles": ["a.txt"] },
        "apiCallParameters": { "userContent": [], "includeFileDetails": true },
    });
    let saved = client.ask("context:save", json!({ "sessionId": "s", "snapshot": snapshot }));
    let id = saved["apiRequestId"].as_str().unwrap();
    let back = client.ask("context:get", json!(["s", id]));
    assert_eq!(back["systemPrompt"], "be careful");
    assert!(!back.to_string().contains("abcdefghijklmnopqrstuvwxyz"), "{back}");
    let options = json!({ "ts": 0, "commitHash": "x", "mode": "preview", "operation": "delete" });
    let restored = client.ask("context:restore", json!({ "sessionId": "s", "options": options }));
    assert_eq!(restored["metrics"]["messages"], 1);
}

#[test]
fn settings_are_read_and_changed() {
    let mut client = Client::ready();
    let told = client.ask("settings:message", json!({ "type": "launched" }));
    assert_eq!(told[0]["type"], "settings");
    let off = json!({ "type": "updateSettings", "id": 1,
                      "updatedSettings": { "enableFileCheckpointing": false } });
    assert_eq!(client.ask("settings:message", off), json!([{ "type": "saved", "id": 1 }]));
    assert!(client.told.iter().any(|told| told["params"]["type"] == "settingsChanged"));
    assert_eq!(client.ask("checkpoint:create", json!(["s", "m", "a.txt"])), Value::Null);
    let message = json!({ "messageId": "m", "description": "x", "sessionId": "s" });
    let (code, sentence) = client.fails("message:capture", message);
    assert_eq!((code, sentence.as_str()), (1, "Checkpoint feature not enabled"));
}

#[test]
fn settings_that_somebody_else_changes_are_told() {
    let mut client = Client::ready();
    fs::create_dir(client.project(".belay")).unwrap();
    fs::write(client.project(".belay/settings.json"), r#"{ "alwaysCheckpointWrite": true }"#)
        .unwrap();
    let told = client.receive();
    assert_eq!(told["params"], json!({ "type": "settingsChanged", "problems": [] }));
    // A file that says the same as before changes nothing, and nothing is told.
    fs::write(client.project(".belay/settings.json"), r#"{ "alwaysCheckpointWrite":  true }"#)
        .unwrap();
    client.ask("settings:message", json!({ "type": "launched" }));
    assert_eq!(client.told, [] as [Value; 0]);
}

#[test]
fn progress_is_told_under_the_token_of_the_request() {
    let mut client = Client::ready();
    for number in 0..1_000 {
        fs::write(client.project(&format!("{number}.txt")), format!("{number}\n")).unwrap();
    }
    client.ask("workspace:save", json!({ "message": "all", "progressToken": "t-1" }));
    let told = client.told.iter().find(|told| told["method"] == "$/progress").unwrap();
    assert_eq!(told["params"]["token"], "t-1");
    assert!(told["params"]["value"]["stage"].is_string(), "{told}");
    assert!(told["params"]["value"]["done"].is_u64(), "{told}");
}

#[test]
fn what_is_wrong_has_a_code_and_a_sentence_and_the_conversation_goes_on() {
    let mut client = Client::start();
    assert_eq!(client.fails("workspace:list", Value::Null).0, -32002);
    let (code, sentence) = client.fails("initialize", json!({ "protocolVersions": [99] }));
    assert!(code == 5 && sentence.contains("version 1"), "{sentence}");
    client.ask("initialize", Value::Null);
    assert_eq!(client.fails("nonsense", Value::Null).0, -32601);
    assert_eq!(client.fails("checkpoint:list", json!({ "sessionId": 7 })).0, -32602);
    assert_eq!(client.fails("workspace:restore", json!({ "id": "zzzzz" })).0, 2);
    client.send_text("{ no json");
    assert_eq!(client.answer()["error"]["code"], -32700);
    client.send_text(r#"{"jsonrpc":"2.0","method":"a notification nobody knows"}"#);
    client.ask("session:list", Value::Null);
}

#[test]
fn a_thousand_requests_are_answered_in_their_order() {
    let mut client = Client::ready();
    let mut input = client.input.take().unwrap();
    let sender = std::thread::spawn(move || {
        for id in 1..=1000 {
            let command = if id % 2 == 0 { "ls" } else { "git push --force" };
            let params = json!({ "sessionId": "s", "action": { "command": command } });
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": "guard:before",
                                  "params": params })
            .to_string();
            write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        }
        input
    });
    for id in 1..=1000 {
        let answer = client.answer();
        assert_eq!(answer["id"], id);
        let expected = if id % 2 == 0 { "allow" } else { "ask" };
        assert_eq!(answer["result"]["decision"], expected);
    }
    client.input = Some(sender.join().unwrap());
}

#[test]
fn a_request_that_is_taken_back_before_its_turn_is_not_done() {
    let mut client = Client::ready();
    for number in 0..400 {
        fs::write(client.project(&format!("{number}.txt")), format!("{number}\n")).unwrap();
    }
    // All three are sent before the first can be done.
    let save = |id: u64, name: &str| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "workspace:save",
                "params": { "message": name, "allowEmpty": true } })
    };
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 101 } });
    let batch = json!([cancel, save(100, "first"), save(101, "second"), cancel]);
    client.send_text(&batch.to_string());
    assert!(client.answer().get("error").is_none());
    assert_eq!(client.answer()["error"]["code"], -32800);
    let listed = client.ask("workspace:list", Value::Null);
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
}

#[test]
fn a_client_that_never_reads_holds_up_no_save() {
    let mut client = Client::ready();
    fs::write(client.project("a.txt"), "one\n").unwrap();
    // Far more answers than a pipe holds, and none is read.
    for _ in 0..2_000 {
        client.send("session:list", &json!(null));
        client.send("guard:before", &json!({ "sessionId": "s", "action": { "command": "ls" } }));
    }
    client.send("workspace:save", &json!({ "message": "at the end" }));
    drop(client.input.take());
    drop(std::mem::replace(&mut client.output, BufReader::new(quiet())));
    client.child.wait().unwrap();
    let log = Command::new(env!("CARGO_BIN_EXE_belay"))
        .arg("log")
        .current_dir(client.folder.path().join("project"))
        .env("BELAY_HOME", client.folder.path().join("home"))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&log.stdout).contains("at the end"));
}

/// A pipe nobody writes to.
fn quiet() -> ChildStdout {
    let child = Command::new("true").stdout(Stdio::piped()).spawn();
    child.unwrap().stdout.take().unwrap()
}
