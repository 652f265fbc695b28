//! The trait for every constraint that is not a group, and the constraints that come with the crate.
//!
//! To add one, write a file beside the others, implement [`Constraint`], and name it here.

mod absolute;
mod all_different_except;
mod all_equal;
mod among;
mod arg_extremum;
mod at_most;
mod bin_packing;
mod cardinality;
mod circuit;
mod clause;
mod cumulative;
mod distinct_sum;
mod distinct_values;
mod division;
mod element;
mod element_matrix;
mod equal;
mod extremum;
mod forbidden;
mod functional;
mod inverse;
mod lexicographic;
mod linear;
mod logic;
mod malformed;
mod member;
mod not_equal;
mod occurrences;
mod ordered;
mod pairs;
mod parity;
mod power;
mod precedence;
mod predicate;
mod product;
mod ranges;
mod regular;
mod reified;
mod same_values;
mod simple;
mod supports;
mod table;

pub use absolute::{Absolute, AbsoluteDifference};
pub use all_different_except::AllDifferentExcept;
pub use all_equal::AllEqual;
pub use among::{Among, Amount};
pub use arg_extremum::ArgExtremum;
pub use at_most::AtMost;
pub use bin_packing::BinPacking;
pub use cardinality::Cardinality;
pub use circuit::{Circuit, Subcircuit};
pub use clause::Clause;
pub use cumulative::{Cumulative, Disjunctive, Task};
pub use distinct_sum::DistinctSum;
pub use distinct_values::DistinctValues;
pub use division::{Division, Remainder};
pub use element::{Element, ElementVar};
pub use element_matrix::ElementMatrix;
pub use equal::Equal;
pub use extremum::Extremum;
pub use forbidden::Forbidden;
pub use inverse::Inverse;
pub use lexicographic::Lexicographic;
pub(crate) use linear::write_terms;
pub use linear::{Linear, Relation};
pub use logic::{And, Not, Or};
pub use malformed::Malformed;
pub use member::Member;
pub use not_equal::NotEqual;
pub use occurrences::Occurrences;
pub use ordered::Ordered;
pub use pairs::{PairTable, Pairs};
pub use parity::Parity;
pub use power::Power;
pub use precedence::Precedence;
pub use predicate::Predicate;
pub use product::Product;
pub use regular::{Automaton, Regular};
pub use reified::{Implied, Reified};
pub use same_values::SameValues;
pub use simple::Simple;
pub use table::Table;

mod cases;
mod counts;
mod value_sets;

pub use cases::Cases;
pub use counts::{Counts, Share};
pub use value_sets::ValueSets;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::borrow::Borrow;
use core::fmt::Debug;

use smallvec::{SmallVec, smallvec};

use crate::group::Term;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// What a constraint says after it has narrowed domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It may find more if it is called again, even if only its own changes have come since.
    Active,
    /// It has found all that it can find until others change something in its scope.
    Fixpoint,
    /// It holds whatever values the variables take now: it need not be called again below here.
    Entailed,
}

/// How dear a call of [`Constraint::propagate`] is; the cheap ones go first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few steps.
    Low,
    /// A walk over the scope.
    #[default]
    Medium,
    /// More than that.
    High,
}

/// A relation between variables: what it means, when it wants to know of changes, and how it
/// narrows domains.
///
/// `scope` and `holds` alone make a correct constraint: the search only ever lets out assignments
/// for which `holds` says yes. `propagate` makes it fast. A propagator is stateless; what it must
/// never do is remove a value that is part of a solution of the constraint. Where one says that it is domain
/// consistent, a variable of 65,536 values and more ([`Store::is_sparse`]) only has its bounds moved by sums, products
/// and elements: they make no holes there.
///
/// ```
/// use houserules::{Constraint, ModelBuilder, Solver, Var};
///
/// /// The values of two variables add up to a square number.
/// #[derive(Debug)]
/// struct SquareSum([Var; 2]);
///
/// impl Constraint for SquareSum {
///     fn scope(&self) -> &[Var] {
///         &self.0
///     }
///     fn holds(&self, values: &[i32]) -> bool {
///         let sum = values[0] + values[1];
///         (0..=sum).any(|root| root * root == sum)
///     }
/// }
///
/// let mut model = ModelBuilder::new();
/// let (a, b) = (model.var(1..=8), model.var(1..=8));
/// model.post(SquareSum([a, b]));
/// let count = Solver::new(&model.build()?).count();
/// assert_eq!(count.to_string(), "12");
/// # Ok::<(), houserules::ModelError>(())
/// ```
pub trait Constraint: Debug + Send + Sync {
    /// The variables it speaks of; one may stand twice.
    fn scope(&self) -> &[Var];

