//! What the target `hook` does with its bytes. An ordinary test of `belay` replays
//! `regressions/hook` through the same file.

use belay::answer::Answer;
use belay::event::{Event, Host, Moment};
use belay::hook::process::{self, Guard};
use belay::hook::{Hint, Place, decode, encode};

/// Refuses everything.
struct Never;

impl Guard for Never {
    fn answer(&mut self, _: &Event) -> Answer {
        Answer::deny("no")
    }
}

/// Reads the payload behind the first byte, which picks the host of the command line.
///
/// # Panics
///
/// Where a payload is read in two ways, or a refusal before a tool is lost.
pub(crate) fn check(bytes: &[u8]) {
    let Some((first, payload)) = bytes.split_first() else { return };
    let host = Host::ALL.get(usize::from(*first) % Host::ALL.len()).copied();
    let hint = Hint { host, event: (first & 128 != 0).then_some("PreToolUse") };
    let decoded = decode(hint, payload);
    assert_eq!(decoded, decode(hint, payload), "the same payload is read in two ways");
    let output = process::answer(hint, payload, &mut Never);
    assert_eq!(output.exit, 0);
    match decoded {
        Ok(event) => {
            assert_eq!(output, encode(&Place::from(&event), &Answer::deny("no")));
            if event.moment == Moment::PreTool {
                assert!(output.line().contains("no"), "{event:?} is not refused");
            }
            if event.moment == Moment::PreTool && event.kind == Some(belay::event::Kind::Shell) {
                assert!(!event.commands.is_empty(), "a shell without a command: {event:?}");
            }
        }
        // Nobody knows what it is, so it is refused where it may be a tool.
        Err(error) if error.event.is_none() => {
            assert!(output.stdout.is_some(), "what cannot be read passes: {error:?}");
        }
        Err(_) => {}
    }
}
