//! Products: `x · y = z`.

use super::functional::by_pairs;
use super::ranges::apart;
use super::{Constraint, Status, ranges, settled, supports};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// `x · y = z`; with one variable twice, its square.
///
/// Bounds reasoning (Apt and Zoeteweij, *An analysis of arithmetic constraints on integer intervals*,
/// 2007), and domain consistent once `x` and `y` have at most 256 pairs of values. Products are
/// computed in `i64`, so nothing overflows.
///
/// ```
/// use houserules::{ModelBuilder, Product, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, z) = (model.var(2..=11), model.var(2..=11), model.var(91));
/// model.post(Product::new(x, y, z));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "0"); // 7 · 13
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    scope: [Var; 3],
}

impl Product {
    /// `x · y = z`.
    pub fn new(x: Var, y: Var, z: Var) -> Product {
        Product { scope: [x, y, z] }
    }
}

impl Constraint for Product {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0]) * i64::from(values[1]) == i64::from(values[2])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, z] = self.scope;
        let before = store.changes();
        let (lo, hi) = hull(products(range(store, x), range(store, y)));
        let lo = if x == y { lo.max(0) } else { lo };
        store.within(z, lo..=hi)?;
        if by_pairs(store, self.scope, |a, b| Some(a * b))? {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        if x == y {
            let (zs, xs) = (range(store, z), range(store, x));
            let root = zs.1.max(0).isqrt();
            // The least whose square is not below z.
            let least = (zs.0 - 1).max(0).isqrt() + i64::from(zs.0 > 0);
            store.within(x, if xs.0 >= 0 { least } else { -root }..=root)?;
            return Ok(settled(store, before));
        }
        let (lo, hi) = factor(range(store, z), range(store, y));
        store.within(x, lo..=hi)?;
        let (lo, hi) = factor(range(store, z), range(store, x));
        store.within(y, lo..=hi)?;
        Ok(settled(store, before))
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let [x, y, _] = self.scope;
        let fails = |[xs, ys, zs]: [(i64, i64); 3]| {
            let (lo, hi) = hull(products(xs, ys));
            let lo = if x == y { lo.max(0) } else { lo };
            apart(zs, (lo, hi))
                || x != y && (apart(xs, factor(zs, ys)) || apart(ys, factor(zs, xs)))
        };
        ranges::explain(self.scope, fact, why, fails)
            || supports::explain_function(self.scope, |a, b| Some(a * b), fact, why)
    }
}

/// The smallest and the largest value.
pub(super) fn range(store: &Store, x: Var) -> (i64, i64) {
    (store.min(x).into(), store.max(x).into())
}

/// The products of the ends of two ranges.
pub(super) fn products((a, b): (i64, i64), (c, d): (i64, i64)) -> [i64; 4] {
    [a * c, a * d, b * c, b * d]
}

/// The smallest and the largest of some numbers.
pub(super) fn hull(values: impl IntoIterator<Item = i64>) -> (i64, i64) {
    values.into_iter().fold((i64::MAX, i64::MIN), |(lo, hi), v| (lo.min(v), hi.max(v)))
}

/// The parts of a range on either side of 0.
pub(super) fn sides((lo, hi): (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
    [(lo, hi.min(-1)), (lo.max(1), hi)].into_iter().filter(|(lo, hi)| lo <= hi)
}

/// Where `x` may lie if `x · y = z`.
fn factor(z: (i64, i64), y: (i64, i64)) -> (i64, i64) {
    let with_zero = |(lo, hi): (i64, i64)| lo <= 0 && hi >= 0;
    if with_zero(z) && with_zero(y) {
        return (i64::MIN, i64::MAX);
    }
    let (mut lo, mut hi) = (i64::MAX, i64::MIN);
    for (a, b) in sides(y) {
        for (z, y) in [(z.0, a), (z.0, b), (z.1, a), (z.1, b)] {
            let floor = z.div_euclid(y.abs()) * y.signum();
            let exact = z % y == 0;
            // Next to the quotient on either side.
            let (down, up) = if exact {
                (z / y, z / y)
            } else if y > 0 {
                (floor, floor + 1)
            } else {
                (floor - 1, floor)
            };
            (lo, hi) = (lo.min(up), hi.max(down));
        }
    }
    (lo, hi)
}
