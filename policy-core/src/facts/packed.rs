//! The tables of programs, [packed](crate::packed): each model and each list of deeds or cases is
//! written once, and so is each [entry](super::packed_models) that many models have.

use super::alike::{BUCKETS, mixed, mixed_act, same, same_act};
use super::cases::{Case, Doing, How, Of, Target, Test};
use super::effect::{Domain, Kind, Traits};
use super::options::{Options, Style};
use super::packed_models;
use super::place::Place;
use super::program::{Act, Deed, Observer, Program, Sub};
use crate::packed::{Unpacking, Written};

/// Lists of families of programs, as they are written.
pub(super) type Lists = [&'static [&'static [Program]]];

/// Where the writing goes. What does not fit stops the build.
pub(super) struct Packed {
    /// Names and paths.
    pub(super) texts: Written<u8, 200_000>,
    /// The flags and words that rows ask for, which compress better by themselves.
    pub(super) flags: Written<u8, 60_000>,
    pub(super) rows: Written<u8, 40_000>,
    pub(super) code: Written<Observer, 2_000>,
    pub(super) options: Written<Options, 4_000>,
    acts: Written<Act, 2_000>,
    /// The last of the options and acts of a kind, and behind each the one before it: compilers
    /// allow constants so many steps, and looking through all of them would take more.
    last_options: [usize; BUCKETS],
    options_before: Written<usize, 4_000>,
    last_acts: [usize; BUCKETS],
    acts_before: Written<usize, 2_000>,
}

/// Packed lists as they stand in the binary.
pub(super) struct Tables {
    pub(super) texts: &'static [u8],
    pub(super) flags: &'static [u8],
    pub(super) models: &'static [u8],
    pub(super) entries: &'static [u8],
    pub(super) rows: &'static [u8],
    pub(super) code: &'static [Observer],
}

// A number below this is meant as it stands, a larger one is the place of something met before.
const STYLES: usize = 5;
const GLUE: usize = 0;
const READS: usize = 1;
const RUNS: usize = 2;
const CODE: usize = 3;
const VERB: usize = 4;
const ON: usize = 5;
const DEEDS: usize = 6;
const CASES: usize = 7;
const GOES_ON: usize = 8;
const KNOWN: usize = 9;

// In front of a deed: which texts belong to it.
const HAS_ONLY: u8 = 64;
const HAS_UNLESS: u8 = 128;
// In front of a deed's domain: it has a place of its own.
const HAS_PLACE: u8 = 128;

// In front of a test, with the words it is about.
const HOW: u8 = 16;
const NOT: u8 = 64;
const AND: u8 = 128;

// What is done with words: below this a kind of effect.
const OVERWRITES: u8 = Kind::COUNT as u8;

// Which words those are.
const LAST: u8 = 0;
const VALUE: u8 = 1;
const VALUES: u8 = 2;
const PATH: u8 = 3;
const WORDS: u8 = 4;
const NTH: u8 = 5;
const FROM: u8 = 9;

