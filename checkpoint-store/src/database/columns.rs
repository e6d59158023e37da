//! How ids and paths lie in a column.

use std::path::{Path, PathBuf};

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};

use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};

impl ToSql for CheckpointId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.to_i64().into())
    }
}

impl FromSql for CheckpointId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self::from_i64)
    }
}

impl ToSql for ObjectId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_bytes().as_slice().into())
    }
}

impl FromSql for ObjectId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Self::from_slice(value.as_blob()?).ok_or(FromSqlError::InvalidType)
    }
}

macro_rules! text_column {
    ($name:ident) => {
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                Self::new(value.as_str()?).map_err(|bad| FromSqlError::Other(Box::new(bad)))
            }
        }
    };
}

text_column!(SessionId);
text_column!(MessageId);

/// A path of the operating system, on its way into a column.
pub(super) struct PathIn<'p>(pub(super) &'p Path);

impl ToSql for PathIn<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.to_str().map_or_else(|| path_bytes(self.0).into(), Into::into))
    }
}

/// A path of the operating system, out of a column.
pub(super) struct PathOut(pub(super) PathBuf);

impl FromSql for PathOut {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Text(_) => Ok(Self(PathBuf::from(value.as_str()?))),
            ValueRef::Blob(bytes) => Ok(Self(from_raw_bytes(bytes))),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

#[cfg(unix)]
fn path_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
fn from_raw_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(windows)]
fn path_bytes(path: &Path) -> Vec<u8> {
    use std::os::windows::ffi::OsStrExt;
    path.as_os_str().encode_wide().flat_map(u16::to_le_bytes).collect()
}

#[cfg(windows)]
fn from_raw_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::windows::ffi::OsStringExt;
    let (pairs, _) = bytes.as_chunks::<2>();
    let wide: Vec<u16> = pairs.iter().copied().map(u16::from_le_bytes).collect();
    PathBuf::from(std::ffi::OsString::from_wide(&wide))
}

/// An enum that lies in a column under fixed words.
macro_rules! worded {
    ($name:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $name {
            /// The word it is written as.
            pub(crate) fn as_str(&self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What is written as this word.
            pub(crate) fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl rusqlite::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(
                value: rusqlite::types::ValueRef<'_>,
            ) -> rusqlite::types::FromSqlResult<Self> {
                Self::from_word(value.as_str()?)
                    .ok_or(rusqlite::types::FromSqlError::InvalidType)
            }
        }
    };
}
pub(super) use worded;
