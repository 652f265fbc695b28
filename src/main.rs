//! The program `houserules`.
fn main() {}
