//! The texts for values.

use timeline_wire::{Decision, Kind, LeaveWhy, ProblemCode, Status};

use crate::i18n::Key;

/// What happened.
pub const fn kind(kind: Kind) -> Key {
    match kind {
        Kind::Message => Key::TimelineKindMessage,
        Kind::Save => Key::TimelineKindSave,
        Kind::Safety => Key::TimelineKindSafety,
        Kind::Capture => Key::TimelineKindCapture,
        Kind::Rewind => Key::TimelineKindRewind,
        Kind::Verdict => Key::TimelineKindVerdict,
    }
}

/// What was answered.
pub const fn answer(answer: Decision) -> Key {
    match answer {
        Decision::Allow => Key::TimelineAnswerAllow,
        Decision::Ask => Key::TimelineAnswerAsk,
        Decision::Deny => Key::TimelineAnswerDeny,
    }
}

/// How a file differs.
pub const fn status(status: Status) -> Key {
    match status {
        Status::Added => Key::TimelineStatusAdded,
        Status::Modified => Key::TimelineStatusModified,
        Status::Deleted => Key::TimelineStatusDeleted,
        Status::Mode => Key::TimelineStatusMode,
    }
}

/// What becomes of a file that is written.
pub const fn written(status: Status) -> Key {
    match status {
        Status::Added => Key::TimelineRestoreCreated,
        Status::Mode => Key::TimelineRestoreRights,
        Status::Modified | Status::Deleted => Key::TimelineRestoreContent,
    }
}

/// Why a file stays; nothing for a reason that is newer than this page.
pub const fn why(why: LeaveWhy) -> Option<Key> {
    Some(match why {
        LeaveWhy::OutOfScope => Key::TimelineWhyOutOfScope,
        LeaveWhy::NotThisSession => Key::TimelineWhyNotThisSession,
        LeaveWhy::IgnoredThen => Key::TimelineWhyIgnoredThen,
        LeaveWhy::IgnoredNow => Key::TimelineWhyIgnoredNow,
        LeaveWhy::LeftOutThen => Key::TimelineWhyLeftOutThen,
        LeaveWhy::CannotBeSaved => Key::TimelineWhyCannotBeSaved,
        LeaveWhy::Other => return None,
    })
}

/// What went wrong, and what to do.
pub const fn problem(code: ProblemCode) -> Key {
    match code {
        ProblemCode::Outdated => Key::TimelineProblemOutdated,
        ProblemCode::Conflict => Key::TimelineProblemConflict,
        ProblemCode::TakenBack => Key::TimelineProblemTakenBack,
        ProblemCode::HalfDone => Key::TimelineProblemHalfDone,
        ProblemCode::DiskFull => Key::TimelineProblemDiskFull,
        ProblemCode::Busy => Key::TimelineProblemBusy,
        ProblemCode::Gone => Key::TimelineProblemGone,
        ProblemCode::NoToken => Key::TimelineProblemToken,
        ProblemCode::Other => Key::TimelineProblemOther,
    }
}

/// Who approved; nothing for a word that is newer than this page.
pub fn approved(by: &str) -> Option<Key> {
    Some(match by {
        "terminal" | "--yes" => Key::TimelineApprovedTerminal,
        "host" => Key::TimelineApprovedHost,
        "one-time code" => Key::TimelineApprovedCode,
        _ => return None,
    })
}

/// What came of a call; nothing for a word that is newer than this page.
pub fn result(result: &str) -> Option<Key> {
    Some(match result {
        "ran" => Key::TimelineResultRan,
        "failed" => Key::TimelineResultFailed,
        "interrupted" => Key::TimelineResultInterrupted,
        "started" => Key::TimelineResultStarted,
        "skipped" | "refused" => Key::TimelineResultSkipped,
        _ => return None,
    })
}
