//! Literals: "this variable has this value" and its opposite, as small numbers.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Not;

use crate::store::{Store, Var};

/// `x = v` or `x ≠ v` for the candidate with some number: twice the number, plus one for `≠`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The candidate is the value of its variable.
    #[inline]
    pub(super) fn is(candidate: u32) -> Lit {
        Lit(candidate << 1)
    }

    /// The candidate is not the value of its variable.
    #[inline]
    pub(super) fn is_not(candidate: u32) -> Lit {
        Lit(candidate << 1 | 1)
    }

    #[inline]
    pub(super) fn candidate(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it says `=`.
    #[inline]
    pub(super) fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its place in a table of literals.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) fn from_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}c{}", if self.holds() { "" } else { "¬" }, self.candidate())
    }
}

/// "This variable has this value", or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The value.
    pub value: i32,
    /// Whether it says `=`; otherwise it says `≠`.
    pub holds: bool,
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} {}", self.var, if self.holds { "=" } else { "≠" }, self.value)
    }
}

/// The values left to the open variables of a store, numbered. Fixed variables have none.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// Where the candidates of each variable begin; one more than there are variables.
    starts: Vec<u32>,
    vars: Vec<u32>,
    values: Vec<i32>,
}

impl Candidates {
    /// `None` if there are more than `most`.
    pub(super) fn new(store: &Store, most: usize) -> Option<Candidates> {
        let mut candidates =
            Candidates { starts: alloc::vec![0], vars: Vec::new(), values: Vec::new() };
        for v in 0..store.variables() {
            if store.is_open(v) {
                let x = Var::new(v);
                if candidates.len() + store.len(x) as usize > most {
                    return None;
                }
                candidates.values.extend(store.values(x));
                candidates.vars.resize(candidates.len(), v as u32);
            }
            candidates.starts.push(candidates.len() as u32);
        }
        Some(candidates)
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn variables(&self) -> usize {
        self.starts.len() - 1
    }

    /// The candidates of a variable, by ascending value.
    pub(super) fn of(&self, v: usize) -> core::ops::Range<u32> {
        self.starts[v]..self.starts[v + 1]
    }

    #[inline]
    pub(super) fn var(&self, candidate: u32) -> usize {
        self.vars[candidate as usize] as usize
    }

    #[inline]
    pub(super) fn value(&self, candidate: u32) -> i32 {
        self.values[candidate as usize]
    }

    /// Literals as others know them.
    pub(super) fn spell(&self, lits: &[Lit]) -> Vec<Literal> {
        let spell = |lit: &Lit| Literal {
            var: Var::new(self.var(lit.candidate())),
            value: self.value(lit.candidate()),
            holds: lit.holds(),
        };
        lits.iter().map(spell).collect()
    }

    /// The candidate that a value of a variable is, if it is left.
    pub(super) fn find(&self, v: usize, value: i32) -> Option<u32> {
        let range = self.of(v);
        let values = &self.values[range.start as usize..range.end as usize];
        values.binary_search(&value).ok().map(|i| range.start + i as u32)
    }
}
