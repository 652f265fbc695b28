//! Counting values: a cell says how many different ones there are.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule};
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;
use crate::{Conflict, Constraint, Status, Store, Var};

/// The control cell says how many different values the cells hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountDistinct {
    /// The cell that says so.
    pub control: Cell,
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<CountDistinct>(
    "count_distinct",
    "the control cell says how many different values the cells hold",
);

impl Rule for CountDistinct {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.iter().copied().chain([self.control]).collect()
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let mut values = grid.line(&self.cells);
        values.sort_unstable();
        values.dedup();
        usize::try_from(grid.at(self.control)) == Ok(values.len())
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let mut scope = plan.vars(&self.cells);
        scope.push(plan.var(self.control));
        plan.post(Distinct { scope, base: plan.base() });
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#c9d8a8", 7));
        picture.ring(&[self.control]);
    }
}

/// The last variable says how many different values the others take.
#[derive(Debug)]
struct Distinct {
    scope: Vec<Var>,
    base: i64,
}

impl Constraint for Distinct {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let Some((&count, values)) = values.split_last() else { return true };
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        usize::try_from(count) == Ok(values.len())
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Some((&count, cells)) = self.scope.split_last() else { return Ok(Status::Entailed) };
        let (mut sure, mut union, mut open) = (0u64, 0u64, 0);
        for &x in cells {
            let here = store.window(x, self.base);
            union |= here;
            if store.is_fixed(x) {
                sure |= here;
            }
        }
        for &x in cells {
            // Only what can have a new value adds one.
            open += i64::from(store.window(x, self.base) & !sure != 0 && !store.is_fixed(x));
        }
        // Variables without a common value differ: a greedy choice of such ones is a lower bound.
        let (mut apart, mut least) = (sure, i64::from(sure.count_ones()));
        for &x in cells {
            let here = store.window(x, self.base);
            if here & apart == 0 {
                apart |= here;
                least += 1;
            }
        }
        let most = i64::from(union.count_ones()).min(i64::from(sure.count_ones()) + open);
        store.within(count, least..=most)?;
        if i64::from(store.max(count)) == i64::from(sure.count_ones()) {
            // Nothing new any more.
            for &x in cells {
                store.keep_window(x, self.base, sure)?;
            }
        }
        Ok(if self.scope.iter().all(|&x| store.is_fixed(x)) {
            Status::Entailed
        } else {
            Status::Active
        })
    }
}
