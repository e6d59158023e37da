//! Who stores the settings: a VS Code webview's extension, `belay serve`, or the page itself.
//!
//! Every host takes the messages of [`ToHost`] and answers with those of [`ToApp`]. [`page`] is
//! what the page around the app says.

mod browser;
pub mod page;
mod server;
pub mod timeline;
mod webview;

use std::rc::Rc;

use crate::message::{ToApp, ToHost};
use crate::model::session::SessionState;

pub use browser::{store_session, stored_session};

/// What a host is asked to do.
pub trait Host {
    /// Sends a message. Answers come through what was given to [`connect`].
    fn post(&self, message: &ToHost);

    /// What was saved for the time the app is hidden.
    fn session(&self) -> Option<SessionState>;

    /// Saves what is typed and chosen for the time the app is hidden.
    fn save_session(&self, state: &SessionState);

    /// Whether a person picks the theme here; in a webview the editor does.
    fn has_themes(&self) -> bool;
}

/// Takes what the host sends; a message that cannot be read is an error.
pub type Receive = Rc<dyn Fn(Result<ToApp, String>)>;

/// The host of this page.
pub fn connect(receive: Receive) -> Rc<dyn Host> {
    match page::boot("host").as_deref() {
        Some("server") => return Rc::new(server::Server::connect(receive)),
        Some("webview") => {
            if let Some(host) = webview::Webview::connect(&receive) {
                return Rc::new(host);
            }
        }
        _ => {}
    }
    Rc::new(browser::Browser::connect(receive))
}
