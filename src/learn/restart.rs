//! When to begin again from the root: the sequence of Luby, Sinclair and Zuckerman (1993).

/// 1, 1, 2, 1, 1, 2, 4, … times a unit: optimal up to a constant for a search of unknown length.
#[derive(Clone, Debug)]
pub(super) struct Luby {
    unit: u64,
    /// The reluctant doubling of Knuth: `v` is the current term.
    u: u64,
    v: u64,
}

impl Luby {
    pub(super) fn new(unit: u64) -> Luby {
        Luby { unit, u: 1, v: 1 }
    }

    /// After how many conflicts to restart next.
    pub(super) fn next(&mut self) -> u64 {
        let conflicts = self.v.saturating_mul(self.unit);
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        conflicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn the_sequence_of_the_paper() {
        let mut luby = Luby::new(10);
        let terms: Vec<u64> = (0..15).map(|_| luby.next() / 10).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
