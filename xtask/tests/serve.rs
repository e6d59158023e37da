//! The settings app's server, over real HTTP.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use xtask::serve::Site;

/// A site on a free port, stopped when the test is over.
struct Running(Site);

/// A folder like the built app's, one for each test.
fn folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("served-{number}/app"));
    let put = |name: &str, text: &str| {
        let file = folder.join(name);
        let made = file.parent().map(fs::create_dir_all);
        let written = fs::write(&file, text);
        assert!(made.is_some_and(|made| made.is_ok()) && written.is_ok(), "{}", file.display());
    };
    put("index.html", "<!doctype html><title>Belay settings</title>");
    put("app.js", "export {};");
    put("app.wasm", "\0asm");
    put("style.css", "body {}");
    put("locales/de/settings.json", "{}");
    put(".fingerprint", "secret");
    fs::write(folder.join("../outside.txt"), "outside").unwrap_or_default();
    folder
}

impl Running {
    fn start() -> Self {
        let site = match Site::listen(&folder(), 0) {
            Ok(site) => site,
            Err(problem) => unreachable!("{problem}"),
        };
        let worker = site.clone();
        thread::spawn(move || worker.serve());
        Self(site)
    }

    fn address(&self) -> SocketAddr {
        self.0.address()
    }

    fn host(&self) -> String {
        self.address().to_string()
    }

    /// Sends bytes and hands back the whole answer.
    fn send(&self, head: &str, body: &str) -> String {
        let mut answer = Vec::new();
        let mut exchange = || -> std::io::Result<()> {
            let mut stream = TcpStream::connect(self.address())?;
            stream.set_read_timeout(Some(Duration::from_secs(10)))?;
            stream.write_all(head.as_bytes())?;
            stream.write_all(b"Connection: close\r\n\r\n")?;
            stream.write_all(body.as_bytes())?;
            stream.shutdown(Shutdown::Write)?;
            stream.read_to_end(&mut answer)?;
            Ok(())
        };
        let outcome = exchange();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(!answer.is_empty(), "nothing came back: {outcome:?}");
        answer
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.host()), "")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[track_caller]
fn check(answer: &str, status: u16, parts: &[&str]) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    for part in parts {
        assert!(answer.contains(part), "`{part}` is missing from {answer}");
    }
}

#[test]
fn files_come_with_a_policy_that_lets_nothing_else_in() {
    let site = Running::start();
    let policy = "Content-Security-Policy: default-src 'none'; script-src 'self' \
                  'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; connect-src 'self'";
    check(&site.get("/"), 200, &["text/html", "Belay settings", policy, "nosniff"]);
    check(&site.get("/?theme=dark"), 200, &["text/html"]);
    check(&site.get("/app.js"), 200, &["text/javascript", policy]);
    check(&site.get("/app.wasm"), 200, &["application/wasm"]);
    check(&site.get("/style.css"), 200, &["text/css"]);
    check(&site.get("/locales/de/settings.json"), 200, &["application/json"]);
}

#[test]
fn nothing_is_served_but_what_is_in_the_folder() {
    let site = Running::start();
    for path in
        ["/nowhere", "/../outside.txt", "/locales/../../outside.txt", "/.fingerprint", "/locales"]
    {
        check(&site.get(path), 404, &["there is no such page"]);
    }
    let head = format!("POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n", site.host());
    check(&site.send(&head, ""), 405, &["GET"]);
}

#[test]
fn the_page_asks_for_nothing_from_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = vec![root.join("index.html")];
    let styles = fs::read_dir(root.join("settings-ui/style")).into_iter().flatten();
    files.extend(styles.filter_map(Result::ok).map(|entry| entry.path()));
    files.retain(|file| file.extension().is_some_and(|ending| ending == "css" || ending == "html"));
    assert!(files.len() > 5, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        for mark in ["\"http", "url(http", "//", "@import", "style=\"", "onclick"] {
            assert!(!text.contains(mark), "{} holds {mark}", file.display());
        }
    }
}

#[test]
fn other_names_for_this_machine_are_turned_away() {
    let site = Running::start();
    for host in ["example.com", "127.0.0.1", "127.0.0.1:1", "localhost.example.com:80"] {
        check(&site.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n"), ""), 403, &["error"]);
    }
    check(&site.send("GET / HTTP/1.1\r\n", ""), 403, &["error"]);
    let name = format!("localhost:{}", site.address().port());
    check(&site.send(&format!("GET / HTTP/1.1\r\nHost: {name}\r\n"), ""), 200, &["Belay"]);
}

#[test]
fn other_sites_are_turned_away() {
    let site = Running::start();
    let get = |origin: &str| {
        let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n", site.host());
        site.send(&head, "")
    };
    check(&get("https://example.com"), 403, &["error"]);
    check(&get("null"), 403, &["error"]);
    check(&get(&format!("http://{}", site.host())), 200, &["Belay"]);
}

#[test]
fn a_taken_port_is_told_with_what_to_do() {
    let site = Running::start();
    let problem = Site::listen(&folder(), site.address().port()).err().unwrap_or_default();
    assert!(problem.contains("is taken; leave --port out"), "{problem}");
}
