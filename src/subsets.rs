//! Naked and hidden subsets: a few members of a group that have only so many values among them.

use crate::store::bits;

/// The largest subset that is looked for. What is larger has a counterpart that is smaller, or is
/// for [`matching`](crate::matching).
const MOST: u32 = 4;

/// Finds up to four `sets` with no more elements among them than there are sets, and tells which sets
/// they are and what is in them. Sets of one element are left out: they are singles.
///
/// At most 64 sets. O(sets⁴) in the worst case; only sets of up to four elements count.
pub(crate) fn tight<E>(
    sets: &[u64],
    mut found: impl FnMut(u64, u64) -> Result<(), E>,
) -> Result<(), E> {
    let small = (0..sets.len()).filter(|&i| (2..=MOST).contains(&sets[i].count_ones()));
    let small = small.fold(0, |small, i| small | 1 << i);
    extend(sets, small, 0, 0, &mut found)
}

fn extend<E>(
    sets: &[u64],
    rest: u64,
    members: u64,
    union: u64,
    found: &mut impl FnMut(u64, u64) -> Result<(), E>,
) -> Result<(), E> {
    for i in bits(rest) {
        let (members, union) = (members | 1 << i, union | sets[i as usize]);
        let (size, width) = (members.count_ones(), union.count_ones());
        if size > 1 && width <= size {
            found(members, union)?;
        } else if width <= MOST && size < MOST {
            extend(sets, rest & (u64::MAX << i << 1), members, union, found)?;
        }
    }
    Ok(())
}

/// The rows of up to 64 bits as columns: for each of `columns` bits the rows that have it.
pub(crate) fn transposed(rows: &[u64], columns: u32) -> impl Iterator<Item = u64> + '_ {
    (0..columns).map(|column| {
        rows.iter().enumerate().fold(0, |set, (row, word)| set | (word >> column & 1) << row)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tight_sets_are_found_and_no_other() {
        let mut dice = 3u64;
        let mut next = || {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            dice >> 40
        };
        for _ in 0..500 {
            let sets: alloc::vec::Vec<u64> =
                (0..6).map(|_| (0..4).fold(0, |set, _| set | 1 << (next() % 7))).collect();
            let mut told = alloc::vec::Vec::new();
            let all: Result<(), ()> = tight(&sets, |members, union| {
                told.push((members, union));
                Ok(())
            });
            assert_eq!(all, Ok(()));
            for (members, union) in told.iter().copied() {
                let real = bits(members).fold(0, |all, i| all | sets[i as usize]);
                assert!(real == union && union.count_ones() <= members.count_ones());
            }
            for members in 0..1u64 << 6 {
                let chosen: alloc::vec::Vec<u64> =
                    bits(members).map(|i| sets[i as usize]).collect();
                let (size, union) =
                    (members.count_ones(), chosen.iter().fold(0, |all, set| all | set));
                let in_size =
                    (2..=MOST).contains(&size) && chosen.iter().all(|set| set.count_ones() > 1);
                if in_size && union.count_ones() <= size {
                    // Itself, or a smaller one inside it.
                    assert!(told.iter().any(|(part, _)| part & !members == 0), "{sets:x?}");
                }
            }
        }
    }

    #[test]
    fn a_table_turned_round() {
        assert!(transposed(&[0b01, 0b11, 0b10], 2).eq([0b011, 0b110]));
    }
}
