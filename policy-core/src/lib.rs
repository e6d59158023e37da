//! Reads a command as its shell would, says what it would do, how dangerous that is and whether
//! a checkpoint would bring everything back, and decides.

pub mod settings;
