//! Who may come in: a browser on this machine, at the address that was printed.
//!
//! Three checks stand behind one another. `Host` must name this machine, so that a foreign name
//! that leads here (DNS rebinding) is turned away. `Origin`, where there is one, must be our own,
//! so that a page of another site or another port is. And whatever is the person's own asks for
//! the token, which only the printed address has.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Nothing from elsewhere, nothing inline: a command someone pastes can make nothing run here.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names this server answers to, and the token of this run.
#[derive(Debug)]
pub(super) struct Access {
    hosts: [String; 2],
    token: String,
}

impl Access {
    pub(super) fn new(port: u16) -> Self {
        Self {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            token: format!("{:032x}", rand::random::<u128>()),
        }
    }

    pub(super) fn token(&self) -> &str {
        &self.token
    }

    fn is_ours(&self, headers: &HeaderMap) -> bool {
        let named = |host: &str| self.hosts.iter().any(|own| own == host);
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        host.is_some_and(named)
            && hosts.next().is_none()
            && origins.all(|origin| {
                origin.to_str().ok().and_then(|o| o.strip_prefix("http://")).is_some_and(named)
            })
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        // Hashes are compared, so that the time it takes says nothing about the token.
        bearer.is_some_and(|given| {
            blake3::hash(given.as_bytes()) == blake3::hash(self.token.as_bytes())
        })
    }
}

/// Lets requests of this machine's own pages through, and puts the policy on every answer.
pub(super) async fn from_this_machine(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = if access.is_ours(request.headers()) {
        next.run(request).await
    } else {
        refusal(StatusCode::FORBIDDEN, "this page answers to 127.0.0.1 and localhost only")
    };
    let policies: [(HeaderName, &str); 4] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in policies {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What is the person's own is written to no browser's disk; the app's files say otherwise.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Lets requests with the token through.
pub(super) async fn with_token(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    if access.has_token(request.headers()) {
        return next.run(request).await;
    }
    refusal(
        StatusCode::UNAUTHORIZED,
        "the address is from another run; open the one that `belay serve` has printed",
    )
}

/// A refusal with its sentence.
pub(super) fn refusal(status: StatusCode, sentence: &str) -> Response {
    (status, axum::Json(serde_json::json!({ "error": sentence }))).into_response()
}
