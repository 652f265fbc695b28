//! Forbidden combinations listed one by one.

use smallvec::SmallVec;

use super::{Constraint, Cost, Malformed, Status, Table, settled};
use crate::store::{Conflict, Store, Var};

/// Holds where the values of the scope are none of the listed tuples (a negative table). Domain
/// consistent while no variable stands twice.
///
/// A value goes when as many rows as there are combinations beside it forbid it (the counting of
/// Verhaeghe, Lecoutre and Schaus, *Extending compact-table to negative and short tables*, 2017).
///
/// ```
/// use houserules::{Forbidden, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(1..=3), model.var(1..=2));
/// model.post(Forbidden::new([x, y], [[2, 1], [2, 2], [3, 1]]));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(x)), "{1, 3}");
/// assert_eq!(Solver::new(&model).count().to_string(), "3");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    rows: Table,
}

impl Forbidden {
    /// Holds where the values of `scope` are none of `rows`. A model with a row of another length than the
    /// scope cannot be [built](crate::ModelError::Malformed).
    pub fn new<R: AsRef<[i32]>>(
        scope: impl IntoIterator<Item = Var>,
        rows: impl IntoIterator<Item = R>,
    ) -> Forbidden {
        Forbidden { rows: Table::new(scope, rows) }
    }
}

impl Constraint for Forbidden {
    fn scope(&self) -> &[Var] {
        self.rows.scope()
    }

    fn holds(&self, values: &[i32]) -> bool {
        !self.rows.holds(values)
    }

    fn check(&self) -> Result<(), Malformed> {
        self.rows.check()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let valid = self.rows.valid(store);
        let forbidden: u128 = valid.iter().map(|word| u128::from(word.count_ones())).sum();
        if forbidden == 0 {
            return Ok(Status::Entailed);
        }
        let lens: SmallVec<[u32; 8]> = self.scope().iter().map(|&x| store.len(x)).collect();
        let all = lens.iter().fold(1u128, |all, &len| all.saturating_mul(len.into()));
        if forbidden >= all {
            return Err(store.conflict());
        }
        let before = store.changes();
        for (i, (&x, &len)) in self.scope().iter().zip(&lens).enumerate() {
            let beside = all / u128::from(len);
            if len == 1 || forbidden < beside {
                continue;
            }
            let full = |&value: &i32| u128::from(self.rows.count(i, value, &valid)) >= beside;
            let named = self.rows.values(i).iter().filter(|&&value| store.contains(x, value));
            let gone: SmallVec<[i32; 16]> = named.copied().filter(full).collect();
            for value in gone {
                store.remove(x, value)?;
            }
        }
        Ok(settled(store, before))
    }
}
