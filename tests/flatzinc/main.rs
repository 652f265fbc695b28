//! FlatZinc: what is read means what it should.

mod catalogue;
mod files;
mod hostile;
mod meaning;
#[cfg(feature = "cli")]
mod minizinc;
mod order;
mod random;
