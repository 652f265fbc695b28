//! Whole division: quotient and remainder.

use super::functional::by_pairs;
use super::product::{hull, products, range, sides};
use super::ranges::apart;
use super::{Constraint, Status, ranges, settled, supports};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// `x / y = z`, rounded towards zero as in Rust; where `y` is 0 nothing holds.
///
/// Bounds reasoning, and domain consistent once `x` and `y` have at most 256 pairs of values.
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
        if by_pairs(store, self.scope, quotient)? {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        let (lo, hi) = quotients(range(store, x), range(store, y));
        store.within(z, lo..=hi)?;
        let (lo, hi) = dividends(range(store, y), range(store, z));
        store.within(x, lo..=hi)?;
        Ok(settled(store, before))
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let fails = |[xs, ys, zs]: [(i64, i64); 3]| {
            apart(zs, quotients(xs, ys)) || apart(xs, dividends(ys, zs))
        };
        ranges::explain(self.scope, fact, why, fails)
            || supports::explain_function(self.scope, quotient, fact, why)
    }
}

fn quotient(x: i64, y: i64) -> Option<i64> {
    (y != 0).then(|| x / y)
}

fn remainder(x: i64, y: i64) -> Option<i64> {
    (y != 0).then(|| x % y)
}

/// Where `x / y` may lie: on either side of 0 the quotient grows or falls with each number.
fn quotients(xs: (i64, i64), ys: (i64, i64)) -> (i64, i64) {
    hull(sides(ys).flat_map(|(a, b)| [xs.0 / a, xs.0 / b, xs.1 / a, xs.1 / b]))
}

/// Where `x` may lie if `x / y = z`: it is `y · z + rest`, and the rest is smaller than `y`.
fn dividends(ys: (i64, i64), zs: (i64, i64)) -> (i64, i64) {
    let (lo, hi) = hull(products(ys, zs));
    let rest = ys.0.abs().max(ys.1.abs()) - 1;
    (lo - rest, hi + rest)
}

/// `x % y = z`, with the sign of `x` as in Rust; where `y` is 0 nothing holds.
///
/// Bounds reasoning, and domain consistent once `x` and `y` have at most 256 pairs of values.
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
        if by_pairs(store, self.scope, remainder)? {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        let (xs, ys) = (range(store, x), range(store, y));
        let (lo, hi) = rests(xs, ys);
        store.within(z, lo..=hi)?;
        let zs = range(store, z);
        let (lo, hi) = on_the_side_of(zs);
        store.within(x, lo..=hi)?;
        if ys.0 > 0 {
            store.within(y, zs.0.max(-zs.1) + 1..=i64::MAX)?;
        }
        Ok(settled(store, before))
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let fails = |[xs, ys, zs]: [(i64, i64); 3]| {
            apart(zs, rests(xs, ys))
                || apart(xs, on_the_side_of(zs))
                || ys.0 > 0 && ys.1 <= zs.0.max(-zs.1)
        };
        ranges::explain(self.scope, fact, why, fails)
            || supports::explain_function(self.scope, remainder, fact, why)
    }
}

/// Where `x % y` may lie: it is smaller than `y`, no larger than `x`, and on the same side of 0 as `x`.
fn rests(xs: (i64, i64), ys: (i64, i64)) -> (i64, i64) {
    let most = ys.0.abs().max(ys.1.abs()) - 1;
    (xs.0.max(-most).min(0), xs.1.min(most).max(0))
}

/// Where `x` may lie if its remainder lies there.
fn on_the_side_of(zs: (i64, i64)) -> (i64, i64) {
    (if zs.0 > 0 { zs.0 } else { i64::MIN }, if zs.1 < 0 { zs.1 } else { i64::MAX })
}
