//! What becomes of each kind of message, in both versions of the protocol. That the messages
//! themselves are those of the protocol is held against its schemas in `tests/protocols`.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use std::process::{Command, Stdio};
use std::sync::mpsc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::replay::{Replay, Sent, Side};
use super::{End, Event, leash, until_the_end};
use crate::answer::Answer;
use crate::guard::{Call, Subject};

/// A guard by a list of words: what has one of them in it is decided so.
fn guard(call: &Call) -> Answer {
    let text = call.text();
    if text.contains("never") {
        Answer::deny("Belay refused it.").instead("Do something else.")
    } else if text.contains("risky") {
        Answer::ask("Belay asks before it runs.").instead("Do less.")
    } else {
        Answer::allow()
    }
}

fn replay() -> Replay<fn(&Call) -> Answer> {
    Replay::new("/work", false, guard)
}

fn line(message: &Value) -> Vec<u8> {
    format!("{message}\n").into_bytes()
}

fn agent(replay: &mut Replay<impl FnMut(&Call) -> Answer>, message: &Value) -> Vec<Sent> {
    replay.line(Side::Agent, &line(message))
}

fn read(sent: &Sent) -> Value {
    assert_eq!(sent.line.iter().filter(|byte| **byte == b'\n').count(), 1, "one line");
    serde_json::from_slice(&sent.line).unwrap()
}

#[test]
fn what_was_told_before_the_end_is_known_at_the_end() {
    for before in [vec![], vec![Event::AgentSilent], vec![Event::ClientServed, Event::AgentSilent]]
    {
        let (silent, served) = (!before.is_empty(), before.len() == 2);
        let mut agent = Command::new(std::env::current_exe().unwrap());
        let (mut child, leash) = leash::start(agent.arg("--list").stdout(Stdio::null())).unwrap();
        let (tell, events) = mpsc::channel();
        before.into_iter().for_each(|event| tell.send(event).unwrap());
        tell.send(Event::AgentEnded(leash.wait(&mut child))).unwrap();
        let end: End = until_the_end(&events, &leash).unwrap();
        assert!(end.status.success());
        assert_eq!((end.silent, end.served), (silent, served));
    }
}

fn options() -> Value {
    json!([
        {"optionId": "always", "name": "Always", "kind": "allow_always"},
        {"optionId": "yes", "name": "Allow", "kind": "allow_once"},
        {"optionId": "no", "name": "Reject", "kind": "reject_once"},
    ])
}

fn told(call: &str, kind: &str, input: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": {
        "sessionUpdate": "tool_call", "toolCallId": call, "title": "t", "kind": kind,
        "status": "pending", "rawInput": input,
    }}})
}

fn asked(id: &Value, tool_call: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "session/request_permission",
        "params": {"sessionId": "s", "toolCall": tool_call, "options": options()}})
}

fn asked_v2(id: u64, subject: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "session/request_permission", "params": {
        "sessionId": "s", "title": "May I?", "subject": subject, "options": options()}})
}

/// The option that was picked for the agent, if the question was answered for it.
fn picked(sent: &[Sent]) -> Option<String> {
    let answer = sent.iter().find(|sent| sent.to == Side::Agent)?;
    let answer = read(answer);
    Some(answer["result"]["outcome"]["optionId"].as_str().unwrap_or("cancelled").to_owned())
}

fn passed(sent: &[Sent]) -> bool {
    sent.iter().any(|sent| sent.passed)
}

/// What becomes of the question whether this may be done.
fn permission(kind: &str, input: &Value) -> Vec<Sent> {
    let mut replay = replay();
    assert!(passed(&agent(&mut replay, &told("c1", kind, input))));
    let question = asked(&json!(1), &json!({"toolCallId": "c1"}));
    agent(&mut replay, &question)
}

#[test]
fn a_bare_id_is_judged_by_what_was_told_before() {
    let harmless = permission("execute", &json!({"command": "ls"}));
    assert_eq!(picked(&harmless).as_deref(), Some("yes"), "never `always`");
    assert!(!passed(&harmless));
    let refused = permission("execute", &json!({"command": ["bash", "-lc", "never"]}));
    assert_eq!(picked(&refused).as_deref(), Some("no"));
    let risky = permission("execute", &json!({"command": "risky"}));
    assert_eq!(picked(&risky), None);
    assert!(passed(&risky));
    for (kind, input) in [
        ("edit", json!({"file_path": "/work/never", "content": "x"})),
        ("delete", json!({"path": "/work/never"})),
        ("other", json!({"command": "never"})),
        ("move", json!({"path": "/work/a", "new_path": "/work/never"})),
    ] {
        assert_eq!(picked(&permission(kind, &input)).as_deref(), Some("no"), "{kind}");
    }
}

