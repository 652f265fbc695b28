//! Variables that all differ, apart from some values that may repeat.

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Scope, Status};
use crate::domain::Domain;
use crate::store::{Conflict, Events, Store, Var};

/// Two variables are only equal at a value that may repeat.
///
/// Forward checking: a value that is taken and may not repeat is gone from the others.
///
/// ```
/// use houserules::{AllDifferentExcept, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 0..=2);
/// model.post(AllDifferentExcept::new(&x, 0)); // 0 stands for nothing
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "13");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferentExcept {
    scope: Scope,
    except: Domain,
}

impl AllDifferentExcept {
    /// `vars` are all different, but for the values `except`.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        except: impl Into<Domain>,
    ) -> AllDifferentExcept {
        AllDifferentExcept { scope: super::scope(vars), except: except.into() }
    }
}

impl Constraint for AllDifferentExcept {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let unique = values.iter().filter(|&&value| !self.except.contains(value));
        let mut unique: SmallVec<[i32; 16]> = unique.copied().collect();
        unique.sort_unstable();
        unique.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn wakes_on(&self) -> Events {
        Events::FIXED
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut done: SmallVec<[bool; 32]> = SmallVec::from_elem(false, self.scope.len());
        loop {
            let mut news = false;
            for (i, &x) in self.scope.iter().enumerate() {
                let Some(value) = store.value(x).filter(|_| !done[i]) else { continue };
                done[i] = true;
                if self.except.contains(value) {
                    continue;
                }
                for (j, &y) in self.scope.iter().enumerate() {
                    if i != j {
                        news |= store.contains(y, value);
                        store.remove(y, value)?;
                    }
                }
            }
            if !news {
                break;
            }
        }
        let all = done.iter().filter(|&&done| !done).count() <= 1;
        Ok(if all { Status::Entailed } else { Status::Fixpoint })
    }
}