    /// The meaning: whether it holds where `scope()[i]` has the value `values[i]`.
    fn holds(&self, values: &[i32]) -> bool;

    /// The variables whose changes can wake it: the scope, without those that it only narrows.
    fn watched(&self) -> &[Var] {
        self.scope()
    }

    /// Which changes of them wake it.
    fn wakes_on(&self) -> Events {
        Events::CHANGED
    }

    /// Whether the data that the constraint was made of makes sense; building a model asks this once, and
    /// passes on what is wrong.
    ///
    /// What is merely impossible is no error: it has no solution.
    fn check(&self) -> Result<(), Malformed> {
        Ok(())
    }

    /// How dear `propagate` is.
    fn cost(&self) -> Cost {
        Cost::default()
    }

    /// Removes values that no solution of the constraint has, given the domains in `store`.
    ///
    /// Unless overridden, this works by meaning: it tries the combinations of what is left as soon
    /// as they are few, or those of one variable.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        by_meaning(self.scope(), |values| self.holds(values), store)
    }

    /// Whether it holds for all values that are left, or for none; `None` while that is open.
    ///
    /// What stands under a condition or a negation is asked this. It must leave the store as it was;
    /// unless overridden, it looks what [`propagate`](Self::propagate) would say.
    fn decided(&self, store: &mut Store) -> Option<bool> {
        let fixed = self.scope().iter().all(|&x| store.is_fixed(x));
        if fixed {
            let values: SmallVec<[i32; 16]> = self.scope().iter().map(|&x| store.min(x)).collect();
            return Some(self.holds(&values));
        }
        store.suppose(|store| {
            let before = store.changes();
            match self.propagate(store) {
                Err(_) => Some(false),
                Ok(Status::Entailed) if store.changes() == before => Some(true),
                Ok(_) => None,
            }
        })
    }

    /// How many words it keeps in the store from call to call: see [`Store::memory`]. What it concluded last
    /// time need not be concluded again.
    fn memory(&self) -> usize {
        0
    }

    /// Whether it concludes on the smallest and largest values: then what it concludes of them is learned as one
    /// literal, and [`explain`](Self::explain) is asked for it as a bound.
    fn bounds(&self) -> bool {
        false
    }

    /// Why it concluded `fact`, or with `None` why it cannot hold: names reasons that held before, each implied by the
    /// domains in `why`, from which the fact follows by this constraint alone. The fewer and the weaker
    /// they are, the more is learned.
    ///
    /// False if it does not know: then all that held in its scope is the reason. Unless overridden, this works by
    /// meaning: for each combination with which the constraint would hold otherwise, if they are few, it names a
    /// value that was gone.
    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        supports::explain(self.scope(), |values| self.holds(values), fact, why)
    }

    /// If it says no more than that two terms differ, those two. The engine then treats it like a group of
    /// them and need not call it.
    fn as_difference(&self) -> Option<[Term; 2]> {
        None
    }

    /// Simple relations that hold together exactly where this constraint does, if it can be written so. A search in
    /// lanes (the feature `lanes`), which calls no propagators, takes models all of whose constraints can.
    ///
    /// ```
    /// use houserules::{Constraint, ModelBuilder, Ordered, Simple};
    ///
    /// let mut model = ModelBuilder::new();
    /// let [x, y] = [model.var(1..=3), model.var(1..=3)];
    /// let relations = Ordered::strictly_increasing([x, y]).as_simple();
    /// let Some([Simple::Sum { terms, at_least: 1, .. }]) = relations.as_deref() else { panic!() };
    /// assert_eq!(terms[..], [(1, y), (-1, x)]);
    /// ```
    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        Some(smallvec![Simple::Different(self.as_difference()?)])
    }

    /// A constraint that holds exactly where this one does not, if there is one that propagates
    /// better than by meaning.
    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        None
    }

    /// Both hold.
    fn and(self, other: impl Constraint + 'static) -> And
    where
        Self: Sized + 'static,
    {
        And::new([self]).and(other)
    }

    /// At least one of the two holds.
    fn or(self, other: impl Constraint + 'static) -> Or
    where
        Self: Sized + 'static,
    {
        Or::new([self]).or(other)
    }

    /// It does not hold.
    fn not(self) -> Not
    where
        Self: Sized + 'static,
    {
        Not::new(self)
    }

    /// It holds exactly where `b` is not 0.
    fn iff(self, b: Var) -> Reified
    where
        Self: Sized + 'static,
    {
        Reified::new(b, self)
    }

    /// It holds at least where `b` is not 0.
    fn when(self, b: Var) -> Implied
    where
        Self: Sized + 'static,
    {
        Implied::new(b, self)
    }
}

/// A constraint behind a pointer is that constraint.
macro_rules! behind {
    ($($pointer:ident),+) => {$(
        impl<C: Constraint + ?Sized> Constraint for $pointer<C> {
            fn scope(&self) -> &[Var] {
                (**self).scope()
            }
            fn holds(&self, values: &[i32]) -> bool {
                (**self).holds(values)
            }
            fn watched(&self) -> &[Var] {
                (**self).watched()
            }
            fn wakes_on(&self) -> Events {
                (**self).wakes_on()
            }
            fn check(&self) -> Result<(), Malformed> {
                (**self).check()
            }
            fn cost(&self) -> Cost {
                (**self).cost()
            }
            fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
                (**self).propagate(store)
            }
            fn decided(&self, store: &mut Store) -> Option<bool> {
                (**self).decided(store)
            }
            fn memory(&self) -> usize {
                (**self).memory()
            }
            fn bounds(&self) -> bool {
                (**self).bounds()
            }
            fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
                (**self).explain(fact, why)
            }
            fn as_difference(&self) -> Option<[Term; 2]> {
                (**self).as_difference()
            }
            fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
                (**self).as_simple()
            }
            fn opposite(&self) -> Option<Arc<dyn Constraint>> {
                (**self).opposite()
            }
        }
    )+};
}