#[test]
fn what_is_not_judged_is_the_editors_to_answer() {
    for (kind, input) in [
        ("read", json!({"path": "/etc/passwd"})),
        ("fetch", json!({"url": "https://example.invalid"})),
        ("think", json!({})),
        ("switch_mode", json!({"plan": "never"})),
        ("other", json!({"query": "never"})),
    ] {
        let sent = permission(kind, &input);
        assert!(passed(&sent) && sent.len() == 1, "{kind}: {sent:?}");
    }
}

#[test]
fn what_cannot_be_read_is_asked_about() {
    let lone = r#"{"sessionUpdate":"tool_call","toolCallId":"c1","title":"t","kind":"execute","rawInput":{"command":"rm \ud800"}}"#;
    let mut replay = replay();
    let update = format!(
        r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s","update":{lone}}}}}"#
    );
    assert!(passed(&replay.line(Side::Agent, update.as_bytes())));
    let sent =
        agent(&mut replay, &asked(&json!(1), &json!({"toolCallId": "c1", "kind": "execute"})));
    assert!(passed(&sent) && picked(&sent).is_none(), "{sent:?}");
    // A title is words for people: it refuses and asks, and never allows.
    let titled = |title: &str| {
        let call = json!({"toolCallId": "c2", "kind": "execute", "title": title});
        agent(&mut self::replay(), &asked(&json!(1), &call))
    };
    assert!(passed(&titled("ls")) && picked(&titled("ls")).is_none());
    assert_eq!(picked(&titled("`never`")).as_deref(), Some("no"));
    let nothing = json!({"toolCallId": "c3", "kind": "edit"});
    let sent = agent(&mut self::replay(), &asked(&json!(1), &nothing));
    assert!(passed(&sent) && picked(&sent).is_none());
}

#[test]
fn the_second_version_names_its_subject() {
    let subject = |command: &str| json!({"type": "command", "command": command, "cwd": "/work/x"});
    for (command, answer) in [("ls", Some("yes")), ("never", Some("no")), ("risky", None)] {
        let question = asked_v2(1, &subject(command));
        let mut seen = None;
        let mut replay = Replay::new("/work", false, |call: &Call| {
            seen = Some(call.clone());
            guard(call)
        });
        let sent = agent(&mut replay, &question);
        assert_eq!(picked(&sent).as_deref(), answer, "{command}");
        drop(replay);
        let seen = seen.unwrap();
        assert!(seen.cwd.ends_with("x"));
        assert!(
            matches!(&seen.subjects[..], [Subject::Run { command: run, .. }] if run == command)
        );
    }
    let told = json!({"type": "tool_call", "toolCall": {"toolCallId": "c", "kind": "edit",
        "content": [{"type": "diff", "changes": [{"type": "modify", "path": "/work/never"}]}]}});
    assert_eq!(picked(&agent(&mut replay(), &asked_v2(2, &told))).as_deref(), Some("no"));
    for other in [json!({"type": "_moon"}), Value::Null] {
        assert!(passed(&agent(&mut replay(), &asked_v2(3, &other))));
    }
}

#[test]
fn a_person_reads_why_beside_the_call() {
    for command in ["risky", "never"] {
        let mut replay = replay();
        let call = json!({"toolCallId": "c", "kind": "execute", "rawInput": {"command": command},
            "content": [{"type": "content", "content": {"type": "text", "text": "old"}}]});
        let sent = agent(&mut replay, &asked(&json!("q"), &call));
        let told = sent.iter().find(|sent| sent.to == Side::Client && !sent.passed).unwrap();
        let told = read(told);
        let content = &told["params"]["update"]["content"];
        assert_eq!(content[0]["content"]["text"], "old");
        assert!(content[1]["content"]["text"].as_str().unwrap().contains("Do "), "{content}");
    }
}

