//! Round trips: successors that form one circle.

mod explain;

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Cost, Scope, Status, settled};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// From place to place, `next[i]` behind `i`, in one circle through all places.
///
/// Places count from 0, or from what [`counted_from`](Self::counted_from) says. Successors all
/// differ (by naked singles), no chain closes too early (Caseau and Laburthe, *Solving small TSPs
/// with constraints*, 1997), and every place can be reached from the first and reaches it.
///
/// ```
/// use houserules::{Circuit, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let next = model.vars(5, 0..5);
/// model.post(Circuit::new(&next));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "24"); // 4!
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit(Trip);

/// The same, but a place may stay outside the circle: it is then its own successor.
///
/// All places may stay outside.
///
/// ```
/// use houserules::{ModelBuilder, Solver, Subcircuit};
///
/// let mut model = ModelBuilder::new();
/// let next = model.vars(3, 0..3);
/// model.post(Subcircuit::new(&next));
/// // None, three circles of two and two of three.
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "6");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subcircuit(Trip);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Trip {
    scope: Scope,
    first: i32,
    /// Whether a place may stay outside.
    partial: bool,
}

impl Circuit {
    /// `next[i]` is the place behind place `i`.
    pub fn new(next: impl IntoIterator<Item = impl Borrow<Var>>) -> Circuit {
        Circuit(Trip { scope: super::scope(next), first: 0, partial: false })
    }

    /// The first place has the number `first`.
    pub fn counted_from(self, first: i32) -> Circuit {
        Circuit(Trip { first, ..self.0 })
    }
}

impl Subcircuit {
    /// `next[i]` is the place behind place `i`, or `i` itself.
    pub fn new(next: impl IntoIterator<Item = impl Borrow<Var>>) -> Subcircuit {
        Subcircuit(Trip { scope: super::scope(next), first: 0, partial: true })
    }

    /// The first place has the number `first`.
    pub fn counted_from(self, first: i32) -> Subcircuit {
        Subcircuit(Trip { first, ..self.0 })
    }
}

impl Constraint for Circuit {
    fn scope(&self) -> &[Var] {
        &self.0.scope
    }
    fn holds(&self, values: &[i32]) -> bool {
        self.0.holds(values)
    }
    fn cost(&self) -> Cost {
        Cost::High
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        self.0.propagate(store)
    }
    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.0.reasons(fact, why)
    }
}

impl Constraint for Subcircuit {
    fn scope(&self) -> &[Var] {
        &self.0.scope
    }
    fn holds(&self, values: &[i32]) -> bool {
        self.0.holds(values)
    }
    fn cost(&self) -> Cost {
        Cost::High
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        self.0.propagate(store)
    }
    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.0.reasons(fact, why)
    }
}

type Places = SmallVec<[usize; 32]>;

impl Trip {
    fn len(&self) -> usize {
        self.scope.len()
    }

    fn place(&self, value: i32) -> usize {
        (i64::from(value) - i64::from(self.first)) as usize
    }

    fn value(&self, place: usize) -> i64 {
        i64::from(self.first) + place as i64
    }

