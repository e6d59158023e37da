//! Modules depend on each other in one direction only. This reads what each imports and holds it
//! to the table below, so that no arrow comes to point back.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test reads files, and stops where it cannot go on"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each module with those it may import, the ones at the bottom first. A module may only name
/// modules above its own line here, so the table cannot hold a circle.
const ARROWS: &[(&str, &[&str])] = &[
    ("limits", &[]),
    ("lookup", &["limits"]),
    ("named_enum", &[]),
    ("risk", &["named_enum"]),
    ("dialect", &["named_enum"]),
    ("surroundings", &[]),
    ("source", &["dialect", "limits"]),
    ("settings", &["named_enum"]),
    ("wire", &["dialect", "named_enum", "risk", "settings", "surroundings"]),
    ("shell", &["dialect", "limits", "source"]),
    ("action", &["dialect", "shell", "wire"]),
    ("facts", &["dialect", "limits", "lookup", "shell", "source", "surroundings", "wire"]),
    ("rules", &["dialect", "facts", "risk", "shell", "source", "surroundings", "wire"]),
    (
        "policy",
        &[
            "dialect",
            "facts",
            "risk",
            "rules",
            "settings",
            "shell",
            "source",
            "surroundings",
            "wire",
        ],
    ),
    (
        "verdict",
        &[
            "action",
            "dialect",
            "facts",
            "lookup",
            "policy",
            "risk",
            "rules",
            "source",
            "surroundings",
            "wire",
        ],
    ),
    ("internals", &["facts", "shell", "source"]),
    (
        "judge",
        &["action", "facts", "lookup", "policy", "rules", "shell", "surroundings", "verdict"],
    ),
];

/// The top-level modules that a file's code names, itself left out.
fn imports(module: &str, code: &str) -> BTreeSet<String> {
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let names = code.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        rest.split_at(end.unwrap_or(rest.len())).0.to_owned()
    });
    names.filter(|name| name != module).collect()
}

fn add(module: &str, path: &Path, found: &mut BTreeMap<String, BTreeSet<String>>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            add(module, &entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|ending| ending == "rs") {
        let code = fs::read_to_string(path).unwrap();
        assert!(!code.contains("crate::{"), "{}: one `use` for each module", path.display());
        found.entry(module.to_owned()).or_default().extend(imports(module, &code));
    }
}

#[test]
fn no_arrow_points_back() {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if module != "lib" {
            add(&module, &path, &mut found);
        }
    }
    let table: BTreeMap<_, _> = ARROWS.iter().copied().collect();
    for (module, imported) in &found {
        let allowed = table.get(module.as_str());
        let allowed = allowed.unwrap_or_else(|| panic!("`{module}` is not in the table of arrows"));
        for name in imported {
            let listed = allowed.contains(&name.as_str());
            assert!(listed, "`{module}` imports `{name}`, which the table does not allow");
        }
        let idle: Vec<_> = allowed.iter().filter(|name| !imported.contains(**name)).collect();
        assert!(idle.is_empty(), "`{module}` no longer imports {idle:?}: take them off the table");
    }
}

#[test]
fn the_table_has_no_circle() {
    for (at, (module, imported)) in ARROWS.iter().enumerate() {
        for name in *imported {
            let below = ARROWS[..at].iter().any(|(other, _)| other == name);
            assert!(below, "`{module}` may import `{name}`, which stands below it");
        }
    }
}
