//! The page and its door, over real HTTP.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use xtask::serve::Site;

/// A site on a free port, stopped when the test is over.
struct Running(Site);

impl Running {
    fn start() -> Self {
        let site = match Site::listen(0) {
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

    fn post(&self, more: &str, body: &str) -> String {
        let head = format!(
            "POST /judge HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n{more}",
            self.host(),
            body.len()
        );
        self.send(&head, body)
    }

    fn judge(&self, body: &str) -> String {
        self.post("Content-Type: application/json\r\n", body)
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
fn the_page_comes_with_a_policy_that_lets_nothing_else_in() {
    let site = Running::start();
    let policy = "Content-Security-Policy: default-src 'none'; script-src 'self'; \
                  style-src 'self'; connect-src 'self'";
    check(&site.get("/"), 200, &["text/html", "<textarea", policy, "nosniff"]);
    check(&site.get("/page.js"), 200, &["text/javascript", policy]);
    check(&site.get("/page.css"), 200, &["text/css"]);
    check(&site.get("/icon.svg"), 200, &["image/svg+xml", "<svg"]);
    check(&site.get("/nowhere"), 404, &["there is no such page"]);
}

#[test]
fn the_page_asks_for_nothing_from_elsewhere() {
    let site = Running::start();
    for path in ["/", "/page.css"] {
        let text = site.get(path);
        for mark in ["src=\"http", "href=\"http", "url(", "@import", "style=\"", "onclick"] {
            assert!(!text.contains(mark), "{path} holds {mark}");
        }
    }
}

#[test]
fn a_command_is_judged_in_units_of_javascript() {
    let site = Running::start();
    let answer = site.judge(r#"{"command":"echo é; rm -rf src","shell":"bash"}"#);
    check(&answer, 200, &["\"risk\":\"critical\"", "\"span\":{\"start\":15,\"end\":18}"]);
}

#[test]
fn what_is_no_request_is_answered_with_a_sentence() {
    let site = Running::start();
    check(&site.judge("{"), 400, &["this is no request"]);
    check(&site.judge("{}"), 400, &["missing field `command`"]);
    check(&site.judge(r#"{"command":7}"#), 400, &["this is no request"]);
    check(&site.post("Content-Type: text/plain\r\n", "{}"), 415, &["application/json"]);
    check(&site.post("", "{}"), 415, &["application/json"]);
    check(&site.get("/judge"), 405, &["POST"]);
}

#[test]
fn other_names_for_this_machine_are_turned_away() {
    let site = Running::start();
    for host in ["example.com", "127.0.0.1", "127.0.0.1:1", "localhost.example.com:80"] {
        check(&site.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n"), ""), 403, &["error"]);
    }
    check(&site.send("GET / HTTP/1.1\r\n", ""), 403, &["error"]);
    let name = format!("localhost:{}", site.address().port());
    check(&site.send(&format!("GET / HTTP/1.1\r\nHost: {name}\r\n"), ""), 200, &["<textarea"]);
}

#[test]
fn other_sites_are_turned_away() {
    let site = Running::start();
    let json = "Content-Type: application/json\r\nOrigin: ";
    let body = r#"{"command":"ls"}"#;
    check(&site.post(&format!("{json}https://example.com\r\n"), body), 403, &["error"]);
    check(&site.post(&format!("{json}null\r\n"), body), 403, &["error"]);
    let own = format!("http://{}", site.host());
    check(&site.post(&format!("{json}{own}\r\n"), body), 200, &["\"risk\""]);
}

#[test]
fn too_much_is_turned_away_before_it_is_read() {
    let site = Running::start();
    let head = format!(
        "POST /judge HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nContent-Type: \
         application/json\r\n",
        site.host(),
        (2 << 20) + 1
    );
    check(&site.send(&head, ""), 413, &["at most 2 MiB"]);
}

#[test]
fn too_much_in_pieces_is_turned_away_as_well() {
    let site = Running::start();
    let head = format!(
        "POST /judge HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\nContent-Type: \
         application/json\r\n",
        site.host()
    );
    let length = (2 << 20) + 2;
    let body = format!("{length:x}\r\n{}\r\n0\r\n\r\n", " ".repeat(length));
    check(&site.send(&head, &body), 413, &["at most 2 MiB"]);
}

#[test]
fn a_taken_port_is_told_with_what_to_do() {
    let site = Running::start();
    let problem = Site::listen(site.address().port()).err().unwrap_or_default();
    assert!(problem.contains("is taken; leave --port out"), "{problem}");
}
