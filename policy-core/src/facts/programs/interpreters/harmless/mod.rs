//! What the bodies of interpreters may call without changing anything. A call that neither this
//! nor the library knows may do whatever its program can.

mod javascript;
mod others;
mod python;

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tokens::Language;

/// Some names of a language that change nothing.
#[derive(Debug)]
pub(super) struct Harmless {
    language: Language,
    what: What,
    /// With blanks between them; so many that checking them while compiling takes too long.
    names: &'static str,
}

#[derive(Debug)]
enum What {
    /// Functions that are called on nothing.
    Bare,
    /// Methods of values, whatever these are.
    Methods,
    /// Modules all of whose functions are harmless, unless the library knows better.
    Modules,
    /// Functions of these modules.
    Functions(&'static str),
}

const fn bare(language: Language, names: &'static str) -> Harmless {
    Harmless { language, what: What::Bare, names }
}

const fn methods(language: Language, names: &'static str) -> Harmless {
    Harmless { language, what: What::Methods, names }
}

const fn modules(language: Language, names: &'static str) -> Harmless {
    Harmless { language, what: What::Modules, names }
}

const fn functions(language: Language, of: &'static str, names: &'static str) -> Harmless {
    Harmless { language, what: What::Functions(of), names }
}

/// The names of one language, ready to be asked.
#[derive(Debug, Default)]
struct Vocabulary {
    bare: FxHashSet<&'static str>,
    methods: FxHashSet<&'static str>,
    modules: FxHashSet<&'static str>,
    functions: FxHashMap<&'static str, FxHashSet<&'static str>>,
}

static VOCABULARIES: LazyLock<FxHashMap<Language, Vocabulary>> = LazyLock::new(|| {
    let mut all: FxHashMap<Language, Vocabulary> = FxHashMap::default();
    for row in [python::ROWS, javascript::ROWS, others::ROWS].into_iter().flatten() {
        let own = all.entry(row.language).or_default();
        match row.what {
            What::Bare => own.bare.extend(row.names.split(' ').map(plain)),
            What::Methods => own.methods.extend(row.names.split(' ').map(plain)),
            What::Modules => own.modules.extend(row.names.split(' ')),
            What::Functions(of) => {
                for module in of.split(' ') {
                    let names = own.functions.entry(module).or_default();
                    names.extend(row.names.split(' ').map(plain));
                }
            }
        }
    }
    all
});

/// A name without the mark that Ruby and Elixir put behind some, which the scanner leaves out.
fn plain(name: &'static str) -> &'static str {
    name.trim_end_matches(['?', '!'])
}

fn vocabulary(language: Language) -> Option<&'static Vocabulary> {
    VOCABULARIES.get(&language)
}

/// Whether a function that is called on nothing changes nothing.
pub(super) fn is_bare(language: Language, name: &str) -> bool {
    vocabulary(language).is_some_and(|own| own.bare.contains(name))
}

/// Whether a method of any value changes nothing.
pub(super) fn is_method(language: Language, name: &str) -> bool {
    vocabulary(language).is_some_and(|own| own.methods.contains(name))
}

/// Whether a function of a module changes nothing; the module by its full name.
pub(super) fn is_function(language: Language, module: &str, name: &str) -> bool {
    vocabulary(language).is_some_and(|own| {
        own.modules.contains(module)
            || own.functions.get(module).is_some_and(|names| names.contains(name))
    })
}

/// Whether something is known about the functions of a module or class.
pub(super) fn is_known(language: Language, module: &str) -> bool {
    vocabulary(language)
        .is_some_and(|own| own.modules.contains(module) || own.functions.contains_key(module))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slip would make a name that nothing is called by.
    #[test]
    fn lists_are_words_with_one_blank_between_them() {
        for row in [python::ROWS, javascript::ROWS, others::ROWS].into_iter().flatten() {
            let lists = match row.what {
                What::Functions(of) => vec![of, row.names],
                _ => vec![row.names],
            };
            for list in lists {
                let mut seen = FxHashSet::default();
                for word in list.split(' ') {
                    assert!(!word.is_empty() && !word.ends_with(','), "{list}");
                    assert!(seen.insert(word), "{word} is in {list} twice");
                }
            }
        }
    }
}
