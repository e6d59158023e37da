//! The same answer, always, in whatever units.

use policy_core::verdict::Units;
use policy_core::wire;
use serde_json::Value;

use super::corpus::{Law, ROWS, Row, verdict};

fn written(row: &Row, units: Units) -> String {
    wire::Verdict::new(&verdict(&row.command, row.shell, &row.surroundings), &row.command, units)
        .to_json()
}

#[test]
fn judging_twice_gives_the_same_bytes_in_any_order() {
    let forwards: Vec<_> = ROWS.iter().map(|row| written(row, Units::Bytes)).collect();
    let mut backwards: Vec<_> = ROWS.iter().rev().map(|row| written(row, Units::Bytes)).collect();
    backwards.reverse();
    let elsewhere = std::thread::spawn(|| {
        ROWS.iter().step_by(3).map(|row| written(row, Units::Bytes)).collect::<Vec<_>>()
    });
    let elsewhere = elsewhere.join().unwrap();
    let mut law = Law::new("judging twice gives the same bytes");
    for (index, (row, (first, second))) in
        ROWS.iter().zip(forwards.iter().zip(&backwards)).enumerate()
    {
        law.holds(&row.command, first == second, || format!("{first}\n{second}"));
        if index % 3 == 0 {
            let third = elsewhere.get(index / 3).unwrap();
            law.holds(&row.command, first == third, || format!("{first}\n{third}"));
        }
    }
    law.settle();
}

/// The positions of a report, with the text each refers to.
fn positions(report: &Value, text: &str) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let nested = report.get("nested").unwrap().as_array().unwrap();
    let mut note = |span: &Value, text: &str| {
        let at = |name: &str| usize::try_from(span.get(name).unwrap().as_u64().unwrap()).unwrap();
        found.push((at("start"), at("end"), text.to_owned()));
    };
    for finding in report.get("findings").unwrap().as_array().unwrap() {
        note(finding.get("span").unwrap(), text);
        if let Some(inner) = finding.get("innerSpan") {
            let index = finding.get("nested").unwrap().as_u64().unwrap() - 1;
            let source = nested.get(usize::try_from(index).unwrap()).unwrap();
            note(inner, source.get("text").unwrap().as_str().unwrap());
        }
    }
    for source in nested {
        note(source.get("span").unwrap(), text);
    }
    found
}

#[test]
fn positions_in_utf16_and_in_bytes_name_the_same_characters() {
    let mut law = Law::new("positions in UTF-16 and in bytes name the same characters");
    // Wide characters before every place.
    let wide = ["", "echo é 日本 \u{1F600}\n", "# \u{1F600}\u{1F600}\r\n"];
    for row in ROWS.iter() {
        for lead in wide {
            let command = format!("{lead}{}", row.command);
            let judged = verdict(&command, row.shell, &row.surroundings);
            let read = |units| -> Value {
                serde_json::from_str(&wire::Verdict::new(&judged, &command, units).to_json())
                    .unwrap()
            };
            let bytes = positions(&read(Units::Bytes), &command);
            let wide = positions(&read(Units::Utf16), &command);
            assert_eq!(bytes.len(), wide.len());
            for ((start, end, text), (wide_start, wide_end, _)) in bytes.iter().zip(&wide) {
                let units: Vec<u16> = text.encode_utf16().collect();
                let same = text.get(*start..*end).zip(units.get(*wide_start..*wide_end));
                let same = same.is_some_and(|(a, b)| String::from_utf16(b).is_ok_and(|b| a == b));
                law.holds(&row.command, same, || {
                    format!("{start}..{end} {wide_start}..{wide_end} {text:?}")
                });
            }
        }
    }
    law.settle();
}
