//! Carrying out what the rows of programs say.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Target, WordAction};
use crate::facts::program::{Behavior, EffectSpec};
use crate::facts::programs;

impl<'a> Walker<'a> {
    /// Says what a call does.
    pub(in crate::facts) fn carry_out(&mut self, act: Behavior, call: &Call<'a>) {
        match act {
            Behavior::Reads => {}
            Behavior::NoEffect => self.mark_no_effect(),
            Behavior::Runs => self.mark_changing(),
            Behavior::Effects(deeds) => {
                for deed in deeds {
                    self.do_deed(deed, call);
                }
            }
            Behavior::Cases(cases) => {
                for case in cases {
                    // A mere look is believed only of words that are known to the end.
                    let sure = matches!(case.behavior, Behavior::Reads | Behavior::NoEffect);
                    if case.when.holds(call, sure) {
                        self.carry_out(case.behavior, call);
                        if !case.goes_on {
                            return;
                        }
                    }
                }
            }
            Behavior::On(doing, target) => self.do_with(doing, target, call),
            Behavior::Verb(domain) => programs::by_verb(self, call, domain),
            Behavior::Code(observe) => observe(self, call),
        }
    }

    fn do_deed(&mut self, deed: &EffectSpec, call: &Call<'a>) {
        if call.affirms(deed.unless) {
            return;
        }
        if !deed.only.is_empty() && !call.has_any(deed.only) {
            self.mark_changing();
            return;
        }
        let place = deed.place.unwrap_or(deed.domain.place());
        self.add(deed.kind, deed.domain, place, deed.traits, call.at);
    }

    fn do_with(&mut self, doing: WordAction, target: Target, call: &Call<'a>) {
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

    fn do_with_words(&mut self, doing: WordAction, words: &'a [Arg<'a>]) {
        match doing {
            WordAction::Runs => {
                self.mark_wrapper();
                return self.carry_writing(behind_dashes(words));
            }
            WordAction::RunsElsewhere => {
                self.mark_changing();
                return programs::carry_elsewhere(self, words);
            }
            _ => {}
        }
        for word in words {
            match doing {
                WordAction::Touches(kind, traits) => self.touches(kind, word, traits),
                WordAction::Overwrites => self.overwrites(word),
                WordAction::Makes => self.makes(word),
                WordAction::RunsShell => {
                    self.runs_shell(word);
                }
                WordAction::RunsShellElsewhere => {
                    self.mark_changing();
                    self.with_elsewhere(|walker| {
                        walker.run_code(word, Dialect::Bash, Scoping::Own);
                    });
                }
                WordAction::Queries => {
                    self.mark_changing();
                    programs::judge_sql(self, word);
                }
                WordAction::Runs | WordAction::RunsElsewhere => {}
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
