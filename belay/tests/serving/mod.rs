//! The program, serving a few files over real HTTP, for the tests of both pages.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "each test program needs a part of it")]
#![allow(unreachable_pub, reason = "shared between test programs")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The program, serving an app of a few files in a folder of its own; ended with the test.
pub struct Serving {
    pub folder: TempDir,
    child: Child,
    pub host: String,
    pub token: String,
}

impl Serving {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
        };
        put(
            "app/index.html",
            r#"<title>Belay settings</title><script id="belay-boot">{ "host": "browser" }</script>"#,
        );
        put("app/timeline.html", r#"<title>Belay timeline</title>{ "host": "browser" }"#);
        put("app/app.js", "export {};");
        put("app/app.wasm", "\0asm");
        put("app/style.css", "body {}");
        put("app/locales/de/settings.json", "{}");
        put("app/.fingerprint", "secret");
        put("outside.txt", "outside");
        put("project/.belay/settings.json", "{ \"checkpointOnError\": true } // theirs");
        Self::serve(folder, |command| command)
    }

    /// Serves what lies in a folder already, started in another way.
    pub fn serve(folder: TempDir, how: impl FnOnce(Command) -> Command) -> Self {
        let command = belay(&folder, &["serve", "--port", "0", "--app", "../app"]);
        let mut child = how(command).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines
            .find_map(|line| line.ok()?.trim().strip_prefix("http://").map(str::to_owned))
            .unwrap();
        let (host, token) = url.split_once("/#token=").unwrap();
        let (host, token) = (host.to_owned(), token.to_owned());
        Self { folder, child, host, token }
    }

    /// Ends it; what lies in its folder stays.
    pub fn end(mut self) -> TempDir {
        let _ = self.child.kill();
        let _ = self.child.wait();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }

    /// Sends bytes and hands back the whole answer.
    pub fn send(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let length = body.len();
        let head = format!("{head}Content-Length: {length}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.host), "")
    }

    /// A message of the app, with these headers.
    pub fn post(&self, headers: &str, message: &Value) -> String {
        let head = format!("POST /api/message HTTP/1.1\r\nHost: {}\r\n{headers}", self.host);
        self.send(&head, &message.to_string())
    }

    /// What the app is answered.
    pub fn say(&self, message: &Value) -> Value {
        let answer = self.post(&format!("Authorization: Bearer {}\r\n", self.token), message);
        check(&answer, 200, &["application/json"]);
        serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap()
    }

    pub fn settings_file(&self) -> PathBuf {
        self.folder.path().join("home/settings.json")
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn belay(folder: &TempDir, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_belay"));
    command
        .args(words)
        .current_dir(folder.path().join("project"))
        .env("BELAY_HOME", folder.path().join("home"))
        .stdin(Stdio::null());
    command
}

#[track_caller]
pub fn check(answer: &str, status: u16, parts: &[&str]) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    for part in parts {
        assert!(answer.contains(part), "`{part}` is missing from {answer}");
    }
}
