//! Counting independent parts of a state apart from each other: their counts multiply instead of being walked leaf by leaf.

use super::plan::Plan;
use super::vector::Word;

/// Cells as bits: larger shapes are counted in lanes to the last leaf.
type Set = u128;

/// Most cells of a part that is counted here; a larger one goes on in lanes, which are faster as long as nothing falls apart.
const FEW: u32 = 24;

/// Counts the solutions of small parts.
pub(crate) struct Parts {
    peers: Vec<Set>,
    values: usize,
    /// Each value has a place in each group.
    houses: bool,
}

/// Where each value can still go, open cells only.
type Places = [Set; 16];

impl Parts {
    /// `None` if the shape is too large.
    pub(crate) fn new(plan: &Plan) -> Option<Parts> {
        let set = |peers: &[u64]| peers.iter().rev().fold(0, |set, &w| set << 64 | u128::from(w));
        (plan.variables > 0 && plan.variables <= 128 && plan.values <= 16).then(|| Parts {
            peers: plan.peers.chunks_exact(plan.words).map(set).collect(),
            values: plan.values as usize,
            houses: plan.groups.iter().all(|group| group.house),
        })
    }

    /// Fills in a state of which all open cells, `open`, have two candidates, and returns in how many ways that can be done.
    /// `None`, and nothing is done, unless all groups are houses. The state must have no singles, naked or hidden.
    ///
    /// With k open cells, a house has k open values, each of which has two places at least, and 2k candidates: so two places
    /// each. A cell then decides its peers with a candidate in common, and these theirs, and with the other candidates
    /// everything turns out the other way round: each part can be filled in two ways, or in none.
    pub(crate) fn fill_pairs<W: Word>(&self, state: &mut [W], open: &[u64]) -> Option<u128> {
        if !self.houses {
            return None;
        }
        let mut rest = open.iter().rev().fold(0, |set, &word| set << 64 | u128::from(word));
        let mut places = [0; 16];
        for cell in cells(rest) {
            for value in values(state[cell]) {
                places[value] |= 1 << cell;
            }
        }
        let mut ways: u128 = 1;
        let mut chosen = [0; 16];
        let mut news: Set = 0;
        loop {
            if news == 0 {
                if rest == 0 {
                    return Some(ways);
                }
                // The first value for the first cell of the next part.
                let cell = rest.trailing_zeros() as usize;
                chosen[state[cell].trailing_zeros() as usize] |= 1 << cell;
                news = 1 << cell;
                rest &= !news;
                ways = ways.saturating_mul(2);
            }
            let cell = news.trailing_zeros() as usize;
            news &= news - 1;
            for value in values(state[cell]) {
                let near = self.peers[cell] & places[value];
                let (before, after) = (near & !rest, near & rest);
                if chosen[value] >> cell & 1 == 0 {
                    // It goes to the other place in each house.
                    if before & !chosen[value] != 0 {
                        return Some(0);
                    }
                    chosen[value] |= after;
                } else {
                    if before & chosen[value] != 0 {
                        return Some(0);
                    }
                    state[cell] = W::ONE << value as u32;
                    for peer in cells(after) {
                        let other = state[peer] & !(W::ONE << value as u32);
                        chosen[other.trailing_zeros() as usize] |= 1 << peer;
                    }
                }
                news |= near & rest;
                rest &= !near;
            }
        }
    }

