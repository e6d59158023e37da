//! One request, one answer.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use tiny_http::{Header, Method, Request, Response};

/// Nothing from elsewhere, nothing inline: a command someone pastes can make nothing run here.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Answer = Response<Cursor<Vec<u8>>>;

/// The files that are served, by their addresses. Only what was found in the folder is there, so
/// no address can lead out of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Files(BTreeMap<String, PathBuf>);

impl Files {
    /// Everything in a folder; its `index.html` also answers for the folder itself.
    pub(super) fn of(folder: &Path) -> Result<Self, String> {
        let mut files = Self::default();
        files.add(folder, "")?;
        if let Some(page) = files.0.get("/index.html").cloned() {
            files.0.insert("/".to_owned(), page);
        }
        Ok(files)
    }

    fn add(&mut self, folder: &Path, above: &str) -> Result<(), String> {
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let address = format!("{above}/{name}");
            if path.is_dir() {
                self.add(&path, &address)?;
            } else {
                self.0.insert(address, path);
            }
        }
        Ok(())
    }
}

pub(super) fn answer(request: &Request, port: u16, files: &Files) -> Answer {
    if !is_ours(request, port) {
        return refuse(403, "this page answers to 127.0.0.1 and localhost only");
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let Some(file) = files.0.get(path) else {
        return refuse(404, "there is no such page; the settings are at /");
    };
    if !matches!(request.method(), Method::Get | Method::Head) {
        return refuse(405, "pages are read with GET");
    }
    match fs::read(file) {
        Ok(bytes) => respond(200, kind(file), bytes),
        Err(_) => refuse(404, "this file is gone; start `cargo xtask serve` again"),
    }
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// A page of another site can reach this port through a name of its own, but then its name
/// stands in `Host` or `Origin`.
fn is_ours(request: &Request, port: u16) -> bool {
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let host = header(request, "Host").is_some_and(|host| ours.contains(&host));
    let origin = header(request, "Origin").is_none_or(|origin| {
        origin.strip_prefix("http://").is_some_and(|origin| ours.iter().any(|own| own == origin))
    });
    host && origin
}

fn header(request: &Request, name: &str) -> Option<String> {
    let found = request
        .headers()
        .iter()
        .find(|header| header.field.as_str().as_str().eq_ignore_ascii_case(name))?;
    Some(found.value.as_str().to_owned())
}

fn refuse(status: u16, sentence: &str) -> Answer {
    let text = serde_json::json!({ "error": sentence }).to_string();
    respond(status, "application/json", text.into_bytes())
}

fn respond(status: u16, kind: &str, bytes: Vec<u8>) -> Answer {
    let headers = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
    ];
    let mut response = Response::from_data(bytes).with_status_code(status);
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}
