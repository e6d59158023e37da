//! Finds the place where a regular expression breaks, to underline it. The engine says that it
//! breaks, but not where.

/// The entry cut around the place: before it, the character, after it.
pub fn breaks_at(entry: &str) -> Option<(String, String, String)> {
    let letters: Vec<char> = entry.chars().collect();
    let place = place(&letters)?;
    let (before, rest) = letters.split_at_checked(place)?;
    let (there, after) = rest.split_first()?;
    Some((before.iter().collect(), there.to_string(), after.iter().collect()))
}

fn place(letters: &[char]) -> Option<usize> {
    let closing = letters.iter().rposition(|letter| *letter == '/').filter(|place| *place > 0)?;
    let mut open = Vec::new();
    let mut class: Option<usize> = None;
    // Whether something stands before that a quantifier could repeat.
    let mut repeatable = false;
    let mut at = 1;
    while at < closing {
        let letter = *letters.get(at)?;
        match letter {
            '\\' if at + 1 >= closing => return Some(at),
            // No letter of a class ends it.
            '\\' => {
                if letters.get(at + 1).is_some_and(|next| matches!(next, 'p' | 'P' | '1'..='9')) {
                    return Some(at + 1);
                }
                at += 1;
                repeatable = true;
            }
            ']' if class.is_some_and(|start| !at_start(letters, start, at)) => {
                class = None;
                repeatable = true;
            }
            _ if class.is_some() => {}
            '[' => class = Some(at),
            '(' => {
                open.push(at);
                repeatable = false;
                // `(?:`, `(?i)` and the like.
                if letters.get(at + 1) == Some(&'?') {
                    if letters.get(at + 2).is_some_and(|next| matches!(next, '=' | '!')) {
                        return Some(at + 2);
                    }
                    at += 1;
                }
            }
            ')' => {
                if open.pop().is_none() {
                    return Some(at);
                }
                repeatable = true;
            }
            '*' | '+' | '?' => {
                if !repeatable {
                    return Some(at);
                }
                // A second mark makes it lazy; a third repeats nothing.
                if letters.get(at + 1) == Some(&'?') {
                    at += 1;
                }
                repeatable = false;
            }
            '|' => repeatable = false,
            '^' => {}
            _ => repeatable = true,
        }
        at += 1;
    }
    class.or_else(|| open.pop())
}

/// A bracket right behind the opening one is a letter of the class.
fn at_start(letters: &[char], start: usize, at: usize) -> bool {
    at == start + 1 || (at == start + 2 && letters.get(start + 1) == Some(&'^'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(entry: &str, before: Option<&str>) {
        let found = breaks_at(entry);
        assert_eq!(found.as_ref().map(|(before, _, _)| before.as_str()), before, "{entry}");
        if let Some((before, there, after)) = found {
            assert_eq!(before + &there + &after, entry);
        }
    }

    #[test]
    fn the_place_is_the_bracket_or_mark_that_is_wrong() {
        check("/a(b/", Some("/a"));
        check("/a)b/", Some("/a"));
        check("/[a-z/", Some("/"));
        check("/*a/", Some("/"));
        check("/a|*/", Some("/a|"));
        check(r"/a\/", Some("/a"));
        check(r"/\p{L}/", Some(r"/\"));
        check("/a(?=b)/", Some("/a(?"));
        check("/é(/i", Some("/é"));
    }

    #[test]
    fn what_is_right_has_no_such_place() {
        check("/a(b|c)*?[^]x]+\\.$/i", None);
        check("/^git (push|fetch)/", None);
        check("rm -rf", None);
        check("/(?:a)?b/", None);
    }
}