    /// Fills in the small independent parts of a state, all but the largest part, with a solution each, and returns in how
    /// many ways that can be done: 0 if one has no solution, 1 as well if there are no such parts. A closed cell must differ
    /// from all its peers already. Does nothing if fewer than `least` cells are open.
    pub(crate) fn settle<W: Word>(&self, state: &mut [W], least: u32) -> u128 {
        let mut open: Set = 0;
        let mut places = [0; 16];
        for (cell, &word) in state.iter().enumerate() {
            if word & word.wrapping_sub(W::ONE) != W::ZERO {
                open |= 1 << cell;
                let mut rest = word;
                while rest != W::ZERO {
                    places[rest.trailing_zeros() as usize] |= 1 << cell;
                    rest &= rest.wrapping_sub(W::ONE);
                }
            }
        }
        if open.count_ones() < least {
            return 1;
        }
        let mut ways: u128 = 1;
        let mut largest = self.part(open, |cell| like(state[cell], &places));
        open &= !largest;
        while open != 0 && ways != 0 {
            let mut part = self.part(open, |cell| like(state[cell], &places));
            open &= !part;
            if part.count_ones() > largest.count_ones() {
                std::mem::swap(&mut part, &mut largest);
            }
            if part.count_ones() > FEW {
                continue;
            }
            let mut chosen = [0; 16];
            ways = ways.saturating_mul(self.count(places.map(|p| p & part), part, &mut chosen));
            for (value, &places) in chosen.iter().enumerate() {
                for cell in cells(places) {
                    state[cell] = W::ONE << value as u32;
                }
            }
        }
        ways
    }

    /// The number of ways to fill the open cells; `chosen` gets one of them. At most `FEW` deep.
    fn count(&self, mut places: Places, mut open: Set, chosen: &mut Places) -> u128 {
        let values = self.values;
        let mut two;
        loop {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &place in &places[..values] {
                thrice |= twice & place;
                twice |= once & place;
                once |= place;
            }
            if once != open {
                return 0;
            }
            let single = open & !twice;
            two = twice & !thrice;
            if single == 0 {
                break;
            }
            open = twice;
            for value in 0..values {
                let fixed = places[value] & single;
                let mut near = 0;
                for cell in cells(fixed) {
                    near |= self.peers[cell];
                }
                if fixed & near != 0 {
                    return 0;
                }
                chosen[value] |= fixed;
                places[value] &= open & !near;
            }
        }
        if open == 0 {
            return 1;
        }
        let like = |cell: usize| {
            let has = |place: &&Set| **place >> cell & 1 == 1;
            places[..values].iter().filter(has).fold(0, |like, place| like | place)
        };
        let part = self.part(open, like);
        if part != open {
            let (mut one, mut rest) = (places, places);
            for value in 0..values {
                one[value] &= part;
                rest[value] &= !part;
            }
            let ways = self.count(one, part, chosen);
            if ways == 0 {
                return 0;
            }
            return ways.saturating_mul(self.count(rest, open & !part, chosen));
        }
        let cell = if two != 0 { two } else { open }.trailing_zeros();
        let mut total: u128 = 0;
        let mut best = None;
        for value in (0..values).filter(|&v| places[v] >> cell & 1 == 1) {
            let mut next = places;
            for place in &mut next[..values] {
                *place &= !(1 << cell);
            }
            next[value] |= 1 << cell;
            let mut found = [0; 16];
            let ways = self.count(next, open, &mut found);
            if ways > 0 && best.is_none() {
                best = Some(found);
            }
            total = total.saturating_add(ways);
        }
        for (chosen, found) in chosen.iter_mut().zip(best.unwrap_or_default()) {
            *chosen |= found;
        }
        total
    }

    /// The open cells that depend on the first one: linked by peers with a candidate in common, which `like` tells of a cell.
    fn part(&self, open: Set, like: impl Fn(usize) -> Set) -> Set {
        let mut part = open & open.wrapping_neg();
        let mut news = part;
        while news != 0 {
            let cell = news.trailing_zeros() as usize;
            news &= news - 1;
            let more = like(cell) & self.peers[cell] & !part;
            part |= more;
            news |= more;
        }
        part
    }
}

/// Where the candidates of a cell can go.
fn like<W: Word>(candidates: W, places: &Places) -> Set {
    values(candidates).fold(0, |like, value| like | places[value])
}

fn values<W: Word>(mut word: W) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let value = word.trailing_zeros() as usize;
        (word != W::ZERO).then(|| {
            word &= word.wrapping_sub(W::ONE);
            value
        })
    })
}

fn cells(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
