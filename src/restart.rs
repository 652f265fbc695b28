//! When to begin again from the root, with what was learned on the way.

/// How long the runs of a search are that begins again from the root, in dead ends.
///
/// What a run has learned (weights of variables, or clauses) sends the next one elsewhere, so that one bad
/// decision near the root cannot cost for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Restarts {
    /// One run.
    #[default]
    Never,
    /// 1, 1, 2, 1, 1, 2, 4, … times a unit (Luby, Sinclair and Zuckerman, *Optimal speedup of Las Vegas
    /// algorithms*, 1993): optimal up to a constant for a search of unknown length.
    Luby(u64),
    /// All runs are of this length. A search in which each run goes the same way as the one before it does
    /// not come to an end.
    Constant(u64),
    /// 1, 2, 3, … times a unit.
    Linear(u64),
    /// Each run is longer than the one before by so many per cent (Walsh, *Search in a small world*, 1999).
    Geometric {
        /// The length of the first run.
        first: u64,
        /// By how many per cent runs grow; at least by one dead end.
        growth: u32,
    },
}

/// The lengths of the runs, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    restarts: Restarts,
    /// The number of the run, or with `v`, the current term of Luby's sequence, Knuth's reluctant doubling.
    u: u64,
    v: u64,
}

impl Runs {
    pub(crate) fn new(restarts: Restarts) -> Runs {
        Runs { restarts, u: 1, v: 1 }
    }

    /// After how many dead ends to begin again.
    pub(crate) fn next(&mut self) -> u64 {
        match &mut self.restarts {
            Restarts::Never => u64::MAX,
            Restarts::Luby(unit) => {
                let length = self.v.saturating_mul((*unit).max(1));
                if self.u & self.u.wrapping_neg() == self.v {
                    self.u += 1;
                    self.v = 1;
                } else {
                    self.v *= 2;
                }
                length
            }
            Restarts::Constant(length) => (*length).max(1),
            Restarts::Linear(unit) => {
                let length = self.u.saturating_mul((*unit).max(1));
                self.u += 1;
                length
            }
            Restarts::Geometric { first, growth } => {
                let length = *first;
                let more = u128::from(length) * u128::from(*growth) / 100;
                *first = length.saturating_add(u64::try_from(more).unwrap_or(u64::MAX).max(1));
                length
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn runs(restarts: Restarts, count: usize) -> Vec<u64> {
        let mut runs = Runs::new(restarts);
        (0..count).map(|_| runs.next()).collect()
    }

    #[test]
    fn the_sequence_of_the_paper() {
        let terms = runs(Restarts::Luby(10), 15);
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8].map(|term| 10 * term));
    }

    #[test]
    fn runs_grow_and_never_overflow() {
        assert_eq!(runs(Restarts::Geometric { first: 100, growth: 30 }, 4), [100, 130, 169, 219]);
        assert_eq!(runs(Restarts::Geometric { first: 0, growth: 0 }, 3), [0, 1, 2]);
        let huge = Restarts::Geometric { first: u64::MAX - 1, growth: u32::MAX };
        assert_eq!(runs(huge, 3), [u64::MAX - 1, u64::MAX, u64::MAX]);
        assert_eq!(runs(Restarts::Never, 1), [u64::MAX]);
    }

    #[test]
    fn runs_of_one_length_and_of_one_step() {
        assert_eq!(runs(Restarts::Constant(50), 3), [50; 3]);
        assert_eq!(runs(Restarts::Constant(0), 2), [1; 2]);
        assert_eq!(runs(Restarts::Linear(50), 4), [50, 100, 150, 200]);
        assert_eq!(runs(Restarts::Linear(u64::MAX), 2), [u64::MAX; 2]);
    }
}
