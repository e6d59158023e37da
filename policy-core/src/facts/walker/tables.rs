//! Carrying out what the rows of programs say.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Doing, Target};
use crate::facts::program::{Act, Deed};
use crate::facts::programs;

impl<'a> Walker<'a> {
    /// Says what a call does.
    pub(in crate::facts) fn carry_out(&mut self, act: Act, call: &Call<'a>) {
        match act {
            Act::Reads => {}
            Act::Glue => self.is_glue(),
            Act::Runs => self.acts(),
            Act::Does(deeds) => {
                for deed in deeds {
                    self.do_deed(deed, call);
                }
            }
            Act::Cases(cases) => {
                for case in cases {
                    // A mere look is believed only of words that are known to the end.
                    let sure = matches!(case.act, Act::Reads | Act::Glue);
                    if case.when.holds(call, sure) {
                        self.carry_out(case.act, call);
                        if !case.goes_on {
                            return;
                        }
                    }
                }
            }
            Act::On(doing, target) => self.do_with(doing, target, call),
            Act::Verb(domain) => programs::by_verb(self, call, domain),
            Act::Code(observe) => observe(self, call),
        }
    }

    fn do_deed(&mut self, deed: &Deed, call: &Call<'a>) {
        if call.affirms(deed.unless) {
            return;
        }
        if !deed.only.is_empty() && !call.has_any(deed.only) {
            self.acts();
            return;
        }
        let place = deed.place.unwrap_or(deed.domain.place());
        self.add(deed.kind, deed.domain, place, deed.traits, call.at);
    }

    fn do_with(&mut self, doing: Doing, target: Target, call: &Call<'a>) {
        let words = match target {
            Target::From(first) => call.operands.get(usize::from(first)..).unwrap_or_default(),
            Target::Nth(nth) => {
                let nth = usize::from(nth);
                call.operands.get(nth..=nth).unwrap_or_default()
            }
            Target::Last => {
                let before = call.operands.len().saturating_sub(1);
                call.operands.get(before..).unwrap_or_default()
            }
            Target::Value(flag) | Target::Values(flag) => {
                let mut flags = call.flags;
                if matches!(target, Target::Value(_)) {
                    let last = flags.iter().rposition(|known| known.name == flag);
                    flags = last.and_then(|at| flags.get(at..=at)).unwrap_or_default();
                }
                for known in flags.iter().filter(|known| known.name == flag) {
                    if let Some(value) = known.value {
                        self.do_with_words(doing, std::slice::from_ref(value));
                    }
                }
                return;
            }
            Target::Words => call.words,
            Target::Path(text) => {
                let path = Arg { tilde: text.starts_with('~'), ..Arg::whole(text, call.at) };
                std::slice::from_ref(self.arena.alloc(path))
            }
        };
        self.do_with_words(doing, words);
    }

    fn do_with_words(&mut self, doing: Doing, words: &'a [Arg<'a>]) {
        match doing {
            Doing::Carries => {
                self.is_carrier();
                return self.carry_writing(behind_dashes(words));
            }
            Doing::CarriesElsewhere => {
                self.acts();
                return programs::carry_elsewhere(self, words);
            }
            _ => {}
        }
        for word in words {
            match doing {
                Doing::Touches(kind, traits) => self.touches(kind, word, traits),
                Doing::Overwrites => self.overwrites(word),
                Doing::Makes => self.makes(word),
                Doing::RunsShell => {
                    self.runs_shell(word);
                }
                Doing::RunsShellElsewhere => {
                    self.acts();
                    self.with_elsewhere(|walker| {
                        walker.run_code(word, Dialect::Bash, Scoping::Own);
                    });
                }
                Doing::Queries => {
                    self.acts();
                    programs::judge_sql(self, word);
                }
                Doing::Carries | Doing::CarriesElsewhere => {}
            }
        }
    }
}

/// The words of a command, which two dashes may set off.
pub(in crate::facts) fn behind_dashes<'a>(words: &'a [Arg<'a>]) -> &'a [Arg<'a>] {
    match words.split_first() {
        Some((first, rest)) if first.is("--") => rest,
        _ => words,
    }
}
