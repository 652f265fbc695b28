//! What a search answers: solutions, and the four outcomes that must not be mixed up.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Index;

use crate::budget::Limit;
use crate::store::Var;

/// One value a variable, verified against the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Solution {
    values: Vec<i32>,
}

impl Solution {
    pub(crate) fn new(values: Vec<i32>) -> Solution {
        Solution { values }
    }

    /// The values in the order in which the variables were created.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The values, without a copy.
    pub fn into_values(self) -> Vec<i32> {
        self.values
    }
}

impl Index<Var> for Solution {
    type Output = i32;

    /// The value of a variable.
    ///
    /// # Panics
    /// If the variable is of another, larger model.
    fn index(&self, x: Var) -> &i32 {
        &self.values[x.index()]
    }
}

/// The answer to "is there a solution?"
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// Yes: this one.
    Solved(Solution),
    /// No: the search proved that there is none.
    None,
    /// Not known: a limit was reached first.
    Unknown(Limit),
}

impl Outcome {
    /// The solution, if there is one.
    pub fn solution(self) -> Option<Solution> {
        match self {
            Outcome::Solved(solution) => Some(solution),
            Outcome::None | Outcome::Unknown(_) => None,
        }
    }
}

/// The answer to "is there exactly one solution?"
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Uniqueness {
    /// There is none.
    None,
    /// There is exactly this one.
    One(Solution),
    /// There are several; these two differ.
    Many(Solution, Solution),
    /// Not known: a limit was reached first. There may be a solution already.
    Unknown(Limit, Option<Solution>),
}

/// The answer to "how many solutions are there?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Count {
    /// So many.
    Exactly(u128),
    /// So many and perhaps more: a limit was reached.
    AtLeast(u128, Limit),
}

impl Count {
    /// The number found, whether or not there may be more.
    pub fn found(self) -> u128 {
        match self {
            Count::Exactly(count) | Count::AtLeast(count, _) => count,
        }
    }
}

impl fmt::Display for Count {
    /// `92`, or `>=1000` where a limit was reached.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Exactly(count) => write!(f, "{count}"),
            Count::AtLeast(count, _) => write!(f, ">={count}"),
        }
    }
}

/// What a search has done so far. The same search always does the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Decisions made.
    pub nodes: u64,
    /// Dead ends met.
    pub conflicts: u64,
    /// Domains narrowed.
    pub changes: u64,
    /// Calls of constraints.
    pub calls: u64,
    /// The most decisions that stood at once.
    pub depth: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Clauses learned from conflicts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub learned: u64,
    /// Learned clauses forgotten again.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub forgotten: u64,
    /// Times a learning search went back to the root to begin anew.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub restarts: u64,
}

/// Of a search that did not learn there is nothing to say.
#[cfg(feature = "serde")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { nodes, conflicts, changes, calls, depth, solutions, .. } = self;
        write!(
            f,
            "nodes {nodes}, conflicts {conflicts}, changes {changes}, calls {calls}, depth {depth}, solutions {solutions}"
        )?;
        let Stats { learned, forgotten, restarts, .. } = self;
        if learned + restarts > 0 {
            write!(f, ", learned {learned}, forgotten {forgotten}, restarts {restarts}")?;
        }
        Ok(())
    }
}
