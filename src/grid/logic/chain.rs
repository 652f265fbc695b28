//! Chains: one candidate or another is true, so what contradicts both is not.

use std::collections::BTreeMap;

use super::Find;
use super::marks::{Ground, Mark, Marks, Set, bits};

/// Above this number of candidates, chains are no longer looked for: each is a walk over all of them.
const MOST: usize = 2000;

pub(super) fn find(
    ground: &Ground,
    marks: &Marks,
    going: &mut dyn FnMut() -> bool,
) -> Option<Vec<Find>> {
    let Some(links) = Links::new(ground, marks) else {
        return Some(Vec::new());
    };
    // For each candidate that must go, the shortest chain that says so.
    let mut shortest: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for start in 0..links.candidates.len() {
        if !going() {
            return None;
        }
        let (order, from) = links.walk(start);
        // A chain says the same from its other end.
        for end in order.into_iter().filter(|end| *end >= start) {
            let mut gone = links.against[start].clone();
            gone &= &links.against[end];
            let mut chain = None;
            for gone in gone.iter() {
                let chain = chain.get_or_insert_with(|| path(&from, start, end));
                if shortest.get(&gone).is_none_or(|known| chain.len() < known.len()) {
                    shortest.insert(gone, chain.clone());
                }
            }
        }
    }
    let mut by_chain: BTreeMap<(usize, Vec<usize>), Vec<Mark>> = BTreeMap::new();
    for (gone, chain) in shortest {
        by_chain.entry((chain.len(), chain)).or_default().push(links.candidates[gone]);
    }
    let finds = by_chain.into_iter().map(|((_, chain), removed)| {
        let chain = chain.iter().map(|i| links.candidates[*i]).collect();
        Find { chain, removed, ..Find::default() }
    });
    Some(finds.collect())
}

/// How candidates hang together; a candidate is its place in the list.
struct Links {
    candidates: Vec<Mark>,
    /// The candidates that cannot be true if this one is.
    against: Vec<Set>,
    /// The candidates that are true if this one is not: its only partners in a cell or a house.
    partners: Vec<Vec<usize>>,
    /// The candidates that are true if this one is, because it rules out their partner.
    beyond: Vec<Vec<usize>>,
}

impl Links {
    fn new(ground: &Ground, marks: &Marks) -> Option<Links> {
        let open = marks.open().iter();
        let candidates: Vec<Mark> =
            open.flat_map(|cell| bits(marks.left(cell)).map(move |v| (cell, v))).collect();
        if candidates.len() > MOST {
            return None;
        }
        let number: BTreeMap<Mark, usize> = candidates.iter().copied().zip(0..).collect();
        let against = candidates.iter().map(|&(cell, value)| {
            let mut against = Set::none(candidates.len());
            let others = bits(marks.left(cell) & !(1 << value)).map(|other| (cell, other));
            let seeing = ground.seeing([cell], marks.places(value));
            let seeing: Vec<Mark> = seeing.iter().map(|cell| (cell, value)).collect();
            others
                .chain(seeing)
                .filter_map(|mark| number.get(&mark))
                .for_each(|i| against.insert(*i));
            against
        });
        let against: Vec<Set> = against.collect();
        let mut partners = vec![Vec::new(); candidates.len()];
        let mut link = |marks: &[Mark]| {
            if let [a, b] = marks
                && let (Some(&a), Some(&b)) = (number.get(a), number.get(b))
                && !partners[a].contains(&b)
            {
                partners[a].push(b);
                partners[b].push(a);
            }
        };
        for cell in marks.open().iter() {
            link(&bits(marks.left(cell)).map(|value| (cell, value)).collect::<Vec<_>>());
        }
        for &house in &ground.houses {
            let cells = ground.cells(house);
            for value in 0..ground.values() {
                let places = bits(marks.places_in(cells, value));
                link(&places.map(|i| (cells[i as usize], value)).collect::<Vec<_>>());
            }
        }
        let beyond = against.iter().map(|against| {
            let mut beyond: Vec<usize> =
                against.iter().flat_map(|off| partners[off].clone()).collect();
            beyond.sort_unstable();
            beyond.dedup();
            beyond
        });
        Some(Links { beyond: beyond.collect(), candidates, against, partners })
    }

    /// All that is true if `start` is not, the nearest first, and for each what it follows from.
    fn walk(&self, start: usize) -> (Vec<usize>, Vec<Option<usize>>) {
        let mut from = vec![None; self.candidates.len()];
        let mut order = Vec::new();
        let mut reach = |list: &[usize], why: usize, order: &mut Vec<usize>| {
            for &next in list {
                if from[next].is_none() {
                    from[next] = Some(why);
                    order.push(next);
                }
            }
        };
        reach(&self.partners[start], start, &mut order);
        let mut at = 0;
        while let Some(&next) = order.get(at) {
            reach(&self.beyond[next], next, &mut order);
            at += 1;
        }
        (order, from)
    }
}

/// The chain between the two: each is true if the start is not.
fn path(from: &[Option<usize>], start: usize, end: usize) -> Vec<usize> {
    let mut chain = vec![end];
    let mut at = end;
    while let Some(before) = from[at] {
        chain.push(before);
        if before == start {
            break;
        }
        at = before;
    }
    chain.reverse();
    chain
}