    fn holds(&self, values: &[i32]) -> bool {
        let n = values.len();
        let inside = |&value: &i32| self.place(value) < n;
        if !values.iter().all(inside) {
            return false;
        }
        let next = |place: usize| self.place(values[place]);
        let staying = (0..n).filter(|&place| next(place) == place).count();
        if !self.partial && n > 1 && staying > 0 {
            return false;
        }
        // As many steps as there are places on the way lead round it, and not sooner.
        let on_the_way = if n == 1 { 1 } else { n - staying };
        let Some(start) = (0..n).find(|&place| n == 1 || next(place) != place) else {
            return self.partial || n == 0;
        };
        let mut place = start;
        for step in 1..=on_the_way {
            place = next(place);
            if place == start {
                return step == on_the_way;
            }
        }
        false
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let n = self.len();
        for (place, &x) in self.scope.iter().enumerate() {
            store.within(x, self.value(0)..=self.value(n) - 1)?;
            if !self.partial && n > 1 {
                store.remove(x, self.value(place) as i32)?;
            }
        }
        self.differ(store)?;
        self.close_late(store)?;
        if store.changes() == before {
            self.reach_all(store)?;
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(if open || store.changes() != before {
            settled(store, before)
        } else {
            Status::Entailed
        })
    }

    /// Whether each place must be on the way.
    fn must(&self, store: &Store) -> SmallVec<[bool; 32]> {
        let places = self.scope.iter().enumerate();
        places
            .map(|(place, &x)| !self.partial || !store.contains(x, self.value(place) as i32))
            .collect()
    }

    /// A place has one predecessor.
    fn differ(&self, store: &mut Store) -> Result<(), Conflict> {
        for (i, &x) in self.scope.iter().enumerate() {
            if let Some(value) = store.value(x) {
                for (_, &y) in self.scope.iter().enumerate().filter(|&(j, _)| j != i) {
                    store.remove(y, value)?;
                }
            }
        }
        Ok(())
    }

    /// The end of a chain does not lead back to its beginning while others must be on the way.
    fn close_late(&self, store: &mut Store) -> Result<(), Conflict> {
        let n = self.len();
        let next: Places = self
            .scope
            .iter()
            .map(|&x| store.value(x).map_or(usize::MAX, |value| self.place(value)))
            .collect();
        let mut has_predecessor: SmallVec<[bool; 32]> = SmallVec::from_elem(false, n);
        next.iter().filter(|&&to| to < n).for_each(|&to| has_predecessor[to] = true);
        let must = self.must(store);
        let all_that_must = must.iter().filter(|&&must| must).count();
        let mut seen: SmallVec<[bool; 32]> = SmallVec::from_elem(false, n);
        for start in (0..n).filter(|&place| !has_predecessor[place]) {
            let (mut end, mut must_here) = (start, 0);
            loop {
                seen[end] = true;
                must_here += usize::from(must[end]);
                // A predecessor that two share has been refused before.
                if next[end] >= n || seen[next[end]] {
                    break;
                }
                end = next[end];
            }
            if must_here < all_that_must && end != start {
                store.remove(self.scope[end], self.value(start) as i32)?;
            }
        }
        // What is left of the fixed ones are circles.
        for start in 0..n {
            if seen[start] || next[start] >= n {
                continue;
            }
            let (mut place, mut must_here, mut length) = (start, 0, 0);
            while !seen[place] && next[place] < n {
                seen[place] = true;
                must_here += usize::from(must[place]);
                length += 1;
                place = next[place];
            }
            let stays = length == 1 && self.partial;
            if !stays && must_here < all_that_must {
                return Err(store.conflict());
            }
            if !stays && self.partial {
                // The circle is closed: the others stay outside.
                for (place, &x) in self.scope.iter().enumerate() {
                    if !must[place] {
                        store.assign(x, self.value(place) as i32)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// From a place on the way, all that must be on it can be reached, forwards and backwards.
    fn reach_all(&self, store: &mut Store) -> Result<(), Conflict> {
        let n = self.len();
        let must = self.must(store);
        let Some(start) = (0..n).find(|&place| must[place]) else { return Ok(()) };
        for backwards in [false, true] {
            let mut reached: SmallVec<[bool; 32]> = SmallVec::from_elem(false, n);
            let mut stack: Places = SmallVec::from_slice(&[start]);
            reached[start] = true;
            while let Some(place) = stack.pop() {
                let mut visit = |to: usize| {
                    if !reached[to] {
                        reached[to] = true;
                        stack.push(to);
                    }
                };
                if backwards {
                    let value = self.value(place) as i32;
                    (0..n)
                        .filter(|&from| store.contains(self.scope[from], value))
                        .for_each(&mut visit);
                } else {
                    store.values(self.scope[place]).for_each(|value| visit(self.place(value)));
                }
            }
            for place in (0..n).filter(|&place| !reached[place]) {
                if must[place] {
                    return Err(store.conflict());
                }
            }
            if self.partial {
                for place in (0..n).filter(|&place| !reached[place]) {
                    store.assign(self.scope[place], self.value(place) as i32)?;
                }
            }
        }
        Ok(())
    }
}
