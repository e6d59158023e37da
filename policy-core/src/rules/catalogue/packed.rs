//! The rules, [packed](crate::packed).

use super::Family;
use crate::facts::effect::{Domain, Effect, Kind};
use crate::packed::{Unpacking, Written};
use crate::rules::Rule;
use crate::verdict::Risk;

/// Whether everything on the pages of rules is part of the binary.
const PAGES: bool = cfg!(feature = "pages");

/// Whether a rule's examples are: the linter shows what an entry covers by those of dangerous rules.
const fn shows_matches(level: Risk) -> bool {
    PAGES || level as u8 >= Risk::High as u8
}

/// Whether a rule applies to an effect.
pub(super) type Condition = fn(&Effect) -> bool;

/// Where the writing goes.
pub(super) struct Packed {
    pub(super) texts: Written<u8, 200_000>,
    pub(super) rows: Written<u8, 10_000>,
    pub(super) conditions: Written<Condition, 1_000>,
}

/// Packed families as they stand in the binary.
pub(super) struct Tables {
    pub(super) texts: &'static [u8],
    pub(super) rows: &'static [u8],
    pub(super) conditions: &'static [Condition],
}

/// Packs families of rules.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
pub(super) const fn pack(families: &[Family]) -> Packed {
    let mut out = Packed {
        texts: Written::new(0),
        rows: Written::new(0),
        conditions: Written::new(|_| false),
    };
    let mut family = 0;
    while family < families.len() {
        let Family { about, rules } = families[family];
        out.rows.number(about.len());
        let mut at = 0;
        while at < about.len() {
            out.rows.push(about[at] as u8);
            at += 1;
        }
        out.rows.number(rules.len());
        at = 0;
        while at < rules.len() {
            out.rule(&rules[at]);
            at += 1;
        }
        family += 1;
    }
    out
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
impl Packed {
    const fn rule(&mut self, rule: &Rule) {
        self.rows.push(rule.level as u8);
        self.rows.number(rule.on.len());
        let mut at = 0;
        while at < rule.on.len() {
            self.rows.push(rule.on[at] as u8);
            at += 1;
        }
        self.conditions.push(rule.when);
        self.texts.text(rule.id);
        self.texts.text(rule.title);
        self.texts.text(rule.what);
        self.texts.text(rule.why);
        self.texts.text(rule.instead);
        if shows_matches(rule.level) {
            self.examples(rule.matches);
        }
        if PAGES {
            self.examples(rule.spares);
        }
    }

    const fn examples(&mut self, examples: &[&str]) {
        self.rows.number(examples.len());
        let mut at = 0;
        while at < examples.len() {
            self.texts.text(examples[at]);
            at += 1;
        }
    }
}

impl Tables {
    /// The families as they were written. Their rules stay for good, as the catalogue does anyhow.
    pub(super) fn unpack(&self) -> Vec<Family> {
        let mut packed = Unpacking::new(self.texts, self.rows);
        let mut conditions = self.conditions.iter();
        let mut families = Vec::new();
        while !packed.is_done() {
            let about = listed(&mut packed, &Domain::ALL);
            let mut rules = Vec::new();
            for _ in 0..packed.number() {
                let Some(when) = conditions.next() else { return families };
                let level = Risk::ALL.get(packed.number()).copied().unwrap_or(Risk::Critical);
                rules.push(Rule {
                    level,
                    on: listed(&mut packed, &Kind::ALL),
                    when: *when,
                    id: packed.text(),
                    title: packed.text(),
                    what: packed.text(),
                    why: packed.text(),
                    instead: packed.text(),
                    matches: if shows_matches(level) { packed.texts() } else { &[] },
                    spares: if PAGES { packed.texts() } else { &[] },
                });
            }
            families.push(Family { about, rules: rules.leak() });
        }
        families
    }
}

/// As many of these as the next number says.
fn listed<T: Copy>(packed: &mut Unpacking, all: &[T]) -> &'static [T] {
    let mut list = Vec::new();
    for _ in 0..packed.number() {
        list.extend(all.get(usize::from(packed.byte())).copied());
    }
    list.leak()
}
