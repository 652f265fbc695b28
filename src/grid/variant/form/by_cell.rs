//! Something that is said of cells, of each at most once.

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::grid::cell::Cell;

/// Cells, each with what is said of it. Nothing is right if two things are said of one cell.
pub(super) struct ByCell<T>(pub Vec<(Cell, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByCell<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<ByCell<T>, D::Error> {
        input.deserialize_map(CellsVisitor(PhantomData))
    }
}

struct CellsVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for CellsVisitor<T> {
    type Value = ByCell<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("something for each of several cells")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByCell<T>, A::Error> {
        let (mut seen, mut said) = (BTreeSet::new(), Vec::new());
        while let Some((cell, what)) = map.next_entry::<Cell, T>()? {
            if !seen.insert(cell) {
                return Err(A::Error::custom(format!("`{cell}` stands twice")));
            }
            said.push((cell, what));
        }
        Ok(ByCell(said))
    }
}
