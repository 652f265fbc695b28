//! Counting: how many variables have one of some values.

use alloc::sync::Arc;
use core::borrow::Borrow;
use core::ops::{RangeFrom, RangeInclusive, RangeToInclusive};

use smallvec::SmallVec;

use super::member::Overlap;
use super::{Constraint, Scope, Status, settled};
use crate::domain::Domain;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// How many: a number, a range such as `2..`, `..=5` or `2..=5`, or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many.
    Within(RangeInclusive<i32>),
    /// As many as the value of the variable.
    Var(Var),
}

impl From<i32> for Amount {
    fn from(number: i32) -> Amount {
        Amount::Within(number..=number)
    }
}

impl From<RangeInclusive<i32>> for Amount {
    fn from(range: RangeInclusive<i32>) -> Amount {
        Amount::Within(range)
    }
}

impl From<RangeFrom<i32>> for Amount {
    fn from(range: RangeFrom<i32>) -> Amount {
        Amount::Within(range.start..=i32::MAX)
    }
}

impl From<RangeToInclusive<i32>> for Amount {
    fn from(range: RangeToInclusive<i32>) -> Amount {
        Amount::Within(i32::MIN..=range.end)
    }
}

impl From<Var> for Amount {
    fn from(var: Var) -> Amount {
        Amount::Var(var)
    }
}

impl Amount {
    /// The variable that it adds to a scope.
    pub(super) fn var(&self) -> Option<Var> {
        match *self {
            Amount::Var(x) => Some(x),
            Amount::Within(_) => None,
        }
    }

    /// Whether the amount may be `count`, where the variable, if it is one, has this value.
    pub(super) fn allows(&self, count: usize, value: Option<i32>) -> bool {
        let fits = |number: i32| usize::try_from(number) == Ok(count);
        match self {
            Amount::Within(range) => i32::try_from(count).is_ok_and(|count| range.contains(&count)),
            Amount::Var(_) => value.is_some_and(fits),
        }
    }

    pub(super) fn reach(&self, store: &Store) -> (i64, i64) {
        match self {
            Amount::Within(range) => (i64::from(*range.start()), i64::from(*range.end())),
            Amount::Var(x) => (i64::from(store.min(*x)), i64::from(store.max(*x))),
        }
    }

    /// The same as it was.
    pub(super) fn reached(&self, why: &Reasons<'_>) -> (i64, i64) {
        match self {
            Amount::Within(range) => (i64::from(*range.start()), i64::from(*range.end())),
            Amount::Var(x) => (i64::from(why.min(*x)), i64::from(why.max(*x))),
        }
    }

    /// Names as a reason that it is at most so much.
    pub(super) fn at_most(&self, most: i64, why: &mut Reasons<'_>) {
        if let Amount::Var(x) = self {
            why.within(*x, i64::MIN, most);
        }
    }

    /// Names as a reason that it is at least so much.
    pub(super) fn at_least(&self, least: i64, why: &mut Reasons<'_>) {
        if let Amount::Var(x) = self {
            why.within(*x, least, i64::MAX);
        }
    }

    pub(super) fn within(
        &self,
        store: &mut Store,
        counts: RangeInclusive<i64>,
    ) -> Result<(), Conflict> {
        match self {
            Amount::Var(x) => store.within(*x, counts),
            Amount::Within(range)
                if i64::from(*range.start()).max(*counts.start())
                    > i64::from(*range.end()).min(*counts.end()) =>
            {
                Err(store.conflict())
            }
            Amount::Within(_) => Ok(()),
        }
    }
}

/// So many of some variables have one of some values.
///
/// With one value this is also known as *count*; with a range *at least* and *at most*.
/// Domain consistent, but where the amount is a variable that is counted as well; then it is sound,
/// only weaker. (Beldiceanu and Contejean, *Introducing global constraints in CHIP*, 1994.)
///
/// ```
/// use houserules::{Among, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(4, 1..=3);
/// let twos = model.var(2..=9);
/// model.post(Among::new(&x, 2, twos)); // as many 2s as `twos` says
/// model.post(Among::new(&x, [1, 3], 1..)); // at least one of the odd values
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(twos)), "{2, 3, 4}");
/// assert_eq!(Solver::new(&model).count().to_string(), "32");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Among {
    /// The variables counted, then that of the amount.
    scope: Scope,
    counted: usize,
    values: Domain,
    amount: Amount,
}

impl Among {
    /// `amount` of `vars` have one of `values`.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        values: impl Into<Domain>,
        amount: impl Into<Amount>,
    ) -> Among {
        let mut scope = super::scope(vars);
        let (counted, amount) = (scope.len(), amount.into());
        scope.extend(amount.var());
        Among { scope, counted, values: values.into(), amount }
    }
}

