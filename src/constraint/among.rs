//! Counting: how many variables have one of some values.

use alloc::sync::Arc;
use core::borrow::Borrow;
use core::ops::{RangeFrom, RangeInclusive, RangeToInclusive};

use smallvec::SmallVec;

use super::member::Overlap;
use super::{Constraint, Scope, Status, settled};
use crate::domain::Domain;
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
