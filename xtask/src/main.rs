//! Every chore of this repository as a command; CI and the README call nothing else.

fn main() {}
