//! A finite set of integers as data: what a variable may be, written down or read back.

use alloc::vec::Vec;
use core::fmt;
use core::ops::{Range, RangeInclusive};

use smallvec::SmallVec;

/// A finite set of `i32` values, kept as ascending ranges that neither overlap nor touch.
///
/// A domain is how a model is *told* what a variable may be, and how a search *reports* what is
/// left of it; while a search runs, the [`Store`](crate::Store) keeps the same sets as bitsets.
/// Equal sets are equal values, whatever they were made from. An empty domain is allowed: a model
/// with such a variable has no solution.
///
/// ```
/// use houserules::Domain;
///
/// let odd = Domain::from([5, 1, 3]);
/// assert_eq!(format!("{odd:?}"), "{1, 3, 5}");
/// assert_eq!(odd.len(), 3);
/// assert_eq!(Domain::from(-5..=5).len(), 11);
/// assert_eq!(odd.intersection(&Domain::from(2..=9)), Domain::from([3, 5]));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<(i32, i32)>", into = "Vec<(i32, i32)>"))]
pub struct Domain {
    ranges: SmallVec<[(i32, i32); 1]>,
}

impl Domain {
    /// The set without a value.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The number of values; up to 2³².
    ///
    /// O(ranges).
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|&(lo, hi)| width(lo, hi)).sum()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The smallest value.
    pub fn min(&self) -> Option<i32> {
        self.ranges.first().map(|&(lo, _)| lo)
    }

    /// The largest value.
    pub fn max(&self) -> Option<i32> {
        self.ranges.last().map(|&(_, hi)| hi)
    }

    /// The value, if there is exactly one.
    pub fn single(&self) -> Option<i32> {
        match self.ranges[..] {
            [(lo, hi)] if lo == hi => Some(lo),
            _ => None,
        }
    }

    /// Whether `value` is in the set. O(log ranges).
    pub fn contains(&self, value: i32) -> bool {
        let i = self.ranges.partition_point(|&(_, hi)| hi < value);
        self.ranges.get(i).is_some_and(|&(lo, _)| lo <= value)
    }

    /// The values in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = i32> + Clone + '_ {
        self.ranges.iter().flat_map(|&(lo, hi)| lo..=hi)
    }

    /// The longest runs of consecutive values, ascending.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = RangeInclusive<i32>> + '_ {
        self.ranges.iter().map(|&(lo, hi)| lo..=hi)
    }

    /// The values that are in both sets. O(ranges of both).
    pub fn intersection(&self, other: &Domain) -> Domain {
        let (mut a, mut b) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        let mut ranges = SmallVec::new();
        while let (Some(&&(alo, ahi)), Some(&&(blo, bhi))) = (a.peek(), b.peek()) {
            let (lo, hi) = (alo.max(blo), ahi.min(bhi));
            if lo <= hi {
                ranges.push((lo, hi));
            }
            if ahi <= bhi {
                a.next()
            } else {
                b.next()
            };
        }
        Domain { ranges }
    }

    /// All values that are not in the set.
    pub(crate) fn complement(&self) -> Domain {
        let mut gaps = Domain::empty();
        let mut next = Some(i32::MIN);
        for &(lo, hi) in &self.ranges {
            if let Some(from) = next.filter(|&from| from < lo) {
                gaps.push(from, lo - 1);
            }
            next = hi.checked_add(1);
        }
        if let Some(from) = next {
            gaps.push(from, i32::MAX);
        }
        gaps
    }

    /// Each value `offset` more, those that are still `i32`.
    pub(crate) fn shifted(&self, offset: i64) -> Domain {
        let fits = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let mut shifted = Domain::empty();
        for &(lo, hi) in &self.ranges {
            let (lo, hi) = (i64::from(lo) + offset, i64::from(hi) + offset);
            if lo <= i32::MAX.into() && hi >= i32::MIN.into() {
                shifted.push(fits(lo), fits(hi));
            }
        }
        shifted
    }

    /// Adds a run that is not below the runs added before it.
    pub(crate) fn push(&mut self, lo: i32, hi: i32) {
        match self.ranges.last_mut() {
            Some(last) if last.1 >= lo.saturating_sub(1) => last.1 = last.1.max(hi),
            _ => self.ranges.push((lo, hi)),
        }
    }
}

