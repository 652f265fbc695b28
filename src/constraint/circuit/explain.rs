//! Why a place is not behind another: chains that are closed already or too soon, and cuts that no way crosses
//! (Francis and Stuckey, *Explaining circuit propagation*, 2014).

use smallvec::SmallVec;

use super::{Places, Trip};
use crate::constraint::repeats;
use crate::learn::{Fact, Reasons};

impl Trip {
    /// Names the reasons for `fact`; false if they are none of these.
    pub(super) fn reasons(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        if repeats(&self.scope) {
            return false;
        }
        match fact {
            None => self.shared(why) || self.closed(None, why) || self.cut(None, why),
            Some(Fact::IsNot(x, value)) => {
                let place = self.scope.iter().position(|&y| y == x);
                place.is_some_and(|place| self.excludes(place, value, why))
            }
            Some(_) => false,
        }
    }

    /// The place behind this one, if that was known.
    fn next(&self, place: usize, why: &Reasons<'_>) -> Option<usize> {
        let next = why.value(self.scope[place]).map(|value| self.place(value));
        next.filter(|&next| next < self.len())
    }

    fn leads_to(&self, place: usize, next: usize, why: &mut Reasons<'_>) {
        why.is(self.scope[place], self.value(next) as i32);
    }

    fn stays_not(&self, place: usize, why: &mut Reasons<'_>) {
        why.is_not(self.scope[place], self.value(place) as i32);
    }

    /// A place that must be on the way and for which `outside` says yes; where nobody had to be told, first.
    fn must_be(&self, outside: impl Fn(usize) -> bool, why: &Reasons<'_>) -> Option<usize> {
        if !self.partial {
            return (0..self.len()).find(|&place| outside(place));
        }
        let own = |place: usize| (self.scope[place], self.value(place) as i32);
        let all = (0..self.len()).filter(|&place| outside(place));
        let mut must = all.filter(|&place| !why.contains(own(place).0, own(place).1));
        let first = must.clone().next();
        must.find(|&place| !why.had(own(place).0, own(place).1)).or(first)
    }

    /// The same, named.
    fn name_must_be(&self, outside: impl Fn(usize) -> bool, why: &mut Reasons<'_>) -> bool {
        let place = self.must_be(outside, why);
        if let Some(place) = place.filter(|_| self.partial) {
            self.stays_not(place, why);
        }
        place.is_some()
    }

    /// One place does not lead to another.
    fn excludes(&self, place: usize, value: i32, why: &mut Reasons<'_>) -> bool {
        let (n, to) = (self.len(), self.place(value));
        if to >= n || !self.partial && n > 1 && to == place {
            return true;
        }
        if let Some(other) = (0..n).find(|&i| i != place && self.next(i, why) == Some(to)) {
            self.leads_to(other, to, why);
            return true;
        }
        if to == place {
            return false;
        }
        // A chain leads from there to here, and others must be on the way.
        let mut chain: Places = SmallVec::new();
        let mut end = to;
        while end != place && chain.len() < n {
            chain.push(end);
            match self.next(end, why) {
                Some(next) => end = next,
                None => break,
            }
        }
        if end == place && self.name_must_be(|i| i != place && !chain.contains(&i), why) {
            let behind = chain.iter().copied().skip(1).chain([place]);
            for (&from, to) in chain.iter().zip(behind) {
                self.leads_to(from, to, why);
            }
            return true;
        }
        self.partial && (self.closed(Some(place), why) || self.cut(Some(place), why))
    }

    /// Two places lead to one.
    fn shared(&self, why: &mut Reasons<'_>) -> bool {
        let n = self.len();
        let mut from: Places = SmallVec::from_elem(usize::MAX, n);
        for place in 0..n {
            let Some(to) = self.next(place, why) else { continue };
            if from[to] < n {
                self.leads_to(from[to], to, why);
                self.leads_to(place, to, why);
                return true;
            }
            from[to] = place;
        }
        false
    }

    /// A circle is closed without a place that must be on the way, or without this one.
    fn closed(&self, place: Option<usize>, why: &mut Reasons<'_>) -> bool {
        let n = self.len();
        let mut seen: SmallVec<[bool; 32]> = SmallVec::from_elem(false, n);
        for start in 0..n {
            let mut chain: Places = SmallVec::new();
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                chain.push(at);
                match self.next(at, why) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            // The chain ran into itself.
            let Some(begin) = chain.iter().position(|&i| i == at) else { continue };
            let circle = &chain[begin..];
            if self.next(circle[circle.len() - 1], why) != Some(at) || circle.len() == 1 {
                continue;
            }
            let without = match place {
                Some(place) => !circle.contains(&place),
                None => self.name_must_be(|i| !circle.contains(&i), why),
            };
            if without {
                let behind = circle.iter().copied().skip(1).chain([at]);
                for (&from, to) in circle.iter().zip(behind) {
                    self.leads_to(from, to, why);
                }
                return true;
            }
        }
        false
    }

    /// From a place that must be on the way, another, or this one, is not reached, or does not reach it.
    fn cut(&self, place: Option<usize>, why: &mut Reasons<'_>) -> bool {
        let n = self.len();
        let must = |start: &usize| self.must_be(|i| i == *start, why).is_some();
        let starts: Places = (0..n).filter(must).take(if self.partial { n } else { 1 }).collect();
        for start in starts {
            for backwards in [false, true] {
                let reached = self.reached(start, backwards, why);
                let cut_off = match place {
                    Some(place) => !reached[place],
                    None => self.must_be(|i| !reached[i], why).is_some(),
                };
                if !cut_off {
                    continue;
                }
                if place.is_none() {
                    self.name_must_be(|i| !reached[i], why);
                }
                self.name_must_be(|i| i == start, why);
                for from in (0..n).filter(|&from| reached[from] != backwards) {
                    let crosses = |value: i32| {
                        let to = self.place(value);
                        to < n && reached[to] == backwards
                    };
                    why.none_of(self.scope[from], crosses);
                }
                return true;
            }
        }
        false
    }

    /// Which places could be reached from one, or could reach it.
    fn reached(&self, start: usize, backwards: bool, why: &Reasons<'_>) -> SmallVec<[bool; 32]> {
        let n = self.len();
        let mut reached: SmallVec<[bool; 32]> = SmallVec::from_elem(false, n);
        let mut stack: Places = SmallVec::from_slice(&[start]);
        reached[start] = true;
        while let Some(place) = stack.pop() {
            for other in 0..n {
                let (from, to) = if backwards { (other, place) } else { (place, other) };
                if !reached[other] && why.contains(self.scope[from], self.value(to) as i32) {
                    reached[other] = true;
                    stack.push(other);
                }
            }
        }
        reached
    }
}