behind!(Arc, Box);

/// The variables of a scope.
type Scope = SmallVec<[Var; 8]>;

fn scope(vars: impl IntoIterator<Item = impl Borrow<Var>>) -> Scope {
    vars.into_iter().map(|x| *x.borrow()).collect()
}

/// Whether a variable stands twice.
fn repeats(scope: &[Var]) -> bool {
    let mut sorted: Scope = scope.into();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The status of a propagator that may find more until it finds nothing.
fn settled(store: &Store, changes_before: u64) -> Status {
    if store.changes() == changes_before { Status::Fixpoint } else { Status::Active }
}

/// From how many combinations of several variables down [`by_meaning`] tries them all.
const FEW: u64 = 256;

/// Domain consistency by trial, once one variable is open or at most [`FEW`] combinations are left.
fn by_meaning(
    scope: &[Var],
    holds: impl Fn(&[i32]) -> bool,
    store: &mut Store,
) -> Result<Status, Conflict> {
    // The open variables, each once, with the values left; `column[i]` is that of `scope[i]`.
    let mut open: SmallVec<[Var; 8]> = SmallVec::new();
    let mut combinations: u64 = 1;
    for &x in scope {
        if !store.is_fixed(x) && !open.contains(&x) {
            open.push(x);
            combinations = combinations.saturating_mul(u64::from(store.len(x)));
            if combinations > FEW && open.len() > 1 {
                return Ok(Status::Fixpoint);
            }
        }
    }
    let mut values: SmallVec<[i32; 16]> = scope.iter().map(|&x| store.min(x)).collect();
    if let [x] = open[..]
        && store.is_sparse(x)
    {
        return Ok(Status::Fixpoint);
    }
    if let [x] = open[..] {
        // However many values it has: each would cost a decision otherwise.
        store.retain(x, |value| {
            values.iter_mut().zip(scope).filter(|(_, y)| **y == x).for_each(|(v, _)| *v = value);
            holds(&values)
        })?;
        return Ok(Status::Entailed);
    }
    let choices: SmallVec<[SmallVec<[i32; 16]>; 8]> =
        open.iter().map(|&x| store.values(x).collect()).collect();
    let mut supported: SmallVec<[SmallVec<[bool; 16]>; 8]> =
        choices.iter().map(|c| SmallVec::from_elem(false, c.len())).collect();
    let (mut any, mut all) = (false, true);
    for combination in 0..combinations {
        let mut rest = combination as usize;
        let mut picks: SmallVec<[usize; 8]> = SmallVec::new();
        for (x, choice) in open.iter().zip(&choices) {
            let pick = rest % choice.len();
            rest /= choice.len();
            picks.push(pick);
            for (value, _) in values.iter_mut().zip(scope).filter(|(_, y)| *y == x) {
                *value = choice[pick];
            }
        }
        if holds(&values) {
            any = true;
            for (row, &pick) in supported.iter_mut().zip(&picks) {
                row[pick] = true;
            }
        } else {
            all = false;
        }
    }
    if all {
        return Ok(Status::Entailed);
    }
    if !any {
        return Err(store.conflict());
    }
    for ((&x, choice), row) in open.iter().zip(&choices).zip(&supported) {
        for (&value, _) in choice.iter().zip(row).filter(|(_, supported)| !**supported) {
            store.remove(x, value)?;
        }
    }
    Ok(Status::Fixpoint)
}
