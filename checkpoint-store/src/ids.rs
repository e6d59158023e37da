//! Names: of checkpoints, sessions, messages and content.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha1::{Digest, Sha1};

/// A name that cannot be an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is no {kind}: {why}")]
pub struct BadId {
    given: String,
    kind: &'static str,
    why: &'static str,
}

/// Names a checkpoint: twelve letters and digits that sort by time.
///
/// The first part is the time, so ids of one afternoon begin alike; the last
/// letters differ. A person may therefore type either end of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "string"))]
pub struct CheckpointId(u64);

/// Crockford's alphabet: no i, l, o, u, so nothing is misread.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 12;
/// 2025-01-01 in milliseconds; 42 bits from there last until 2164.
const EPOCH: i64 = 1_735_689_600_000;
const RANDOM_BITS: u32 = 18;
const LIMIT: u64 = 1 << (LENGTH * 5);

impl CheckpointId {
    /// A new id for this moment that sorts after `last`, even when the clock went back.
    pub fn after(last: Option<Self>, now_ms: i64) -> Self {
        let random = u64::from(rand::random::<u32>()) & ((1 << RANDOM_BITS) - 1);
        let time = u64::try_from(now_ms.saturating_sub(EPOCH)).unwrap_or(0);
        let fresh = ((time << RANDOM_BITS) | random) % LIMIT;
        match last {
            // One tick of the clock onwards, with letters of its own at the end.
            Some(last) if fresh <= last.0 => {
                Self(((((last.0 >> RANDOM_BITS) + 1) << RANDOM_BITS) | random) % LIMIT)
            }
            _ => Self(fresh),
        }
    }

    /// The last five letters: what a list shows and a person types.
    pub fn short(self) -> String {
        let whole = self.to_string();
        whole.chars().skip(LENGTH - 5).collect()
    }

    /// Whether what a person typed is this id, its beginning or its end.
    pub fn answers_to(self, typed: &str) -> bool {
        let typed = tidied(typed);
        let whole = self.to_string();
        !typed.is_empty() && (whole.starts_with(&typed) || whole.ends_with(&typed))
    }

    /// As a number, for the database. Sorts like the id.
    pub(crate) fn to_i64(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// From the database.
    pub(crate) fn from_i64(number: i64) -> Self {
        Self(u64::try_from(number).unwrap_or(0) % LIMIT)
    }
}

/// What people confuse is read as what it stands for.
fn tidied(typed: &str) -> String {
    typed
        .trim()
        .chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        })
        .collect()
}

impl fmt::Display for CheckpointId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..LENGTH).rev() {
            let digit = usize::try_from((self.0 >> (place * 5)) & 31).unwrap_or(0);
            let letter = ALPHABET.get(digit).copied().unwrap_or(b'0');
            fmt::Write::write_char(out, char::from(letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for CheckpointId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for CheckpointId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = |why| BadId { given: text.to_owned(), kind: "checkpoint id", why };
        let tidy = tidied(text);
        if tidy.len() != LENGTH {
            return Err(bad("it has twelve letters and digits"));
        }
        let mut number = 0_u64;
        for letter in tidy.bytes() {
            let digit = ALPHABET.iter().position(|known| *known == letter).ok_or_else(|| {
                bad("it has only digits and the letters a to z without i, l, o, u")
            })?;
            number = (number << 5) | u64::try_from(digit).unwrap_or(0);
        }
        Ok(Self(number))
    }
}

/// An agent's name for a session, kept as the agent wrote it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "string"))]
pub struct SessionId(String);

/// An agent's name for a message, kept as the agent wrote it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "string"))]
pub struct MessageId(String);

macro_rules! text_id {
    ($name:ident, $kind:literal) => {
        impl $name {
            /// Checks that the text can be a name: one to 256 bytes, no control characters.
            pub fn new(text: impl Into<String>) -> Result<Self, BadId> {
                let given: String = text.into();
                let why = if given.is_empty() {
                    "it is empty"
                } else if given.len() > 256 {
                    "it is longer than 256 bytes"
                } else if given.chars().any(char::is_control) {
                    "it has control characters"
                } else {
                    return Ok(Self(given));
                };
                Err(BadId { given, kind: $kind, why })
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                Self::new(text)
            }
        }
    };
}

text_id!(SessionId, "session id");
text_id!(MessageId, "message id");

/// Names content the way git does: the SHA-1 of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "string"))]
pub struct ObjectId([u8; 20]);

impl ObjectId {
    /// The name of these bytes as a git blob.
    pub fn of_blob(content: &[u8]) -> Self {
        Self::of("blob", content)
    }