#[test]
fn with_ask_every_question_is_the_persons() {
    let call = json!({"toolCallId": "c", "kind": "execute", "rawInput": {"command": "ls"}});
    let mut replay = Replay::new("/work", true, guard);
    assert!(passed(&agent(&mut replay, &asked(&json!(1), &call))));
    let call = json!({"toolCallId": "c", "kind": "execute", "rawInput": {"command": "never"}});
    assert_eq!(picked(&agent(&mut replay, &asked(&json!(2), &call))).as_deref(), Some("no"));
}

fn write(id: u64, path: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "fs/write_text_file",
        "params": {"sessionId": "s", "path": path, "content": "x"}})
}

fn terminal(id: u64, command: &str, args: &[&str]) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "terminal/create",
        "params": {"sessionId": "s", "command": command, "args": args}})
}

#[test]
fn what_the_editor_does_for_an_agent_is_judged_too() {
    for (message, text) in [
        (write(1, "/work/never"), "write"),
        (terminal(2, "never", &[]), "line"),
        (terminal(3, "bash", &["-c", "never"]), "shell"),
        (terminal(4, "rm", &["-rf", "never"]), "words"),
    ] {
        let sent = agent(&mut replay(), &message);
        assert_eq!(sent.len(), 1, "{text}");
        let refusal = read(&sent[0]);
        assert_eq!(refusal["id"], message["id"], "{text}");
        assert_eq!(refusal["error"]["message"], "Belay refused it. Do something else.");
    }
    assert!(passed(&agent(&mut replay(), &write(1, "/work/fine"))));
    assert!(passed(&agent(&mut replay(), &terminal(1, "ls", &["-l"]))));
}

#[test]
fn what_agents_do_without_asking_belay_asks_about() {
    let chosen = |id: &Value, option: &str| {
        json!({"jsonrpc": "2.0", "id": id,
            "result": {"outcome": {"outcome": "selected", "optionId": option}}})
    };
    for (option, goes_on) in [("belay-allow-once", true), ("belay-reject", false), ("x", false)] {
        let mut replay = replay();
        let deed = terminal(7, "risky", &[]);
        let sent = agent(&mut replay, &deed);
        assert_eq!(sent.len(), 1);
        let question = read(&sent[0]);
        // The rest of the conversation goes on meanwhile.
        assert!(passed(&agent(&mut replay, &told("c", "read", &json!({})))));
        let sent = replay.line(Side::Client, &line(&chosen(&question["id"], option)));
        assert!(!passed(&sent), "the answer is ours");
        let to_client: Vec<&Sent> = sent.iter().filter(|sent| sent.to == Side::Client).collect();
        assert_eq!(to_client.iter().any(|sent| sent.line == line(&deed)), goes_on);
        assert_eq!(sent.iter().any(|sent| sent.to == Side::Agent), !goes_on);
    }
}

#[test]
fn what_a_person_has_allowed_is_not_asked_about_twice() {
    let mut replay = replay();
    let call = json!({"toolCallId": "c", "kind": "execute", "rawInput": {"command": "risky"}});
    assert!(passed(&agent(&mut replay, &asked(&json!(1), &call))));
    let yes = json!({"jsonrpc": "2.0", "id": 1,
        "result": {"outcome": {"outcome": "selected", "optionId": "yes"}}});
    assert!(passed(&replay.line(Side::Client, &line(&yes))));
    assert!(passed(&agent(&mut replay, &terminal(2, "sh", &["-c", "risky"]))));
    assert!(!passed(&agent(&mut replay, &terminal(3, "risky", &[]))), "once");
    let no = json!({"toolCallId": "d", "kind": "execute", "rawInput": {"command": "risky no"}});
    agent(&mut replay, &asked(&json!(4), &no));
    let rejected = json!({"jsonrpc": "2.0", "id": 4,
        "result": {"outcome": {"outcome": "selected", "optionId": "no"}}});
    assert!(passed(&replay.line(Side::Client, &line(&rejected))));
    assert!(!passed(&agent(&mut replay, &terminal(5, "risky no", &[]))));
}

