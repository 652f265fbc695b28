//! How many variables take values of certain sets.

use smallvec::SmallVec;

use super::{Constraint, Status};
use crate::store::{Conflict, Store, Var};

/// A set of values and how many variables may take one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Share {
    /// The values: bit `b` is the value `base + b` of the constraint. Others are in no share.
    pub mask: u64,
    /// At least so many variables take one of them.
    pub least: u32,
    /// At most so many.
    pub most: u32,
}

/// Bounds on how often values occur among variables.
///
/// Each share is domain consistent by itself; where shares are disjoint, variables that the others
/// must fill are counted as well.
///
/// ```
/// use houserules::{Counts, ModelBuilder, Share, Solver};
///
/// // Exactly two of three dice show a six: bit b is the value 1 + b.
/// let mut model = ModelBuilder::new();
/// let dice = model.vars(3, 1..=6);
/// model.post(Counts::new(&dice, 1, [Share { mask: 0b100000, least: 2, most: 2 }]));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "15");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    scope: SmallVec<[Var; 10]>,
    base: i64,
    shares: SmallVec<[Share; 4]>,
    /// Whether no value is in two shares, and no variable stands twice.
    disjoint: bool,
}

impl Counts {
    /// Holds where each share is kept by the values of `scope`. A variable that stands twice counts twice.
    pub fn new<'a>(
        scope: impl IntoIterator<Item = &'a Var>,
        base: i64,
        shares: impl IntoIterator<Item = Share>,
    ) -> Counts {
        let scope: SmallVec<[Var; 10]> = scope.into_iter().copied().collect();
        let shares: SmallVec<[Share; 4]> = shares.into_iter().collect();
        let mut seen = 0;
        let mut fresh = |mask: u64| {
            let fresh = seen & mask == 0;
            seen |= mask;
            fresh
        };
        let values = shares.iter().all(|share| fresh(share.mask));
        let mut vars = scope.clone();
        vars.sort_unstable();
        let disjoint = values && vars.windows(2).all(|pair| pair[0] != pair[1]);
        Counts { scope, base, shares, disjoint }
    }
}

impl Constraint for Counts {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.shares.iter().all(|share| {
            let has = |value: &&i32| {
                let bit = i64::from(**value).saturating_sub(self.base);
                (0..64).contains(&bit) && share.mask >> bit & 1 == 1
            };
            let count = values.iter().filter(has).count();
            (share.least as usize..=share.most as usize).contains(&count)
        })
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        // A value outside the window is in no share.
        let base = self.base;
        let sure_of = |store: &Store, x: Var, here: u64, share: &Share| {
            here & !share.mask == 0 && here != 0 && store.is_within(x, base)
        };
        let mut entailed = true;
        // How many variables must still be found for the shares, and how many could be.
        let (mut missing, mut wanted) = (0, 0);
        for share in &self.shares {
            let (mut sure, mut maybe) = (0, 0);
            for &x in &self.scope {
                let here = store.window(x, base);
                if sure_of(store, x, here, share) {
                    sure += 1;
                } else if here & share.mask != 0 {
                    maybe += 1;
                }
            }
            if sure > share.most || sure + maybe < share.least {
                return Err(store.conflict());
            }
            missing += share.least.saturating_sub(sure);
            wanted |= if sure < share.least { share.mask } else { 0 };
            entailed &= sure >= share.least && sure + maybe <= share.most;
            if maybe > 0 && (sure == share.most || sure + maybe == share.least) {
                let all = sure + maybe == share.least;
                for &x in &self.scope {
                    let here = store.window(x, base);
                    if here & share.mask == 0 || sure_of(store, x, here, share) {
                        continue;
                    }
                    match all {
                        true => store.keep_window(x, base, share.mask)?,
                        false => store.drop_window(x, base, share.mask)?,
                    }
                }
            }
        }
        if entailed {
            return Ok(Status::Entailed);
        }
        if self.disjoint && missing > 0 && store.changes() == before {
            // Variables that are not sure to be in some share already are what the missing ones come from.
            let free = |store: &Store, x: Var| {
                let here = store.window(x, base);
                here & wanted != 0
                    && !self.shares.iter().any(|share| sure_of(store, x, here, share))
            };
            let count = self.scope.iter().filter(|&&x| free(store, x)).count() as u32;
            if count < missing {
                return Err(store.conflict());
            }
            if count == missing {
                for &x in &self.scope {
                    if free(store, x) {
                        store.keep_window(x, base, wanted)?;
                    }
                }
            }
        }
        Ok(if store.changes() == before { Status::Fixpoint } else { Status::Active })
    }
}
