//! One row of the graph: lanes that pass by, lanes that end here, and the moment itself.

use leptos::prelude::*;
use timeline_wire::{Kind, Moment};

use crate::model::timeline::graph::Strand;

/// How wide a lane is.
const LANE: usize = 14;
/// Where the middle of a row is.
const MIDDLE: usize = 26;
const BOTTOM: usize = 52;
/// More lanes than this are drawn over each other.
const DRAWN: usize = 7;

/// How wide the picture is.
pub(super) fn width(lanes: usize) -> usize {
    lanes.clamp(1, DRAWN) * LANE + 10
}

fn middle_of(lane: usize) -> usize {
    lane.min(DRAWN - 1) * LANE + 12
}

const fn holds(lanes: u32, lane: usize) -> bool {
    lane < 32 && lanes & (1 << lane) != 0
}

/// The picture beside a moment. It says nothing that the row does not say in words.
#[component]
pub(super) fn StrandPicture(
    strand: Strand,
    lanes: usize,
    is_now: bool,
    moment: Moment,
) -> impl IntoView {
    let own = middle_of(strand.lane);
    let muted = |lane: usize| if holds(strand.muted, lane) { "line muted" } else { "line" };
    let passing = (0..32).filter(|lane| holds(strand.passing, *lane)).map(|lane| {
        let x = middle_of(lane);
        view! { <path class=muted(lane) d=format!("M{x} 0V{BOTTOM}") /> }
    });
    let joining = (0..32).filter(|lane| holds(strand.joining, *lane)).map(|lane| {
        let x = middle_of(lane);
        let down = MIDDLE - 8;
        view! { <path class=muted(lane) d=format!("M{x} 0C{x} {down} {own} 6 {own} {MIDDLE}") /> }
    });
    let above = strand.from_above.then(|| {
        view! { <path class=muted(strand.lane) d=format!("M{own} 0V{MIDDLE}") /> }
    });
    let below = strand.goes_on.then(|| {
        view! { <path class=muted(strand.lane) d=format!("M{own} {MIDDLE}V{BOTTOM}") /> }
    });
    let shape = match moment.kind {
        Kind::Message => "dot message",
        Kind::Verdict => "dot verdict",
        Kind::Safety | Kind::Rewind => "dot safety",
        Kind::Save | Kind::Capture => "dot",
    };
    let class = format!(
        "{shape}{}{}",
        if moment.abandoned { " muted" } else { "" },
        if is_now { " now" } else { "" }
    );
    let radius = if is_now {
        "6"
    } else if moment.kind == Kind::Message {
        "5.5"
    } else {
        "4.5"
    };
    view! {
        <svg
            class="strand"
            width=width(lanes).to_string()
            height=BOTTOM.to_string()
            aria-hidden="true"
        >
            {passing.collect_view()}
            {joining.collect_view()}
            {above}
            {below}
            <circle class=class cx=own.to_string() cy=MIDDLE.to_string() r=radius />
        </svg>
    }
}
