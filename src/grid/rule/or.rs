//! Alternatives: at least one of several lists of rules holds.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;

use super::{Kind, Kinds, Rule, RuleFault, Typed, in_words};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// At least one branch holds; a branch holds if all its rules do. A branch without rules always holds.
#[derive(Debug, Serialize)]
pub struct Or {
    /// The branches.
    #[serde(serialize_with = "typed")]
    pub branches: Vec<Vec<Box<dyn Rule>>>,
}

fn branch(rules: &[Box<dyn Rule>]) -> Vec<Typed<'_>> {
    rules.iter().map(|rule| Typed::new(&**rule)).collect()
}

/// Rules inside a rule say of which type they are.
fn typed<S: Serializer>(branches: &[Vec<Box<dyn Rule>>], output: S) -> Result<S::Ok, S::Error> {
    output.collect_seq(branches.iter().map(|rules| branch(rules)))
}

pub(super) static KIND: Kind =
    Kind { name: "or", about: "one of several lists of rules holds", read };

impl Rule for Or {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.branches.iter().flatten().flat_map(|rule| rule.cells()).collect()
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        // A branch that is impossible is no fault as long as another is not.
        let mut impossible = None;
        let mut possible = false;
        for branch in &self.branches {
            if branch.iter().any(|rule| rule.stands_alone()) {
                return Err(RuleFault::Form("a rule about the whole board is no alternative"));
            }
            match branch.iter().try_for_each(|rule| rule.check(board)) {
                Ok(()) => possible = true,
                Err(RuleFault::Impossible(why)) => impossible = Some(why),
                Err(fault) => return Err(fault),
            }
        }
        match possible {
            true => Ok(()),
            false => Err(RuleFault::Impossible(
                impossible.unwrap_or_else(|| "there is no branch to choose".into()),
            )),
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.branches.iter().any(|branch| branch.iter().all(|rule| rule.holds(grid)))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let possible = |branch: &&Vec<Box<dyn Rule>>| {
            branch.iter().all(|rule| rule.check(plan.board()).is_ok())
        };
        let branches: Vec<&Vec<_>> = self.branches.iter().filter(possible).collect();
        plan.one_of(&branches);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let branch = |rules: &Vec<Box<dyn Rule>>| {
            let rules: Vec<String> = rules.iter().map(|rule| in_words(&**rule)).collect();
            rules.join(" and ")
        };
        let branches: Vec<String> = self.branches.iter().map(branch).collect();
        picture.note(format!("either {}", branches.join(", or ")));
    }
}

fn read(
    kinds: &Kinds<'_>,
    fields: &mut dyn erased_serde::Deserializer<'_>,
) -> erased_serde::Result<Box<dyn Rule>> {
    let kinds = kinds.within().map_err(erased_serde::Error::custom)?;
    fields.deserialize_map(Fields(kinds)).map(|or| Box::new(or) as Box<dyn Rule>)
}

/// Reads `branches`.
struct Fields<'a>(Kinds<'a>);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = Or;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`branches`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Or, A::Error> {
        let mut branches = None;
        while let Some(key) = map.next_key::<String>()? {
            if key != "branches" {
                map.next_value::<IgnoredAny>()?;
                return Err(A::Error::unknown_field(&key, &["branches"]));
            }
            branches = Some(map.next_value_seed(List(List(self.0)))?);
        }
        let branches = branches.ok_or_else(|| A::Error::missing_field("branches"))?;
        Ok(Or { branches })
    }
}

/// Reads a list of what another seed reads.
#[derive(Clone, Copy)]
struct List<S>(S);

impl<'de, S: DeserializeSeed<'de> + Copy> DeserializeSeed<'de> for List<S> {
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for List<S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = seq.next_element_seed(self.0)? {
            list.push(item);
        }
        Ok(list)
    }
}
