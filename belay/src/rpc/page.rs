//! The protocol's page, `docs/rpc.md`.

use std::fmt::Write as _;

use super::ERROR_CODES;
use super::protocol::PROTOCOL_VERSION;
use super::typescript::everything;

/// The prose, with places for what is made from the code.
const PROSE: &str = include_str!("page/page.md");
/// A conversation; a test holds it.
const SESSION: &str = include_str!("page/session.txt");

/// The text of `docs/rpc.md`.
#[must_use]
pub fn text() -> String {
    let (methods, types) = everything();
    let mut rows = String::from("| method | parameters | result | |\n|---|---|---|---|\n");
    for (method, params, result) in &methods {
        let result = result.replace('|', "\\|");
        let _ =
            writeln!(rows, "| `{}` | `{params}` | `{result}` | {} |", method.name, method.about);
    }
    let mut errors = String::from("| code | name | |\n|---|---|---|\n");
    for code in ERROR_CODES {
        let _ = writeln!(errors, "| {} | `{}` | {} |", code.code, code.name, code.about);
    }
    let types: String = types.into_values().map(|declaration| tidy(&declaration)).collect();
    PROSE
        .replace("{{version}}", &PROTOCOL_VERSION.to_string())
        .replace("{{methods}}", &rows)
        .replace("{{errors}}", &errors)
        .replace("{{session}}", SESSION)
        .replace("{{types}}", &format!("```ts{types}```"))
}

/// No spaces at the ends of lines, which people's editors would take away.
fn tidy(declaration: &str) -> String {
    declaration.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
