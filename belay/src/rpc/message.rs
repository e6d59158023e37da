//! What JSON-RPC 2.0 wants of a message, and the codes of what can go wrong.

use checkpoint_store::Error;
use serde::Serialize;
use serde_json::{Value, json};

/// A request, or a notification where it has no id.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Incoming {
    pub(super) id: Option<Value>,
    pub(super) method: String,
    pub(super) params: Value,
}

impl Incoming {
    /// The messages in a body: one, or a batch of them. What is not a message comes with the id to
    /// answer to and what is wrong.
    pub(super) fn all(body: &[u8]) -> Vec<Result<Self, (Value, Failure)>> {
        match serde_json::from_slice(body) {
            Ok(Value::Array(batch)) if !batch.is_empty() => {
                batch.into_iter().map(Self::read).collect()
            }
            Ok(message) => vec![Self::read(message)],
            Err(error) => {
                vec![Err((Value::Null, Failure::new(Code::Parse, format!("no JSON: {error}"))))]
            }
        }
    }

    fn read(message: Value) -> Result<Self, (Value, Failure)> {
        let Value::Object(mut message) = message else {
            let failure = Failure::new(Code::InvalidRequest, "a message is an object in braces");
            return Err((Value::Null, failure));
        };
        let id = message.remove("id");
        let wrong = |id: Option<Value>, what: &str| {
            (id.unwrap_or(Value::Null), Failure::new(Code::InvalidRequest, what))
        };
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err(wrong(id, "`jsonrpc` must be \"2.0\""));
        }
        if !matches!(id, None | Some(Value::Null | Value::String(_) | Value::Number(_))) {
            return Err(wrong(None, "`id` must be a string or a number"));
        }
        match message.remove("method") {
            Some(Value::String(method)) => {
                let params = message.remove("params").unwrap_or(Value::Null);
                Ok(Self { id, method, params })
            }
            _ => Err(wrong(id, "`method` must be a string")),
        }
    }
}

/// One line of the table of codes.
#[derive(Clone, Copy, Debug)]
pub struct ErrorCode {
    /// The number in the answer.
    pub code: i32,
    /// Its name in clients.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
}

macro_rules! codes {
    ($(#[doc = $about:literal] $name:ident = $code:literal,)+) => {
        /// What kind of trouble it is, for programs. The numbers are documented and stay.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Code {
            $(#[doc = $about] $name = $code,)+
        }

        /// Every code, in the order of the protocol's page.
        pub const ERROR_CODES: &[ErrorCode] =
            &[$(ErrorCode { code: $code, name: stringify!($name), about: $about.trim_ascii() }),+];
    };
}

codes! {
    /// The bytes are no JSON.
    Parse = -32700,
    /// The JSON is not a request.
    InvalidRequest = -32600,
    /// There is no such method.
    MethodNotFound = -32601,
    /// The parameters are wrong.
    InvalidParams = -32602,
    /// Something that should not happen did.
    Internal = -32603,
    /// `initialize` has not been called.
    NotInitialized = -32002,
    /// The client has taken the request back.
    Cancelled = -32800,
    /// The settings have turned this off.
    NotEnabled = 1,
    /// There is no such checkpoint, session or context.
    NotFound = 2,
    /// Others have changed the same files since; `data` has the plan.
    Conflict = 3,
    /// The store, a file or the disk refused.
    Storage = 4,
    /// Client and program speak no common version; `data` has those of the program.
    Version = 5,
}

/// Why a request was not done: a sentence for people, a code for programs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failure {
    code: Code,
    message: String,
    data: Option<Value>,
}

impl Failure {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    pub(super) fn with(mut self, data: &impl Serialize) -> Self {
        self.data = serde_json::to_value(data).ok();
        self
    }

    pub(super) fn code(&self) -> i64 {
        self.code as i64
    }

    pub(super) fn to_json(&self) -> Value {
        let mut error = json!({ "code": self.code as i32, "message": self.message });
        if let (Some(data), Some(error)) = (&self.data, error.as_object_mut()) {
            error.insert("data".to_owned(), data.clone());
        }
        error
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::Cancelled => Code::Cancelled,
            Error::NoCheckpoint { .. } | Error::NoSession { .. } | Error::NoMessage { .. } => {
                Code::NotFound
            }
            Error::Invalid { .. } => Code::InvalidParams,
            _ => Code::Storage,
        };
        Self::new(code, error.to_string())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => error.into(),
            Err(error) => Self::new(Code::Storage, format!("{error:#}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(body: &str) -> Vec<Option<i64>> {
        Incoming::all(body.as_bytes())
            .into_iter()
            .map(|one| one.err().and_then(|(_, failure)| failure.to_json().get("code")?.as_i64()))
            .collect()
    }

    #[test]
    fn requests_notifications_and_batches_are_read() {
        assert_eq!(codes(r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#), [None]);
        assert_eq!(codes(r#"{"jsonrpc":"2.0","method":"a","params":[1]}"#), [None]);
        let batch = r#"[{"jsonrpc":"2.0","id":"x","method":"a"}, 7]"#;
        assert_eq!(codes(batch), [None, Some(-32600)]);
    }

    #[test]
    fn what_is_no_request_has_its_code() {
        for (body, code) in [
            ("{", -32700),
            ("[]", -32600),
            ("7", -32600),
            ("{}", -32600),
            (r#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
        ] {
            assert_eq!(codes(body), [Some(code)], "{body}");
        }
    }
}
