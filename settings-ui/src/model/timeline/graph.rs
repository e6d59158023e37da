//! How moments follow each other, as lanes to be drawn: the newest on top, and the line that leads
//! to now in the first lane.

use std::collections::HashMap;
use std::sync::Arc;

use timeline_wire::Moment;

/// More lanes than this are not told apart.
pub const MOST_LANES: usize = 12;

/// What is drawn beside one moment. Lanes are bits, the first lane the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Strand {
    /// The moment's own lane.
    pub lane: usize,
    /// Lanes that pass by.
    pub passing: u32,
    /// Lanes from above that end here: moments that came from this one.
    pub joining: u32,
    /// Whether its own lane comes from above.
    pub from_above: bool,
    /// Whether its own lane goes on below.
    pub goes_on: bool,
    /// Lanes of what restores have left behind.
    pub muted: u32,
}

impl Strand {
    /// How many lanes it needs.
    pub fn lanes(&self) -> usize {
        let highest = u32::BITS - (self.passing | self.joining).leading_zeros();
        usize::try_from(highest).unwrap_or_default().max(self.lane + 1)
    }
}

/// One lane while the list is gone through.
#[derive(Clone, Copy)]
struct Lane {
    /// The moment it leads to; beyond the list where that is not known yet.
    waits_for: usize,
    muted: bool,
}

/// The strands of a list, newest first. `now` is the moment that the files came from.
pub fn strands(
    moments: &[Arc<Moment>],
    places: &HashMap<String, usize>,
    now: Option<&str>,
) -> Vec<Strand> {
    let place = |id: &str| places.get(id).copied().unwrap_or(usize::MAX);
    let mut lanes: Vec<Option<Lane>> =
        vec![now.map(|now| Lane { waits_for: place(now), muted: false })];
    // The very first line has nothing above it, wherever it is.
    let mut from_the_top = lanes.first().copied().flatten().is_some_and(|lane| lane.waits_for > 0);
    let mut strands = Vec::with_capacity(moments.len());
    for (at, moment) in moments.iter().enumerate() {
        let waits = |lane: &Option<Lane>| lane.is_some_and(|lane| lane.waits_for == at);
        let found = lanes.iter().position(waits);
        let lane = found.unwrap_or_else(|| free(&mut lanes));
        let mut strand = Strand {
            lane,
            from_above: found.is_some() && (at > 0 || from_the_top),
            ..Strand::default()
        };
        from_the_top = true;
        for (other, slot) in lanes.iter_mut().enumerate().filter(|(other, _)| *other != lane) {
            let Some(line) = slot else { continue };
            let bit = 1_u32.checked_shl(u32::try_from(other).unwrap_or(u32::MAX)).unwrap_or(0);
            if line.muted {
                strand.muted |= bit;
            }
            if line.waits_for == at {
                strand.joining |= bit;
                *slot = None;
            } else {
                strand.passing |= bit;
            }
        }
        if moment.abandoned {
            strand.muted |= 1_u32.checked_shl(u32::try_from(lane).unwrap_or(u32::MAX)).unwrap_or(0);
        }
        let parent = match &moment.from {
            Some(from) => Some(place(from)),
            // The last of them came from nothing; of a list that is still arriving, the next.
            None => Some(at + 1),
        };
        strand.goes_on = parent.is_some();
        if let Some(slot) = lanes.get_mut(lane) {
            *slot = parent.map(|waits_for| Lane { waits_for, muted: moment.abandoned });
        }
        while lanes.len() > 1 && lanes.last().is_some_and(Option::is_none) {
            lanes.pop();
        }
        strands.push(strand);
    }
    strands
}

/// A lane that nothing is drawn in; the first is kept for what leads to now.
fn free(lanes: &mut Vec<Option<Lane>>) -> usize {
    let found = lanes.iter().enumerate().find(|(at, lane)| *at > 0 && lane.is_none());
    if let Some((at, _)) = found {
        return at;
    }
    if lanes.len() < MOST_LANES {
        lanes.push(None);
    }
    lanes.len() - 1
}

#[cfg(test)]
mod tests {
    use timeline_wire::Kind;

    use super::*;

    pub(crate) fn moment(id: &str, from: Option<&str>, abandoned: bool) -> Arc<Moment> {
        Arc::new(Moment {
            id: id.to_owned(),
            kind: Kind::Save,
            session: None,
            time: 0,
            text: String::new(),
            label: None,
            pinned: false,
            incomplete: false,
            abandoned,
            from: from.map(str::to_owned),
            restorable: true,
            did: None,
            risk: None,
            answer: None,
        })
    }

    fn drawn(moments: &[Arc<Moment>], now: &str) -> Vec<Strand> {
        let places =
            moments.iter().enumerate().map(|(at, moment)| (moment.id.clone(), at)).collect();
        strands(moments, &places, Some(now))
    }

    #[test]
    fn a_history_without_restores_is_one_line() {
        let list = [moment("c", None, false), moment("b", None, false), moment("a", None, false)];
        let found = drawn(&list, "c");
        assert!(found.iter().all(|strand| strand.lane == 0 && strand.lanes() == 1));
        let above: Vec<bool> = found.iter().map(|strand| strand.from_above).collect();
        assert_eq!(above, [false, true, true]);
    }

    #[test]
    fn what_a_restore_left_behind_is_a_lane_beside() {
        // d came from a after a restore; b and c were left behind.
        let list = [
            moment("d", Some("a"), false),
            moment("c", None, true),
            moment("b", None, true),
            moment("a", None, false),
        ];
        let [d, c, b, a] = drawn(&list, "d").try_into().unwrap_or_default();
        assert_eq!((d.lane, d.from_above), (0, false));
        assert_eq!((c.lane, c.from_above, c.passing, c.muted), (1, false, 1, 2));
        assert_eq!((b.lane, b.from_above, b.passing), (1, true, 1));
        assert_eq!((a.lane, a.joining, a.muted), (0, 2, 2), "they meet again");
    }

    #[test]
    fn where_now_is_older_than_the_newest_its_line_comes_from_the_top() {
        let list = [moment("c", None, true), moment("b", None, true), moment("a", None, false)];
        let [c, _, a] = drawn(&list, "a").try_into().unwrap_or_default();
        assert_eq!((c.lane, c.passing), (1, 1));
        assert_eq!((a.lane, a.from_above, a.joining), (0, true, 2));
    }

    #[test]
    fn what_has_not_arrived_yet_is_waited_for() {
        let list = [moment("z", Some("elsewhere"), false), moment("y", None, true)];
        let [z, y] = drawn(&list, "z").try_into().unwrap_or_default();
        assert!(z.goes_on);
        assert_eq!((y.lane, y.passing), (1, 1));
    }
}
