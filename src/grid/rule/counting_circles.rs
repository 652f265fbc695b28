//! Counting circles: a value in a circle says how many circles have it.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::group::GroupKind;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;
use crate::{Conflict, Constraint, Cost, Status, Store, Var};

/// Each value in the cells stands in exactly as many of them as it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountingCircles {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<CountingCircles>(
    "counting_circles",
    "each value in the cells stands in exactly so many of them",
);

impl Rule for CountingCircles {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let count = |value: i32| values.iter().filter(|&&v| v == value).count();
        values.iter().all(|&value| usize::try_from(value) == Ok(count(value)))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let circles = Circles::new(plan, &self.cells);
        plan.post(circles);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        for &cell in self.cells.iter() {
            picture.ring(&[cell]);
        }
    }
}

/// Each value is taken by no variable or by as many as it says.
#[derive(Debug)]
struct Circles {
    scope: Vec<Var>,
    /// How many of the scope are circles; the others are only there to know the houses.
    circles: usize,
    /// Sets of houses that do not meet and hold each value once: rows, columns, regions.
    kinds: Vec<Vec<House>>,
    base: i64,
}

/// A house as places in the scope: those in circles and the others.
#[derive(Debug)]
struct House {
    inside: Vec<usize>,
    outside: Vec<usize>,
}

impl Circles {
    fn new(plan: &Plan<'_>, circles: &[Cell]) -> Circles {
        let board = plan.board();
        let mut cells = circles.to_vec();
        let kinds = [GroupKind::Row, GroupKind::Column, GroupKind::Region].map(|kind| {
            let groups = board.groups().iter().filter(|group| group.kind == kind);
            let groups: Vec<Vec<Cell>> = groups
                .map(|group| group.cells.iter().map(|&place| board.cell(place)).collect())
                .collect();
            let full = |cells: &Vec<Cell>| cells.len() == board.value_count();
            // All cells, each in one house.
            let mut all = groups.concat();
            all.sort_unstable();
            match groups.iter().all(full) && all.into_iter().eq(board.cells()) {
                true => groups,
                false => Vec::new(),
            }
        });
        let kinds: Vec<Vec<Vec<Cell>>> = kinds.into_iter().filter(|k| !k.is_empty()).collect();
        // A cell that stands twice counts twice, which houses know nothing of.
        let twice = circles.iter().enumerate().any(|(i, cell)| circles[..i].contains(cell));
        let kinds = if twice { Vec::new() } else { kinds };
        if !kinds.is_empty() {
            cells.extend(board.cells().filter(|cell| !circles.contains(cell)));
        }
        let place = |cell: &Cell| cells.iter().position(|c| c == cell);
        let house = |house: &Vec<Cell>| {
            let places = house.iter().filter_map(place);
            let (inside, outside) = places.partition(|&place| place < circles.len());
            House { inside, outside }
        };
        Circles {
            scope: plan.vars(&cells),
            circles: circles.len(),
            kinds: kinds.iter().map(|houses| houses.iter().map(house).collect()).collect(),
            base: plan.base(),
        }
    }

    /// All of some places that can still have a value and are not fixed get it, or lose it.
    fn narrow(
        &self,
        places: impl IntoIterator<Item = usize>,
        bit: i64,
        get: bool,
        store: &mut Store,
    ) -> Result<(), Conflict> {
        let mask = if get { 1 << bit } else { !(1u64 << bit) };
        for place in places {
            let x = self.scope[place];
            if store.window(x, self.base) >> bit & 1 == 1 {
                store.keep_window(x, self.base, mask)?;
            }
        }
        Ok(())
    }

    /// At least and at most so many circles have the value, by themselves and by houses of each kind.
    fn reach(&self, bit: i64, store: &Store) -> (i64, i64) {
        let can = |place: &usize| store.window(self.scope[*place], self.base) >> bit & 1 == 1;
        let circles = 0..self.circles;
        let mut most = circles.clone().filter(can).count();
        let mut least =
            circles.filter(|&i| store.window(self.scope[i], self.base) == 1 << bit).count();
        for houses in &self.kinds {
            let inside = |house: &&House| house.inside.iter().any(can);
            let only = |house: &&House| !house.outside.iter().any(can);
            most = most.min(houses.iter().filter(inside).count());
            least = least.max(houses.iter().filter(only).count());
        }
        (least as i64, most as i64)
    }

