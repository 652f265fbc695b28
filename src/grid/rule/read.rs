//! Reading a rule: its `type` says of which kind it is, and that kind reads the other fields.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::{Cells, KINDS, Kind, Rule};
use crate::grid::cell::Cell;
use crate::grid::nearest::nearest;

/// The kinds of rules that files may name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kinds<'a> {
    own: &'a [&'a Kind],
    /// How many rules stand around the one that is read.
    depth: usize,
}

/// How deep rules may stand in rules: more than anyone writes, and little enough for any stack.
const MAX_DEPTH: usize = 8;

impl<'a> Kinds<'a> {
    /// The crate's kinds and these; where names are the same, these are meant.
    pub fn with(own: &'a [&'a Kind]) -> Kinds<'a> {
        Kinds { own, depth: 0 }
    }

    /// The kind of that name.
    pub fn get(&self, name: &str) -> Option<&'a Kind> {
        self.all().find(|kind| kind.name == name)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.all().map(|kind| kind.name)
    }

    /// Reads the fields of a rule whose kind is known.
    pub(crate) fn read<'de, D: serde::Deserializer<'de>>(
        &self,
        kind: &Kind,
        fields: D,
    ) -> Result<Box<dyn Rule>, D::Error> {
        let mut fields = <dyn erased_serde::Deserializer<'_>>::erase(fields);
        (kind.read)(self, &mut fields).map_err(D::Error::custom)
    }

    /// The same for the rules within a rule; none if it stands too deep.
    pub(super) fn within(self) -> Result<Kinds<'a>, String> {
        match self.depth < MAX_DEPTH {
            true => Ok(Kinds { depth: self.depth + 1, ..self }),
            false => Err(format!("rules stand in rules more than {MAX_DEPTH} deep")),
        }
    }

    fn all(&self) -> impl Iterator<Item = &'a Kind> {
        self.own.iter().copied().chain(KINDS.iter().copied())
    }
}

impl<'de> DeserializeSeed<'de> for Kinds<'_> {
    type Value = Box<dyn Rule>;

    fn deserialize<D: serde::Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_map(RuleVisitor(self))
    }
}

struct RuleVisitor<'a>(Kinds<'a>);

impl<'de> Visitor<'de> for RuleVisitor<'_> {
    type Value = Box<dyn Rule>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rule with a `type`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        // Fields that stand before the type wait until it is known who reads them.
        let mut before = Vec::new();
        let name = loop {
            match map.next_key::<String>()? {
                Some(key) if key == "type" => break map.next_value::<String>()?,
                Some(key) => before.push((key, map.next_value::<Value>()?)),
                None => return Err(A::Error::missing_field("type")),
            }
        };
        let kind = self.0.get(&name).ok_or_else(|| {
            let short: String = name.chars().take(40).collect();
            A::Error::custom(match nearest(&name, self.0.names()) {
                Some(near) => format!("no rule is called `{short}`; did you mean `{near}`?"),
                None => format!("no rule is called `{short}`"),
            })
        })?;
        let fields = Fields { before: before.into_iter(), value: None, map };
        self.0.read(kind, MapAccessDeserializer::new(fields))
    }
}

/// The fields of a rule other than its type.
struct Fields<A> {
    before: std::vec::IntoIter<(String, Value)>,
    /// The value of the key from `before` that was read last.
    value: Option<Value>,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.before.next() {
            Some((key, value)) => {
                self.value = Some(value);
                seed.deserialize(key.into_deserializer()).map(Some)
            }
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(A::Error::custom),
            None => self.map.next_value_seed(seed),
        }
    }
}

/// Reads cells; see [`Cells`].
pub(super) struct CellsVisitor;

impl<'de> Visitor<'de> for CellsVisitor {
    type Value = Cells;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cells, such as [\"r1c1\", \"r1c2\"] or \"r1c1-r1c5\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cells, E> {
        let mut cells = Vec::new();
        for part in text.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty()) {
            add(part, &mut cells)?;
        }
        Ok(Cells(cells))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Cells, A::Error> {
        let mut cells = Vec::with_capacity(seq.size_hint().unwrap_or(9).min(64));
        while let Some(part) = seq.next_element_seed(Text)? {
            add(&part, &mut cells)?;
        }
        Ok(Cells(cells))
    }
}

/// A text, without a copy where the input has it in one piece.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: serde::Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell, such as \"r1c1\"")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(text.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(text.to_owned().into())
    }
}

/// The longest run that `r1c1-r1c9` may mean; boards have no longer ones.
const MAX_RUN: usize = 256;

/// Adds one cell, or all from one to another in a straight line.
fn add<E: Error>(part: &str, cells: &mut Vec<Cell>) -> Result<(), E> {
    let cell = |text: &str| text.parse::<Cell>().map_err(E::custom);
    let Some((from, to)) = part.split_once('-') else {
        cells.push(cell(part)?);
        return Ok(());
    };
    let (from, to) = (cell(from)?, cell(to)?);
    let (down, right) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let length = down.max(right);
    let straight = down == 0 || right == 0 || down == right;
    if !straight || length >= MAX_RUN {
        return Err(E::custom(format!("{from} and {to} are not in one row, column or diagonal")));
    }
    let step = |from: usize, to: usize, i: usize| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + i,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - i,
    };
    cells.extend(
        (0..=length).map(|i| Cell {
            row: step(from.row, to.row, i),
            column: step(from.column, to.column, i),
        }),
    );
    Ok(())
}
