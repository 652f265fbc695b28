//! Sums that follow from others: what is left of rows, columns and regions, and what sticks out of them.

use crate::store::bits;

/// A set of places on boards of at most 64 places a word.
pub(super) type Places<const N: usize> = [u64; N];

/// Cells that add up to a total, none of them twice.
#[derive(Clone, Debug)]
pub(super) struct Known<const N: usize> {
    pub(super) cells: Places<N>,
    /// How many they are.
    pub(super) size: u32,
    pub(super) total: i64,
}

/// A sum that follows: some cells less some others are so much.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Derived<const N: usize> {
    pub(super) plus: Places<N>,
    pub(super) minus: Places<N>,
    pub(super) total: i64,
}

/// Sums of more cells say too little.
const MOST_CELLS: u32 = 6;

/// What follows for runs of houses that lie beside each other (rows, columns, regions) from sums that cut them up.
///
/// The houses of a run, less the sums inside it, leave a rest; of a sum that crosses the border, either what lies in the
/// run is counted, or what lies outside is taken off, whichever is fewer cells (*innies and outies*).
pub(super) fn derive<const N: usize>(
    houses: &[Vec<Known<N>>],
    sums: &[Known<N>],
) -> Vec<Derived<N>> {
    let mut derived = Vec::new();
    let told = sums.iter().fold([0; N], |told, sum| or(&told, &sum.cells));
    for kind in houses {
        for first in 0..kind.len() {
            let (mut area, mut total) = ([0; N], 0);
            for house in &kind[first..] {
                if meets(&area, &house.cells) {
                    break;
                }
                area = or(&area, &house.cells);
                total += house.total;
                // Cells that no sum tells of stay.
                if size(&less(&area, &told)) <= MOST_CELLS {
                    derived.extend(rest(&area, total, sums));
                }
            }
        }
    }
    derived.sort_unstable();
    derived.dedup();
    derived
}

fn rest<const N: usize>(area: &Places<N>, total: i64, sums: &[Known<N>]) -> Option<Derived<N>> {
    let mut plus = *area;
    let (mut minus, mut total) = ([0; N], total);
    for sum in sums {
        // A cell that another sum has taken off already must not be taken twice.
        let inside = and(&sum.cells, area);
        if !some(&inside) || and(&inside, &plus) != inside {
            continue;
        }
        let outside = less(&sum.cells, area);
        // Of those that cross the border, those with more cells inside than outside.
        let wanted = !some(&outside) || !meets(&outside, &minus) && 2 * size(&outside) < sum.size;
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

fn and<const N: usize>(a: &Places<N>, b: &Places<N>) -> Places<N> {
    std::array::from_fn(|i| a[i] & b[i])
}

fn or<const N: usize>(a: &Places<N>, b: &Places<N>) -> Places<N> {
    std::array::from_fn(|i| a[i] | b[i])
}

fn less<const N: usize>(a: &Places<N>, b: &Places<N>) -> Places<N> {
    std::array::from_fn(|i| a[i] & !b[i])
}

fn meets<const N: usize>(a: &Places<N>, b: &Places<N>) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn some<const N: usize>(places: &Places<N>) -> bool {
    places.iter().any(|&word| word != 0)
}

fn size<const N: usize>(places: &Places<N>) -> u32 {
    places.iter().map(|word| word.count_ones()).sum()
}

/// The set of some places; `None` where one is too far or stands twice.
pub(super) fn places<const N: usize>(of: impl IntoIterator<Item = usize>) -> Option<Places<N>> {
    let mut set = [0; N];
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
pub(super) fn members<const N: usize>(set: &Places<N>) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| i * 64 + bit as usize))
}