    /// Exactly `count` circles have the value: houses that must or cannot have it in a circle.
    fn settle(&self, bit: i64, count: i64, store: &mut Store) -> Result<(), Conflict> {
        for houses in &self.kinds {
            let can = |place: &usize, store: &Store| {
                store.window(self.scope[*place], self.base) >> bit & 1 == 1
            };
            let inside = |house: &House, store: &Store| house.inside.iter().any(|p| can(p, store));
            let only = |house: &House, store: &Store| !house.outside.iter().any(|p| can(p, store));
            let most = houses.iter().filter(|house| inside(house, store)).count() as i64;
            let least = houses.iter().filter(|house| only(house, store)).count() as i64;
            if most < count || least > count {
                return Err(store.conflict());
            }
            for house in houses {
                let (inside, only) = (inside(house, store), only(house, store));
                if most == count && inside {
                    self.narrow(house.outside.iter().copied(), bit, false, store)?;
                } else if least == count && !only {
                    self.narrow(house.inside.iter().copied(), bit, false, store)?;
                }
            }
        }
        Ok(())
    }
}

impl Constraint for Circles {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let values = &values[..self.circles];
        let count = |value: i32| values.iter().filter(|&&v| v == value).count();
        values.iter().all(|&value| usize::try_from(value) == Ok(count(value)))
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let circles = 0..self.circles;
        let union = circles.clone().fold(0, |all, i| all | store.window(self.scope[i], self.base));
        // The values that are taken add up to the number of circles: `needed` by those that are
        // taken for sure, and a choice of the `open` ones.
        let mut needed = 0;
        let mut open: Vec<(i64, usize)> = Vec::new();
        for bit in (0..64).filter(|bit| union >> bit & 1 == 1) {
            let count = self.base + bit;
            let (least, most) = self.reach(bit, store);
            if least > 0 && (least > count || most < count) {
                return Err(store.conflict());
            }
            if most < count || count <= 0 {
                self.narrow(circles.clone(), bit, false, store)?;
            } else if least > 0 {
                self.exactly(bit, count, store)?;
                needed += count as usize;
            } else {
                open.push((bit, count as usize));
            }
        }
        let Some(wanted) = self.circles.checked_sub(needed) else { return Err(store.conflict()) };
        // The sums of the open ones before each, and behind it.
        let mut ahead = vec![vec![false; wanted + 1]];
        ahead[0][0] = true;
        for (i, &(_, count)) in open.iter().enumerate() {
            let next = (0..=wanted).map(|s| ahead[i][s] || s >= count && ahead[i][s - count]);
            let next = next.collect();
            ahead.push(next);
        }
        if !ahead[open.len()][wanted] {
            return Err(store.conflict());
        }
        let mut behind = vec![false; wanted + 1];
        behind[0] = true;
        for (i, &(bit, count)) in open.iter().enumerate().rev() {
            let can = |more: usize| {
                (0..=wanted).any(|s| {
                    ahead[i][s] && wanted.checked_sub(s + more).is_some_and(|rest| behind[rest])
                })
            };
            if !can(count) {
                self.narrow(circles.clone(), bit, false, store)?;
            } else if !can(0) {
                self.exactly(bit, count as i64, store)?;
            }
            behind = (0..=wanted).map(|s| behind[s] || s >= count && behind[s - count]).collect();
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(match store.changes() == before {
            true if open => Status::Fixpoint,
            _ => Status::Active,
        })
    }
}

impl Circles {
    /// The value is taken, by exactly `count` circles.
    fn exactly(&self, bit: i64, count: i64, store: &mut Store) -> Result<(), Conflict> {
        let here = |i: &usize| store.window(self.scope[*i], self.base);
        let sure = (0..self.circles).filter(|i| here(i) == 1 << bit).count() as i64;
        let maybe = (0..self.circles).filter(|i| here(i) >> bit & 1 == 1).count() as i64;
        let open: Vec<usize> =
            (0..self.circles).filter(|&i| !store.is_fixed(self.scope[i])).collect();
        if sure > count || maybe < count {
            return Err(store.conflict());
        }
        if sure == count {
            self.narrow(open, bit, false, store)?;
        } else if maybe == count {
            self.narrow(open, bit, true, store)?;
        }
        self.settle(bit, count, store)
    }
}
