//! The log in the words of other systems.

use std::io::Write;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::chain::Log;
use super::record::{Entry, Line};

/// In whose words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The lines as they are.
    Jsonl,
    /// Events of the Open Cybersecurity Schema Framework, one a line.
    Ocsf,
    /// Log records of OpenTelemetry, as one JSON document.
    OtlpJson,
}

/// Writes the whole log.
///
/// # Errors
/// The log cannot be read, or `out` is closed.
pub fn export(log: &Log, format: Format, out: &mut dyn Write) -> Result<()> {
    let mut records = Vec::new();
    for file in log.files()? {
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        for text in text.lines() {
            let Ok(line) = serde_json::from_str::<Line>(text) else { continue };
            match format {
                Format::Jsonl => writeln!(out, "{text}")?,
                Format::Ocsf => writeln!(out, "{}", ocsf(&line))?,
                Format::OtlpJson => records.push(otlp(&line)?),
            }
        }
    }
    if format == Format::OtlpJson {
        let service = json!({"key": "service.name", "value": {"stringValue": "belay"}});
        let document = json!({"resourceLogs": [{
            "resource": {"attributes": [service]},
            "scopeLogs": [{"scope": {"name": "belay.audit"}, "logRecords": records}],
        }]});
        writeln!(out, "{document}")?;
    }
    Ok(())
}

/// A decision is a detection finding (class 2004), an effect a process activity (class 1007).
fn ocsf(line: &Line) -> Value {
    let product = json!({"name": "Belay", "vendor_name": "Belay"});
    let metadata = json!({"version": "1.3.0", "product": product, "sequence": line.seq});
    let time = line.time.as_millisecond();
    match &line.entry {
        Entry::Decision(decision) => {
            let denied = decision.answer == "deny";
            json!({
                "class_uid": 2004, "category_uid": 2, "activity_id": 1, "type_uid": 200_401,
                "time": time, "metadata": metadata, "severity_id": severity(&decision.risk),
                "status_id": 1,
                "action": if denied { "Denied" } else { "Allowed" },
                "action_id": if denied { 2 } else { 1 },
                "finding_info": {
                    "uid": line.seq.to_string(),
                    "title": format!("{} {}", decision.action, decision.subject),
                    "types": decision.rules,
                },
                "unmapped": decision,
            })
        }
        Entry::Effect(effect) => json!({
            "class_uid": 1007, "category_uid": 1, "activity_id": 1, "type_uid": 100_701,
            "time": time, "metadata": metadata, "severity_id": 1,
            "status_id": if effect.trouble.is_none() { 1 } else { 2 },
            "unmapped": effect,
        }),
    }
}

fn severity(risk: &str) -> u8 {
    match risk {
        "safe" => 1,
        "low" => 2,
        "medium" => 3,
        "high" => 4,
        "critical" => 5,
        _ => 0,
    }
}

fn otlp(line: &Line) -> Result<Value> {
    let (event, fields, level) = match &line.entry {
        Entry::Decision(decision) => {
            let level = if decision.answer == "allow" { (9, "INFO") } else { (13, "WARN") };
            ("belay.decision", serde_json::to_value(decision)?, level)
        }
        Entry::Effect(effect) => {
            let level = if effect.trouble.is_none() { (9, "INFO") } else { (13, "WARN") };
            ("belay.effect", serde_json::to_value(effect)?, level)
        }
    };
    let attributes: Vec<Value> = fields
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| json!({"key": format!("belay.{key}"), "value": any_value(value)}))
        .collect();
    Ok(json!({
        "timeUnixNano": line.time.as_nanosecond().to_string(),
        "severityNumber": level.0,
        "severityText": level.1,
        "eventName": event,
        "attributes": attributes,
    }))
}

fn any_value(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_i64() || number.is_u64() => {
            json!({"intValue": number.to_string()})
        }
        Value::Array(items) => {
            json!({"arrayValue": {"values": items.iter().map(any_value).collect::<Vec<_>>()}})
        }
        Value::String(text) => json!({"stringValue": text}),
        other => json!({"stringValue": other.to_string()}),
    }
}
