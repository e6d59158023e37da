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
    pub(in crate::facts) fn apply(&mut self, behavior: Behavior, call: &Call<'a>) {
        match behavior {
            Behavior::Reads => {}
            Behavior::NoEffect => self.mark_no_effect(),
            Behavior::Runs => self.mark_changing(),
            Behavior::Effects(effects) => {
                for spec in effects {
                    self.apply_effect(spec, call);
                }
            }
            Behavior::Cases(cases) => {
                for case in cases {
                    // It counts as read-only only where every word is fully known.
                    let sure = matches!(case.behavior, Behavior::Reads | Behavior::NoEffect);
                    if case.when.holds(call, sure) {
                        self.apply(case.behavior, call);
                        if !case.goes_on {
                            return;
                        }
                    }
                }
                // A word that chooses what is done, and that no case has, is not known to read.
                if !call.operands.is_empty() && cases.iter().any(|case| case.when.chooses()) {
                    self.mark_changing();
                }
            }
            Behavior::On(action, target) => self.act_on(action, target, call),
            Behavior::Verb(domain) => programs::by_verb(self, call, domain),
            Behavior::Code(observe) => observe(self, call),
        }
    }

    fn apply_effect(&mut self, spec: &EffectSpec, call: &Call<'a>) {
        if call.affirms(spec.unless) {
            return;
        }
        if !spec.only.is_empty() && !call.has_any(spec.only) {
            self.mark_changing();
            return;
        }
        let place = spec.place.unwrap_or(spec.domain.place());
        self.add(spec.kind, spec.domain, place, spec.traits, call.at);
    }

    fn act_on(&mut self, action: WordAction, target: Target, call: &Call<'a>) {
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
                        self.act_on_words(action, std::slice::from_ref(value));
                    }
                }
                return;
            }
            Target::Words => call.words,
            Target::Path(text) => {
                let path = Arg { tilde: text.starts_with('~'), ..Arg::whole(text, call.at) };
                std::slice::from_ref(self.arena.alloc(path))
            }
            Target::Somewhere => std::slice::from_ref(self.arena.alloc(Arg::unknown(call.at))),
        };
        self.act_on_words(action, words);
    }

    fn act_on_words(&mut self, action: WordAction, words: &'a [Arg<'a>]) {
        match action {
            WordAction::Runs => {
                self.mark_wrapper();
                return self.run_wrapped_writing(behind_dashes(words));
            }
            WordAction::RunsElsewhere => {
                self.mark_changing();
                return programs::run_wrapped_elsewhere(self, words);
            }
            _ => {}
        }
        for word in words {
            match action {
                WordAction::Touches(kind, traits) => self.touches(kind, word, traits),
                WordAction::Overwrites => self.overwrites(word),
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
