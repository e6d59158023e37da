//! What a program does where its words decide: cases with a test each, written as data.
//!
//! ```text
//! Behavior::Cases(&[
//!     when(has_flag("dry-run"), Behavior::Reads),
//!     when(first_operand("drop wipe"), respects_dry_run::DELETES_ALL),
//!     when(first_operand("rm").and(&has_flag("recursive")), respects_dry_run::DELETES_ALL),
//!     otherwise(Behavior::Runs),
//! ])
//! ```
//!
//! The first case whose test holds decides; [`also`] is one that lets the next ones decide as well.
//! Where no test holds, the program only reads, unless a word of its own chooses what it does.

use super::arg::Arg;
use super::call::Call;
use super::effect::{Kind, Traits};
use super::options::Flag;
use super::program::Behavior;
use super::words::{Words, words};

/// One case of what a program does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// When.
    pub when: Test,
    /// What.
    pub behavior: Behavior,
    /// Whether the cases behind it are looked at as well.
    pub goes_on: bool,
}

/// A question about the words of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    /// Which words.
    pub subject: Subject,
    /// How they are compared.
    pub comparison: Comparison,
    /// Whether the answer is turned round.
    pub not: bool,
    /// The flag whose value is meant ([`Subject::Value`], [`Subject::Values`]); empty otherwise.
    pub flag: &'static str,
    /// What they are compared with.
    pub words: Words,
    /// What must hold as well.
    pub and: Option<&'static Test>,
}

/// Which words of a call are looked at. One that answers is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// None; the test holds.
    Nothing,
    /// The names of its flags.
    Flags,
    /// The names of its flags that are not taken back by their value.
    Affirmed,
    /// The program's name.
    Name,
    /// The first word behind the subcommand.
    First,
    /// The second.
    Second,
    /// The last.
    Last,
    /// Any word behind the subcommand.
    Operands,
    /// Any argument, flags included.
    Args,
    /// Any argument, in small letters or capitals; words are compared whole.
    AnyCase,
    /// The value of a flag, the last one given.
    Value,
    /// Any value given to a flag.
    Values,
    /// The words of the subcommand, and what is behind it.
    Words,
}

/// How a word is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// It is the word.
    Is,
    /// It begins like it.
    Begins,
    /// It ends like it.
    Ends,
    /// It holds it.
    Holds,
    /// It is there at all.
    Any,
    /// It is empty.
    Empty,
}

/// What is done with words of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WordAction {
    /// An effect on each as a path.
    Touches(Kind, Traits),
    /// Each is a file that is written over; `-` is none.
    Overwrites,
    /// They are a command.
    Runs,
    /// They are a command on another machine or in a container.
    RunsElsewhere,
    /// Each is code for the machine's shell.
    RunsShell,
    /// Each is code for the shell of another machine.
    RunsShellElsewhere,
    /// Each is a statement for a database.
    Queries,
}

