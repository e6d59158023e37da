//! The types of this module as TypeScript.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    Action, CheckpointDecision, LayerProblem, Lint, Merged, Rule, RuleLine, Surroundings, ToApp,
    ToHost, Verdict,
};

/// What the npm package takes and gives, without the settings themselves.
#[must_use]
pub fn package() -> String {
    let mut out = Declarations::default();
    out.add::<Action>();
    out.add::<Surroundings>();
    out.add::<Verdict>();
    out.add::<CheckpointDecision>();
    out.add::<LayerProblem>();
    out.add::<Lint>();
    out.add::<Merged>();
    out.add::<RuleLine>();
    out.add::<Rule>();
    out.text()
}

/// The messages between the settings app and its host.
#[must_use]
pub fn messages() -> String {
    let mut out = Declarations::default();
    out.add::<ToHost>();
    out.add::<ToApp>();
    out.text()
}

/// Declarations of types and of every type they are made of, by their names: ts-rs visits what a
/// type is made of in no order that could be relied on.
#[derive(Debug, Default)]
pub struct Declarations {
    found: BTreeMap<String, String>,
}

impl Declarations {
    /// Adds a type and all it is made of.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        let config = config();
        // What has no path is a type of TypeScript's own; a list of others is one of these.
        if T::output_path().is_some() {
            if self.found.contains_key(&T::ident(&config)) {
                return;
            }
            let about = T::docs().unwrap_or_default();
            let declaration = format!("\n{about}export {}\n", T::decl(&config));
            self.found.insert(T::ident(&config), declaration);
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }

    /// All of them, each by its name.
    #[must_use]
    pub fn by_name(self) -> BTreeMap<String, String> {
        self.found
    }

    fn text(self) -> String {
        self.found.into_values().collect()
    }
}

/// How a type is named in TypeScript.
#[must_use]
pub fn name_of<T: TS + ?Sized>() -> String {
    T::name(&config())
}

/// What goes through JSON comes out as a number, however large.
fn config() -> Config {
    Config::default().with_large_int("number")
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}