#[test]
fn a_session_has_its_folder_and_its_message() {
    let mut seen = Vec::new();
    let mut replay = Replay::new("/here", false, |call: &Call| {
        seen.push(call.clone());
        Answer::allow()
    });
    let mut say = |from, message: Value| replay.line(from, &line(&message));
    say(
        Side::Client,
        json!({"id": "a\\/b", "method": "session/new", "params": {"cwd": "/there", "mcpServers": []}}),
    );
    say(Side::Agent, json!({"id": "a\\/b", "result": {"sessionId": "s"}}));
    say(Side::Client, json!({"id": 0, "method": "initialize", "params": {"protocolVersion": 1}}));
    say(
        Side::Agent,
        json!({"id": 0, "result": {"protocolVersion": 1, "agentInfo": {"name": "nice", "version": "1"}}}),
    );
    say(
        Side::Client,
        json!({"id": 2, "method": "session/prompt", "params": {"sessionId": "s", "prompt": [{"type": "text", "text": "hello"}]}}),
    );
    say(Side::Agent, write(3, "/there/a"));
    say(Side::Client, json!({"id": 3, "result": null}));
    say(
        Side::Client,
        json!({"id": 4, "method": "session/load", "params": {"sessionId": "old", "cwd": "/old", "mcpServers": []}}),
    );
    let mut other = write(5, "b");
    other["params"]["sessionId"] = json!("old");
    say(Side::Agent, other);
    drop(replay);
    assert_eq!((seen[0].cwd.to_str(), seen[0].agent.as_str()), (Some("/there"), "nice"));
    assert!(seen[0].message.is_some() && seen[0].session == "s");
    assert_eq!(seen[1].cwd.to_str(), Some("/old"));
}

#[test]
fn nothing_can_be_seen_in_two_ways() {
    let mut replay = replay();
    for text in [
        r#"{"method":"x/y","id":1,"method":"fs/write_text_file","params":{}}"#,
        r#"{"id":1,"method":"x","result":{}}"#,
        r#"[{"id":1,"method":"terminal/create","params":{"sessionId":"s","command":"ls"}}]"#,
    ] {
        let sent = replay.line(Side::Agent, format!("{text}\n").as_bytes());
        assert!(!passed(&sent), "{text}");
        assert_eq!(read(&sent[0])["error"]["code"], -32600);
    }
    // Inside of what is acted upon, too.
    let twice = r#"{"id":1,"method":"fs/write_text_file","params":{"sessionId":"s","path":"/work/a","path":"/work/never","content":""}}"#;
    let sent = replay.line(Side::Agent, twice.as_bytes());
    assert!(!passed(&sent), "a person is asked first: {sent:?}");
}

#[test]
fn other_spellings_of_a_method_are_the_same_method() {
    let text = r#"{"id":1,"\u006dethod":"fs\/write\u005ftext_file","params":{"sessionId":"s","path":"/work/never","content":""}}"#;
    let sent = replay().line(Side::Agent, text.as_bytes());
    assert_eq!(read(&sent[0])["error"]["code"], super::words::REFUSED);
    let bytes = [&text.as_bytes()[..text.len() - 3], b"\xff\"}}"].concat();
    assert!(!passed(&replay().line(Side::Agent, &bytes)), "not UTF-8, and read all the same");
}

#[test]
fn the_end_of_a_call_is_told_once() {
    let mut proxy = super::proxy::Proxy::new("a".into(), "/w".into(), None, "o".into(), false);
    let call = json!({"toolCallId": "c", "kind": "execute", "rawInput": {"command": "ls"}});
    let mut step = proxy.of_agent(&line(&asked(&json!(1), &call)));
    let question = step.question.take().unwrap();
    proxy.decided(question, Answer::allow(), b"");
    let over = json!({"method": "session/update", "params": {"sessionId": "s", "update": {
        "sessionUpdate": "tool_call_update", "toolCallId": "c", "status": "failed"}}});
    let (ended, outcome) = proxy.of_agent(&line(&over)).ended.unwrap();
    assert!(outcome.failed && ended.text() == "ls");
    assert!(proxy.of_agent(&line(&over)).ended.is_none());

    let mut step = proxy.of_agent(&line(&terminal(2, "ls", &[])));
    let question = step.question.take().unwrap();
    assert!(proxy.decided(question, Answer::allow(), b"").passes);
    proxy.of_client(&line(&json!({"id": 2, "result": {"terminalId": "t"}})));
    let of = json!({"sessionId": "s", "terminalId": "t"});
    proxy.of_agent(&line(&json!({"id": 3, "method": "terminal/wait_for_exit", "params": of})));
    let exited = json!({"id": 3, "result": {"exitCode": 2, "signal": null}});
    let (_, outcome) = proxy.of_client(&line(&exited)).ended.unwrap();
    assert_eq!((outcome.failed, outcome.exit_code), (true, Some(2)));
    let release = json!({"id": 4, "method": "terminal/release", "params": of});
    assert!(proxy.of_agent(&line(&release)).ended.is_none());
}

