//! Whether two rows of programs say the same, asked while compiling.

use super::cases::{Case, Doing, Target, Test};
use super::program::{Act, Deed};

/// How many buckets rows are sorted into, so that each is compared with a few only.
pub(super) const BUCKETS: usize = 1 << 12;

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

/// A bucket for a list of deeds or cases.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
pub(super) const fn mixed_act(act: Act) -> usize {
    let mut sum = 0;
    let mut at = 0;
    match act {
        Act::Does(deeds) => {
            while at < deeds.len() {
                let deed = &deeds[at];
                let traits = deed.traits.bits() as usize;
                sum = sum * 31 + deed.kind as usize * 64 + deed.domain as usize + traits * 7;
                sum = (sum + mixed(deed.only) * 3 + mixed(deed.unless)) % BUCKETS;
                at += 1;
            }
        }
        Act::Cases(cases) => {
            while at < cases.len() {
                let test = &cases[at].when;
                sum = sum * 31 + test.of as usize * 64 + mixed(test.flag) * 3;
                sum = (sum + mixed(test.words)) % BUCKETS;
                at += 1;
            }
        }
        _ => {}
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

/// Whether two lists of deeds or cases are the same. A function is like no other: constants cannot
/// compare them.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
pub(super) const fn same_act(one: Act, other: Act) -> bool {
    match (one, other) {
        (Act::Glue, Act::Glue) | (Act::Reads, Act::Reads) | (Act::Runs, Act::Runs) => true,
        (Act::Verb(one), Act::Verb(other)) => one as u8 == other as u8,
        (Act::On(doing, target), Act::On(other, others)) => {
            same_doing(doing, other) && same_target(target, others)
        }
        (Act::Does(some), Act::Does(others)) => {
            let mut at = 0;
            while at < some.len() && at < others.len() && same_deed(&some[at], &others[at]) {
                at += 1;
            }
            at == some.len() && at == others.len()
        }
        (Act::Cases(some), Act::Cases(others)) => {
            let mut at = 0;
            while at < some.len() && at < others.len() && same_case(&some[at], &others[at]) {
                at += 1;
            }
            at == some.len() && at == others.len()
        }
        _ => false,
    }
}

const fn same_deed(one: &Deed, other: &Deed) -> bool {
    let places = match (one.place, other.place) {
        (None, None) => true,
        (Some(one), Some(other)) => one as u8 == other as u8,
        _ => false,
    };
    places
        && one.kind as u8 == other.kind as u8
        && one.domain as u8 == other.domain as u8
        && one.traits.bits() == other.traits.bits()
        && same(one.only, other.only)
        && same(one.unless, other.unless)
}

const fn same_case(one: &Case, other: &Case) -> bool {
    one.goes_on == other.goes_on
        && same_test(&one.when, &other.when)
        && same_act(one.act, other.act)
}

const fn same_test(one: &Test, other: &Test) -> bool {
    let rest = match (one.and, other.and) {
        (None, None) => true,
        (Some(one), Some(other)) => same_test(one, other),
        _ => false,
    };
    rest && one.of as u8 == other.of as u8
        && one.how as u8 == other.how as u8
        && one.not == other.not
        && same(one.flag, other.flag)
        && same(one.words, other.words)
}

const fn same_doing(one: Doing, other: Doing) -> bool {
    match (one, other) {
        (Doing::Touches(kind, traits), Doing::Touches(other, others)) => {
            kind as u8 == other as u8 && traits.bits() == others.bits()
        }
        (Doing::Overwrites, Doing::Overwrites)
        | (Doing::Makes, Doing::Makes)
        | (Doing::Carries, Doing::Carries)
        | (Doing::CarriesElsewhere, Doing::CarriesElsewhere)
        | (Doing::RunsShell, Doing::RunsShell)
        | (Doing::RunsShellElsewhere, Doing::RunsShellElsewhere)
        | (Doing::Queries, Doing::Queries) => true,
        _ => false,
    }
}

const fn same_target(one: Target, other: Target) -> bool {
    match (one, other) {
        (Target::Last, Target::Last) | (Target::Words, Target::Words) => true,
        (Target::From(one), Target::From(other)) | (Target::Nth(one), Target::Nth(other)) => {
            one == other
        }
        (Target::Value(one), Target::Value(other))
        | (Target::Values(one), Target::Values(other))
        | (Target::Path(one), Target::Path(other)) => same(one, other),
        _ => false,
    }
}
