//! `belay serve`, over real HTTP: who is let in, what is served, and what is stored.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod serving;

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use serving::{Serving, belay, check};

#[test]
fn files_come_with_a_policy_that_lets_nothing_else_in() {
    let site = Serving::start();
    let policy = "content-security-policy: default-src 'none'; script-src 'self' \
                  'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; connect-src 'self'";
    check(&site.get("/"), 200, &["text/html", "Belay settings", policy, "nosniff"]);
    check(&site.get("/"), 200, &[r#"{ "host": "server" }"#]);
    check(&site.get("/?theme=dark"), 200, &["text/html"]);
    check(&site.get("/app.js"), 200, &["text/javascript", policy]);
    check(&site.get("/app.wasm"), 200, &["application/wasm"]);
    check(&site.get("/style.css"), 200, &["text/css"]);
    check(&site.get("/locales/de/settings.json"), 200, &["application/json"]);
}

#[test]
fn a_browser_keeps_the_apps_files_and_nothing_of_the_persons() {
    let site = Serving::start();
    let answer = site.get("/app.wasm");
    check(&answer, 200, &["cache-control: no-cache", "etag: "]);
    let tag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = |tag: &str| {
        let head = format!("GET /app.wasm HTTP/1.1\r\nHost: {}\r\n", site.host);
        site.send(&format!("{head}If-None-Match: {tag}\r\n"), "")
    };
    check(&again(tag), 304, &["etag: "]);
    check(&again("\"another\""), 200, &["application/wasm"]);
    let token = format!("Authorization: Bearer {}\r\n", site.token);
    check(&site.post(&token, &json!({"type": "launched"})), 200, &["cache-control: no-store"]);
}

#[test]
fn nothing_is_served_but_what_is_in_the_folder() {
    let site = Serving::start();
    for path in [
        "/nowhere",
        "/../outside.txt",
        "/locales/../../outside.txt",
        "/%2e%2e/outside.txt",
        "/.fingerprint",
        "/locales",
        "//etc/passwd",
    ] {
        check(&site.get(path), 404, &["there is no such page"]);
    }
    let head = format!("POST / HTTP/1.1\r\nHost: {}\r\n", site.host);
    check(&site.send(&head, ""), 405, &[]);
}

#[test]
fn other_names_for_this_machine_are_turned_away() {
    let site = Serving::start();
    for host in ["example.com", "127.0.0.1", "127.0.0.1:1", "localhost.example.com:80"] {
        check(&site.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n"), ""), 403, &["error"]);
    }
    let twice = format!("GET / HTTP/1.1\r\nHost: {}\r\nHost: example.com\r\n", site.host);
    assert!(!site.send(&twice, "").starts_with("HTTP/1.1 200"));
    let port = site.host.rsplit(':').next().unwrap();
    let name = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n");
    check(&site.send(&name, ""), 200, &["Belay"]);
}

#[test]
fn other_sites_are_turned_away() {
    let site = Serving::start();
    let get = |origin: &str| {
        let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n", site.host);
        site.send(&head, "")
    };
    for origin in ["https://example.com", "null", "http://127.0.0.1:1", "http://localhost"] {
        check(&get(origin), 403, &["error"]);
    }
    check(&get(&format!("http://{}", site.host)), 200, &["Belay"]);
    let token = format!("Authorization: Bearer {}\r\n", site.token);
    let launched = json!({"type": "launched"});
    let foreign = format!("{token}Origin: https://example.com\r\n");
    check(&site.post(&foreign, &launched), 403, &["error"]);
}

#[test]
fn without_the_token_nothing_of_the_person_is_told() {
    let site = Serving::start();
    let launched = json!({"type": "launched"});
    let wrong = "0".repeat(32);
    for headers in [
        String::new(),
        "Authorization: Bearer \r\n".to_owned(),
        format!("Authorization: Bearer {wrong}\r\n"),
        format!("Authorization: {}\r\n", site.token),
        format!("Cookie: token={}\r\n", site.token),
    ] {
        let answer = site.post(&headers, &launched);
        check(&answer, 401, &["belay serve"]);
        assert!(!answer.contains("surroundings"), "{answer}");
    }
    let tokens = [&site.token, &Serving::start().token].map(String::len);
    assert_eq!(tokens, [32, 32]);
    assert_ne!(site.token, Serving::start().token, "each run has its own");
}

#[test]
fn the_app_reads_and_writes_the_persons_own_file() {
    let site = Serving::start();
    let told = site.say(&json!({"type": "launched"}));
    assert_eq!(told[0]["user"], json!({}), "nothing is written yet");
    assert_eq!(told[0]["workspace"]["settings"], json!({"checkpointOnError": true}));
    assert_eq!(told[1]["saves"]["targets"], json!(true), "{told}");
    fs::create_dir_all(site.settings_file().parent().unwrap()).unwrap();
    fs::write(site.settings_file(), "{\n  // mine\n  \"retentionDays\": 3\n}\n").unwrap();
    let update = json!({"type": "updateSettings", "id": 4,
                        "updatedSettings": {"permissions": {"deniedCommands": ["curl"]}}});
    assert_eq!(site.say(&update), json!([{"type": "saved", "id": 4}]));
    let written = fs::read_to_string(site.settings_file()).unwrap();
    for part in ["// mine", "\"retentionDays\": 3", "\"curl\""] {
        assert!(written.contains(part), "{part} is missing from {written}");
    }
    let told = site.say(&json!({"type": "launched"}));
    assert_eq!(told[0]["user"]["permissions"]["deniedCommands"], json!(["curl"]));
    let decided = belay(&site.folder, &["check", "curl x"]).output().unwrap();
    assert!(String::from_utf8_lossy(&decided.stdout).contains("does not let it run"));
}

#[test]
fn what_is_wrong_with_an_update_is_told_and_nothing_is_stored() {
    let site = Serving::start();
    let update = json!({"type": "updateSettings", "id": 1,
                        "updatedSettings": {"retentionDays": "soon"}});
    let answer = site.say(&update);
    assert_eq!(answer[0]["type"], "refused");
    assert!(answer[0]["problems"][0]["path"].as_str().unwrap().contains("retentionDays"));
    assert!(!site.settings_file().exists());
    let token = format!("Authorization: Bearer {}\r\n", site.token);
    check(&site.post(&token, &json!({"type": "nonsense"})), 400, &["not a message", "nonsense"]);
}

#[test]
fn settings_that_cannot_be_read_are_not_written_over() {
    let site = Serving::start();
    fs::create_dir_all(site.settings_file().parent().unwrap()).unwrap();
    fs::write(site.settings_file(), "{ \"retentionDays\": ").unwrap();
    let told = site.say(&json!({"type": "launched"}));
    assert!(told[0]["fallback"].as_str().unwrap().contains("cannot be read"), "{told}");
    let update =
        json!({"type": "updateSettings", "id": 1, "updatedSettings": {"retentionDays": 5}});
    assert_eq!(site.say(&update)[0]["type"], "refused");
    assert_eq!(fs::read_to_string(site.settings_file()).unwrap(), "{ \"retentionDays\": ");
}

#[test]
fn a_taken_port_and_a_missing_app_are_told_with_what_to_do() {
    let site = Serving::start();
    let port = site.host.rsplit(':').next().unwrap().to_owned();
    let told = |words: &[&str]| {
        let output = belay(&site.folder, words).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let taken = told(&["serve", "--port", &port, "--app", "../app"]);
    assert!(taken.contains("is taken; leave --port out"), "{taken}");
    let other = told(&["serve", "--port", "0", "--app", "."]);
    assert!(other.contains("it has no index.html"), "{other}");
}

#[test]
fn the_page_asks_for_nothing_from_elsewhere() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
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
