//! Why a thing does not lie there, or a load is no more and no less: what lies in a bin already, and what cannot.

use alloc::vec::Vec;

use super::BinPacking;
use crate::constraint::repeats;
use crate::learn::{Fact, Reasons};
use crate::store::Var;

impl BinPacking {
    /// Names the reasons for `fact`; false if they are none of these.
    pub(super) fn reasons(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        if repeats(&self.scope) {
            return false;
        }
        match fact {
            None => {
                (0..self.loads.len()).any(|bin| self.bursts(bin, why)) || self.all_together(why)
            }
            Some(Fact::IsNot(x, value)) => match self.thing(x) {
                Some(thing) => self.excludes(thing, value, why),
                None => {
                    let value = i64::from(value);
                    self.load_of(x).is_some_and(|bin| {
                        self.load_at_least(bin, value + 1, why)
                            || self.load_at_most(bin, value - 1, why)
                    })
                }
            },
            Some(Fact::AtLeast(x, least)) => {
                self.load_of(x).is_some_and(|bin| self.load_at_least(bin, least.into(), why))
            }
            Some(Fact::AtMost(x, most)) => {
                self.load_of(x).is_some_and(|bin| self.load_at_most(bin, most.into(), why))
            }
        }
    }

    fn thing(&self, x: Var) -> Option<usize> {
        self.scope[..self.sizes.len()].iter().position(|&y| y == x)
    }

    fn load_of(&self, x: Var) -> Option<usize> {
        self.loads.iter().position(|load| load.var() == Some(x))
    }

    /// The value that stands for a bin.
    fn number(&self, bin: usize) -> Option<i32> {
        i32::try_from(i64::from(self.first) + bin as i64).ok()
    }

    fn size(&self, thing: usize) -> i64 {
        self.sizes[thing].into()
    }

    fn all(&self) -> i64 {
        self.sizes.iter().map(|&size| i64::from(size)).sum()
    }

    /// Things but one for which `counts` says yes with whether that needs no reason: those without first, then the large
    /// ones.
    fn sorted(
        &self,
        but: Option<usize>,
        counts: impl Fn(Var) -> Option<bool>,
    ) -> Vec<(bool, i64, usize)> {
        let things = self.scope[..self.sizes.len()].iter().enumerate();
        let others = things.filter(|&(i, _)| Some(i) != but && self.sizes[i] > 0);
        let counted = others.filter_map(|(i, &x)| Some((!counts(x)?, -self.size(i), i)));
        let mut counted: Vec<_> = counted.collect();
        counted.sort_unstable();
        counted
    }

    /// Names things but one, few, that surely were in a bin and together are at least so large; how large they are.
    fn held(
        &self,
        bin: usize,
        least: i64,
        but: Option<usize>,
        why: &mut Reasons<'_>,
    ) -> Option<i64> {
        let number = self.number(bin)?;
        let inside =
            self.sorted(but, |x| (why.value(x) == Some(number)).then(|| why.count(x) == 1));
        let sum: i64 = inside.iter().map(|thing| -thing.1).sum();
        if sum < least {
            return None;
        }
        let mut named = 0;
        for (_, size, thing) in inside {
            if named >= least {
                break;
            }
            named -= size;
            why.is(self.scope[thing], number);
        }
        Some(named)
    }

    /// Names things, few, that surely were not in a bin, so that all others but one together are at most so large; how
    /// large they are.
    fn possible(
        &self,
        bin: usize,
        most: i64,
        but: Option<usize>,
        why: &mut Reasons<'_>,
    ) -> Option<i64> {
        let number = self.number(bin)?;
        let outside = self.sorted(but, |x| (!why.contains(x, number)).then(|| !why.had(x, number)));
        let gone: i64 = outside.iter().map(|thing| -thing.1).sum();
        let mut left = self.all() - but.map_or(0, |thing| self.size(thing));
        if left - gone > most {
            return None;
        }
        for (_, size, thing) in outside {
            if left <= most {
                break;
            }
            left += size;
            why.is_not(self.scope[thing], number);
        }
        Some(left)
    }

