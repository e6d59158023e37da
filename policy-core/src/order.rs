//! Putting lists in order.
//!
//! The standard library sorts faster, but makes some four kilobytes of code for every type it is
//! asked to sort. The lists here are short, mostly in order already, and sorted once; so one
//! function sorts numbers of places for all of them.

use std::cmp::Ordering;

/// Sorts a list. Equals stay in their order.
pub(crate) fn sort_by<T: Clone>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let follows = |one: usize, other: usize| match (items.get(one), items.get(other)) {
        (Some(one), Some(other)) => compare(one, other).is_gt(),
        _ => false,
    };
    if (1..items.len()).any(|place| follows(place - 1, place)) {
        let places = sorted(items.len(), &follows);
        let ordered: Vec<T> =
            places.into_iter().filter_map(|place| items.get(place).cloned()).collect();
        items.clone_from_slice(&ordered);
    }
}

/// The places of a list in their order: runs of one, two, four… are merged.
fn sorted(len: usize, follows: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    let mut merged = Vec::with_capacity(len);
    let mut run = 1;
    while run < len {
        for pair in places.chunks(run * 2) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let (Some((one, left_rest)), Some((other, right_rest))) =
                (left.split_first(), right.split_first())
            {
                if follows(*one, *other) {
                    merged.push(*other);
                    right = right_rest;
                } else {
                    merged.push(*one);
                    left = left_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut places, &mut merged);
        merged.clear();
        run *= 2;
    }
    places
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