/// Packs lists of programs.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
pub(super) const fn pack(lists: &Lists) -> Packed {
    let mut out = Packed {
        texts: Written::new(0),
        flags: Written::new(0),
        rows: Written::new(0),
        code: Written::new(|_, _| {}),
        options: Written::new(Options::gnu("")),
        acts: Written::new(Act::Runs),
        last_options: [usize::MAX; BUCKETS],
        options_before: Written::new(usize::MAX),
        last_acts: [usize::MAX; BUCKETS],
        acts_before: Written::new(usize::MAX),
    };
    let mut list = 0;
    while list < lists.len() {
        let mut count = 0;
        let mut family = 0;
        while family < lists[list].len() {
            count += lists[list][family].len();
            family += 1;
        }
        out.rows.number(count);
        family = 0;
        while family < lists[list].len() {
            let programs = lists[list][family];
            let mut at = 0;
            while at < programs.len() {
                out.program(&programs[at]);
                at += 1;
            }
            family += 1;
        }
        list += 1;
    }
    out
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
impl Packed {
    const fn program(&mut self, program: &Program) {
        self.rows.number(program.names.len());
        let mut at = 0;
        while at < program.names.len() {
            self.texts.text(program.names[at]);
            at += 1;
        }
        self.options(program.options);
        self.act(program.act);
        self.rows.number(program.subs.len());
        at = 0;
        while at < program.subs.len() {
            let sub = &program.subs[at];
            self.texts.text(sub.path);
            self.options(sub.options);
            self.act(sub.act);
            at += 1;
        }
    }

    const fn options(&mut self, options: Options) {
        let style = options.style as u8;
        let bucket = mixed(options.model);
        let mut at = self.last_options[bucket];
        while at != usize::MAX {
            let known = self.options.items[at];
            if known.style as u8 == style && same(known.model, options.model) {
                return self.rows.number(STYLES + at);
            }
            at = self.options_before.items[at];
        }
        self.options_before.push(self.last_options[bucket]);
        self.last_options[bucket] = self.options.len;
        self.options.push(options);
        self.rows.number(style as usize);
    }

    const fn act(&mut self, act: Act) {
        match act {
            Act::Glue => self.rows.number(GLUE),
            Act::Reads => self.rows.number(READS),
            Act::Runs => self.rows.number(RUNS),
            Act::Code(observer) => {
                self.rows.number(CODE);
                self.code.push(observer);
            }
            Act::Verb(domain) => {
                self.rows.number(VERB);
                self.rows.push(domain as u8);
            }
            Act::On(doing, target) => {
                self.rows.number(ON);
                self.doing(doing);
                self.target(target);
            }
            Act::Does(_) | Act::Cases(_) if self.is_known(act) => {}
            Act::Does(deeds) => {
                self.rows.number(DEEDS);
                self.rows.number(deeds.len());
                let mut at = 0;
                while at < deeds.len() {
                    self.deed(&deeds[at]);
                    at += 1;
                }
            }
            Act::Cases(cases) => {
                self.rows.number(CASES);
                self.rows.number(cases.len());
                let mut at = 0;
                while at < cases.len() {
                    self.test(&cases[at].when);
                    if cases[at].goes_on {
                        self.rows.number(GOES_ON);
                    }
                    self.act(cases[at].act);
                    at += 1;
                }
            }
        }
    }

    /// Whether a list of deeds or cases was met before; its place is written then.
    const fn is_known(&mut self, act: Act) -> bool {
        let bucket = mixed_act(act);
        let mut at = self.last_acts[bucket];
        while at != usize::MAX {
            if same_act(self.acts.items[at], act) {
                self.rows.number(KNOWN + at);
                return true;
            }
            at = self.acts_before.items[at];
        }
        self.acts_before.push(self.last_acts[bucket]);
        self.last_acts[bucket] = self.acts.len;
        self.acts.push(act);
        false
    }

    const fn deed(&mut self, deed: &Deed) {
        let only = if deed.only.is_empty() { 0 } else { HAS_ONLY };
        let unless = if deed.unless.is_empty() { 0 } else { HAS_UNLESS };
        self.rows.push(deed.kind as u8 | only | unless);
        match deed.place {
            None => self.rows.push(deed.domain as u8),
            Some(place) => {
                self.rows.push(deed.domain as u8 | HAS_PLACE);
                self.rows.push(place as u8);
            }
        }
        self.rows.number(deed.traits.bits() as usize);
        if only != 0 {
            self.flags.text(deed.only);
        }
        if unless != 0 {
            self.flags.text(deed.unless);
        }
    }

    const fn test(&mut self, test: &Test) {
        let not = if test.not { NOT } else { 0 };
        let and = if test.and.is_some() { AND } else { 0 };
        self.rows.push(test.of as u8 | (test.how as u8 * HOW) | not | and);
        if matches!(test.of, Of::Value | Of::Values) {
            self.flags.text(test.flag);
        }
        if !matches!(test.of, Of::Nothing) {
            self.flags.text(test.words);
        }
        if let Some(next) = test.and {
            self.test(next);
        }
    }

    const fn doing(&mut self, doing: Doing) {
        match doing {
            Doing::Touches(kind, traits) => {
                self.rows.push(kind as u8);
                self.rows.number(traits.bits() as usize);
            }
            Doing::Overwrites => self.rows.push(OVERWRITES),
            Doing::Makes => self.rows.push(OVERWRITES + 1),
            Doing::Carries => self.rows.push(OVERWRITES + 2),
            Doing::CarriesElsewhere => self.rows.push(OVERWRITES + 3),
            Doing::RunsShell => self.rows.push(OVERWRITES + 4),
            Doing::RunsShellElsewhere => self.rows.push(OVERWRITES + 5),
            Doing::Queries => self.rows.push(OVERWRITES + 6),
        }
    }

    const fn target(&mut self, target: Target) {
        match target {
            Target::From(first) => self.rows.push(FROM + first),
            Target::Nth(nth) => self.rows.push(NTH + nth),
            Target::Last => self.rows.push(LAST),
            Target::Words => self.rows.push(WORDS),
            Target::Value(flag) => self.named_target(VALUE, flag),
            Target::Values(flag) => self.named_target(VALUES, flag),
            Target::Path(path) => self.named_target(PATH, path),
        }
    }

    const fn named_target(&mut self, tag: u8, name: &str) {
        self.rows.push(tag);
        self.flags.text(name);
    }
}

impl Tables {
    /// The rows as they were written, one list behind the other. They stay for good, as what is
    /// known about programs does anyhow.
    pub(super) fn unpack(&self) -> Vec<&'static [Program]> {
        let mut reader = Reader {
            packed: Unpacking::new(self.texts, self.rows),
            flags: Unpacking::new(self.flags, &[]),
            models: packed_models::unpack(self.models, self.entries).into_iter(),
            code: self.code,
            options: Vec::new(),
            acts: Vec::new(),
        };
        let mut lists = Vec::new();
        while !reader.packed.is_done() {
            let programs = reader.packed.number();
            lists.push(&*reader.programs(programs).leak());
        }
        lists
    }
}

