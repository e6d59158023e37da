//! What a rewind takes away: messages, requests, and what they had cost.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Sums over what a rewind removes. Tokens and cost are only there where the messages
/// themselves tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RewindMetrics {
    /// Messages of the conversation.
    pub messages: u64,
    /// Requests to the model.
    pub requests: u64,
    /// Tokens sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub total_tokens_in: Option<u64>,
    /// Tokens received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub total_tokens_out: Option<u64>,
    /// Tokens written to the provider's cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub total_cache_writes: Option<u64>,
    /// Tokens read from the provider's cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub total_cache_reads: Option<u64>,
    /// Money, in the provider's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub total_cost: Option<f64>,
}

impl RewindMetrics {
    /// Adds up the messages a rewind removes.
    pub(super) fn of<'m>(removed: impl IntoIterator<Item = &'m Value>, requests: u64) -> Self {
        let mut sum = Self { requests, ..Self::default() };
        for message in removed {
            sum.messages += 1;
            for place in places(message) {
                sum.add(&place);
            }
        }
        sum
    }

    fn add(&mut self, usage: &Value) {
        let count =
            |names: &[&str]| names.iter().find_map(|name| usage.get(*name)).and_then(Value::as_u64);
        let plus = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        };
        plus(&mut self.total_tokens_in, count(&["input_tokens", "tokensIn", "prompt_tokens"]));
        plus(
            &mut self.total_tokens_out,
            count(&["output_tokens", "tokensOut", "completion_tokens"]),
        );
        plus(&mut self.total_cache_writes, count(&["cache_creation_input_tokens", "cacheWrites"]));
        plus(&mut self.total_cache_reads, count(&["cache_read_input_tokens", "cacheReads"]));
        let cost = ["cost", "costUSD", "total_cost_usd", "totalCost"]
            .iter()
            .find_map(|name| usage.get(*name))
            .and_then(Value::as_f64);
        if let Some(cost) = cost {
            self.total_cost = Some(self.total_cost.unwrap_or(0.0) + cost);
        }
    }
}

/// Where agents write what a request had cost: in the message, in its `usage`, in the
/// `usage` of a message inside it, or as JSON in the text of a status message.
fn places(message: &Value) -> Vec<Cow<'_, Value>> {
    let mut found = vec![Cow::Borrowed(message)];
    found.extend(message.get("usage").map(Cow::Borrowed));
    let inner = message.get("message").and_then(|inner| inner.get("usage"));
    found.extend(inner.map(Cow::Borrowed));
    if message.get("say").and_then(Value::as_str) == Some("api_req_started")
        && let Some(text) = message.get("text").and_then(Value::as_str)
    {
        found.extend(serde_json::from_str(text).ok().map(Cow::Owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tokens_and_cost_are_found_where_agents_write_them() {
        let removed = [
            json!({"role": "user", "content": "hi"}),
            json!({"role": "assistant", "usage": {"input_tokens": 10, "output_tokens": 3,
                   "cache_read_input_tokens": 7}}),
            json!({"type": "assistant", "message": {"usage": {"input_tokens": 5,
                   "cache_creation_input_tokens": 2}}, "costUSD": 0.25}),
            json!({"say": "api_req_started",
                   "text": "{\"tokensIn\": 1, \"tokensOut\": 2, \"cost\": 0.5}"}),
        ];
        assert_eq!(
            RewindMetrics::of(&removed, 2),
            RewindMetrics {
                messages: 4,
                requests: 2,
                total_tokens_in: Some(16),
                total_tokens_out: Some(5),
                total_cache_writes: Some(2),
                total_cache_reads: Some(7),
                total_cost: Some(0.75),
            }
        );
    }

    #[test]
    fn nothing_is_made_up_where_nothing_is_told() {
        let metrics = RewindMetrics::of(&[json!({"role": "user"}), json!("odd")], 0);
        assert_eq!(serde_json::to_value(metrics).ok(), Some(json!({"messages": 2, "requests": 0})));
    }
}
