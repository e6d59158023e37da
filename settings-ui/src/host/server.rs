//! A page that `belay serve` serves: settings live in the person's own file, which others may
//! change as well, so they are asked for again whenever the person comes back to the page.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use policy_core::wire::Problem;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Headers, RequestInit, Response};

use super::{Host, Receive, browser, page};
use crate::message::{self, Cause, ToApp, ToHost};
use crate::model::session::SessionState;

const ADDRESS: &str = "api/message";

pub(super) struct Server {
    line: Rc<Line>,
}

impl Server {
    pub(super) fn connect(receive: Receive) -> Self {
        let token = page::parameter("token").unwrap_or_default();
        let line =
            Rc::new(Line { receive, token, waiting: RefCell::default(), busy: Cell::new(false) });
        let again = Rc::clone(&line);
        let listen = Closure::<dyn Fn()>::new(move || again.say(ToHost::Launched {}));
        if let Some(window) = web_sys::window() {
            // Without it changes made elsewhere are seen after a reload.
            let _ =
                window.add_event_listener_with_callback("focus", listen.as_ref().unchecked_ref());
        }
        listen.forget();
        Self { line }
    }
}

impl Host for Server {
    fn post(&self, message: &ToHost) {
        self.line.say(message.clone());
    }

    fn session(&self) -> Option<SessionState> {
        browser::stored_session()
    }

    fn save_session(&self, state: &SessionState) {
        browser::store_session(state);
    }

    fn has_themes(&self) -> bool {
        true
    }
}

/// The line to the server. One thing is said after the other, so that no answer is older than one
/// that came before it: the settings of a moment ago would stand where the newest ones were.
struct Line {
    receive: Receive,
    /// From the address the server has printed.
    token: String,
    waiting: RefCell<VecDeque<ToHost>>,
    busy: Cell<bool>,
}

impl Line {
    fn say(self: &Rc<Self>, message: ToHost) {
        self.waiting.borrow_mut().push_back(message);
        if !self.busy.replace(true) {
            spawn_local(Rc::clone(self).say_all());
        }
    }

    async fn say_all(self: Rc<Self>) {
        loop {
            let next = self.waiting.borrow_mut().pop_front();
            let Some(message) = next else { break };
            self.exchange(message).await;
        }
        self.busy.set(false);
    }

    /// Sends one message and hands over every answer.
    async fn exchange(&self, message: ToHost) {
        let receive = &self.receive;
        match send(&self.token, &message).await {
            Ok(answers) => answers.into_iter().for_each(|answer| receive(Ok(answer))),
            Err(why) => match message {
                ToHost::UpdateSettings { id, .. } => {
                    let problems = Vec::<Problem>::new();
                    receive(Ok(ToApp::Refused { id, problems, cause: Some(Cause::Other) }));
                }
                _ => receive(Err(why)),
            },
        }
    }
}

async fn send(token: &str, message: &ToHost) -> Result<Vec<ToApp>, String> {
    let response = request(token, &message::write(message)).await.map_err(|error| {
        let said = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
        said.unwrap_or_else(|| "the server does not answer".to_owned())
    })?;
    let text = async { JsFuture::from(response.text()?).await }.await;
    let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
    if response.ok() {
        return serde_json::from_str(&text).map_err(|error| error.to_string());
    }
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let sentence = answer.get("error").and_then(serde_json::Value::as_str);
    Err(sentence.map_or_else(|| response.status_text(), str::to_owned))
}

async fn request(token: &str, body: &str) -> Result<Response, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let headers = Headers::new()?;
    headers.set("Authorization", &format!("Bearer {token}"))?;
    let options = RequestInit::new();
    options.set_method("POST");
    options.set_headers(&headers);
    options.set_body(&JsValue::from_str(body));
    let response = window.fetch_with_str_and_init(ADDRESS, &options);
    JsFuture::from(response).await?.dyn_into()
}
