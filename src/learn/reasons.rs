//! Why a constraint concluded something: what it reads of the past, and the reasons that it names.

use alloc::vec::Vec;
use core::fmt;

use super::atoms::Atoms;
use super::literal::Lit;
use super::trail::Trail;
use crate::store::Var;

/// What a constraint concluded, and is asked to [explain](crate::Constraint::explain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The variable has another value.
    IsNot(Var, i32),
    /// The variable has this value or a larger one. Asked only of constraints that conclude on
    /// [bounds](crate::Constraint::bounds).
    AtLeast(Var, i32),
    /// The variable has this value or a smaller one. Asked only of constraints that conclude on bounds.
    AtMost(Var, i32),
}

/// The domains as they were before a conclusion was drawn, and the reasons for it that a constraint names.
///
/// Values that were gone when the search began need no reason, and reasons for that are left out. To name something
/// as a reason that did not hold makes the whole explanation void.
///
/// ```
/// use houserules::{
///     Conflict, Constraint, Fact, ModelBuilder, Outcome, Reasons, Solver, Status, Store, Strategy, Var,
/// };
///
/// /// The first variable is less than the second.
/// #[derive(Debug)]
/// struct Less([Var; 2]);
///
/// impl Constraint for Less {
///     fn scope(&self) -> &[Var] {
///         &self.0
///     }
///     fn holds(&self, values: &[i32]) -> bool {
///         values[0] < values[1]
///     }
///     fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
///         let [x, y] = self.0;
///         store.at_most(x, store.max(y) - 1)?;
///         store.at_least(y, store.min(x) + 1)?;
///         Ok(Status::Fixpoint)
///     }
///     fn bounds(&self) -> bool {
///         true
///     }
///     fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
///         let [x, y] = self.0;
///         match fact {
///             Some(Fact::AtLeast(_, least)) => why.at_least(x, least - 1),
///             Some(Fact::AtMost(_, most)) => why.at_most(y, most + 1),
///             Some(Fact::IsNot(..)) => return false,
///             None => {
///                 let least = why.min(x);
///                 why.at_least(x, least);
///                 why.at_most(y, least);
///             }
///         }
///         true
///     }
/// }
///
/// // Round in a circle, each less than the next.
/// let mut model = ModelBuilder::new();
/// let x = model.vars(5, 0..1000);
/// for i in 0..5 {
///     model.post(Less([x[i], x[(i + 1) % 5]]));
/// }
/// let mut solver = Solver::new(&model.build()?).strategy(Strategy::Learning);
/// assert_eq!(solver.first(), Outcome::None);
/// # Ok::<(), houserules::ModelError>(())
/// ```
pub struct Reasons<'a> {
    roots: &'a [i32],
    atoms: &'a Atoms,
    trail: &'a Trail,
    /// How long the trail was.
    len: usize,
    causes: &'a mut Vec<Lit>,
    /// Whether something was named that did not hold.
    void: bool,
}

impl fmt::Debug for Reasons<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.atoms.spell(self.causes)).finish()
    }
}

