//! Alternatives, each of which gives every variable a set of values.

use alloc::vec::Vec;

use smallvec::{SmallVec, smallvec};

use super::malformed::{Malformed, RowCheck};
use super::{Constraint, Cost, Simple, Status};
use crate::store::{Conflict, Store, Var};

/// Holds where one of the cases allows the value of every variable. Domain consistent.
///
/// A case is a row of masks, one a variable: a table whose entries are sets, so that a few rows say
/// what would take thousands of tuples. Cases may overlap. A case that some variable has left is out;
/// what is in no other case is gone.
///
/// ```
/// use houserules::{Cases, ModelBuilder, Solver};
///
/// // The middle one is strictly between the ends, whichever way they lie: bit b is the value 1 + b.
/// let between = [[0b0001, 0b0110, 0b1000], [0b1000, 0b0110, 0b0001]];
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 1..=4);
/// model.post(Cases::new(&x, 1, between));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "4");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    scope: SmallVec<[Var; 10]>,
    base: i64,
    /// Rows of `scope.len()` masks.
    masks: Vec<u64>,
    /// How many rows there are; needed where the scope is empty.
    rows: usize,
    lengths: RowCheck,
}

impl Cases {
    /// Holds where a case allows all values of `scope`; bit `b` of a mask is the value `base + b`, and no case
    /// allows others.
    ///
    /// Without cases nothing is allowed. A model with a case of another length than the scope cannot be
    /// [built](crate::ModelError::Malformed).
    pub fn new<'a, R: AsRef<[u64]>>(
        scope: impl IntoIterator<Item = &'a Var>,
        base: i64,
        cases: impl IntoIterator<Item = R>,
    ) -> Cases {
        let scope: SmallVec<[Var; 10]> = scope.into_iter().copied().collect();
        let (mut masks, mut rows, mut lengths) = (Vec::new(), 0, RowCheck::default());
        for case in cases {
            let case = case.as_ref();
            if lengths.takes(case.len(), scope.len()) && case.iter().all(|&mask| mask != 0) {
                masks.extend_from_slice(case);
                rows += 1;
            }
        }
        Cases { scope, base, masks, rows, lengths }
    }

    fn cases(&self) -> impl Iterator<Item = &[u64]> {
        let n = self.scope.len();
        (0..self.rows).map(move |row| &self.masks[row * n..][..n])
    }
}

impl Constraint for Cases {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let has = |(&mask, &value): (&u64, &i32)| {
            let bit = i64::from(value).saturating_sub(self.base);
            (0..64).contains(&bit) && mask >> bit & 1 == 1
        };
        self.cases().any(|case| case.iter().zip(values).all(has))
    }

    fn check(&self) -> Result<(), Malformed> {
        self.lengths.verdict()
    }

    fn cost(&self) -> Cost {
        if self.masks.len() > 64 { Cost::High } else { Cost::Medium }
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let (vars, rows) = (self.scope[..].into(), self.masks.clone());
        (!self.scope.is_empty()).then(|| smallvec![Simple::Cases { vars, base: self.base, rows }])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let here: SmallVec<[u64; 16]> =
            self.scope.iter().map(|&x| store.window(x, self.base)).collect();
        let mut left: SmallVec<[u64; 16]> = SmallVec::from_elem(0, here.len());
        let mut any = false;
        for case in self.cases() {
            if case.iter().zip(&here).all(|(mask, here)| mask & here != 0) {
                any = true;
                let whole = case.iter().zip(&here).all(|(mask, here)| here & !mask == 0);
                // A value that no mask can speak of is in no case.
                if whole && self.scope.iter().all(|&x| store.is_within(x, self.base)) {
                    return Ok(Status::Entailed);
                }
                left.iter_mut().zip(case).for_each(|(left, mask)| *left |= mask);
            }
        }
        if !any {
            return Err(store.conflict());
        }
        for (&x, &mask) in self.scope.iter().zip(&left) {
            store.keep_window(x, self.base, mask)?;
        }
        // What is left of each case is left of its variables: one pass is the fixpoint, unless a
        // variable stands twice.
        Ok(Status::Active)
    }
}
