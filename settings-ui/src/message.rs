//! The messages between the app and its host, as JSON. Their types are policy-core's, for whoever is
//! the host: this page, a VS Code extension or a server.

pub use policy_core::wire::{Cause, HostInfo, ToApp, ToHost, Workspace};

/// A message for the host.
pub fn write(message: &ToHost) -> String {
    // Texts, numbers and lists are written to memory, which has no way to fail.
    serde_json::to_string(message).unwrap_or_default()
}

/// A message of the host; what is wrong with it is a sentence.
pub fn read(text: &str) -> Result<ToApp, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;

    #[test]
    fn updates_are_posted_in_the_form_of_the_original_design() {
        let updated_settings =
            Map::from_iter([("checkpointCommands".to_owned(), json!(["rm -rf"]))]);
        let message = ToHost::UpdateSettings { updated_settings, id: 7 };
        let json: Value = serde_json::from_str(&write(&message)).unwrap_or_default();
        let expected = json!({
            "type": "updateSettings",
            "updatedSettings": { "checkpointCommands": ["rm -rf"] },
            "id": 7,
        });
        assert_eq!(json, expected);
        assert_eq!(write(&ToHost::Launched {}), r#"{"type":"launched"}"#);
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for text in ["", "7", "{}", r#"{"type":"nonsense"}"#, r#"{"type":"saved"}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
