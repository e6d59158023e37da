//! The tables of programs, [packed](crate::packed): each model and each list of deeds is written
//! once, and so is each [entry](super::packed_models) of the models.

use super::effect::{Domain, Kind, Traits};
use super::options::{Options, Style};
use super::packed_models;
use super::program::{Act, Deed, Observer, Program, Sub};
use crate::packed::{Unpacking, Written};

/// Lists of families of programs, as they are written.
pub(super) type Lists = [&'static [&'static [Program]]];

/// Where the writing goes. What does not fit stops the build.
pub(super) struct Packed {
    /// Names and paths.
    pub(super) texts: Written<u8, 200_000>,
    /// The flags that deeds ask for, which compress better by themselves.
    pub(super) flags: Written<u8, 20_000>,
    pub(super) rows: Written<u8, 40_000>,
    pub(super) code: Written<Observer, 2_000>,
    pub(super) options: Written<Options, 4_000>,
    deeds: Written<&'static [Deed], 2_000>,
    /// The last of the options and deeds of a kind, and behind each the one before it: compilers
    /// allow constants so many steps, and looking through all of them would take more.
    last_options: [usize; BUCKETS],
    options_before: Written<usize, 4_000>,
    last_deeds: [usize; BUCKETS],
    deeds_before: Written<usize, 2_000>,
}

pub(super) const BUCKETS: usize = 1 << 12;

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
const NEW_DEEDS: usize = 4;
const OLD_DEEDS: usize = 5;

// In front of a deed: which texts belong to it.
const HAS_ONLY: u8 = 64;
const HAS_UNLESS: u8 = 128;

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
        deeds: Written::new(&[]),
        last_options: [usize::MAX; BUCKETS],
        options_before: Written::new(usize::MAX),
        last_deeds: [usize::MAX; BUCKETS],
        deeds_before: Written::new(usize::MAX),
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
            Act::Does(deeds) => self.deeds(deeds),
        }
    }

    const fn deeds(&mut self, deeds: &'static [Deed]) {
        let bucket = mixed_deeds(deeds);
        let mut at = self.last_deeds[bucket];
        while at != usize::MAX {
            if same_deeds(self.deeds.items[at], deeds) {
                return self.rows.number(OLD_DEEDS + at);
            }
            at = self.deeds_before.items[at];
        }
        self.deeds_before.push(self.last_deeds[bucket]);
        self.last_deeds[bucket] = self.deeds.len;
        self.deeds.push(deeds);
        self.rows.number(NEW_DEEDS);
        self.rows.number(deeds.len());
        at = 0;
        while at < deeds.len() {
            let deed = &deeds[at];
            let only = if deed.only.is_empty() { 0 } else { HAS_ONLY };
            let unless = if deed.unless.is_empty() { 0 } else { HAS_UNLESS };
            self.rows.push(deed.kind as u8 | only | unless);
            self.rows.push(deed.domain as u8);
            self.rows.number(deed.traits.bits() as usize);
            if only != 0 {
                self.flags.text(deed.only);
            }
            if unless != 0 {
                self.flags.text(deed.unless);
            }
            at += 1;
        }
    }
}

/// A bucket for a model: few models share their ends, middle and length.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
pub(super) const fn mixed(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.is_empty() {
        return 0;
    }
    let (first, last) = (bytes[0] as usize, bytes[bytes.len() - 1] as usize);
    let (middle, third) = (bytes[bytes.len() / 2] as usize, bytes[bytes.len() / 3] as usize);
    (bytes.len() * 37 + first * 5 + middle * 131 + third * 257 + last * 17) % BUCKETS
}

/// A bucket for a list of deeds.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
const fn mixed_deeds(deeds: &[Deed]) -> usize {
    let mut sum = deeds.len();
    let mut at = 0;
    while at < deeds.len() {
        let deed = &deeds[at];
        let traits = deed.traits.bits() as usize;
        sum = sum * 31 + deed.kind as usize * 64 + deed.domain as usize + traits * 7;
        sum = (sum + mixed(deed.only) * 3 + mixed(deed.unless)) % BUCKETS;
        at += 1;
    }
    sum % BUCKETS
}

/// Whether two texts are the same, compared in steps of sixteen bytes.
pub(super) const fn same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    while let (Some((first, rest)), Some((second, others))) =
        (one.split_first_chunk::<16>(), other.split_first_chunk::<16>())
    {
        if u128::from_le_bytes(*first) != u128::from_le_bytes(*second) {
            return false;
        }
        (one, other) = (rest, others);
    }
    while let (Some((first, rest)), Some((second, others))) =
        (one.split_first(), other.split_first())
    {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, others);
    }
    true
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
const fn same_deeds(some: &[Deed], others: &[Deed]) -> bool {
    if some.len() != others.len() {
        return false;
    }
    let mut at = 0;
    while at < some.len() {
        let (one, other) = (&some[at], &others[at]);
        let alike = one.kind as u8 == other.kind as u8
            && one.domain as u8 == other.domain as u8
            && one.traits.bits() == other.traits.bits()
            && same(one.only, other.only)
            && same(one.unless, other.unless);
        if !alike {
            return false;
        }
        at += 1;
    }
    true
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
            deeds: Vec::new(),
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
    deeds: Vec<&'static [Deed]>,
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
        match self.packed.number() {
            GLUE => Act::Glue,
            READS => Act::Reads,
            RUNS => Act::Runs,
            CODE => {
                let Some((observer, rest)) = self.code.split_first() else { return Act::Runs };
                self.code = rest;
                Act::Code(*observer)
            }
            NEW_DEEDS => {
                let mut deeds = Vec::new();
                for _ in 0..self.packed.number() {
                    deeds.push(self.deed());
                }
                let deeds = &*deeds.leak();
                self.deeds.push(deeds);
                Act::Does(deeds)
            }
            place => Act::Does(self.deeds.get(place - OLD_DEEDS).copied().unwrap_or_default()),
        }
    }

    fn deed(&mut self) -> Deed {
        let kind = self.packed.byte();
        let domain = usize::from(self.packed.byte());
        let traits = u16::try_from(self.packed.number()).unwrap_or_default();
        let only = if kind & HAS_ONLY == 0 { "" } else { self.flags.text() };
        let unless = if kind & HAS_UNLESS == 0 { "" } else { self.flags.text() };
        let kind = usize::from(kind & !(HAS_ONLY | HAS_UNLESS));
        Deed {
            kind: Kind::ALL.get(kind).copied().unwrap_or(Kind::Creates),
            domain: Domain::ALL.get(domain).copied().unwrap_or(Domain::Files),
            traits: Traits::from_bits_retain(traits),
            only,
            unless,
        }
    }
}
