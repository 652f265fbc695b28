//! Element: the value at a position of a list.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Constraint, Scope, Status, settled};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var, bits};
use core::borrow::Borrow;

/// `array[index] = result` for a list of numbers. Domain consistent.
///
/// Positions count from 0, or from what [`counted_from`](Self::counted_from) says; an index outside
/// the list has no solution. (Van Hentenryck and Carillon, *Generality versus specificity*, 1988.)
///
/// ```
/// use houserules::{Element, ModelBuilder};
///
/// let mut model = ModelBuilder::new();
/// let (month, days) = (model.var(1..=12), model.var(28..=30));
/// let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/// model.post(Element::new(month, lengths, days).counted_from(1));
/// assert_eq!(format!("{:?}", model.build()?.root().domain(month)), "{2, 4, 6, 9, 11}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Index and result.
    scope: [Var; 2],
    array: Vec<i32>,
    first: i32,
}

impl Element {
    /// `array[index] = result`.
    pub fn new(index: Var, array: impl IntoIterator<Item = i32>, result: Var) -> Element {
        Element { scope: [index, result], array: array.into_iter().collect(), first: 0 }
    }

    /// The position of the first number is `first`.
    pub fn counted_from(self, first: i32) -> Element {
        Element { first, ..self }
    }
}

/// The place in a list that a value of the index stands for.
pub(super) fn place(index: i32, first: i32) -> Option<usize> {
    usize::try_from(i64::from(index) - i64::from(first)).ok()
}

/// Leaves only the values of the index that are places in the list.
pub(super) fn keep_places(
    store: &mut Store,
    index: Var,
    first: i32,
    len: usize,
) -> Result<(), Conflict> {
    let first = i64::from(first);
    store.within(index, first..=first.saturating_add(len as i64) - 1)
}

impl Constraint for Element {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let place = place(values[0], self.first);
        place.and_then(|place| self.array.get(place)) == Some(&values[1])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [index, result] = self.scope;
        keep_places(store, index, self.first, self.array.len())?;
        let mut left: SmallVec<[i32; 32]> = SmallVec::new();
        let mut gone: SmallVec<[i32; 32]> = SmallVec::new();
        for i in store.values(index) {
            let value = self.array[place(i, self.first).unwrap_or_default()];
            let same = index != result || i == value;
            if same && store.contains(result, value) {
                left.push(value);
            } else {
                gone.push(i);
            }
        }
        if left.is_empty() {
            return Err(store.conflict());
        }
        for i in gone {
            store.remove(index, i)?;
        }
        left.sort_unstable();
        left.dedup();
        store.keep_partners(result, &left)?;
        Ok(if left.len() == 1 { Status::Entailed } else { Status::Fixpoint })
    }
}

/// `array[index] = result` for a list of variables. Domain consistent while no variable stands
/// twice.
///
/// Positions count from 0, or from what [`counted_from`](Self::counted_from) says; an index outside
/// the list has no solution.
///
/// ```
/// use houserules::{ElementVar, ModelBuilder, Solver};
///
/// // The first cell says where in the row the 5 is.
/// let mut model = ModelBuilder::new();
/// let row = model.vars(5, 1..=5);
/// let five = model.var(5);
/// model.all_different(&row);
/// model.post(ElementVar::new(row[0], &row, five).counted_from(1));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "18");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementVar {
    /// Index, result, then the list.
    scope: Scope,
    first: i32,
}

impl ElementVar {
    /// `array[index] = result`.
    pub fn new(
        index: Var,
        array: impl IntoIterator<Item = impl Borrow<Var>>,
        result: Var,
    ) -> ElementVar {
        let mut scope = super::scope([index, result]);
        scope.extend(array.into_iter().map(|x| *x.borrow()));
        ElementVar { scope, first: 0 }
    }

    /// The position of the first variable is `first`.
    pub fn counted_from(self, first: i32) -> ElementVar {
        ElementVar { first, ..self }
    }
}

impl Constraint for ElementVar {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let place = place(values[0], self.first);
        place.and_then(|place| values[2..].get(place)) == Some(&values[1])
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let Some(Fact::IsNot(x, value)) = fact else { return false };
        let (index, result, array) = (self.scope[0], self.scope[1], &self.scope[2..]);
        let at = |i: i32| place(i, self.first).and_then(|place| array.get(place)).copied();
        if super::repeats(&self.scope) {
            return false;
        }
        if x == index {
            // What stands there has nothing in common with the result.
            return at(value).is_none_or(|y| apart(y, result, why));
        }
        if x == result {
            for i in why.values(index) {
                match at(i) {
                    Some(y) if why.contains(index, i) => why.is_not(y, value),
                    Some(y) if !why.contains(y, value) && why.count(y) > 1 => why.is_not(y, value),
                    Some(_) => why.is_not(index, i),
                    None => {}
                }
            }
            return true;
        }
        // An element is the result.
        let Some(i) = why.value(index).filter(|&i| at(i) == Some(x)) else { return false };
        why.is(index, i);
        why.is_not(result, value);
        true
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let (index, result, array) = (self.scope[0], self.scope[1], &self.scope[2..]);
        keep_places(store, index, self.first, array.len())?;
        let mut left: SmallVec<[Var; 32]> = SmallVec::new();
        let mut gone: SmallVec<[i32; 32]> = SmallVec::new();
        let mut look = |i: i32| {
            let x = array[place(i, self.first).unwrap_or_default()];
            if store.meets(x, result, 0) {
                left.push(x);
            } else {
                gone.push(i);
            }
        };
        match store.bits(index) {
            Some((base, word)) => bits(word).for_each(|bit| look(base.wrapping_add_unsigned(bit))),
            None => store.values(index).for_each(look),
        }
        if left.is_empty() {
            return Err(store.conflict());
        }
        for i in gone {
            store.remove(index, i)?;
        }
        keep_union(store, result, &left)?;
        if let [x] = left[..] {
            store.keep_common(x, result, 0)?;
            if store.is_fixed(x) && store.is_fixed(index) {
                return Ok(Status::Entailed);
            }
        }
        Ok(settled(store, before))
    }
}

/// Keeps the values of `x` that one of `others` has.
pub(super) fn keep_union(store: &mut Store, x: Var, others: &[Var]) -> Result<(), Conflict> {
    if store.is_sparse(x) {
        let union: Vec<(i32, i32)> =
            others.iter().flat_map(|&y| Vec::from(store.domain(y))).collect();
        return store.intersect(x, &union.into());
    }
    let (lo, hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
    for base in (lo..=hi).step_by(64) {
        // Most often a few of them have all that there is.
        let (here, mut union) = (store.window(x, base), 0);
        for &y in others {
            union |= store.window(y, base);
            if here & !union == 0 {
                break;
            }
        }
        let gone = here & !union;
        if hi - lo < 64 {
            return store.keep_window(x, base, union);
        }
        for bit in bits(gone) {
            store.remove(x, (base + i64::from(bit)) as i32)?;
        }
    }
    Ok(())
}

/// Names, for each value of two variables, one of them that did not have it; false if both had one.
fn apart(x: Var, y: Var, why: &mut Reasons<'_>) -> bool {
    for value in why.values(x) {
        match (why.contains(x, value), why.contains(y, value)) {
            _ if !why.had(y, value) => {}
            (false, _) => why.is_not(x, value),
            (_, false) => why.is_not(y, value),
            _ => return false,
        }
    }
    true
}