    /// The name of an object of any kind.
    pub(crate) fn of(kind: &str, content: &[u8]) -> Self {
        let mut hash = Self::hasher(kind, content.len() as u64);
        hash.update(content);
        Self(hash.finalize().into())
    }

    /// A hash that has read an object's header already; feed it the content.
    pub(crate) fn hasher(kind: &str, length: u64) -> Sha1 {
        let mut hash = Sha1::new();
        hash.update(kind.as_bytes());
        hash.update(b" ");
        hash.update(length.to_string().as_bytes());
        hash.update(b"\0");
        hash
    }

    /// From twenty bytes.
    pub const fn from_bytes(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// From a slice, if it has twenty bytes.
    pub fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The twenty bytes.
    pub fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for ObjectId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId {
            given: text.to_owned(),
            kind: "object id",
            why: "it has forty hexadecimal digits",
        };
        let mut bytes = [0; 20];
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return Err(bad());
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let digit = |letter: u8| char::from(letter).to_digit(16);
            let value = digit(*high).zip(digit(*low)).ok_or_else(bad)?;
            *byte = u8::try_from(value.0 * 16 + value.1).map_err(|_| bad())?;
        }
        Ok(Self(bytes))
    }
}

/// All four are plain strings in JSON.
macro_rules! as_text {
    ($($name:ident),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

as_text!(CheckpointId, SessionId, MessageId, ObjectId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoint_ids_sort_by_time_even_when_the_clock_goes_back() {
        let mut last = None;
        for now in [EPOCH, EPOCH + 5, EPOCH + 5, EPOCH - 9_000, EPOCH + 6, i64::MIN, 0] {
            let next = CheckpointId::after(last, now);
            assert!(last.is_none_or(|last| last < next), "{now}");
            assert!(last.is_none_or(|last| last.to_string() < next.to_string()), "{now}");
            assert_eq!(next.to_string().parse(), Ok(next));
            assert_eq!(CheckpointId::from_i64(next.to_i64()), next);
            last = Some(next);
        }
    }

    #[test]
    fn a_person_may_type_either_end_and_mistake_letters() {
        let id: CheckpointId = "0123456789ab".parse().unwrap_or(CheckpointId(0));
        for typed in ["0123", "89ab", "89AB", "o1", "0l2", "0123456789ab", " 9ab "] {
            assert!(id.answers_to(typed), "{typed}");
        }
        for typed in ["", "2345", "89aa", "0123456789ab0"] {
            assert!(!id.answers_to(typed), "{typed}");
        }
        assert_eq!(id.short(), "789ab");
    }

    #[test]
    fn objects_are_named_as_git_names_them() {
        assert_eq!(
            ObjectId::of_blob(b"hello\n").to_string(),
            "ce013625030ba8dba906f756967f9e9ca394464a"
        );
        assert_eq!(
            ObjectId::of("tree", b"").to_string(),
            "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        );
    }

    #[test]
    fn text_ids_refuse_what_could_not_be_shown() {
        for bad in ["", "a\nb", "\u{7f}"] {
            assert!(SessionId::new(bad).is_err(), "{bad:?}");
        }
        assert!(MessageId::new("x".repeat(257)).is_err());
        assert!(SessionId::new("5f/é 1").is_ok());
    }
}