/// The words something is done with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The words behind the subcommand, from this one on.
    From(u8),
    /// One of them.
    Nth(u8),
    /// The last of them.
    Last,
    /// The last value of a flag.
    Value(&'static str),
    /// Each value of a flag.
    Values(&'static str),
    /// All words, the subcommand's among them.
    Words,
    /// A path that is not written in the call. All that is touched must be below it: a checkpoint
    /// may promise to bring it back.
    Path(&'static str),
    /// Paths that the call does not tell, so that nothing is promised.
    Somewhere,
}

/// Every word behind the subcommand.
pub(crate) const ALL: Target = Target::From(0);

/// A case that decides where its test holds.
#[must_use]
pub(crate) const fn when(test: Test, behavior: Behavior) -> Case {
    Case { when: test, behavior, goes_on: false }
}

/// A case that lets the next ones decide as well.
#[must_use]
pub(crate) const fn also(test: Test, behavior: Behavior) -> Case {
    Case { when: test, behavior, goes_on: true }
}

/// What is done where no test held.
#[must_use]
pub(crate) const fn otherwise(behavior: Behavior) -> Case {
    Case { when: Test::ALWAYS, behavior, goes_on: false }
}

/// It does something, whatever the cases behind this one add.
pub(crate) const ALSO_CHANGES: Case = also(Test::ALWAYS, Behavior::Runs);

/// One of these flags is given.
#[must_use]
pub(crate) const fn has_flag(flags: &'static str) -> Test {
    Test::new(Subject::Flags, Comparison::Is, flags)
}

/// One of these flags is given and not taken back by its value.
#[must_use]
pub(crate) const fn flag_enabled(flags: &'static str) -> Test {
    Test::new(Subject::Affirmed, Comparison::Is, flags)
}

/// The program goes by one of these names.
#[must_use]
pub(crate) const fn named(names: &'static str) -> Test {
    Test::new(Subject::Name, Comparison::Is, names)
}

/// The first word behind the subcommand is one of these.
#[must_use]
pub(crate) const fn first_operand(words: &'static str) -> Test {
    Test::new(Subject::First, Comparison::Is, words)
}

/// The second is.
#[must_use]
pub(crate) const fn second_operand(words: &'static str) -> Test {
    Test::new(Subject::Second, Comparison::Is, words)
}

/// One of the words behind the subcommand is one of these.
#[must_use]
pub(crate) const fn any_operand(words: &'static str) -> Test {
    Test::new(Subject::Operands, Comparison::Is, words)
}

/// The value of a flag is one of these.
#[must_use]
pub(crate) const fn value(flag: &'static str, words: &'static str) -> Test {
    Test { flag, ..Test::new(Subject::Value, Comparison::Is, words) }
}

/// One of certain words is one of these.
#[must_use]
pub(crate) const fn is(of: Subject, words: &'static str) -> Test {
    Test::new(of, Comparison::Is, words)
}

/// One of all arguments is one of these, in small letters or capitals.
#[must_use]
pub(crate) const fn any_case(words: &'static str) -> Test {
    Test::new(Subject::AnyCase, Comparison::Is, words)
}

/// One of certain words begins like one of these.
#[must_use]
pub(crate) const fn starts_with(of: Subject, words: &'static str) -> Test {
    Test::new(of, Comparison::Begins, words)
}

/// One of certain words ends like one of these.
#[must_use]
pub(crate) const fn ends_with(of: Subject, words: &'static str) -> Test {
    Test::new(of, Comparison::Ends, words)
}

/// One of certain words holds one of these.
#[must_use]
pub(crate) const fn contains(of: Subject, words: &'static str) -> Test {
    Test::new(of, Comparison::Holds, words)
}

/// There is such a word, whatever it is.
#[must_use]
pub(crate) const fn exists(of: Subject) -> Test {
    Test {
        subject: of,
        comparison: Comparison::Any,
        not: false,
        flag: "",
        words: Words::NONE,
        and: None,
    }
}

/// The value of a flag is an empty text.
#[must_use]
pub(crate) const fn empty_value(flag: &'static str) -> Test {
    Test { flag, comparison: Comparison::Empty, ..exists(Subject::Value) }
}

/// A test that does not hold.
#[must_use]
pub(crate) const fn not(test: Test) -> Test {
    Test { not: !test.not, ..test }
}

impl Test {
    /// Whether it asks which of its commands a program is told to carry out.
    #[must_use]
    pub(crate) fn chooses(&self) -> bool {
        self.subject == Subject::First && self.comparison == Comparison::Is && !self.not
    }

    /// A test that holds of every call.
    const ALWAYS: Self = exists(Subject::Nothing);

    /// A question about words.
    #[must_use]
    pub(crate) const fn new(of: Subject, how: Comparison, list: &'static str) -> Self {
        Self { subject: of, comparison: how, not: false, flag: "", words: words(list), and: None }
    }

    /// The same about the value of a flag: `starts_with(Subject::Value, "public").of("acl")`.
    #[must_use]
    pub(crate) const fn of(self, flag: &'static str) -> Self {
        Self { flag, ..self }
    }

    /// That, and something else: `first_operand("rm").and(&has_flag("force"))`.
    #[must_use]
    pub(crate) const fn and(self, other: &'static Self) -> Self {
        Self { and: Some(other), ..self }
    }

    /// Whether a call passes. Where it must be `sure`, words of which only the beginning is known
    /// contradict it, whatever they turn out to be.
    #[must_use]
    pub(crate) fn holds(&self, call: &Call<'_>, sure: bool) -> bool {
        let mut test = self;
        loop {
            if test.answer(call, sure) == test.not {
                return false;
            }
            match test.and {
                Some(next) => test = next,
                None => return true,
            }
        }
    }

    fn answer(&self, call: &Call<'_>, sure: bool) -> bool {
        let operands = call.operands;
        let fits = |arg: &Arg<'_>| {
            let doubtful = sure && !self.words.is_empty() && arg.known().is_none();
            if doubtful { self.not } else { self.fits(arg.text) }
        };
        let among = match self.subject {
            Subject::Nothing => return true,
            Subject::Name => return self.fits(call.name),
            Subject::Flags | Subject::Affirmed => {
                let taken_back =
                    |flag: &Flag<'_>| self.subject == Subject::Affirmed && flag.is_taken_back();
                let mut flags = call.flags.iter();
                return flags.any(|flag| self.fits(flag.name) && !taken_back(flag));
            }
            Subject::Value | Subject::Values => {
                let mut meant = call.flags.iter().rev().filter(|flag| flag.name == self.flag);
                let only = if self.subject == Subject::Value { 1 } else { usize::MAX };
                return meant.by_ref().take(only).any(|flag| flag.value.is_some_and(fits));
            }
            Subject::AnyCase => {
                let same = |arg: &Arg<'_>| {
                    self.words.iter().any(|word| arg.text.eq_ignore_ascii_case(word))
                };
                return call.args.iter().any(same);
            }
            Subject::First => operands.get(..1),
            Subject::Second => operands.get(1..2),
            Subject::Last => operands.len().checked_sub(1).and_then(|at| operands.get(at..)),
            Subject::Operands => Some(operands),
            Subject::Args => Some(call.args),
            Subject::Words => Some(call.words),
        };
        among.is_some_and(|among| among.iter().any(fits))
    }

    fn fits(&self, text: &str) -> bool {
        match self.comparison {
            Comparison::Is => self.words.has(text),
            Comparison::Begins => self.words.any_starts(text),
            Comparison::Ends => self.words.any_ends(text),
            Comparison::Holds => self.words.any_within(text),
            Comparison::Any => true,
            Comparison::Empty => text.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::arg::Knowledge;
    use crate::source::Location;

    /// Whether a call of `tool` with the words `db drop` and `--mode=fast --dry-run=false` passes.
    fn passes(test: Test) -> bool {
        passes_with(Knowledge::Whole, test, false)
    }

    /// The same, where only so much is known of its words.
    fn passes_with(knowledge: Knowledge<'_>, test: Test, sure: bool) -> bool {
        let word = |text| Arg { knowledge, ..Arg::whole(text, Location::default()) };
        let (words, values) = ([word("db"), word("drop")], [word("fast"), word("false")]);
        let flag = |name, value| Flag { name, value: Some(value), arg: value, meaning: None };
        let call = Call {
            name: "tool",
            args: &words,
            flags: &[flag("mode", &values[0]), flag("dry-run", &values[1])],
            words: &words,
            sub: None,
            operands: &words,
            listed: false,
            marked: false,
            at: Location::default(),
        };
        test.holds(&call, sure)
    }

    #[test]
    fn each_kind_of_word_is_asked_for() {
        assert!(passes(has_flag("force dry-run")) && !passes(has_flag("force")));
        assert!(passes(flag_enabled("mode")) && !passes(flag_enabled("dry-run")));
        assert!(passes(named("other tool")) && !passes(named("other")));
        assert!(passes(first_operand("db")) && !passes(first_operand("drop")));
        assert!(passes(second_operand("drop")) && !passes(second_operand("db")));
        assert!(passes(any_operand("drop")) && !passes(any_operand("fast")));
        assert!(passes(value("mode", "slow fast")) && !passes(value("dry-run", "fast")));
        assert!(passes(Test::new(Subject::Last, Comparison::Is, "drop")));
        assert!(passes(any_case("DB")) && !passes(is(Subject::Args, "DB")));
        assert!(passes(exists(Subject::Second)) && !passes(not(exists(Subject::First))));
    }

    #[test]
    fn words_half_known_are_no_proof() {
        let half = |test, sure| passes_with(Knowledge::Start, test, sure);
        assert!(half(first_operand("db"), false) && !half(first_operand("db"), true));
        assert!(
            !half(not(first_operand("other")), true) && half(not(first_operand("other")), false)
        );
        assert!(half(exists(Subject::Second), true));
    }

    #[test]
    fn words_are_compared_whole_or_in_part() {
        let words = Subject::Operands;
        assert!(passes(starts_with(words, "x dr")) && !passes(starts_with(words, "rop")));
        assert!(passes(ends_with(words, "op")) && !passes(ends_with(words, "dr")));
        assert!(passes(contains(words, "ro")) && !passes(contains(words, "or")));
        assert!(passes(starts_with(Subject::Value, "fa").of("mode")));
    }

    #[test]
    fn tests_are_turned_round_and_joined() {
        assert!(passes(not(first_operand("x"))) && !passes(not(first_operand("db"))));
        static FORCED: Test = has_flag("force");
        static UNFORCED: Test = not(FORCED);
        assert!(
            passes(first_operand("db").and(&UNFORCED)) && !passes(first_operand("db").and(&FORCED))
        );
        assert!(passes(otherwise(Behavior::Reads).when));
    }
}
