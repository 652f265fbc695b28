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
