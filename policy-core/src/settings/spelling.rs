//! Finds the name a person meant.

use super::document::FIELDS;
use super::field::Field;

/// Names longer than this are not compared: no setting is that long, and comparing takes time in
/// proportion to the length.
const MAX_COMPARED: usize = 64;

/// The candidate that is surely meant by `word`: the same but for case, `_` and `-`, or a few
/// letters away.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_COMPARED {
        return None;
    }
    let word = bare(word);
    let room = word.chars().count() / 4 + 1;
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&word, &bare(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= room && *distance < candidate.len() / 2)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The field that has this name in another group than the one it was written in.
pub(crate) fn elsewhere(word: &str) -> Option<&'static Field> {
    if word.len() > MAX_COMPARED {
        return None;
    }
    FIELDS.iter().find(|field| bare(field.name) == bare(word))
}

fn bare(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["checkpointEnabled", "checkpointOnError", "permissions", "cmd"];

    #[track_caller]
    fn check(word: &str, expected: Option<&str>) {
        assert_eq!(nearest(word, NAMES), expected, "{word}");
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        check("checkpointEnabld", Some("checkpointEnabled"));
        check("checkpoint_enabled", Some("checkpointEnabled"));
        check("CHECKPOINT-ON-ERROR", Some("checkpointOnError"));
        check("permission", Some("permissions"));
        check("cdm", None);
        check("CMD", Some("cmd"));
        check("theme", None);
        check("", None);
        check(&"permissions".repeat(100), None);
    }

    #[test]
    fn a_name_of_another_group_is_found_there() {
        let path = elsewhere("allowedCommands").map(Field::path);
        assert_eq!(path.as_deref(), Some("permissions.allowedCommands"));
        assert_eq!(elsewhere("theme"), None);
    }
}
