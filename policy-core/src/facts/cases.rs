//! What a program does where its words decide: cases with a test each, written as data.
//!
//! ```text
//! Act::Cases(&[
//!     when(given("dry-run"), Act::Reads),
//!     when(first("drop wipe"), rows::DELETES_ALL),
//!     when(first("rm").and(&given("recursive")), rows::DELETES_ALL),
//!     otherwise(Act::Runs),
//! ])
//! ```
//!
//! The first case whose test holds decides; [`also`] is one that lets the next ones speak, too.
//! Where no test holds, the program only looks.

use super::arg::Arg;
use super::call::Call;
use super::effect::{Kind, Traits};
use super::options::Flag;
use super::program::Act;
use super::words::{Words, words};

/// One case of what a program does.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// When.
    pub when: Test,
    /// What.
    pub act: Act,
    /// Whether the cases behind it are looked at as well.
    pub goes_on: bool,
}

/// A question about the words of a call.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Which words.
    pub of: Of,
    /// How they are compared.
    pub how: How,
    /// Whether the answer is turned round.
    pub not: bool,
    /// The flag whose value is meant ([`Of::Value`], [`Of::Values`]); empty otherwise.
    pub flag: &'static str,
    /// What they are compared with.
    pub words: Words,
    /// What must hold as well.
    pub and: Option<&'static Test>,
}

/// Which words of a call are looked at. One that answers is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
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
    /// The first three of them: what stands further behind is data.
    Early,
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
pub enum How {
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
pub enum Doing {
    /// An effect on each as a path.
    Touches(Kind, Traits),
    /// Each is a file that is written over; `-` is none.
    Overwrites,
    /// Each is a file that is made: nothing, unless it lies where that does harm.
    Makes,
    /// They are a command.
    Carries,
    /// They are a command on another machine or in a container.
    CarriesElsewhere,
    /// Each is code for the machine's shell.
    RunsShell,
    /// Each is code for the shell of another machine.
    RunsShellElsewhere,
    /// Each is a statement for a database.
    Queries,
}

/// The words something is done with.
#[derive(Clone, Copy, Debug)]
pub enum Target {
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
    /// A path that is not written in the call.
    Path(&'static str),
}

/// Every word behind the subcommand.
pub const ALL: Target = Target::From(0);

/// A case that decides where its test holds.
#[must_use]
pub const fn when(test: Test, act: Act) -> Case {
    Case { when: test, act, goes_on: false }
}

/// A case that lets the next ones speak as well.
#[must_use]
pub const fn also(test: Test, act: Act) -> Case {
    Case { when: test, act, goes_on: true }
}

/// What is done where no test held.
#[must_use]
pub const fn otherwise(act: Act) -> Case {
    Case { when: Test::ALWAYS, act, goes_on: false }
}

/// It does something, whatever the cases behind this one add.
pub const ALSO_ACTS: Case = also(Test::ALWAYS, Act::Runs);

/// One of these flags is given.
#[must_use]
pub const fn given(flags: &'static str) -> Test {
    Test::new(Of::Flags, How::Is, flags)
}

/// One of these flags is given and not taken back by its value.
#[must_use]
pub const fn affirmed(flags: &'static str) -> Test {
    Test::new(Of::Affirmed, How::Is, flags)
}

/// The program goes by one of these names.
#[must_use]
pub const fn named(names: &'static str) -> Test {
    Test::new(Of::Name, How::Is, names)
}

/// The first word behind the subcommand is one of these.
#[must_use]
pub const fn first(words: &'static str) -> Test {
    Test::new(Of::First, How::Is, words)
}

/// The second is.
#[must_use]
pub const fn second(words: &'static str) -> Test {
    Test::new(Of::Second, How::Is, words)
}

/// One of the words behind the subcommand is one of these.
#[must_use]
pub const fn says(words: &'static str) -> Test {
    Test::new(Of::Operands, How::Is, words)
}

/// The value of a flag is one of these.
#[must_use]
pub const fn value(flag: &'static str, words: &'static str) -> Test {
    Test { flag, ..Test::new(Of::Value, How::Is, words) }
}

/// One of certain words is one of these.
#[must_use]
pub const fn is(of: Of, words: &'static str) -> Test {
    Test::new(of, How::Is, words)
}

/// One of all arguments is one of these, in small letters or capitals.
#[must_use]
pub const fn any_case(words: &'static str) -> Test {
    Test::new(Of::AnyCase, How::Is, words)
}

/// One of certain words begins like one of these.
#[must_use]
pub const fn begins(of: Of, words: &'static str) -> Test {
    Test::new(of, How::Begins, words)
}

/// One of certain words ends like one of these.
#[must_use]
pub const fn ends(of: Of, words: &'static str) -> Test {
    Test::new(of, How::Ends, words)
}

/// One of certain words holds one of these.
#[must_use]
pub const fn holds(of: Of, words: &'static str) -> Test {
    Test::new(of, How::Holds, words)
}

/// There is such a word, whatever it is.
#[must_use]
pub const fn exists(of: Of) -> Test {
    Test { of, how: How::Any, not: false, flag: "", words: Words::NONE, and: None }
}

/// The value of a flag is an empty text.
#[must_use]
pub const fn empty_value(flag: &'static str) -> Test {
    Test { flag, how: How::Empty, ..exists(Of::Value) }
}

/// A test that does not hold.
#[must_use]
pub const fn not(test: Test) -> Test {
    Test { not: !test.not, ..test }
}

impl Test {
    /// A test that holds of every call.
    const ALWAYS: Self = exists(Of::Nothing);

