//! Groups: sets of variables that must all differ, as data, and how hard to think about them.

use core::fmt;
use core::ops::{Add, Sub};

use smallvec::SmallVec;

use crate::store::Var;

bitflags::bitflags! {
    /// How hard the engine thinks about a group.
    ///
    /// Naked singles (a value that a variable takes is gone from all others) are the base and
    /// always on. Hidden singles, locked candidates and hidden subsets apply to a *house*: a group with
    /// exactly as many variables as values, so that each value has a place; elsewhere they are
    /// ignored. Every strength keeps all solutions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Strength: u8 {
        /// A value that a variable takes is gone from the others of the group.
        const NAKED_SINGLES = 1;
        /// A value with one place left in a house goes there.
        const HIDDEN_SINGLES = 2;
        /// A value whose places in one house all lie in another group as well is gone from the
        /// rest of that group. Only between groups without offsets whose values a 64-bit word
        /// can hold, and in the first 64 groups of a variable.
        const LOCKED_CANDIDATES = 4;
        /// Two to four members with as few values among them leave none of these to the others. In
        /// groups of up to 64 members whose values a 64-bit word can hold.
        const NAKED_SUBSETS = 8;
        /// Two to four values with as few places among them in a house fill these places. In
        /// houses of up to 64 members whose values a 64-bit word can hold.
        const HIDDEN_SUBSETS = 16;
        /// All values go that are part of no assignment in which the members differ (domain
        /// consistency, Régin 1994). This includes all of the above but locked candidates, and sees
        /// that there are too few values for so many members. Below the root of a search, a group
        /// that had nothing to say is asked less often. Up to 2²⁰ candidates a group.
        const MATCHING = 32;
    }
}

impl Default for Strength {
    /// What measures best over all sizes: singles and locked candidates. A group of this strength that is no house is
    /// matched too where a value takes more than a 64-bit word, none of its terms has an offset, and it has at most three
    /// times as many values as members: there, nothing else is quick.
    fn default() -> Self {
        Strength::NAKED_SINGLES | Strength::HIDDEN_SINGLES | Strength::LOCKED_CANDIDATES
    }
}

/// A variable plus a number: a member of a group.
///
/// Terms come from arithmetic: `x + 3`, `x - 1`, or from a variable alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Term {
    /// The variable.
    pub var: Var,
    /// What is added to its value.
    pub offset: i32,
}

impl From<Var> for Term {
    fn from(var: Var) -> Term {
        Term { var, offset: 0 }
    }
}

impl From<&Var> for Term {
    fn from(&var: &Var) -> Term {
        var.into()
    }
}

impl Add<i32> for Var {
    type Output = Term;
    fn add(self, offset: i32) -> Term {
        Term { var: self, offset }
    }
}

impl Sub<i32> for Var {
    type Output = Term;
    /// # Panics
    /// If `offset` is `i32::MIN`, whose opposite is no `i32`.
    fn sub(self, offset: i32) -> Term {
        let offset = offset.checked_neg().expect("the opposite of the offset is an i32");
        Term { var: self, offset }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            0 => write!(f, "{:?}", self.var),
            k => write!(f, "{:?}{k:+}", self.var),
        }
    }
}

/// Terms that must all differ, and how hard to think about it.
///
/// A variable may stand there twice with different offsets.
///
/// The solver reads groups as data: it compiles them to peer lists and overlaps and needs no
/// propagator of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Group {
    /// The members.
    pub terms: SmallVec<[Term; 9]>,
    /// How hard to think.
    pub strength: Strength,
}

impl Group {
    /// A group of the default strength.
    pub fn new<T: Into<Term>>(terms: impl IntoIterator<Item = T>) -> Group {
        Group { terms: terms.into_iter().map(Into::into).collect(), strength: Strength::default() }
    }

    /// The same group with another strength; naked singles stay on.
    pub fn strength(self, strength: Strength) -> Group {
        Group { strength: strength | Strength::NAKED_SINGLES, ..self }
    }

    /// The variable of each term, in order.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = Var> + '_ {
        self.terms.iter().map(|term| term.var)
    }

    /// The meaning: whether the terms all differ, where `value` gives the value of each variable.
    ///
    /// O(n log n) for n terms.
    pub fn holds(&self, value: impl Fn(Var) -> i32) -> bool {
        let mut sums: SmallVec<[i64; 32]> =
            self.terms.iter().map(|t| i64::from(value(t.var)) + i64::from(t.offset)).collect();
        sums.sort_unstable();
        sums.windows(2).all(|pair| pair[0] != pair[1])
    }
}
