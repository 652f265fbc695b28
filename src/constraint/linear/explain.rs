//! Why a sum left no choice: bounds of the other terms, as weak as will do, or partners that are gone.

use smallvec::SmallVec;

use super::super::ranges::value_by_value;
use super::{Linear, Relation, quotient};
use crate::learn::{Fact, Reasons};
use crate::store::Var;

/// More values than this are not paired.
const MANY_PAIRS: i64 = 1024;

impl Linear {
    /// Names the reasons for `fact`; false if that cannot be said in a few words.
    pub(super) fn reasons(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        if self.twice {
            return false;
        }
        let place = |x: Var| self.scope.binary_search(&x).ok();
        match fact {
            None => match self.relation {
                Relation::NotEqual => self.partners(None, why),
                Relation::AtMost => self.beyond(true, None, why),
                Relation::Equal => {
                    self.beyond(true, None, why)
                        || self.beyond(false, None, why)
                        || self.partners(None, why)
                }
            },
            Some(Fact::IsNot(x, value)) => {
                place(x).is_some_and(|place| self.excludes(place, value, why))
            }
            Some(Fact::AtLeast(x, least)) => place(x).is_some_and(|place| {
                let value = i64::from(least) - 1;
                let up = self.coefficients[place] < 0;
                self.bounds_beyond(up, place, value, why)
                    || value_by_value(fact, why, |fact, why| self.reasons(Some(fact), why))
            }),
            Some(Fact::AtMost(x, most)) => place(x).is_some_and(|place| {
                let value = i64::from(most) + 1;
                let up = self.coefficients[place] > 0;
                self.bounds_beyond(up, place, value, why)
                    || value_by_value(fact, why, |fact, why| self.reasons(Some(fact), why))
            }),
        }
    }

    fn bounds_beyond(&self, up: bool, place: usize, value: i64, why: &mut Reasons<'_>) -> bool {
        let bounded = match self.relation {
            Relation::Equal => true,
            Relation::AtMost => up,
            Relation::NotEqual => false,
        };
        bounded && self.beyond(up, Some((place, value)), why)
    }

    /// One value of a term.
    fn excludes(&self, place: usize, value: i32, why: &mut Reasons<'_>) -> bool {
        let wide = i64::from(value);
        match self.relation {
            Relation::AtMost => self.beyond(true, Some((place, wide)), why),
            Relation::NotEqual => self.partners(Some((place, value)), why),
            Relation::Equal => {
                self.partners(Some((place, value)), why)
                    || self.beyond(true, Some((place, wide)), why)
                    || self.beyond(false, Some((place, wide)), why)
            }
        }
    }

    /// The sum is more than the total, or less: by the bounds of the terms but for one, which has this value.
    ///
    /// Whatever the bounds are beyond what is needed, they give back: whole terms first, then a part of one.
    fn beyond(&self, up: bool, given: Option<(usize, i64)>, why: &mut Reasons<'_>) -> bool {
        let sign: i128 = if up { 1 } else { -1 };
        let mut need = sign * i128::from(self.total) + 1;
        let mut reach = 0;
        let mut terms: SmallVec<[(Var, i128, i32, i128); 16]> = SmallVec::new();
        for (i, (c, x)) in self.terms().enumerate() {
            let c = sign * i128::from(c);
            match given {
                Some((place, value)) if place == i => need -= c * i128::from(value),
                _ => {
                    let (now, first) =
                        if c > 0 { (why.min(x), why.first(x)) } else { (why.max(x), why.last(x)) };
                    reach += c * i128::from(now);
                    let gain = c * (i128::from(now) - i128::from(first));
                    if gain > 0 {
                        terms.push((x, c, now, gain));
                    }
                }
            }
        }
        let mut slack = reach - need;
        if slack < 0 {
            return false;
        }
        terms.retain(|&mut (.., gain)| {
            let spared = gain <= slack;
            slack -= if spared { gain } else { 0 };
            !spared
        });
        for (x, c, now, _) in terms {
            let steps = slack / c.abs();
            slack -= steps * c.abs();
            let steps = steps as i64;
            if c > 0 {
                why.within(x, i64::from(now) - steps, i64::MAX);
            } else {
                why.within(x, i64::MIN, i64::from(now) + steps);
            }
        }
        true
    }

    /// With `=`: the terms that are open, two at most, have no values that complete the total. With `≠`, the others
    /// complete it.
    fn partners(&self, given: Option<(usize, i32)>, why: &mut Reasons<'_>) -> bool {
        let start = why.len();
        let mut rest = i128::from(self.total);
        let mut open: SmallVec<[(i64, Var); 4]> = SmallVec::new();
        for (i, (c, x)) in self.terms().enumerate() {
            match (given, why.value(x)) {
                (Some((place, value)), _) if place == i => {
                    rest -= i128::from(c) * i128::from(value);
                }
                (_, Some(value)) => {
                    rest -= i128::from(c) * i128::from(value);
                    why.is(x, value);
                }
                _ => open.push((c, x)),
            }
        }
        let explained = match (self.relation, &open[..]) {
            (Relation::NotEqual, []) => rest == 0,
            (Relation::Equal, []) => rest != 0,
            (Relation::Equal, &[(a, x)]) => {
                if let Some(value) = quotient(rest, a) {
                    why.is_not(x, value);
                }
                !why.is_void()
            }
            (Relation::Equal, &[x, y]) => no_pair(rest, x, y, why),
            _ => false,
        };
        if !explained {
            why.truncate(start);
        }
        explained
    }
}

/// No values of two terms add up to `rest`.
fn no_pair(rest: i128, (a, x): (i64, Var), (b, y): (i64, Var), why: &mut Reasons<'_>) -> bool {
    let ((x_lo, x_hi), (y_lo, y_hi)) = ((why.min(x), why.max(x)), (why.min(y), why.max(y)));
    if i64::from(why.last(x)) - i64::from(why.first(x)) > MANY_PAIRS {
        return false;
    }
    // The bounds that are needed, as weak as they may be.
    let [mut x_from, mut x_to, mut y_from, mut y_to] = [None::<i32>; 4];
    for value in why.values(x) {
        let Some(partner) = quotient(rest - i128::from(a) * i128::from(value), b) else { continue };
        if !why.had(y, partner) {
            continue;
        }
        if value < x_lo {
            x_from = x_from.max(Some(value + 1));
        } else if value > x_hi {
            x_to = Some(x_to.map_or(value - 1, |to| to.min(value - 1)));
        } else if partner < y_lo {
            y_from = y_from.max(Some(partner + 1));
        } else if partner > y_hi {
            y_to = Some(y_to.map_or(partner - 1, |to| to.min(partner - 1)));
        } else if !why.contains(x, value) {
            why.is_not(x, value);
        } else if !why.contains(y, partner) {
            why.is_not(y, partner);
        } else {
            return false;
        }
    }
    x_from.into_iter().for_each(|from| why.at_least(x, from));
    x_to.into_iter().for_each(|to| why.at_most(x, to));
    y_from.into_iter().for_each(|from| why.at_least(y, from));
    y_to.into_iter().for_each(|to| why.at_most(y, to));
    true
}
