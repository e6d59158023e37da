//! Every limit of a judgement. Crossing one is a finding and makes the answer conservative;
//! none of them is ever crossed in silence.

/// A source longer than this is read up to here.
pub const SOURCE_BYTES: usize = 1 << 20;
/// How many texts may be nested in one command.
pub const SOURCES: usize = 256;
/// How many bytes all nested texts of one command may have together.
pub const NESTED_BYTES: usize = 4 << 20;
/// How deep groups, substitutions and quotes may nest.
pub const DEPTH: u32 = 64;
/// How deep texts may be nested (`bash -c "bash -c …"`) and functions may call functions.
pub const CARRIED_DEPTH: u32 = 16;
/// How many words one brace expansion or split variable may yield.
pub const EXPANSION_WORDS: usize = 64;
/// How many bytes a tracked variable may hold.
pub const VALUE_BYTES: usize = 1 << 14;
/// How many invocations one judgement follows.
pub const INVOCATIONS: usize = 50_000;
/// How many effects of one interpreter's body are recorded.
pub const BODY_EFFECTS: usize = 256;
/// How many files of the host one judgement reads.
pub const FILES: usize = 32;
/// A file longer than this is not read.
pub const FILE_BYTES: usize = 256 << 10;
/// How many bytes all files of one judgement may have together, the last one aside.
pub const FILES_BYTES: usize = 1 << 20;
/// How deep files may run files.
pub const FILES_DEPTH: usize = 8;