/// A line as agents and editors write them: known and unknown messages, logs, halves.
fn a_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof!["ls", "risky", "never", "[a-z/]{1,8}"];
    let methods = prop_oneof![
        Just("session/update"),
        Just("session/request_permission"),
        Just("fs/write_text_file"),
        Just("terminal/create"),
        Just("terminal/output"),
        Just("session/prompt"),
        Just("_vendor/thing"),
    ];
    let message = (methods, 0..20u32, word, any::<bool>()).prop_map(|(method, id, word, told)| {
        let call = json!({"sessionUpdate": "tool_call", "toolCallId": "c", "title": word,
            "kind": "execute", "rawInput": {"command": word}});
        let mut message = json!({"jsonrpc": "2.0", "method": method, "params": {
            "sessionId": "s", "path": word, "command": word, "content": "", "update": call,
            "toolCall": {"toolCallId": "c"}, "options": options(), "prompt": []}});
        if !told {
            message["id"] = json!(id);
        }
        message.to_string().into_bytes()
    });
    let answer = (0..20u32, prop_oneof!["yes", "no", "[a-z]{1,4}"]).prop_map(|(id, option)| {
        let outcome = json!({"outcome": "selected", "optionId": option});
        json!({"jsonrpc": "2.0", "id": id, "result": {"outcome": outcome}}).to_string().into_bytes()
    });
    let noise = prop::collection::vec(any::<u8>().prop_filter("no end", |b| *b != b'\n'), 0..40);
    prop_oneof![4 => message, 2 => answer, 1 => noise]
}

proptest! {
    /// Lines pass as they are and in their order; what does not pass is answered or waits.
    #[test]
    fn lines_pass_byte_for_byte_and_in_order(
        lines in prop::collection::vec((any::<bool>(), a_line()), 0..40)
    ) {
        let mut replay = replay();
        for (from_client, mut text) in lines {
            text.push(b'\n');
            let from = if from_client { Side::Client } else { Side::Agent };
            let sent = replay.line(from, &text);
            let passing: Vec<&Sent> = sent.iter().filter(|sent| sent.passed).collect();
            prop_assert!(passing.len() <= 1);
            for sent in &passing {
                prop_assert_eq!(&sent.line, &text);
                prop_assert_ne!(sent.to, from);
            }
            if passing.is_empty() {
                prop_assert!(!sent.is_empty(), "a line vanished: {:?}", String::from_utf8_lossy(&text));
            }
            for own in sent.iter().filter(|sent| !sent.passed) {
                let known: Result<Value, _> = serde_json::from_slice(&own.line);
                prop_assert!(known.is_ok() && own.line.ends_with(b"\n"));
            }
        }
    }
}

#[test]
fn a_conversation_that_is_cut_anywhere_is_the_same_up_to_there() {
    let session = [
        ('c', json!({"id": 0, "method": "initialize", "params": {"protocolVersion": 1}})),
        ('a', json!({"id": 0, "result": {"protocolVersion": 1}})),
        ('a', told("c", "execute", &json!({"command": "risky é"}))),
        ('a', asked(&json!(1), &json!({"toolCallId": "c"}))),
        ('a', write(2, "/work/never")),
        ('a', json!({"method": "_x/y", "params": {"text": "ünï\n\u{1f600}"}})),
    ];
    let stream: Vec<u8> =
        session.iter().flat_map(|(side, text)| format!("{side}{text}\n").into_bytes()).collect();
    let whole = replay().stream(&stream);
    assert_eq!(whole.len(), session.len());
    for cut in 0..stream.len() {
        let found = replay().stream(&stream[..cut]);
        let complete = stream[..cut].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(found[..complete], whole[..complete], "cut at {cut}");
        // Half a message is nothing that is acted upon.
        for (_, line, sent) in &found[complete..] {
            let is_whole = serde_json::from_slice::<Value>(line).is_ok();
            assert!(is_whole || (sent.len() == 1 && sent[0].passed), "cut at {cut}: {sent:?}");
        }
    }
}
