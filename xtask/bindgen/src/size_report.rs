//! What weighs most: code crate by crate, then the largest functions.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

/// Prints the table.
pub(crate) fn run(input: &Path) -> Result<(), String> {
    let bytes = crate::read(input)?;
    let module = Module::read(&bytes).map_err(|error| format!("{}: {error}", input.display()))?;
    let mut crates: BTreeMap<String, usize> = BTreeMap::new();
    for (name, size) in &module.functions {
        *crates.entry(owner(name)).or_default() += size;
    }
    let code: usize = module.functions.iter().map(|(_, size)| size).sum();
    println!("{:<44} {:>9} bytes", "code", code);
    println!("{:<44} {:>9}", "texts and tables", module.data);
    println!("{:<44} {:>9}\n", "whole module, names left out", module.whole);
    println!("{:<44} {:>9} {:>7}", "code by crate", "bytes", "share");
    let mut crates: Vec<_> = crates.into_iter().collect();
    crates.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    for (name, size) in &crates {
        let tenths = size * 1000 / code.max(1);
        println!("{name:<44} {size:>9} {:>5}.{}%", tenths / 10, tenths % 10);
    }
    println!("\n{:<68} {:>9}", "largest functions", "bytes");
    let mut functions = module.functions;
    functions.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    for (name, size) in functions.iter().take(20) {
        let short: String = name.chars().take(68).collect();
        println!("{short:<68} {size:>9}");
    }
    Ok(())
}

/// The sizes of a module's parts.
#[derive(Default)]
struct Module {
    functions: Vec<(String, usize)>,
    data: usize,
    whole: usize,
}

impl Module {
    fn read(bytes: &[u8]) -> Result<Self, wasmparser::BinaryReaderError> {
        let mut module = Self { whole: bytes.len(), ..Self::default() };
        let (mut imported, mut sizes, mut names) = (0, Vec::new(), HashMap::new());
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        if matches!(import?.ty, TypeRef::Func(_)) {
                            imported += 1;
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => sizes.push(body.range().len()),
                Payload::DataSection(section) => module.data += section.range().len(),
                Payload::CustomSection(section) => {
                    module.whole -= section.range().len();
                    if let KnownCustom::Name(parts) = section.as_known() {
                        for part in parts {
                            let Name::Function(map) = part? else { continue };
                            for naming in map {
                                let naming = naming?;
                                names.insert(naming.index, naming.name.to_owned());
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        module.functions = (imported..)
            .zip(sizes)
            .map(|(index, size)| {
                let name = names.remove(&index).unwrap_or_else(|| format!("function {index}"));
                (format!("{:#}", rustc_demangle::demangle(&name)), size)
            })
            .collect();
        Ok(module)
    }
}

/// The crate a function belongs to; with its module, where the crate is ours.
fn owner(name: &str) -> String {
    let path = name.trim_start_matches(['<', '&', '*', '[', '(']);
    let path = path.strip_prefix("dyn ").or_else(|| path.strip_prefix("mut ")).unwrap_or(path);
    let mut parts = path.split("::");
    let first = parts.next().unwrap_or_default();
    let word = |part: &str| {
        part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>()
    };
    match (word(first), parts.next()) {
        (ours, Some(module)) if ours == "policy_core" => format!("{ours}::{}", word(module)),
        (_, None) => "without a path (glue, merged code)".to_owned(),
        (other, Some(_)) => other,
    }
}
