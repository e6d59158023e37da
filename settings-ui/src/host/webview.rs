//! A webview of VS Code: the extension stores.

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

use super::{Host, Receive, page};
use crate::message::{self, ToHost};
use crate::model::session::SessionState;

#[wasm_bindgen]
extern "C" {
    type Api;

    /// May be called once only; the page's own script does so.
    #[wasm_bindgen(js_namespace = belay, js_name = vscode)]
    fn acquire() -> Option<Api>;

    #[wasm_bindgen(method, js_name = postMessage)]
    fn post_message(this: &Api, message: &JsValue);
    #[wasm_bindgen(method, js_name = getState)]
    fn get_state(this: &Api) -> JsValue;
    #[wasm_bindgen(method, js_name = setState)]
    fn set_state(this: &Api, state: &JsValue);
}

pub(super) struct Webview {
    api: Api,
    receive: Receive,
    /// What the extension called the page when it wrote it.
    page: Option<String>,
    /// Whether the page is shown for the first time, so that what it brought along is true.
    fresh: bool,
}

/// What VS Code keeps while the page is hidden. It shows the very same page afterwards, and what that
/// one brought along may be old by then.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    session: SessionState,
    /// The page that kept it.
    page: Option<String>,
}

impl Webview {
    pub(super) fn connect(receive: &Receive) -> Option<Self> {
        let api = acquire()?;
        let window = web_sys::window()?;
        let page = page::boot("page");
        let fresh = page.is_some() && kept(&api).is_none_or(|kept| kept.page != page);
        let host = Self { api, receive: receive.clone(), page, fresh };
        let receive = receive.clone();
        let (origin, own) = (window.location().origin().ok()?, window.clone());
        let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            // Messages of a webview come from the frame around it, which has the same origin and
            // which the page cannot name: VS Code puts the page itself in the place of its parent.
            // Frames inside the page are forbidden by its policy, so whatever is of this origin and
            // not the page itself is the host.
            let from_page = event.source().is_none_or(|source| *source == ***own);
            if event.origin() != origin || from_page {
                return;
            }
            let text = js_sys::JSON::stringify(&event.data()).map(String::from);
            receive(match text {
                Ok(text) => message::read(&text),
                Err(_) => Err("the message is no JSON".to_owned()),
            });
        });
        window.add_event_listener_with_callback("message", listen.as_ref().unchecked_ref()).ok()?;
        listen.forget();
        Some(host)
    }
}

fn kept(api: &Api) -> Option<Kept> {
    serde_json::from_str(&api.get_state().as_string()?).ok()
}

impl Host for Webview {
    fn post(&self, message: &ToHost) {
        // The extension answers as well, a moment later.
        if self.fresh && matches!(message, ToHost::Launched {}) {
            page::messages().into_iter().for_each(|message| (self.receive)(Ok(message)));
        }
        if let Ok(message) = js_sys::JSON::parse(&message::write(message)) {
            self.api.post_message(&message);
        }
    }

    fn session(&self) -> Option<SessionState> {
        kept(&self.api).map(|kept| kept.session)
    }

    fn save_session(&self, state: &SessionState) {
        let kept = Kept { session: state.clone(), page: self.page.clone() };
        if let Ok(state) = serde_json::to_string(&kept) {
            self.api.set_state(&JsValue::from_str(&state));
        }
    }

    fn has_themes(&self) -> bool {
        false
    }
}