    /// The least and the most that a bin held, by its load or by its things.
    fn reach(&self, bin: usize, why: &Reasons<'_>) -> (i64, i64) {
        let (lo, hi) = self.loads[bin].reached(why);
        let Some(number) = self.number(bin) else { return (lo, hi) };
        let (mut must, mut can) = (0, 0);
        for (i, &x) in self.scope[..self.sizes.len()].iter().enumerate() {
            if why.contains(x, number) {
                can += self.size(i);
                must += if why.value(x).is_some() { self.size(i) } else { 0 };
            }
        }
        (lo.max(must), hi.min(can))
    }

    /// Names why the bins, but for one, hold no more together than they can.
    fn name_most(&self, but: Option<usize>, why: &mut Reasons<'_>) {
        for bin in (0..self.loads.len()).filter(|&bin| Some(bin) != but) {
            let most = self.reach(bin, why).1;
            if self.loads[bin].reached(why).1 <= most {
                self.loads[bin].at_most(most, why);
            } else {
                self.possible(bin, most, None, why);
            }
        }
    }

    /// Names why the bins, but for one, hold no less together than they must.
    fn name_least(&self, but: Option<usize>, why: &mut Reasons<'_>) {
        for bin in (0..self.loads.len()).filter(|&bin| Some(bin) != but) {
            let least = self.reach(bin, why).0;
            if self.loads[bin].reached(why).0 >= least {
                self.loads[bin].at_least(least, why);
            } else {
                self.held(bin, least, None, why);
            }
        }
    }

    /// What all bins but one hold, at least and at most.
    fn others(&self, but: Option<usize>, why: &Reasons<'_>) -> (i64, i64) {
        let bins = (0..self.loads.len()).filter(|&bin| Some(bin) != but);
        bins.map(|bin| self.reach(bin, why)).fold((0, 0), |(least, most): (i64, i64), (lo, hi)| {
            (least.saturating_add(lo), most.saturating_add(hi))
        })
    }

    fn load_at_least(&self, bin: usize, least: i64, why: &mut Reasons<'_>) -> bool {
        if self.held(bin, least, None, why).is_some() {
            return true;
        }
        let enough = self.all().saturating_sub(self.others(Some(bin), why).1) >= least;
        if enough {
            self.name_most(Some(bin), why);
        }
        enough
    }

    fn load_at_most(&self, bin: usize, most: i64, why: &mut Reasons<'_>) -> bool {
        if self.possible(bin, most, None, why).is_some() {
            return true;
        }
        let enough = self.all().saturating_sub(self.others(Some(bin), why).0) <= most;
        if enough {
            self.name_least(Some(bin), why);
        }
        enough
    }

    /// A bin holds more than its load, or cannot hold as much.
    fn bursts(&self, bin: usize, why: &mut Reasons<'_>) -> bool {
        let (lo, hi) = self.loads[bin].reached(why);
        if let Some(sum) = self.held(bin, hi.saturating_add(1), None, why) {
            self.loads[bin].at_most(sum - 1, why);
        } else if let Some(rest) = self.possible(bin, lo.saturating_sub(1), None, why) {
            self.loads[bin].at_least(rest + 1, why);
        } else {
            return false;
        }
        true
    }

    /// All bins together cannot hold what there is, or must hold more.
    fn all_together(&self, why: &mut Reasons<'_>) -> bool {
        let (least, most) = self.others(None, why);
        if most < self.all() {
            self.name_most(None, why);
        } else if least > self.all() {
            self.name_least(None, why);
        } else {
            return false;
        }
        true
    }

    /// A thing does not lie in a bin: it would be too much there, or is needed elsewhere.
    fn excludes(&self, thing: usize, value: i32, why: &mut Reasons<'_>) -> bool {
        let bin = i64::from(value) - i64::from(self.first);
        let bin = usize::try_from(bin).ok().filter(|&bin| bin < self.loads.len());
        let (Some(bin), size) = (bin, self.size(thing)) else { return true };
        let (_, hi) = self.loads[bin].reached(why);
        let room = hi.saturating_sub(size);
        if let Some(sum) = self.held(bin, room.saturating_add(1), Some(thing), why) {
            self.loads[bin].at_most(sum + size - 1, why);
            return true;
        }
        // Without the thing, the rest of another is too little.
        (0..self.loads.len()).filter(|&other| other != bin).any(|other| {
            let (lo, _) = self.loads[other].reached(why);
            let rest = self.possible(other, lo.saturating_sub(1), Some(thing), why);
            if let Some(rest) = rest {
                self.loads[other].at_least(rest + 1, why);
            }
            rest.is_some()
        })
    }
}
