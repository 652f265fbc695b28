//! Whole division: quotient and remainder.

use super::functional::by_pairs;
use super::product::{hull, products, range, sides};
use super::{Constraint, Status, settled};
use crate::store::{Conflict, Store, Var};

/// `x / y = z`, rounded towards zero as in Rust; where `y` is 0 nothing holds.
///
/// Bounds reasoning, and domain consistent once `x` and `y` have at most 1,024 pairs of values.
///
/// ```
/// use houserules::{Division, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, z) = (model.var(-7..=7), model.var(0..=2), model.var(-3));
/// model.post(Division::new(x, y, z));
/// // -3 / 1, and -6 / 2 and -7 / 2
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "3");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    scope: [Var; 3],
}

impl Division {
    /// `x / y = z`.
    pub fn new(x: Var, y: Var, z: Var) -> Division {
        Division { scope: [x, y, z] }
    }
}

impl Constraint for Division {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let [x, y, z] = [values[0], values[1], values[2]].map(i64::from);
        y != 0 && x / y == z
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, z] = self.scope;
        let before = store.changes();
        store.remove(y, 0)?;
        if by_pairs(store, self.scope, |a, b| (b != 0).then(|| a / b))? {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        // On either side of 0 the quotient grows or falls with each number.
        let (xs, ys) = (range(store, x), range(store, y));
        let quotients = sides(ys).flat_map(|(a, b)| [xs.0 / a, xs.0 / b, xs.1 / a, xs.1 / b]);
        let (lo, hi) = hull(quotients);
        store.within(z, lo..=hi)?;
        // x = y · z + rest, and the rest is smaller than y.
        let (lo, hi) = hull(products(range(store, y), range(store, z)));
        let rest = ys.0.abs().max(ys.1.abs()) - 1;
        store.within(x, lo - rest..=hi + rest)?;
        Ok(settled(store, before))
    }
}

/// `x % y = z`, with the sign of `x` as in Rust; where `y` is 0 nothing holds.
///
/// Bounds reasoning, and domain consistent once `x` and `y` have at most 1,024 pairs of values.
///
/// ```
/// use houserules::{ModelBuilder, Remainder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, z) = (model.var(-4..=4), model.var(3), model.var(-1..=1));
/// model.post(Remainder::new(x, y, z));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "7"); // all but -2 and 2
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remainder {
    scope: [Var; 3],
}

impl Remainder {
    /// `x % y = z`.
    pub fn new(x: Var, y: Var, z: Var) -> Remainder {
        Remainder { scope: [x, y, z] }
    }
}

impl Constraint for Remainder {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let [x, y, z] = [values[0], values[1], values[2]].map(i64::from);
        y != 0 && x % y == z
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, z] = self.scope;
        let before = store.changes();
        store.remove(y, 0)?;
        if by_pairs(store, self.scope, |a, b| (b != 0).then(|| a % b))? {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        // The rest is smaller than y, no larger than x, and on the same side of 0 as x.
        let (xs, ys) = (range(store, x), range(store, y));
        let most = ys.0.abs().max(ys.1.abs()) - 1;
        store.within(z, xs.0.max(-most).min(0)..=xs.1.min(most).max(0))?;
        let zs = range(store, z);
        if zs.0 > 0 {
            store.within(x, zs.0..=i64::MAX)?;
        } else if zs.1 < 0 {
            store.within(x, i64::MIN..=zs.1)?;
        }
        if ys.0 > 0 {
            store.within(y, zs.0.max(-zs.1) + 1..=i64::MAX)?;
        }
        Ok(settled(store, before))
    }
}
