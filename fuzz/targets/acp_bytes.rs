//! What the target `acp` does with its bytes: a conversation in which each line begins with who
//! says it. An ordinary test of `belay` replays `regressions/acp` through the same file.

use belay::acp::replay::{Replay, Side};
use belay::answer::Answer;
use belay::guard::Call;

/// Lets both sides speak.
///
/// # Panics
///
/// Where a line is changed on its way, comes twice or vanishes, where Belay's own words are no
/// message, or where a pipe that was cut gives something else than the whole one.
pub(crate) fn check(bytes: &[u8]) {
    let whole = replay().stream(bytes);
    let mut held: Vec<&[u8]> = Vec::new();
    for (from, line, sent) in &whole {
        assert!(!sent.is_empty(), "a line vanished");
        let passed: Vec<_> = sent.iter().filter(|sent| sent.passed).collect();
        assert!(passed.len() <= 1, "a line came twice");
        for one in passed {
            assert!(one.line == *line && one.to != *from, "a line was changed on its way");
        }
        for own in sent.iter().filter(|sent| !sent.passed) {
            let line = own.line.as_slice();
            let waited = own.to == Side::Client && held.contains(&line);
            let message = line.strip_suffix(b"\n").filter(|line| !line.contains(&b'\n'));
            let is_message =
                message.is_some_and(|line| line.starts_with(b"{\"") && line.ends_with(b"}"));
            assert!(waited || is_message, "no message: {}", String::from_utf8_lossy(line));
        }
        held.push(line);
    }
    let cut = bytes.get(..bytes.len() / 2).unwrap_or_default();
    let half = replay().stream(cut);
    // The last line of the half is not whole.
    let same = half.len().saturating_sub(1);
    for ((_, line, sent), (_, whole_line, whole_sent)) in half.iter().zip(&whole).take(same) {
        assert!(line == whole_line && sent == whole_sent, "a cut pipe gives other messages");
    }
}

fn replay() -> Replay<fn(&Call) -> Answer> {
    Replay::new("/work", false, |call| match call.text().len() % 3 {
        0 => Answer::allow(),
        1 => Answer::ask("a question").instead("less"),
        _ => Answer::deny("no"),
    })
}
