//! The files of the app: inside this program where it was built with the feature `app`, or a folder
//! that the person names. Only what is among them is served, so no address can lead out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::access::refusal;

/// The built app, as `cargo xtask app` leaves it.
#[cfg(feature = "app")]
#[derive(rust_embed::Embed)]
#[folder = "../settings-ui/dist"]
#[exclude = ".*"]
#[allow_missing = true]
struct App;

const INDEX: &str = "index.html";
/// The page of the timeline.
pub(super) const TIMELINE: &str = "timeline.html";

/// Where the files of the app are.
#[derive(Debug)]
pub(super) enum Pages {
    /// In this program.
    #[cfg(feature = "app")]
    Inside,
    /// In a folder, by their names.
    Folder(BTreeMap<String, PathBuf>),
}

impl Pages {
    /// The files inside this program.
    pub(super) fn inside() -> Result<Self> {
        #[cfg(feature = "app")]
        if App::get(INDEX).is_some() {
            return Ok(Self::Inside);
        }
        bail!(
            "this belay was built without the settings app; `cargo xtask install` builds one \
             that has it"
        )
    }

    /// The files of a folder.
    pub(super) fn folder(folder: &Path) -> Result<Self> {
        let mut files = BTreeMap::new();
        add(folder, "", &mut files)
            .with_context(|| format!("{} cannot be read", folder.display()))?;
        if !files.contains_key(INDEX) {
            bail!("{} is not the settings app: it has no {INDEX}", folder.display());
        }
        Ok(Self::Folder(files))
    }

    fn file(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            #[cfg(feature = "app")]
            Self::Inside => App::get(name).map(|file| file.data),
            Self::Folder(files) => fs::read(files.get(name)?).ok().map(Cow::Owned),
        }
    }
}

fn add(folder: &Path, above: &str, files: &mut BTreeMap<String, PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            add(&path, &format!("{above}{name}/"), files)?;
        } else {
            files.insert(format!("{above}{name}"), path);
        }
    }
    Ok(())
}

/// A file of the app.
pub(super) async fn page(State(pages): State<Arc<Pages>>, request: Request) -> Response {
    let name = match request.uri().path().trim_start_matches('/') {
        "" => INDEX,
        name => name,
    };
    let Some(bytes) = pages.file(name) else {
        return refusal(StatusCode::NOT_FOUND, "there is no such page; the settings are at /");
    };
    let bytes =
        if name == INDEX || name == TIMELINE { Cow::Owned(told_who_serves(&bytes)) } else { bytes };
    // The browser keeps what it got, with the module as it was compiled, and asks whether that is
    // still right.
    let tag = format!("\"{}\"", blake3::hash(&bytes).to_hex());
    let is_kept = request.headers().get(header::IF_NONE_MATCH).is_some_and(|kept| *kept == *tag);
    let kept = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if is_kept {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    (kept, [(header::CONTENT_TYPE, kind(name))], bytes).into_response()
}

/// The page says who its host is; on its own it stores settings in the browser.
fn told_who_serves(index: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(index);
    text.replacen(r#"{ "host": "browser" }"#, r#"{ "host": "server" }"#, 1).into_bytes()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
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
