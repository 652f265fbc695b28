//! A text that is being read, as people call it.

use std::sync::Arc;

use houserules::grid::{Form, VariantForm};

/// A text that is being read, as people call it and in the form that it is in.
#[derive(Clone, Debug)]
pub struct Text {
    /// The name of the file.
    pub name: Arc<str>,
    /// Its form, once it is known.
    pub form: Option<&'static dyn Form>,
    /// The form of variant puzzles, if it holds such.
    pub variants: Option<&'static dyn VariantForm>,
}

impl Text {
    /// A place in it, in few words: the name and the number of a line.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }
}
