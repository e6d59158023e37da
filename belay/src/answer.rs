//! What the guard says about an event, before any host's words are found for it.

pub use policy_core::verdict::Decision;

/// May it go on, and what is the agent told.
///
/// The guard fills all of it and knows no host: where a host cannot ask a person, the encoder
/// turns [`Decision::Ask`] into a refusal that names the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Allow, ask or deny.
    pub decision: Decision,
    /// What is refused or asked about, and why. Rule ids stand in brackets inside the text,
    /// because some hosts drop an answer that has a key of its own for them.
    pub reason: String,
    /// What the agent can do instead.
    pub instead: Option<String>,
    /// The code with which a person allows this one call (`belay allow 7K3F`).
    pub code: Option<String>,
    /// What the person should know, though it may go on. Most hosts have no place for it.
    pub notice: Option<String>,
}

impl Answer {
    /// It may go on; nothing is said.
    #[must_use]
    pub fn allow() -> Self {
        Self {
            decision: Decision::Allow,
            reason: String::new(),
            instead: None,
            code: None,
            notice: None,
        }
    }

    /// A person is asked, or where that cannot be, it is refused.
    #[must_use]
    pub fn ask(reason: impl Into<String>) -> Self {
        Self {
            decision: Decision::Ask,
            reason: reason.into(),
            instead: None,
            code: None,
            notice: None,
        }
    }

    /// It does not happen.
    #[must_use]
    pub fn deny(reason: impl Into<String>) -> Self {
        Self {
            decision: Decision::Deny,
            reason: reason.into(),
            instead: None,
            code: None,
            notice: None,
        }
    }

    /// With what to do instead.
    #[must_use]
    pub fn instead(mut self, instead: impl Into<String>) -> Self {
        self.instead = Some(instead.into());
        self
    }

    /// With the code that allows it once.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Whether the host may go on without a word.
    #[must_use]
    pub fn allows(&self) -> bool {
        self.decision == Decision::Allow
    }
}