/// What is left to read, and what was met on the way.
struct Reader {
    packed: Unpacking,
    flags: Unpacking,
    models: std::vec::IntoIter<&'static str>,
    code: &'static [Observer],
    options: Vec<Options>,
    acts: Vec<Act>,
}

impl Reader {
    fn programs(&mut self, count: usize) -> Vec<Program> {
        let mut programs = Vec::with_capacity(count);
        for _ in 0..count {
            let names = self.packed.texts();
            let (options, act) = (self.options(), self.act());
            let mut subs = Vec::new();
            for _ in 0..self.packed.number() {
                let path = self.packed.text();
                let (options, act) = (self.options(), self.act());
                subs.push(Sub { path, options, act });
            }
            programs.push(Program { names, options, subs: subs.leak(), act });
        }
        programs
    }

    fn options(&mut self) -> Options {
        let style = match self.packed.number() {
            0 => Style::Gnu,
            1 => Style::Leading,
            2 => Style::Long,
            3 => Style::Slash,
            4 => Style::PowerShell,
            place => return self.options.get(place - STYLES).copied().unwrap_or(Options::gnu("")),
        };
        let options = Options::new(style, self.models.next().unwrap_or_default());
        self.options.push(options);
        options
    }

    fn act(&mut self) -> Act {
        let act = self.packed.number();
        self.act_of(act)
    }

