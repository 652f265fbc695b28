//! Powers: `x ^ y = z`.

use super::functional::by_pairs;
use super::{Constraint, Status, settled};
use crate::store::{Conflict, Store, Var};

/// `x` to the power of `y` is `z`.
///
/// Where `y` is negative this is 1 divided by the power, as a whole number: 0, but for 1 and -1; 0 has no
/// negative power. `0 ^ 0 = 1`. Domain consistent once `x` and `y` have at most 256 pairs of values.
///
/// ```
/// use houserules::{ModelBuilder, Power, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, z) = (model.var(-9..=9), model.var(0..=9), model.var(64));
/// model.post(Power::new(x, y, z));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "5"); // ±8², 4³, ±2⁶
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Power {
    scope: [Var; 3],
}

impl Power {
    /// `x ^ y = z`.
    pub fn new(x: Var, y: Var, z: Var) -> Power {
        Power { scope: [x, y, z] }
    }
}

/// `None` where there is no power, or none of 32 bits.
fn power(x: i64, y: i64) -> Option<i64> {
    let power = match (x, y) {
        (0, ..=-1) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (_, ..=-1) => Some(0),
        (0, 1..) => Some(0),
        // Larger powers of 2 and more do not fit.
        (_, 64..) => None,
        _ => x.checked_pow(y as u32),
    };
    power.filter(|power| i32::try_from(*power).is_ok())
}

impl Constraint for Power {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        power(values[0].into(), values[1].into()) == Some(values[2].into())
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, z] = self.scope;
        let before = store.changes();
        if by_pairs(store, self.scope, power)? {
            let fixed = store.is_fixed(x) && store.is_fixed(y);
            return Ok(if fixed { Status::Entailed } else { Status::Fixpoint });
        }
        if store.min(x) >= 1 && store.min(y) >= 0 {
            // It grows with either.
            let end = |x: i32, y: i32| power(x.into(), y.into()).unwrap_or(i32::MAX.into());
            let lo = end(store.min(x), store.min(y));
            let hi = end(store.max(x), store.max(y));
            store.within(z, lo..=hi)?;
        }
        Ok(settled(store, before))
    }
}
