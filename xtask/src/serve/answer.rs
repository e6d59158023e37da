//! One request, one answer.

use std::io::{Cursor, Read};

use policy_core::verdict::Units;
use tiny_http::{Header, Method, Request, Response};

use crate::door::{self, Policies};

/// A command longer than this is no command.
const MOST_BYTES: usize = 2 << 20;

/// Nothing from elsewhere, nothing inline: a command someone pastes can make nothing run here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const FILES: [(&str, &str, &str); 4] = [
    ("/", "text/html; charset=utf-8", include_str!("../../page/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("../../page/page.css")),
    ("/page.js", "text/javascript; charset=utf-8", include_str!("../../page/page.js")),
    ("/icon.svg", "image/svg+xml", include_str!("../../page/icon.svg")),
];

type Answer = Response<Cursor<Vec<u8>>>;

pub(super) fn answer(request: &mut Request, port: u16, policies: &mut Policies) -> Answer {
    if !is_ours(request, port) {
        return refuse(403, "this page answers to 127.0.0.1 and localhost only");
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
    if path == "/judge" {
        return match request.method() {
            Method::Post => judge(request, policies),
            _ => refuse(405, "send commands with POST"),
        };
    }
    match FILES.iter().find(|(name, _, _)| *name == path) {
        Some((_, kind, text)) if matches!(request.method(), Method::Get | Method::Head) => {
            respond(200, kind, (*text).to_owned())
        }
        Some(_) => refuse(405, "pages are read with GET"),
        None => refuse(404, "there is no such page; the page is at /"),
    }
}

fn judge(request: &mut Request, policies: &mut Policies) -> Answer {
    let kind = header(request, "Content-Type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return refuse(415, "send a request as application/json");
    }
    if request.body_length().is_some_and(|length| length > MOST_BYTES) {
        return refuse(413, TOO_LARGE);
    }
    let mut body = Vec::new();
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    if request.as_reader().take(most).read_to_end(&mut body).is_err() {
        return refuse(400, "the request ended before it was whole");
    }
    if body.len() > MOST_BYTES {
        return refuse(413, TOO_LARGE);
    }
    match serde_json::from_slice::<door::Request>(&body) {
        Ok(asked) => respond(200, "application/json", asked.answer(policies, Units::Utf16)),
        Err(error) => refuse(400, &format!("this is no request: {error}")),
    }
}

const TOO_LARGE: &str = "a request has at most 2 MiB";

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
    respond(status, "application/json", serde_json::json!({ "error": sentence }).to_string())
}

fn respond(status: u16, kind: &str, text: String) -> Answer {
    let headers = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ];
    let mut response = Response::from_data(text.into_bytes()).with_status_code(status);
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}
