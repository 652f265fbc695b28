//! Sums that follow from others: what is left of rows, columns and regions, and what sticks out of them.

use std::collections::BTreeSet;

/// A set of places on boards of at most 256 places.
pub(super) type Places = [u64; 4];

/// Cells that add up to a total, none of them twice.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) cells: Places,
    pub(super) total: i64,
}

/// A sum that follows: some cells less some others are so much.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Derived {
    pub(super) plus: Places,
    pub(super) minus: Places,
    pub(super) total: i64,
}

/// Sums of more cells say too little.
const MOST_CELLS: u32 = 6;

/// What follows for runs of houses that lie beside each other (rows, columns, regions) from sums that cut them up.
///
/// The houses of a run, less the sums inside it, leave a rest; of a sum that crosses the border, either what lies in the
/// run is counted, or what lies outside is taken off, whichever is fewer cells (*innies and outies*).
pub(super) fn derive(houses: &[Vec<Known>], sums: &[Known]) -> Vec<Derived> {
    let mut derived = BTreeSet::new();
    for kind in houses {
        for first in 0..kind.len() {
            let (mut area, mut total) = (Places::default(), 0);
            for house in &kind[first..] {
                if meets(&area, &house.cells) {
                    break;
                }
                area = or(&area, &house.cells);
                total += house.total;
                if let Some(sum) = rest(&area, total, sums) {
                    derived.insert(sum);
                }
            }
        }
    }
    derived.into_iter().collect()
}

fn rest(area: &Places, total: i64, sums: &[Known]) -> Option<Derived> {
    let mut plus = *area;
    let (mut minus, mut total) = (Places::default(), total);
    for sum in sums {
        // A cell that another sum has taken off already must not be taken twice.
        let inside = and(&sum.cells, area);
        if !some(&inside) || and(&inside, &plus) != inside {
            continue;
        }
        let outside = less(&sum.cells, area);
        let wanted = !some(&outside) || size(&outside) < size(&inside) && !meets(&outside, &minus);
        if wanted {
            plus = less(&plus, &inside);
            minus = or(&minus, &outside);
            total -= sum.total;
        }
    }
    let count = size(&plus) + size(&minus);
    // The houses of a board that are left over say the same the other way round.
    let turned = (size(&plus), plus) < (size(&minus), minus);
    let (plus, minus, total) = if turned { (minus, plus, -total) } else { (plus, minus, total) };
    (1..=MOST_CELLS).contains(&count).then_some(Derived { plus, minus, total })
}

fn and(a: &Places, b: &Places) -> Places {
    std::array::from_fn(|i| a[i] & b[i])
}

fn or(a: &Places, b: &Places) -> Places {
    std::array::from_fn(|i| a[i] | b[i])
}

fn less(a: &Places, b: &Places) -> Places {
    std::array::from_fn(|i| a[i] & !b[i])
}

fn meets(a: &Places, b: &Places) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn some(places: &Places) -> bool {
    places.iter().any(|&word| word != 0)
}

fn size(places: &Places) -> u32 {
    places.iter().map(|word| word.count_ones()).sum()
}

/// The set of some places; `None` where one is too far or stands twice.
pub(super) fn places(of: impl IntoIterator<Item = usize>) -> Option<Places> {
    let mut set = Places::default();
    for place in of {
        let word = set.get_mut(place / 64)?;
        if *word >> (place % 64) & 1 == 1 {
            return None;
        }
        *word |= 1 << (place % 64);
    }
    Some(set)
}

/// The members of a set, ascending.
pub(super) fn members(set: &Places) -> impl Iterator<Item = usize> + '_ {
    (0..256).filter(|&place| set[place / 64] >> (place % 64) & 1 == 1)
}
