//! A process that does nothing: what starting one costs on this machine.

fn main() {}
