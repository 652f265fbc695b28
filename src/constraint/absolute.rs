//! Distances: `|x - y| = d` and `|x| = y`.

use super::functional::by_pairs;
use super::product::range;
use super::{Constraint, Status, ranges, settled, supports};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var, bits};

/// `|x - y| = d`.
///
/// Domain consistent once the values of `x` and `y` together span at most 64, or have at most 1,024
/// pairs; by the bounds before that. One call costs a few shifts a value of `d`.
///
/// ```
/// use houserules::{AbsoluteDifference, ModelBuilder};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, d) = (model.var(1..=9), model.var(1..=3), model.var(5));
/// model.post(AbsoluteDifference::new(x, y, d));
/// assert_eq!(format!("{:?}", model.build()?.root().domain(x)), "{6, 7, 8}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsoluteDifference {
    scope: [Var; 3],
}

impl AbsoluteDifference {
    /// `|x - y| = d`.
    pub fn new(x: Var, y: Var, d: Var) -> AbsoluteDifference {
        AbsoluteDifference { scope: [x, y, d] }
    }
}

impl Constraint for AbsoluteDifference {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0].abs_diff(values[1])) == i64::from(values[2])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, d] = self.scope;
        if x == y {
            store.assign(d, 0)?;
            return Ok(Status::Entailed);
        }
        let before = store.changes();
        let (xs, ys) = (range(store, x), range(store, y));
        let (lo, hi) = distances(xs, ys);
        store.within(d, lo..=hi)?;
        let done = if d == x || d == y {
            by_pairs(store, self.scope, |a, b| Some((a - b).abs()))?
        } else {
            self.shift(store)? || by_pairs(store, self.scope, |a, b| Some((a - b).abs()))?
        };
        if done {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        let far = i64::from(store.max(d));
        store.within(x, ys.0 - far..=ys.1 + far)?;
        store.within(y, xs.0 - far..=xs.1 + far)?;
        Ok(settled(store, before))
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let fails = |[xs, ys, ds]: [(i64, i64); 3]| ranges::apart(ds, distances(xs, ys));
        ranges::explain(self.scope, fact, why, fails)
            || supports::explain_function(self.scope, |a, b| Some((a - b).abs()), fact, why)
    }
}

/// How far two numbers are apart.
fn distances(xs: (i64, i64), ys: (i64, i64)) -> (i64, i64) {
    ((ys.0 - xs.1).max(xs.0 - ys.1).max(0), (ys.1 - xs.0).max(xs.1 - ys.0))
}

impl AbsoluteDifference {
    /// For each distance, the values that have a partner there; false if they do not fit a word.
    fn shift(&self, store: &mut Store) -> Result<bool, Conflict> {
        let [x, y, d] = self.scope;
        let base = store.min(x).min(store.min(y));
        if store.max(x).max(store.max(y)).abs_diff(base) >= 64 {
            return Ok(false);
        }
        let base = i64::from(base);
        let (xs, ys) = (store.window(x, base), store.window(y, base));
        let (mut kept_x, mut kept_y, mut kept_d) = (0, 0, 0);
        for k in bits(store.window(d, 0)) {
            let here = xs & (ys << k | ys >> k);
            if here != 0 {
                kept_x |= here;
                kept_y |= ys & (xs << k | xs >> k);
                kept_d |= 1 << k;
            }
        }
        store.keep_window(x, base, kept_x)?;
        store.keep_window(y, base, kept_y)?;
        store.keep_window(d, 0, kept_d)?;
        Ok(true)
    }
}

/// `|x| = y`.
///
/// Domain consistent; by the bounds alone while `x` or `y` has more than 4,096 values.
///
/// ```
/// use houserules::{Absolute, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(-3..=2), model.var(1..=9));
/// model.post(Absolute::new(x, y));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "5");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absolute {
    scope: [Var; 2],
}

/// Above this many values, only the bounds are looked at.
const MANY: u32 = 4096;

impl Absolute {
    /// `|x| = y`.
    pub fn new(x: Var, y: Var) -> Absolute {
        Absolute { scope: [x, y] }
    }
}

impl Constraint for Absolute {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0].unsigned_abs()) == i64::from(values[1])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y] = self.scope;
        if x == y {
            store.at_least(x, 0)?;
            return Ok(Status::Entailed);
        }
        let before = store.changes();
        let (lo, hi) = range(store, x);
        let (least, most) = distances((lo, hi), (0, 0));
        store.within(y, least..=most)?;
        let (near, far) = range(store, y);
        store.within(x, -far..=far)?;
        if lo > -near {
            store.within(x, near..=i64::MAX)?;
        } else if hi < near {
            store.within(x, i64::MIN..=-near)?;
        }
        if store.len(x).max(store.len(y)) > MANY {
            return Ok(settled(store, before));
        }
        // Without a copy of the other domain, one variable is read while the other is narrowed.
        let kept: alloc::vec::Vec<i32> = store
            .values(x)
            .filter(|v| v.checked_abs().is_some_and(|distance| store.contains(y, distance)))
            .collect();
        store.retain(x, |v| kept.binary_search(&v).is_ok())?;
        store.retain(y, |v| kept.binary_search(&v).is_ok() || kept.binary_search(&-v).is_ok())?;
        Ok(if store.is_fixed(x) { Status::Entailed } else { Status::Fixpoint })
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let fails = |[xs, ys]: [(i64, i64); 2]| ranges::apart(ys, distances(xs, (0, 0)));
        ranges::explain(self.scope, fact, why, fails)
            || supports::explain(&self.scope, |values| self.holds(values), fact, why)
    }
}
