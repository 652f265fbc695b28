//! A few solutions: the first, and whether there is a second.

use super::Solver;
#[cfg(feature = "lanes")]
use super::State;
use crate::answer::{Outcome, Solution, Uniqueness};
use crate::budget::{Limit, Meter};

/// What was found of a few solutions.
pub(super) struct Few {
    #[cfg(feature = "lanes")]
    pub(super) count: u128,
    /// What ended the search before it had found as many as were asked for, or seen everything.
    pub(super) stopped: Option<Limit>,
    /// The first two of them.
    pub(super) solutions: [Option<Solution>; 2],
}

impl From<Few> for Outcome {
    fn from(few: Few) -> Outcome {
        let [first, _] = few.solutions;
        match (first, few.stopped) {
            (Some(solution), _) => Outcome::Solved(solution),
            (None, Some(limit)) => Outcome::Unknown(limit),
            (None, None) => Outcome::None,
        }
    }
}

impl From<Few> for Uniqueness {
    fn from(few: Few) -> Uniqueness {
        match (few.solutions, few.stopped) {
            ([Some(first), Some(second)], _) => Uniqueness::Many(first, second),
            ([first, _], Some(limit)) => Uniqueness::Unknown(limit, first),
            ([Some(first), None], None) => Uniqueness::One(first),
            ([None, _], None) => Uniqueness::None,
        }
    }
}

impl Solver {
    /// Up to `most` solutions, at most two.
    pub(super) fn few(&mut self, most: u64) -> Few {
        let meter = Meter::start(&self.budget);
        #[cfg(feature = "lanes")]
        if let Some(few) = self.in_lanes(most) {
            return few;
        }
        self.begin_with(meter);
        #[cfg(feature = "lanes")]
        {
            self.search.lanes_wait = self.may_ask_lanes();
        }
        let mut solutions = [None, None];
        let mut count = 0;
        while count < most {
            if self.advance() {
                solutions[count as usize] = Some(Solution::new(self.values()));
                count += 1;
                continue;
            }
            #[cfg(feature = "lanes")]
            if self.search.state == State::Aside {
                if let Some(few) = self.in_lanes_after_all(most) {
                    return few;
                }
                self.search.state = State::Resumed;
                continue;
            }
            break;
        }
        Few {
            #[cfg(feature = "lanes")]
            count: count.into(),
            stopped: self.stopped_at().filter(|_| count < most),
            solutions,
        }
    }
}