/// The variables of which some number has certain values, to say why.
pub(super) struct Tally<'a> {
    pub(super) counted: &'a [Var],
    pub(super) amount: &'a Amount,
    pub(super) has: &'a dyn Fn(i32) -> bool,
}

impl Tally<'_> {
    /// Names so many variables that surely have such a value, or surely have none; false if they are fewer.
    fn sure(&self, inside: bool, number: i64, skip: Option<Var>, why: &mut Reasons<'_>) -> bool {
        let mut left = number.max(0);
        for &x in self.counted.iter().filter(|&&x| Some(x) != skip) {
            if left == 0 {
                break;
            }
            let other = |value: i32| (self.has)(value) != inside;
            let is_sure = match why.value(x) {
                Some(value) => !other(value),
                None => why.values(x).all(|value| !other(value) || !why.contains(x, value)),
            };
            if is_sure {
                why.none_of(x, other);
                left -= 1;
            }
        }
        left == 0
    }

    /// Why a counted variable or the amount lost something, or why the numbers do not fit.
    pub(super) fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let n = self.counted.len() as i64;
        let amount = self.amount.var();
        if amount.is_some_and(|x| self.counted.contains(&x)) {
            return false;
        }
        let mark = why.len();
        let (lo, hi) = self.amount.reached(why);
        match fact {
            Some(Fact::IsNot(x, number)) if Some(x) == amount => {
                let number = i64::from(number);
                if self.sure(true, number + 1, None, why) {
                    return true;
                }
                why.truncate(mark);
                self.sure(false, n - number + 1, None, why)
            }
            Some(Fact::IsNot(x, value)) => {
                if self.counted.iter().filter(|&&y| x == y).count() != 1 {
                    return false;
                }
                if (self.has)(value) {
                    self.amount.at_most(hi, why);
                    self.sure(true, hi, Some(x), why)
                } else {
                    self.amount.at_least(lo, why);
                    self.sure(false, n - lo, Some(x), why)
                }
            }
            Some(_) => false,
            None => {
                self.amount.at_most(hi, why);
                if self.sure(true, hi.max(-1) + 1, None, why) && hi < n {
                    return true;
                }
                why.truncate(mark);
                self.amount.at_least(lo, why);
                self.sure(false, n - lo + 1, None, why)
            }
        }
    }
}

impl Constraint for Among {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (counted, amount) = values.split_at(self.counted);
        let count = counted.iter().filter(|&&value| self.values.contains(value)).count();
        self.amount.allows(count, amount.first().copied())
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let mut open: SmallVec<[Var; 16]> = SmallVec::new();
        let mut least = 0;
        for &x in &self.scope[..self.counted] {
            match Overlap::of(store, x, &self.values) {
                Overlap::Whole => least += 1,
                Overlap::Part => open.push(x),
                Overlap::Nothing => {}
            }
        }
        let most = least + open.len() as i64;
        self.amount.within(store, least..=most)?;
        let (lo, hi) = self.amount.reach(store);
        if least == hi {
            for &x in &open {
                store.exclude(x, &self.values)?;
            }
        } else if most == lo {
            for &x in &open {
                store.intersect(x, &self.values)?;
            }
        } else {
            let entailed = self.amount.var().is_none() && lo <= least && most <= hi;
            return Ok(if entailed { Status::Entailed } else { settled(store, before) });
        }
        // All is settled now, unless the amount is counted as well.
        let counts_itself =
            self.amount.var().is_some_and(|n| self.scope[..self.counted].contains(&n));
        Ok(match &self.amount {
            _ if counts_itself => settled(store, before),
            Amount::Var(n) if !store.is_fixed(*n) => settled(store, before),
            _ => Status::Entailed,
        })
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let tally = Tally {
            counted: &self.scope[..self.counted],
            amount: &self.amount,
            has: &|value| self.values.contains(value),
        };
        tally.explain(fact, why)
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let Amount::Within(range) = &self.amount else { return None };
        let (lo, hi) = (*range.start(), *range.end());
        let none = i64::from(lo) > i64::from(hi).min(self.counted as i64) || hi < 0;
        let amount = if none {
            0..=i32::MAX
        } else if lo <= 0 {
            hi.checked_add(1)?..=i32::MAX
        } else if i64::from(hi) >= self.counted as i64 {
            0..=lo - 1
        } else {
            return None;
        };
        Some(Arc::new(Among { amount: Amount::Within(amount), ..self.clone() }))
    }
}
