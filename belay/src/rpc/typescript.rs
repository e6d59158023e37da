//! The protocol as TypeScript, made from the table of methods and from the types themselves, so
//! that neither can drift.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use policy_core::wire::typescript::Declarations;

use super::protocol::{ConflictData, Event, PROTOCOL_VERSION, ProgressReport, VersionData};
use super::{ERROR_CODES, Method, methods};

/// The text of `belay-client/src/generated/protocol.ts`.
#[must_use]
pub fn module() -> String {
    let (methods, types) = everything();
    let mut out = String::from("// Made by `cargo xtask client generate` from belay/src/rpc.\n");
    let _ = writeln!(out, "\n/** The version of the protocol that these types describe. */");
    let _ = writeln!(out, "export const PROTOCOL_VERSION = {PROTOCOL_VERSION};");
    out.push_str("\n/** The codes of what can go wrong. */\nexport const ErrorCode = {\n");
    for code in ERROR_CODES {
        let _ = writeln!(out, "  /** {} */\n  {}: {},", code.about, code.name, code.code);
    }
    out.push_str("} as const;\n");
    out.push_str("export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];\n");
    out.push_str("\n/** Every method with its parameters and its result. */\n");
    out.push_str("export interface Methods {\n");
    for (method, params, result) in &methods {
        let _ = writeln!(out, "  /** {} */", method.about);
        let _ = writeln!(out, "  \"{}\": {{ params: {params}; result: {result} }};", method.name);
    }
    out.push_str("}\n\n/** The name of a method. */\nexport type MethodName = keyof Methods;\n");
    out.push_str("\n/** Every method, in the order of the protocol's page. */\n");
    out.push_str("export const METHODS = [\n");
    for (method, ..) in &methods {
        let _ = writeln!(out, "  \"{}\",", method.name);
    }
    out.push_str("] as const satisfies readonly MethodName[];\n");
    out.push_str("\n/** What comes without being asked for. */\n");
    out.push_str("export interface Notifications {\n  event: BelayEvent;\n");
    out.push_str("  \"$/progress\": ProgressReport;\n}\n");
    out.extend(types.into_values());
    out
}

pub(super) type Row = (&'static Method, String, String);

/// The methods with the names of their types, and every type by its name.
pub(super) fn everything() -> (Vec<Row>, BTreeMap<String, String>) {
    let mut types = Declarations::default();
    let methods = methods::typed(&mut types);
    types.add::<Event>();
    types.add::<ProgressReport>();
    types.add::<ConflictData>();
    types.add::<VersionData>();
    (methods, types.by_name())
}
