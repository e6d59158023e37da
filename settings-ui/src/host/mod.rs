//! Who stores the settings: a VS Code webview's extension, or the page itself.
//!
//! Every host takes the messages of [`ToHost`] and answers with those of [`ToApp`]; a server would
//! do the same.

mod browser;
pub mod page;
pub mod promise;
mod webview;

use std::rc::Rc;

use crate::message::{ToApp, ToHost};

/// What a host is asked to do.
pub trait Host {
    /// Sends a message. Answers come through what was given to [`connect`].
    fn post(&self, message: &ToHost);

    /// What the app kept for the time it is hidden.
    fn kept(&self) -> Option<String>;

    /// Keeps something for the time the app is hidden.
    fn keep(&self, state: &str);

    /// Whether a person picks the theme here; in a webview the editor does.
    fn has_themes(&self) -> bool;
}

/// Takes what the host sends; a message that cannot be read is an error.
pub type Receive = Rc<dyn Fn(Result<ToApp, String>)>;

/// The host of this page.
pub fn connect(receive: Receive) -> Rc<dyn Host> {
    if page::boot("host").as_deref() == Some("webview")
        && let Some(host) = webview::Webview::connect(&receive)
    {
        return Rc::new(host);
    }
    Rc::new(browser::Browser::connect(receive))
}
