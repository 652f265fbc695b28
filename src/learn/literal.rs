//! Literals: an [atom](super::atoms) or its opposite, as small numbers.

use core::fmt;
use core::ops::Not;

use crate::store::Var;

/// An atom or its opposite: twice its number, plus one for the opposite. For a candidate `x = v` that is `x = v`
/// and `x ≠ v`, for a step `x ≥ v` it is `x ≥ v` and `x < v`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The atom is true; of a candidate, it is the value of its variable.
    #[inline]
    pub(super) fn is(atom: u32) -> Lit {
        Lit(atom << 1)
    }

    /// The atom is false; of a candidate, it is not the value of its variable.
    #[inline]
    pub(super) fn is_not(atom: u32) -> Lit {
        Lit(atom << 1 | 1)
    }

    #[inline]
    pub(super) fn atom(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it says that its atom is true.
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
        write!(f, "{}a{}", if self.holds() { "" } else { "¬" }, self.atom())
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