    /// A question about words.
    #[must_use]
    pub const fn new(of: Of, how: How, list: &'static str) -> Self {
        Self { of, how, not: false, flag: "", words: words(list), and: None }
    }

    /// The same about the value of a flag: `begins(Of::Value, "public").of("acl")`.
    #[must_use]
    pub const fn of(self, flag: &'static str) -> Self {
        Self { flag, ..self }
    }

    /// That, and something else: `first("rm").and(&given("force"))`.
    #[must_use]
    pub const fn and(self, other: &'static Self) -> Self {
        Self { and: Some(other), ..self }
    }

    /// Whether a call passes. Where it must be `sure`, words of which only the beginning is known
    /// speak against it, whatever they may turn out to be.
    #[must_use]
    pub fn holds(&self, call: &Call<'_>, sure: bool) -> bool {
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
        let among = match self.of {
            Of::Nothing => return true,
            Of::Name => return self.fits(call.name),
            Of::Flags | Of::Affirmed => {
                let taken_back = |flag: &Flag<'_>| self.of == Of::Affirmed && flag.is_taken_back();
                let mut flags = call.flags.iter();
                return flags.any(|flag| self.fits(flag.name) && !taken_back(flag));
            }
            Of::Value | Of::Values => {
                let mut meant = call.flags.iter().rev().filter(|flag| flag.name == self.flag);
                let only = if self.of == Of::Value { 1 } else { usize::MAX };
                return meant.by_ref().take(only).any(|flag| flag.value.is_some_and(fits));
            }
            Of::AnyCase => {
                let same = |arg: &Arg<'_>| {
                    self.words.iter().any(|word| arg.text.eq_ignore_ascii_case(word))
                };
                return call.args.iter().any(same);
            }
            Of::First => operands.get(..1),
            Of::Second => operands.get(1..2),
            Of::Last => operands.len().checked_sub(1).and_then(|at| operands.get(at..)),
            Of::Early => Some(operands.get(..3).unwrap_or(operands)),
            Of::Operands => Some(operands),
            Of::Args => Some(call.args),
            Of::Words => Some(call.words),
        };
        among.is_some_and(|among| among.iter().any(fits))
    }

    fn fits(&self, text: &str) -> bool {
        match self.how {
            How::Is => self.words.has(text),
            How::Begins => self.words.any_starts(text),
            How::Ends => self.words.any_ends(text),
            How::Holds => self.words.any_within(text),
            How::Any => true,
            How::Empty => text.is_empty(),
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
        let flag = |name, value| Flag { name, value: Some(value), arg: value };
        let call = Call {
            name: "tool",
            args: &words,
            flags: &[flag("mode", &values[0]), flag("dry-run", &values[1])],
            words: &words,
            sub: None,
            operands: &words,
            at: Location::default(),
        };
        test.holds(&call, sure)
    }

    #[test]
    fn each_kind_of_word_is_asked_for() {
        assert!(passes(given("force dry-run")) && !passes(given("force")));
        assert!(passes(affirmed("mode")) && !passes(affirmed("dry-run")));
        assert!(passes(named("other tool")) && !passes(named("other")));
        assert!(passes(first("db")) && !passes(first("drop")));
        assert!(passes(second("drop")) && !passes(second("db")));
        assert!(passes(says("drop")) && !passes(says("fast")));
        assert!(passes(value("mode", "slow fast")) && !passes(value("dry-run", "fast")));
        assert!(passes(Test::new(Of::Last, How::Is, "drop")));
        assert!(passes(any_case("DB")) && !passes(is(Of::Args, "DB")));
        assert!(passes(exists(Of::Second)) && !passes(not(exists(Of::First))));
    }

    #[test]
    fn words_half_known_are_no_proof() {
        let half = |test, sure| passes_with(Knowledge::Start, test, sure);
        assert!(half(first("db"), false) && !half(first("db"), true));
        assert!(!half(not(first("other")), true) && half(not(first("other")), false));
        assert!(half(exists(Of::Second), true));
    }

    #[test]
    fn words_are_compared_whole_or_in_part() {
        let words = Of::Operands;
        assert!(passes(begins(words, "x dr")) && !passes(begins(words, "rop")));
        assert!(passes(ends(words, "op")) && !passes(ends(words, "dr")));
        assert!(passes(holds(words, "ro")) && !passes(holds(words, "or")));
        assert!(passes(begins(Of::Value, "fa").of("mode")));
    }

    #[test]
    fn tests_are_turned_round_and_joined() {
        assert!(passes(not(first("x"))) && !passes(not(first("db"))));
        static FORCED: Test = given("force");
        static UNFORCED: Test = not(FORCED);
        assert!(passes(first("db").and(&UNFORCED)) && !passes(first("db").and(&FORCED)));
        assert!(passes(otherwise(Act::Reads).when));
    }
}
