//! The server's side of the timeline: what is asked of `belay serve`, and how times and sizes are
//! written in a language.

use serde::Serialize;
use serde::de::DeserializeOwned;
use timeline_wire::{Problem, ProblemCode};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Headers, RequestInit, Response};

use super::page;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = belay, js_name = ago)]
    fn ago_in(language: &str, milliseconds: f64) -> String;
    #[wasm_bindgen(js_namespace = belay, js_name = when)]
    fn when_in(language: &str, milliseconds: f64) -> String;
    #[wasm_bindgen(js_namespace = belay, js_name = day)]
    fn day_in(language: &str, milliseconds: f64) -> String;
    #[wasm_bindgen(js_namespace = belay, js_name = size)]
    fn size_in(language: &str, bytes: f64) -> String;
    #[wasm_bindgen(js_namespace = belay)]
    fn listen(address: &str, changed: &JsValue, lost: &JsValue);
    /// The page's own script asks for the first rows before the app is there.
    #[wasm_bindgen(js_namespace = belay, js_name = first)]
    fn first_rows() -> js_sys::Promise;
}

/// The ways things are asked for. They all need the token of the address that was printed.
#[derive(Clone, Debug)]
pub struct Server {
    token: String,
}

impl Server {
    /// The server of this page.
    pub fn find() -> Self {
        Self { token: page::parameter("token").unwrap_or_default() }
    }

    /// The address of the settings, which need the same token.
    pub fn settings_address(&self) -> String {
        format!("./#token={}", self.token)
    }

    /// What is shown first.
    pub async fn first<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let answer = async { JsFuture::from(first_rows()).await?.dyn_into() };
        let response = accepted(answer.await.map_err(|_| lost())?).await?;
        read(&text_of(&response).await?)
    }

    /// Asks for something. `query` are names and values.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
    ) -> Result<T, Problem> {
        let text = self.text("GET", &address(path, query), None).await?;
        read(&text)
    }

    /// Asks for bytes.
    pub async fn ask_bytes(&self, path: &str, query: &[(&str, &str)]) -> Result<Vec<u8>, Problem> {
        let response = self.send("GET", &address(path, query), None).await?;
        let buffer = async { JsFuture::from(response.array_buffer()?).await };
        let buffer = buffer.await.map_err(|_| lost())?;
        Ok(js_sys::Uint8Array::new(&buffer).to_vec())
    }

    /// Asks for a change.
    pub async fn change<T: DeserializeOwned>(
        &self,
        path: &str,
        asked: &impl Serialize,
    ) -> Result<T, Problem> {
        // Texts, numbers and lists are written to memory, which has no way to fail.
        let body = serde_json::to_string(asked).unwrap_or_default();
        let text = self.text("POST", &address(path, &[]), Some(&body)).await?;
        read(&text)
    }

    /// Calls `changed` whenever something happened, and `lost` when that will not be known.
    pub fn watch(&self, changed: impl Fn() + 'static, lost: impl Fn() + 'static) {
        let changed = Closure::<dyn Fn()>::new(changed).into_js_value();
        let lost = Closure::<dyn Fn()>::new(lost).into_js_value();
        listen(&address("/events", &[]), &changed, &lost);
    }

    async fn text(&self, method: &str, to: &str, body: Option<&str>) -> Result<String, Problem> {
        text_of(&self.send(method, to, body).await?).await
    }

    async fn send(&self, method: &str, to: &str, body: Option<&str>) -> Result<Response, Problem> {
        accepted(self.fetched(method, to, body).await.map_err(|_| lost())?).await
    }

    async fn fetched(
        &self,
        method: &str,
        to: &str,
        body: Option<&str>,
    ) -> Result<Response, JsValue> {
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        let headers = Headers::new()?;
        headers.set("Authorization", &format!("Bearer {}", self.token))?;
        let options = RequestInit::new();
        options.set_method(method);
        options.set_headers(&headers);
        if let Some(body) = body {
            options.set_body(&JsValue::from_str(body));
        }
        JsFuture::from(window.fetch_with_str_and_init(to, &options)).await?.dyn_into()
    }
}

fn address(path: &str, query: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = query
        .iter()
        .map(|(name, value)| format!("{name}={}", js_sys::encode_uri_component(value)))
        .collect();
    let mark = if pairs.is_empty() { "" } else { "?" };
    format!("api/timeline{path}{mark}{}", pairs.join("&"))
}

/// An answer that is none is the problem it tells of.
async fn accepted(response: Response) -> Result<Response, Problem> {
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    let text = text_of(&response).await.unwrap_or_default();
    Err(read::<Problem>(&text).unwrap_or_else(|_| {
        let code = if status == 401 { ProblemCode::NoToken } else { ProblemCode::Other };
        Problem { code, error: text }
    }))
}

async fn text_of(response: &Response) -> Result<String, Problem> {
    let text = async { JsFuture::from(response.text()?).await };
    Ok(text.await.map_err(|_| lost())?.as_string().unwrap_or_default())
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem { code: ProblemCode::Other, error: error.to_string() })
}

fn lost() -> Problem {
    Problem { code: ProblemCode::Other, error: "the server does not answer".to_owned() }
}

/// Runs beside everything else.
pub fn beside(work: impl Future<Output = ()> + 'static) {
    spawn_local(work);
}

#[expect(clippy::cast_precision_loss, reason = "times and sizes stay below 2^53")]
const fn number(number: i64) -> f64 {
    number as f64
}

/// How long ago, in a few letters.
pub fn ago(language: &str, time: i64) -> String {
    ago_in(language, number(time))
}

/// A moment in full.
pub fn when(language: &str, time: i64) -> String {
    when_in(language, number(time))
}

/// A day.
pub fn day(language: &str, time: i64) -> String {
    day_in(language, number(time))
}

/// A size.
pub fn size(language: &str, bytes: u64) -> String {
    size_in(language, number(i64::try_from(bytes).unwrap_or(i64::MAX)))
}
