//! A step on the path to the solution: what was seen, and what follows from it.

use std::fmt;
use std::sync::Arc;

use super::super::cell::Cell;
use super::super::shape::Shape;
use super::marks::bits;
use super::{Find, Mark, Technique};

/// One conclusion.
///
/// Printed as a sentence; [`in_words`](Step::in_words) does that in other signs for the values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The cells that it looked at.
    pub cells: Vec<Cell>,
    /// The values that it looked at.
    pub values: Vec<i32>,
    /// The names of the groups that it looked at; of a fish, first the houses, then the groups that cover them.
    pub groups: Vec<Arc<str>>,
    /// The candidates of a chain: each is true if none of those before it is.
    pub chain: Vec<(Cell, i32)>,
    /// The value that is certain now.
    pub set: Option<(Cell, i32)>,
    /// The candidates that are gone now, apart from those that a value takes from the cells that see it.
    pub removed: Vec<(Cell, i32)>,
}

impl Step {
    pub(super) fn new(technique: Technique, find: &Find, shape: &Shape) -> Step {
        let value = |bit: u32| shape.values().start() + bit as i32;
        let mark = |mark: &Mark| (shape.cell(mark.0), value(mark.1));
        Step {
            technique,
            cells: find.cells.iter().map(|cell| shape.cell(*cell)).collect(),
            values: bits(find.values).map(value).collect(),
            groups: find.groups.iter().map(|group| shape.groups()[*group].name.clone()).collect(),
            chain: find.chain.iter().map(mark).collect(),
            set: find.set.as_ref().map(mark),
            removed: find.removed.iter().map(mark).collect(),
        }
    }

    /// A sentence that says it, with the values as `sign` writes them.
    pub fn in_words(&self, sign: impl Fn(i32) -> String) -> String {
        let told = Told { step: self, sign: &sign };
        let what = match self.set {
            Some((cell, value)) => format!("{cell} = {}", sign(value)),
            None => told.removed(),
        };
        format!("{what}: {}", told.why())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|value| value.to_string()))
    }
}

/// A step as it is told.
struct Told<'a> {
    step: &'a Step,
    sign: &'a dyn Fn(i32) -> String,
}

impl Told<'_> {
    /// `r1c2 r1c5 not 4, r2c2 not 4 or 7`.
    fn removed(&self) -> String {
        let mut removed = self.step.removed.clone();
        removed.sort_unstable();
        let mut by_values: Vec<(Vec<i32>, Vec<Cell>)> = Vec::new();
        for of_cell in removed.chunk_by(|a, b| a.0 == b.0) {
            let values: Vec<i32> = of_cell.iter().map(|mark| mark.1).collect();
            let cell = of_cell[0].0;
            match by_values.iter_mut().find(|known| known.0 == values) {
                Some((_, cells)) => cells.push(cell),
                None => by_values.push((values, vec![cell])),
            }
        }
        let parts = by_values.iter().map(|(values, cells)| {
            format!("{} not {}", listed(cells, " "), self.values(values, " or "))
        });
        parts.collect::<Vec<_>>().join(", ")
    }

    fn why(&self) -> String {
        let Step { technique, cells, values, groups, chain, .. } = self.step;
        let cells = listed(cells, " ");
        let and = self.values(values, " and ");
        let group = |i: usize| groups.get(i).map_or("", |name| &**name);
        match technique {
            Technique::HiddenSingle => format!("the only place for {and} in {}", group(0)),
            Technique::NakedSingle => "the only value that is left there".to_owned(),
            Technique::LockedCandidates => {
                let also = match groups.get(1) {
                    Some(name) => format!(", which are in {name}"),
                    None => String::new(),
                };
                format!("{and} in {} is in one of {cells}{also}", group(0))
            }
            Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
                format!("{cells} in {} hold {and}", group(0))
            }
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
                format!("{and} in {} are in {cells}", group(0))
            }
            Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
                let (houses, covers) = groups.split_at(groups.len() / 2);
                format!("{and} in {} is in {}", listed(houses, ", "), listed(covers, ", "))
            }
            Technique::Wing => {
                format!("whichever value the first of {cells} holds, one of them is {and}")
            }
            Technique::Chain => {
                let link =
                    |(cell, value): &(Cell, i32)| format!("{cell} = {}", (self.sign)(*value));
                let links: Vec<String> = chain.iter().map(link).collect();
                match links.split_first() {
                    Some((first, rest)) => format!("if not {first}, then {}", rest.join(", then ")),
                    None => String::new(),
                }
            }
            Technique::Trial => "otherwise singles lead to a contradiction".to_owned(),
            Technique::DeepTrial => {
                "otherwise singles, locked candidates and pairs lead to a contradiction".to_owned()
            }
        }
    }

    fn values(&self, values: &[i32], between: &str) -> String {
        let signs: Vec<String> = values.iter().map(|value| (self.sign)(*value)).collect();
        signs.join(between)
    }
}

fn listed<T: fmt::Display>(list: &[T], between: &str) -> String {
    let words: Vec<String> = list.iter().map(T::to_string).collect();
    words.join(between)
}
