//! Programs by their names, in tables made while compiling: a process that judges its first
//! command has nothing to make ready.

use super::{Families, Shells};
use crate::facts::program::{Kept, Known, Program};

/// Programs by name. At least half of the slots stay free; the build stops where too few do.
pub(super) struct Index<const SLOTS: usize> {
    lists: Lists,
    slots: [Slot; SLOTS],
    kept: &'static [Kept; SLOTS],
}

/// What an index is over.
#[derive(Clone, Copy)]
pub(super) enum Lists {
    /// Programs; an earlier list counts more.
    Programs(&'static [Families]),
    /// Builtins of a shell; an earlier family counts more.
    Builtins(Shells),
}

/// Where a name stands: the family among all of them, the program in it, the name among its names.
#[derive(Clone, Copy)]
struct Slot {
    family: u8,
    name: u8,
    program: u16,
    /// A part of the name's hash that does not choose the slot: nearly every other name is told
    /// apart by it, without a look at the lists.
    tag: u16,
}

impl Slot {
    const FREE: Self = Self { family: u8::MAX, name: 0, program: 0, tag: 0 };
}

const fn tag(hash: u32) -> u16 {
    (hash >> 16) as u16
}

/// A name ready to be looked up in several indexes.
#[derive(Clone, Copy)]
pub(super) struct Key<'n> {
    name: &'n str,
    hash: u32,
}

impl<'n> Key<'n> {
    pub(super) const fn new(name: &'n str) -> Self {
        Self { name, hash: hash(name.as_bytes()) }
    }
}

/// How many slots an index of so many has. To measure what the size of the catalogue costs, every
/// name is there ten times.
pub(super) const fn slots(once: usize) -> usize {
    once * if cfg!(tenfold) { 16 } else { 1 }
}

impl<const SLOTS: usize> Index<SLOTS> {
    /// Every name of these lists.
    ///
    /// # Panics
    /// When there are too many.
    #[expect(
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "runs while compiling, where a panic is an error of the build"
    )]
    pub(super) const fn new(lists: Lists, kept: &'static [Kept; SLOTS]) -> Self {
        if !SLOTS.is_power_of_two() {
            panic!("a number of slots is a power of two");
        }
        let mut index = Self { lists, slots: [Slot::FREE; SLOTS], kept };
        let mut taken = 0;
        let mut family = 0;
        while let Some(length) = lists.length(family) {
            let mut program = 0;
            while program < length {
                let Some(found) = lists.program(family, program) else { break };
                if family >= u8::MAX as usize || found.names.len() > u8::MAX as usize {
                    panic!("a slot has too few bits for so many families or names");
                }
                let mut name = 0;
                while name < found.names.len() {
                    let hash = hash(found.names[name].as_bytes());
                    let slot = Slot {
                        family: family as u8,
                        name: name as u8,
                        program: program as u16,
                        tag: tag(hash),
                    };
                    taken += index.put(slot, hash, found.names[name].as_bytes());
                    let mut copy = 1;
                    while cfg!(tenfold) && copy < 10 {
                        taken += index.put(slot, hash ^ (copy * 0x9E37_79B9), &[]);
                        copy += 1;
                    }
                    name += 1;
                }
                program += 1;
            }
            family += 1;
        }
        if taken * 2 > SLOTS {
            panic!("an index has too few slots: double them");
        }
        index
    }

    /// Puts a name into a slot, unless an earlier list has it; how many slots are taken by that.
    #[expect(clippy::indexing_slicing, reason = "runs while compiling")]
    const fn put(&mut self, slot: Slot, hash: u32, name: &[u8]) -> usize {
        let mut at = hash as usize % SLOTS;
        loop {
            let other = self.slots[at];
            let Some(program) = self.lists.program(other.family as usize, other.program as usize)
            else {
                self.slots[at] = slot;
                return 1;
            };
            if same(program.names[other.name as usize].as_bytes(), name) {
                return 0;
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// The program of that name.
    pub(super) fn get(&self, name: &str) -> Option<Known> {
        self.find(Key::new(name))
    }

    /// The same for a name that is looked up in several.
    pub(super) fn find(&self, key: Key<'_>) -> Option<Known> {
        let mut at = key.hash as usize % SLOTS;
        loop {
            let slot = self.slots.get(at).filter(|slot| slot.family != u8::MAX)?;
            if slot.tag == tag(key.hash) {
                let program =
                    self.lists.program(usize::from(slot.family), usize::from(slot.program))?;
                if program.names.get(usize::from(slot.name)) == Some(&key.name) {
                    return Some(Known::new(program, self.kept.get(at)?));
                }
            }
            at = (at + 1) % SLOTS;
        }
    }
}

impl Lists {
    /// How many programs a family has; `None` behind the last one.
    #[expect(clippy::indexing_slicing, reason = "checked before")]
    const fn length(self, family: usize) -> Option<usize> {
        match self {
            Self::Programs(lists) => {
                let (mut list, mut family) = (0, family);
                while list < lists.len() {
                    if family < lists[list].len() {
                        return Some(lists[list][family].len());
                    }
                    family -= lists[list].len();
                    list += 1;
                }
                None
            }
            Self::Builtins(families) if family < families.len() => Some(families[family].len()),
            Self::Builtins(_) => None,
        }
    }

    /// A program of a family; `None` where there is no such family.
    #[expect(clippy::indexing_slicing, reason = "checked before")]
    const fn program(self, family: usize, program: usize) -> Option<&'static Program> {
        match self {
            Self::Programs(lists) => {
                let (mut list, mut family) = (0, family);
                while list < lists.len() {
                    if family < lists[list].len() {
                        let family = lists[list][family];
                        return if program < family.len() { Some(&family[program]) } else { None };
                    }
                    family -= lists[list].len();
                    list += 1;
                }
                None
            }
            Self::Builtins(families) => {
                if family < families.len() && program < families[family].len() {
                    Some(&families[family][program].0)
                } else {
                    None
                }
            }
        }
    }
}

/// FNV-1a with its upper half folded into the lower one.
#[expect(clippy::indexing_slicing, reason = "the loop ends with the text")]
const fn hash(text: &[u8]) -> u32 {
    let mut hash: u32 = 0x811C_9DC5;
    let mut at = 0;
    while at < text.len() {
        hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash ^ (hash >> 15)
}

#[expect(clippy::indexing_slicing, reason = "the loop ends with the shorter text")]
const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