    fn act_of(&mut self, act: usize) -> Act {
        match act {
            GLUE => Act::Glue,
            READS => Act::Reads,
            RUNS => Act::Runs,
            CODE => {
                let Some((observer, rest)) = self.code.split_first() else { return Act::Runs };
                self.code = rest;
                Act::Code(*observer)
            }
            VERB => Act::Verb(self.domain()),
            ON => {
                let doing = self.doing();
                Act::On(doing, self.target())
            }
            DEEDS => {
                let place = self.keep_place();
                let mut deeds = Vec::new();
                for _ in 0..self.packed.number() {
                    deeds.push(self.deed());
                }
                self.put(place, Act::Does(deeds.leak()))
            }
            CASES => {
                let place = self.keep_place();
                let mut cases = Vec::new();
                for _ in 0..self.packed.number() {
                    let when = self.test();
                    let mut act = self.packed.number();
                    let goes_on = act == GOES_ON;
                    if goes_on {
                        act = self.packed.number();
                    }
                    cases.push(Case { when, act: self.act_of(act), goes_on });
                }
                self.put(place, Act::Cases(cases.leak()))
            }
            place => self.acts.get(place - KNOWN).copied().unwrap_or(Act::Runs),
        }
    }

    /// Lists are counted where they begin; others may stand in them.
    fn keep_place(&mut self) -> usize {
        self.acts.push(Act::Runs);
        self.acts.len() - 1
    }

    fn put(&mut self, place: usize, act: Act) -> Act {
        if let Some(slot) = self.acts.get_mut(place) {
            *slot = act;
        }
        act
    }

    fn kind(&self, kind: u8) -> Kind {
        Kind::ALL.get(usize::from(kind)).copied().unwrap_or(Kind::Creates)
    }

    fn domain(&mut self) -> Domain {
        let domain = self.packed.byte();
        self.domain_of(domain)
    }

    fn domain_of(&self, domain: u8) -> Domain {
        Domain::ALL.get(usize::from(domain)).copied().unwrap_or(Domain::Files)
    }

    fn traits(&mut self) -> Traits {
        Traits::from_bits_retain(u16::try_from(self.packed.number()).unwrap_or_default())
    }

    fn deed(&mut self) -> Deed {
        let kind = self.packed.byte();
        let domain = self.packed.byte();
        let place = (domain & HAS_PLACE != 0).then(|| usize::from(self.packed.byte()));
        Deed {
            kind: self.kind(kind & !(HAS_ONLY | HAS_UNLESS)),
            domain: self.domain_of(domain & !HAS_PLACE),
            place: place.and_then(|place| Place::ALL.get(place).copied()),
            traits: self.traits(),
            only: if kind & HAS_ONLY == 0 { "" } else { self.flags.text() },
            unless: if kind & HAS_UNLESS == 0 { "" } else { self.flags.text() },
        }
    }

    fn test(&mut self) -> Test {
        let byte = self.packed.byte();
        let of = Of::ALL.get(usize::from(byte % HOW)).copied().unwrap_or(Of::Nothing);
        let how = match byte / HOW % 4 {
            0 => How::Is,
            1 => How::Begins,
            2 => How::Ends,
            _ => How::Holds,
        };
        let flag = if matches!(of, Of::Value | Of::Values) { self.flags.text() } else { "" };
        let words = if of == Of::Nothing { "" } else { self.flags.text() };
        let and = (byte & AND != 0).then(|| &*Box::leak(Box::new(self.test())));
        Test { of, how, not: byte & NOT != 0, flag, words, and }
    }

    fn doing(&mut self) -> Doing {
        let doing = self.packed.byte();
        match doing.checked_sub(OVERWRITES) {
            None => Doing::Touches(self.kind(doing), self.traits()),
            Some(0) => Doing::Overwrites,
            Some(1) => Doing::Makes,
            Some(2) => Doing::Carries,
            Some(3) => Doing::CarriesElsewhere,
            Some(4) => Doing::RunsShell,
            Some(5) => Doing::RunsShellElsewhere,
            _ => Doing::Queries,
        }
    }

    fn target(&mut self) -> Target {
        match self.packed.byte() {
            LAST => Target::Last,
            WORDS => Target::Words,
            VALUE => Target::Value(self.flags.text()),
            VALUES => Target::Values(self.flags.text()),
            PATH => Target::Path(self.flags.text()),
            nth @ NTH..FROM => Target::Nth(nth - NTH),
            first => Target::From(first - FROM),
        }
    }
}