/// How many values `lo..=hi` has, for any two ends.
fn width(lo: i32, hi: i32) -> u64 {
    (i64::from(hi) - i64::from(lo) + 1) as u64
}

impl From<i32> for Domain {
    fn from(value: i32) -> Self {
        Domain::from(value..=value)
    }
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Self {
        let mut domain = Domain::empty();
        if !range.is_empty() {
            domain.push(*range.start(), *range.end());
        }
        domain
    }
}

impl From<Range<i32>> for Domain {
    fn from(range: Range<i32>) -> Self {
        if range.start < range.end {
            Domain::from(range.start..=range.end - 1)
        } else {
            Domain::empty()
        }
    }
}

impl<const N: usize> From<[i32; N]> for Domain {
    fn from(values: [i32; N]) -> Self {
        values.into_iter().collect()
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Self {
        values.iter().copied().collect()
    }
}

impl From<Vec<(i32, i32)>> for Domain {
    /// Any ranges, in any order; those with `lo > hi` are empty.
    fn from(mut ranges: Vec<(i32, i32)>) -> Self {
        ranges.retain(|&(lo, hi)| lo <= hi);
        ranges.sort_unstable();
        let mut domain = Domain::empty();
        for (lo, hi) in ranges {
            domain.push(lo, hi);
        }
        domain
    }
}

impl From<Domain> for Vec<(i32, i32)> {
    fn from(domain: Domain) -> Self {
        domain.ranges.into_vec()
    }
}

impl FromIterator<i32> for Domain {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Self {
        let mut values: SmallVec<[i32; 16]> = values.into_iter().collect();
        values.sort_unstable();
        let mut domain = Domain::empty();
        for value in values {
            domain.push(value, value);
        }
        domain
    }
}

impl fmt::Debug for Domain {
    /// `{1, 3, 5}`, with long runs as `{0..=1000}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = f.debug_set();
        for &(lo, hi) in &self.ranges {
            if width(lo, hi) <= 16 {
                set.entries(lo..=hi);
            } else {
                set.entry(&(lo..=hi));
            }
        }
        set.finish()
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_equal_whatever_they_were_made_from() {
        assert_eq!(Domain::from([3, 1, 2, 2]), Domain::from(1..=3));
        assert_eq!(Domain::from(vec![(4, 6), (1, 3), (9, 8)]), Domain::from(1..7));
        #[expect(clippy::reversed_empty_ranges)]
        let backwards = Domain::from(3..=1);
        assert_eq!(backwards, Domain::empty());
    }

    #[test]
    fn ends_of_i32() {
        let all = Domain::from(i32::MIN..=i32::MAX);
        assert_eq!(all.len(), 1 << 32);
        assert!(all.contains(i32::MIN) && all.contains(i32::MAX) && all.contains(0));
        let ends = Domain::from([i32::MAX, i32::MIN]);
        assert_eq!(ends.len(), 2);
        assert_eq!(all.intersection(&ends), ends);
        assert_eq!(ends.iter().rev().collect::<Vec<_>>(), [i32::MAX, i32::MIN]);
    }

    #[test]
    fn membership_and_intersection_agree_with_plain_sets() {
        let sets =
            [vec![], vec![0], vec![-3, -2, 5, 6, 9], vec![-2, 4, 5, 6, 7, 8], (-10..10).collect()];
        for a in &sets {
            for b in &sets {
                let (da, db): (Domain, Domain) =
                    (a.iter().copied().collect(), b.iter().copied().collect());
                let both: Domain = a.iter().copied().filter(|x| b.contains(x)).collect();
                assert_eq!(da.intersection(&db), both);
                for x in -12..12 {
                    assert_eq!(da.contains(x), a.contains(&x));
                }
            }
        }
    }
}
