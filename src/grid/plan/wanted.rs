//! Branching on where a value goes that some cells must have.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::branch::{Weighted, weight};
use crate::{Branching, Decision, Model, Store, Var};

/// At least so many of some variables have a value.
#[derive(Clone, Debug)]
pub(in crate::grid) struct Wanted {
    pub(super) vars: SmallVec<[Var; 8]>,
    pub(super) value: i32,
    pub(super) least: u32,
}

/// As [`Weighted`], and tries where a value goes if the places for it are fewer than the values of a cell.
#[derive(Debug)]
pub(in crate::grid) struct ByPlaces {
    pub(in crate::grid) wanted: Arc<[Wanted]>,
}

impl Branching for ByPlaces {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let mut best = Weighted::default().choice(model, store)?;
        for wanted in self.wanted.iter() {
            let (mut sure, mut open, mut heaviest) = (0, 0, None);
            for &x in wanted.vars.iter().filter(|&&x| store.contains(x, wanted.value)) {
                if store.is_fixed(x) {
                    sure += 1;
                    continue;
                }
                open += 1;
                let heavy = (weight(model, store, x), x);
                if heaviest.is_none_or(|(most, _)| heavy.0 > most) {
                    heaviest = Some(heavy);
                }
            }
            let Some((weight, x)) = heaviest.filter(|_| sure < wanted.least) else { continue };
            let alternatives = u64::from((open + 1 + sure).saturating_sub(wanted.least));
            let (new, old) = (alternatives * best.weight, best.alternatives * weight);
            if new <= old {
                let decision = Decision::Is(x, wanted.value);
                (best.decision, best.alternatives, best.weight) = (decision, alternatives, weight);
            }
        }
        Some(best.decision)
    }

    fn is_weighted(&self) -> bool {
        true
    }
}
