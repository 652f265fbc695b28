//! What happens to domains, and why: variables, causes, changes, conflicts.

use core::fmt;

/// A variable of a [`Model`](crate::Model), by its position in the order of creation.
///
/// A variable means nothing without its model. Used with another model it names that model's
/// variable of the same number, or panics where there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Var(pub(super) u32);

impl Var {
    /// The variable number `index`, counted from 0 in the order of creation.
    ///
    /// # Panics
    /// If `index` does not fit 32 bits.
    pub fn new(index: usize) -> Self {
        Var(u32::try_from(index).expect("a model has at most 2^26 variables"))
    }

    /// Its number, from 0 in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

bitflags::bitflags! {
    /// What happened to a domain; a constraint says which of these should wake it.
    ///
    /// Each change of a domain is at least `CHANGED`. `BOUNDS` is set as well when the smallest or
    /// the largest value went, and `FIXED` when one value is left.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Events: u8 {
        /// Some value went.
        const CHANGED = 1;
        /// The smallest or the largest value went.
        const BOUNDS = 2;
        /// One value is left.
        const FIXED = 4;
    }
}

/// Why a domain changed: one small word in each [`Change`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cause(u32);

/// What a [`Cause`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was given: an assumption of this search.
    Given,
    /// The search tried it.
    Decision,
    /// The search tried the opposite and failed.
    Refuted,
    /// This variable of a common group took the value (a naked single).
    Peer(Var),
    /// The group with this number left no other choice.
    Group(usize),
    /// The constraint with this number left no other choice.
    Constraint(usize),
}

const INDEX_BITS: u32 = 26;

/// How many variables, groups or constraints a model may have: 2²⁶.
pub(crate) const MAX_INDEX: usize = 1 << INDEX_BITS;

impl Cause {
    pub(crate) const GIVEN: Cause = Cause(0);
    pub(crate) const DECISION: Cause = Cause(1 << INDEX_BITS);
    pub(crate) const REFUTED: Cause = Cause(2 << INDEX_BITS);

    pub(crate) fn peer(index: usize) -> Cause {
        Cause(3 << INDEX_BITS | index as u32)
    }

    pub(crate) fn group(index: usize) -> Cause {
        Cause(4 << INDEX_BITS | index as u32)
    }

    pub(crate) fn constraint(index: usize) -> Cause {
        Cause(5 << INDEX_BITS | index as u32)
    }

    /// The cause spelled out.
    pub fn reason(self) -> Reason {
        let index = self.0 as usize & (MAX_INDEX - 1);
        match self.0 >> INDEX_BITS {
            0 => Reason::Given,
            1 => Reason::Decision,
            2 => Reason::Refuted,
            3 => Reason::Peer(Var::new(index)),
            4 => Reason::Group(index),
            _ => Reason::Constraint(index),
        }
    }
}

impl fmt::Display for Reason {
    /// As what stands behind "because of".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Given => f.write_str("what was given"),
            Reason::Decision => f.write_str("a decision"),
            Reason::Refuted => f.write_str("a decision that failed"),
            Reason::Peer(x) => write!(f, "the value of {x:?}"),
            Reason::Group(g) => write!(f, "group {g}"),
            Reason::Constraint(c) => write!(f, "constraint {c}"),
        }
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

/// A contradiction: some variable has no value left, or a constraint saw that it cannot hold.
///
/// An ordinary event of a search, not an error of the program. Its cause is what saw it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    cause: Cause,
    var: u32,
}

impl Conflict {
    pub(crate) fn new(cause: Cause, var: Option<usize>) -> Conflict {
        let var = var.map_or(u32::MAX, |v| v as u32);
        Conflict { cause, var }
    }

    /// What saw the contradiction.
    pub fn reason(&self) -> Reason {
        self.cause.reason()
    }

    /// The variable that would have lost its last value, if it was one variable.
    pub fn var(&self) -> Option<Var> {
        (self.var != u32::MAX).then_some(Var(self.var))
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.var() {
            Some(x) => write!(f, "{x:?} has no value left because of {}", self.reason()),
            None => write!(f, "nothing is left because of {}", self.reason()),
        }
    }
}

impl core::error::Error for Conflict {}

impl fmt::Debug for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conflict")
            .field("reason", &self.reason())
            .field("var", &self.var())
            .finish()
    }
}

/// One entry of the trail: a word of the store before it changed, and why it did.
#[derive(Clone, Copy)]
pub struct Change {
    pub(crate) old: u64,
    pub(super) slot: u32,
    /// Events in the top three bits, the cause below.
    tag: u32,
}

const EVENTS_SHIFT: u32 = 29;

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change")
            .field("slot", &self.slot)
            .field("old", &format_args!("{:#x}", self.old))
            .field("events", &self.events())
            .field("cause", &self.cause())
            .finish()
    }
}

impl Change {
    pub(super) fn new(slot: usize, old: u64, events: Events, cause: Cause) -> Change {
        let tag = u32::from(events.bits()) << EVENTS_SHIFT | cause.0;
        Change { old, slot: slot as u32, tag }
    }

    /// What happened to the domain; empty for a change of inner state that no domain shows.
    pub fn events(&self) -> Events {
        Events::from_bits_retain((self.tag >> EVENTS_SHIFT) as u8)
    }

    /// Why it happened.
    pub fn cause(&self) -> Cause {
        Cause(self.tag & ((1 << EVENTS_SHIFT) - 1))
    }
}