impl<'a> Reasons<'a> {
    pub(super) fn new(
        roots: &'a [i32],
        atoms: &'a Atoms,
        trail: &'a Trail,
        len: usize,
        causes: &'a mut Vec<Lit>,
    ) -> Reasons<'a> {
        Reasons { roots, atoms, trail, len, causes, void: false }
    }

    pub(crate) fn is_void(&self) -> bool {
        self.void
    }

    /// Takes back the reasons named so far but the first ones.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.causes.truncate(len);
        self.void = false;
    }

    pub(crate) fn len(&self) -> usize {
        self.causes.len()
    }

    fn held(&self, lit: Lit) -> bool {
        self.trail.held(lit, self.len)
    }

    /// The rank of the smallest candidate left, and of the largest.
    fn ends(&self, v: usize) -> (u32, u32) {
        let range = self.atoms.of(v);
        let (mut lo, mut hi) = (0, range.len() as u32 - 1);
        if self.atoms.has_steps(v) {
            // The least rank from which on the bound does not hold.
            let bound = |holds: &dyn Fn(u32) -> bool| {
                let (mut from, mut to) = (1, range.len() as u32);
                while from < to {
                    let middle = from.midpoint(to);
                    if holds(middle) { from = middle + 1 } else { to = middle }
                }
                from
            };
            lo = bound(&|rank| self.held(self.atoms.at_least(v, rank))) - 1;
            hi = bound(&|rank| !self.held(!self.atoms.at_least(v, rank))) - 1;
        }
        let gone = |rank: u32| self.held(Lit::is_not(range.start + rank));
        while lo < hi && gone(lo) {
            lo += 1;
        }
        while lo < hi && gone(hi) {
            hi -= 1;
        }
        (lo, hi)
    }

    /// The smallest value that was left.
    pub fn min(&self, x: Var) -> i32 {
        let range = self.atoms.of(x.index());
        if range.is_empty() {
            return self.roots[x.index()];
        }
        self.atoms.value(range.start + self.ends(x.index()).0)
    }

    /// The largest value that was left.
    pub fn max(&self, x: Var) -> i32 {
        let range = self.atoms.of(x.index());
        if range.is_empty() {
            return self.roots[x.index()];
        }
        self.atoms.value(range.start + self.ends(x.index()).1)
    }

    /// The value, if only one was left.
    pub fn value(&self, x: Var) -> Option<i32> {
        let range = self.atoms.of(x.index());
        if range.is_empty() {
            return Some(self.roots[x.index()]);
        }
        let (lo, hi) = self.ends(x.index());
        (lo == hi).then(|| self.atoms.value(range.start + lo))
    }

    /// The smallest value when the search began.
    pub fn first(&self, x: Var) -> i32 {
        let range = self.atoms.of(x.index());
        if range.is_empty() { self.roots[x.index()] } else { self.atoms.value(range.start) }
    }

    /// The largest value when the search began.
    pub fn last(&self, x: Var) -> i32 {
        let range = self.atoms.of(x.index());
        if range.is_empty() { self.roots[x.index()] } else { self.atoms.value(range.end - 1) }
    }

    /// The values when the search began, ascending.
    pub fn values(&self, x: Var) -> impl Iterator<Item = i32> + use<'a> {
        let range = self.atoms.of(x.index());
        let root = range.is_empty().then(|| self.roots[x.index()]);
        let atoms = self.atoms;
        root.into_iter().chain(range.map(|candidate| atoms.value(candidate)))
    }

    /// How many values it had when the search began.
    pub fn count(&self, x: Var) -> u64 {
        (self.atoms.of(x.index()).len() as u64).max(1)
    }

    /// Whether a value was there when the search began.
    pub fn had(&self, x: Var, value: i32) -> bool {
        match self.atoms.of(x.index()).is_empty() {
            true => self.roots[x.index()] == value,
            false => self.atoms.find(x.index(), value).is_some(),
        }
    }

    /// Whether a value was left.
    pub fn contains(&self, x: Var, value: i32) -> bool {
        let range = self.atoms.of(x.index());
        if range.is_empty() {
            return self.roots[x.index()] == value;
        }
        self.atoms.find(x.index(), value).is_some_and(|candidate| self.why_not(candidate).is_none())
    }

    /// Why a candidate was gone.
    fn why_not(&self, candidate: u32) -> Option<Lit> {
        let v = self.atoms.var(candidate);
        let range = self.atoms.of(v);
        let rank = candidate - range.start;
        if self.held(Lit::is_not(candidate)) {
            return Some(Lit::is_not(candidate));
        }
        // Bounds may have been told a moment before what they say of each value.
        if self.atoms.has_steps(v) {
            let above = (candidate + 1 < range.end).then(|| self.atoms.at_least(v, rank + 1));
            let below = (rank > 0).then(|| !self.atoms.at_least(v, rank));
            return [above, below].into_iter().flatten().find(|&lit| self.held(lit));
        }
        None
    }

    fn push(&mut self, lit: Option<Lit>) {
        match lit {
            Some(lit) => self.causes.push(lit),
            None => self.void = true,
        }
    }

    /// A reason: the variable did not have this value.
    pub fn is_not(&mut self, x: Var, value: i32) {
        let range = self.atoms.of(x.index());
        if range.is_empty() {
            self.void |= self.roots[x.index()] == value;
        } else if let Some(candidate) = self.atoms.find(x.index(), value) {
            self.push(self.why_not(candidate));
        }
    }

    /// A reason: the variable had this value.
    pub fn is(&mut self, x: Var, value: i32) {
        let v = x.index();
        if self.atoms.of(v).is_empty() {
            self.void |= self.roots[v] != value;
            return;
        }
        match self.atoms.find(v, value).map(Lit::is) {
            Some(lit) if self.held(lit) => self.push(Some(lit)),
            _ => {
                self.at_least(x, value);
                self.at_most(x, value);
            }
        }
    }

    /// A reason: the variable had this value or a larger one.
    pub fn at_least(&mut self, x: Var, value: i32) {
        self.more(x.index(), i64::from(value));
    }

    /// A reason: the variable had this value or a smaller one.
    pub fn at_most(&mut self, x: Var, value: i32) {
        self.less(x.index(), i64::from(value));
    }

    /// The same for the values that sums speak of.
    pub(crate) fn within(&mut self, x: Var, from: i64, to: i64) {
        self.more(x.index(), from);
        self.less(x.index(), to);
    }

    fn more(&mut self, v: usize, value: i64) {
        let range = self.atoms.of(v);
        if range.is_empty() {
            self.void |= i64::from(self.roots[v]) < value;
            return;
        }
        let rank = self.atoms.below(v, value);
        if rank as usize == range.len() {
            self.void = true;
        } else if rank > 0 && self.atoms.has_steps(v) {
            let lit = self.atoms.at_least(v, rank);
            if self.held(lit) {
                self.push(Some(lit));
                return;
            }
            self.each_gone(v, 0..rank);
        } else {
            self.each_gone(v, 0..rank);
        }
    }

    fn less(&mut self, v: usize, value: i64) {
        let range = self.atoms.of(v);
        if range.is_empty() {
            self.void |= i64::from(self.roots[v]) > value;
            return;
        }
        let rank = self.atoms.below(v, value.saturating_add(1));
        let count = range.len() as u32;
        if rank == 0 {
            self.void = true;
        } else if rank < count && self.atoms.has_steps(v) {
            let lit = !self.atoms.at_least(v, rank);
            if self.held(lit) {
                self.push(Some(lit));
                return;
            }
            self.each_gone(v, rank..count);
        } else {
            self.each_gone(v, rank..count);
        }
    }

    /// Candidates one by one, or the one outside that is the value.
    fn each_gone(&mut self, v: usize, ranks: core::ops::Range<u32>) {
        let range = self.atoms.of(v);
        if ranks.len() > 1 {
            let outside = (0..ranks.start).chain(ranks.end..range.len() as u32);
            let mut value = outside.map(|rank| Lit::is(range.start + rank));
            if let Some(lit) = value.find(|&lit| self.held(lit)) {
                return self.push(Some(lit));
            }
        }
        for rank in ranks {
            self.push(self.why_not(range.start + rank));
        }
    }

    /// A reason: the variable had none of the values for which `gone` says yes.
    pub fn none_of(&mut self, x: Var, gone: impl Fn(i32) -> bool) {
        match self.value(x) {
            Some(value) if !gone(value) => {
                let range = self.atoms.of(x.index());
                let mut others = range.filter(|&candidate| gone(self.atoms.value(candidate)));
                match (others.next(), others.next()) {
                    (None, _) => {}
                    (Some(only), None) => self.push(self.why_not(only)),
                    _ => self.is(x, value),
                }
            }
            _ => {
                for value in self.values(x).filter(|&value| gone(value)) {
                    self.is_not(x, value);
                }
            }
        }
    }

    /// A reason: all that was known of the variable.
    pub fn all_of(&mut self, x: Var) {
        let v = x.index();
        let range = self.atoms.of(v);
        if range.is_empty() {
            return;
        }
        let held = |candidate: &u32| self.held(Lit::is(*candidate));
        if let Some(value) = range.clone().find(held) {
            return self.push(Some(Lit::is(value)));
        }
        let count = range.len() as u32;
        let (mut lo, mut hi) = (0, count);
        if self.atoms.has_steps(v) {
            // The bound said last may not have been told of the values yet, so each of them is looked at.
            let at_least = |rank| self.atoms.at_least(v, rank);
            lo = (1..count).rev().find(|&rank| self.held(at_least(rank))).unwrap_or(0);
            hi = (1..count).find(|&rank| self.held(!at_least(rank))).unwrap_or(count);
            if lo > 0 {
                self.push(Some(at_least(lo)));
            }
            if hi < count {
                self.push(Some(!at_least(hi)));
            }
        }
        for candidate in range.start + lo..range.start + hi {
            if self.held(Lit::is_not(candidate)) {
                self.push(Some(Lit::is_not(candidate)));
            }
        }
    }
}
