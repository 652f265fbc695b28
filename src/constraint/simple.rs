//! Simple relations as data: what a search of its own kind, which cannot call a propagator, may still understand.

use alloc::sync::Arc;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::PairTable;
use crate::group::Term;
use crate::store::Var;

/// A relation as data, of the few kinds that many constraints can be written in: see
/// [`Constraint::as_simple`](super::Constraint::as_simple).
///
/// ```
/// use houserules::{Constraint, DistinctSum, ModelBuilder, Simple};
///
/// let mut model = ModelBuilder::new();
/// let cage = model.vars(2, 1..=9);
/// let relations = DistinctSum::new(&cage, 1..=9, 4).as_simple().ok_or("it can be written so")?;
/// let Simple::Sets { base: 1, sets, .. } = &relations[0] else { panic!("{relations:?}") };
/// assert_eq!(sets[..], [0b101]); // 1 and 3
/// assert!(relations.iter().all(|relation| relation.holds(|x| [3, 1][x.index()])));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Simple {
    /// The values of two variables are one of these pairs.
    Pairs([Var; 2], PairTable),
    /// Two terms differ.
    Different([Term; 2]),
    /// Some variables, each times a number, add up to at least so much and at most so much.
    Sum {
        /// Each variable with its factor; one may stand twice.
        terms: SmallVec<[(i64, Var); 8]>,
        /// The least sum.
        at_least: i64,
        /// The largest one.
        at_most: i64,
    },
    /// Some variables all differ, and together take exactly the values of one of these sets.
    Sets {
        /// The variables.
        vars: SmallVec<[Var; 8]>,
        /// The value of the lowest bit.
        base: i64,
        /// The sets, a bit a value.
        sets: Arc<[u64]>,
    },
    /// Each variable has a value of its mask in one of the rows.
    Cases {
        /// The variables; one may stand twice.
        vars: SmallVec<[Var; 8]>,
        /// The value of the lowest bit of a mask.
        base: i64,
        /// One row after the other, each of as many masks as there are variables.
        rows: Vec<u64>,
    },
}

impl Simple {
    /// The meaning: whether it holds where a variable has the value that `value` says. O(its size).
    pub fn holds(&self, value: impl Fn(Var) -> i32) -> bool {
        let bit = |x: Var, base: i64| {
            let place = i64::from(value(x)).saturating_sub(base);
            (0..64).contains(&place).then(|| 1u64 << place)
        };
        match self {
            Simple::Pairs([x, y], table) => table.contains(value(*x), value(*y)),
            Simple::Different([a, b]) => {
                let of = |term: &Term| i64::from(value(term.var)) + i64::from(term.offset);
                of(a) != of(b)
            }
            Simple::Sum { terms, at_least, at_most } => {
                let terms = terms.iter();
                let sum: i128 =
                    terms.map(|&(factor, x)| i128::from(factor) * i128::from(value(x))).sum();
                (i128::from(*at_least)..=i128::from(*at_most)).contains(&sum)
            }
            Simple::Sets { vars, base, sets } => {
                let taken = vars.iter().try_fold(0, |taken, &x| {
                    bit(x, *base).filter(|bit| taken & bit == 0).map(|bit| taken | bit)
                });
                taken.is_some_and(|taken| sets.contains(&taken))
            }
            Simple::Cases { vars, base, rows } => {
                let fits =
                    |(mask, &x): (&u64, &Var)| bit(x, *base).is_some_and(|bit| mask & bit != 0);
                rows.chunks(vars.len().max(1)).any(|row| row.iter().zip(vars).all(fits))
            }
        }
    }
}
