//! Putting lists in order.
//!
//! The standard library sorts faster, but makes some four kilobytes of code for every type it is
//! asked to sort. The lists here are short, mostly in order already, and sorted once; so one
//! function sorts numbers of places for all of them.

use std::cmp::Ordering;

/// Up to this many are sorted where they are, without a list of places.
const FEW: usize = 32;

/// Sorts a list. Equals stay in their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let follows = |items: &[T], one: usize, other: usize| match (items.get(one), items.get(other)) {
        (Some(one), Some(other)) => compare(one, other).is_gt(),
        _ => false,
    };
    if items.len() <= FEW {
        for end in 1..items.len() {
            let mut place = end;
            while place > 0 && follows(items, place - 1, place) {
                items.swap(place - 1, place);
                place -= 1;
            }
        }
    } else if (1..items.len()).any(|place| follows(items, place - 1, place)) {
        let mut places = sorted(items.len(), &|one, other| follows(items, one, other));
        arrange(items, &mut places);
    }
}

/// Brings each item to its place: `places` says which one comes first, second and so on.
fn arrange<T>(items: &mut [T], places: &mut [usize]) {
    for start in 0..items.len() {
        let mut at = start;
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start || from >= items.len() {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// The places of a list in their order: runs of one, two, four… are merged from one half of the
/// room into the other and back.
fn sorted(len: usize, follows: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut room: Vec<usize> = (0..len * 2).collect();
    let (mut places, mut merged) = room.split_at_mut(len);
    let mut run = 1;
    let mut swapped = false;
    while run < len {
        for (pair, out) in places.chunks(run * 2).zip(merged.chunks_mut(run * 2)) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            for slot in out {
                let (from, rest) = match (left.split_first(), right.split_first()) {
                    (Some((one, _)), Some((other, rest))) if follows(*one, *other) => {
                        right = rest;
                        (other, left)
                    }
                    (Some((one, rest)), _) => (one, rest),
                    (None, Some((other, rest))) => {
                        right = rest;
                        (other, left)
                    }
                    (None, None) => break,
                };
                *slot = *from;
                left = rest;
            }
        }
        std::mem::swap(&mut places, &mut merged);
        swapped = !swapped;
        run *= 2;
    }
    if swapped {
        room.drain(..len);
    }
    room.truncate(len);
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        for len in 0..70_usize {
            let items: Vec<_> = (0..len).map(|place| (place * 7919 % 13, place)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by(&mut ours, |(one, _), (other, _)| one.cmp(other));
            theirs.sort_by_key(|(key, _)| *key);
            assert_eq!(ours, theirs);
        }
    }
}
