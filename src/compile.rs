//! From groups and constraints to the tables that the engine reads: peers, overlaps, who wakes whom.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::constraint::{Constraint, Cost};
use crate::csr::Csr;
use crate::domain::Domain;
use crate::group::{Group, Strength, Term};
use crate::store::{Events, bits};

/// All that can be known of a model before a search.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The value that bit 0 of each variable stands for.
    pub(crate) bases: Vec<i32>,
    /// A variable without values.
    pub(crate) empty_domain: Option<usize>,
    /// A group with more variables than values.
    pub(crate) crowded_group: Option<usize>,
    /// The terms of each group: variable and offset.
    pub(crate) terms: Csr<(u32, i32)>,
    /// The variables of each *plain* group, nothing for others. In a plain group one word speaks of
    /// the same values everywhere: its variables are narrow, have one base and no offsets.
    pub(crate) plain: Csr<u32>,
    /// For each variable the other variables of its plain groups, ascending, each once.
    pub(crate) peers: Csr<u32>,
    /// The same as bitsets, one row a variable, where that is not too large.
    pub(crate) peer_bits: Option<Vec<u64>>,
    /// For each variable its groups that are not plain.
    pub(crate) walked: Csr<u32>,
    /// For each group its values, if it is a house that looks for hidden singles: a word for each run
    /// of up to 64 values, with its first value. A plain house has one, from its base.
    pub(crate) houses: Csr<(i64, u64)>,
    /// For each group, if it is a house that looks for locked candidates, where it meets others.
    pub(crate) overlaps: Overlaps,
    /// For each group whether it is a house so large that to look for hidden singles costs more than many a constraint.
    pub(crate) large: Vec<bool>,
    /// For each variable the group tasks that a change of it wakes.
    pub(crate) wakes: Csr<Wake>,
    /// For each group its values, if it is to be thought about hard, as in `houses`.
    pub(crate) strong: Csr<(i64, u64)>,
    /// For each variable the groups of `strong` that it is in; no lists at all if there are none.
    pub(crate) strong_of: Csr<u32>,
    strengths: Vec<Strength>,
    /// For each variable the constraints on it.
    pub(crate) watchers: Csr<Watcher>,
    pub(crate) costs: Vec<Cost>,
    /// Whether there are constraints that no group says.
    pub(crate) has_calls: bool,
}

/// Where houses meet other plain groups, in two variables or more.
#[derive(Debug)]
pub(crate) struct Overlaps {
    /// For each house its meetings: where their variables stand in `vars`.
    lists: Csr<Meeting>,
    /// Those of them in more than [`FEW`] variables.
    large: Csr<Meeting>,
    vars: Vec<u32>,
}

/// Most houses meet in so many variables at most.
pub(crate) const FEW: usize = 3;

#[derive(Clone, Copy, Debug)]
struct Meeting {
    /// The variables in both by their place in the house, a bit each: it has at most 64, being plain.
    places: u64,
    /// Where the rest of the house begins, the rest of the other group, and what comes behind it.
    ends: [u32; 3],
}

/// A house and another group.
pub(crate) struct Overlap<'a> {
    /// The rest of the house.
    pub(crate) house: &'a [u32],
    /// The rest of the other group.
    pub(crate) other: &'a [u32],
}

impl Overlaps {
    /// The overlaps of a house that hold all of these places of it.
    #[inline]
    pub(crate) fn holding(&self, house: usize, places: u64) -> impl Iterator<Item = Overlap<'_>> {
        let meetings = self.lists.of(house).iter();
        meetings.filter(move |m| places & !m.places == 0).map(|meeting| self.overlap(meeting))
    }

    /// Those of them in more than [`FEW`] variables.
    #[inline]
    pub(crate) fn large(&self, house: usize) -> impl Iterator<Item = Overlap<'_>> {
        self.large.of(house).iter().map(|meeting| self.overlap(meeting))
    }

    /// Whether there are such.
    pub(crate) fn any_large(&self, house: usize) -> bool {
        !self.large.of(house).is_empty()
    }

    #[inline]
    fn overlap(&self, &Meeting { ends: [a, b, c], .. }: &Meeting) -> Overlap<'_> {
        Overlap {
            house: &self.vars[a as usize..b as usize],
            other: &self.vars[b as usize..c as usize],
        }
    }

    /// Whether a group has overlaps.
    pub(crate) fn any(&self, house: usize) -> bool {
        !self.lists.of(house).is_empty()
    }
}

/// Groups `64 * word ..` that a variable wakes, a bit a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wake {
    pub(crate) word: u32,
    pub(crate) hidden: u64,
    pub(crate) locked: u64,
}

/// A constraint that wants to know of some events of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watcher {
    pub(crate) constraint: u32,
    pub(crate) events: Events,
}

/// Up to this many variables, peers are kept as bitsets too: at most half a MiB.
const MAX_PEER_BITS: usize = 2048;

impl Tables {
    /// The last groups are those that say what constraints say; `said` are these.
    pub(crate) fn new(
        domains: &[Domain],
        groups: &[Group],
        constraints: &[Arc<dyn Constraint>],
        said: &[bool],
    ) -> Tables {
        let n = domains.len();
        let empty_domain = domains.iter().position(Domain::is_empty);
        let ranges: Vec<Ranges> = groups.iter().map(|group| value_ranges(domains, group)).collect();
        let count = |ranges: &Ranges| ranges.iter().map(|(lo, hi)| hi - lo + 1).sum();
        let sizes: Vec<i64> = ranges.iter().map(count).collect();
        let crowded_group =
            groups.iter().zip(&sizes).position(|(group, &size)| size < group.terms.len() as i64);
        // A contradiction is all that is needed then, and a huge group would have too many peers.
        let groups = if crowded_group.is_some() { &[] } else { groups };

        let bases = bases(domains, groups);
        let span = |v: usize| domains[v].max().map_or(0, |hi| i64::from(hi) - i64::from(bases[v]));
        // One base, no offsets: a bit means the same value everywhere.
        let even = |group: &Group| {
            let mut bases = group.vars().map(|x| bases[x.index()]);
            let first = bases.next();
            group.terms.iter().all(|term| term.offset == 0) && bases.all(|base| Some(base) == first)
        };
        let is_plain: Vec<bool> =
            groups.iter().map(|g| even(g) && g.vars().all(|x| span(x.index()) < 64)).collect();
        // Where nothing else is quick either, matching is worth its price.
        let matched = |g: usize| {
            let (group, members) = (&groups[g], groups[g].terms.len() as i64);
            group.strength == Strength::default()
                && (members + 1..=MATCHED * members).contains(&sizes[g])
                && group.terms.iter().all(|term| term.offset == 0)
                && group.vars().any(|x| span(x.index()) >= 64)
        };
        let more = |g| if matched(g) { Strength::MATCHING } else { Strength::empty() };
        let strengths: Vec<Strength> =
            groups.iter().enumerate().map(|(g, group)| group.strength | more(g)).collect();
        let house_with = |g: usize, strength: Strength| {
            let group = &groups[g];
            group.strength.intersects(strength)
                && sizes[g] == group.terms.len() as i64
                && !group.terms.is_empty()
        };

        let groups_of: Csr<u32> =
            Csr::invert(n, groups.iter().map(|g| g.vars().map(|x| x.index())));
        let member_count: usize = groups.iter().map(|group| group.terms.len()).sum();
        let plain: Csr<u32> = Csr::sized(
            member_count,
            groups.iter().zip(&is_plain).map(|(group, &plain)| {
                group.vars().filter(move |_| plain).map(|x| x.index() as u32)
            }),
        );
        let mut peer_bits = None;
        let peers = if n <= MAX_PEER_BITS {
            let rows = peer_bits.insert(peer_rows(n, &plain));
            let words = n.div_ceil(64);
            let pairs = rows.iter().map(|word| word.count_ones() as usize).sum();
            Csr::sized(pairs, (0..n).map(|v| members(&rows[v * words..][..words])))
        } else {
            Csr::new((0..n).map(|v| {
                let groups = groups_of.of(v).iter();
                let mut peers: Vec<u32> =
                    groups.flat_map(|&g| plain.of(g as usize)).copied().collect();
                peers.sort_unstable();
                peers.dedup();
                peers.retain(|&p| p as usize != v);
                peers
            }))
        };
        let houses = Csr::new((0..groups.len()).map(|g| {
            if house_with(g, Strength::HIDDEN_SINGLES) {
                let base = plain.of(g).first().map(|&v| i64::from(bases[v as usize]));
                blocks(&ranges[g], base)
            } else {
                SmallVec::new()
            }
        }));
        let is_large = |g: usize| houses.of(g).len() * groups[g].terms.len() > LARGE;
        let large = (0..groups.len()).map(is_large).collect();
        let overlaps = overlaps(n, &plain, &groups_of, |g| {
            is_plain[g] && house_with(g, Strength::LOCKED_CANDIDATES)
        });
        let wakes = Csr::sized(
            n,
            (0..n).map(|v| {
                let mut wakes: SmallVec<[Wake; 4]> = SmallVec::new();
                for &g in groups_of.of(v) {
                    let hidden = u64::from(!houses.of(g as usize).is_empty()) << (g % 64);
                    let locked = u64::from(overlaps.any(g as usize)) << (g % 64);
                    match wakes.last_mut() {
                        Some(wake) if wake.word == g / 64 => {
                            wake.hidden |= hidden;
                            wake.locked |= locked;
                        }
                        _ if hidden | locked == 0 => {}
                        _ => wakes.push(Wake { word: g / 64, hidden, locked }),
                    }
                }
                wakes
            }),
        );
        let strong = Csr::new((0..groups.len()).map(|g| {
            let bits = sizes[g].saturating_mul(groups[g].terms.len() as i64);
            if strengths[g].intersects(STRONG) && bits <= MAX_STRONG {
                let base = plain.of(g).first().map(|&v| i64::from(bases[v as usize]));
                blocks(&ranges[g], base)
            } else {
                SmallVec::new()
            }
        }));
        let is_strong = |&&g: &&u32| !strong.of(g as usize).is_empty();
        let lists = if (0..groups.len() as u32).any(|g| is_strong(&&g)) { n } else { 0 };
        let strong_of =
            Csr::new((0..lists).map(|v| groups_of.of(v).iter().filter(is_strong).copied()));
        let walked = Csr::new((0..n).map(|v| {
            let groups = groups_of.of(v);
            // A group in which the variable stands twice comes twice, one after the other.
            let again = move |i: usize| i > 0 && groups[i] == groups[i - 1];
            let new = groups.iter().enumerate().filter(move |&(i, _)| !again(i)).map(|(_, &g)| g);
            new.filter(|&g| !is_plain[g as usize])
        }));
        let mut watchers: Vec<SmallVec<[Watcher; 4]>> = alloc::vec![SmallVec::new(); n];
        for (c, constraint) in constraints.iter().enumerate() {
            if said[c] {
                // A group says the same.
                continue;
            }
            let watcher = Watcher { constraint: c as u32, events: constraint.wakes_on() };
            for x in constraint.watched() {
                let list = &mut watchers[x.index()];
                if list.last().is_none_or(|last| last.constraint != watcher.constraint) {
                    list.push(watcher);
                }
            }
        }
        Tables {
            empty_domain,
            crowded_group,
            terms: Csr::sized(
                member_count,
                groups.iter().map(|group| {
                    group.terms.iter().map(|term| (term.var.index() as u32, term.offset))
                }),
            ),
            peer_bits,
            bases,
            plain,
            peers,
            walked,
            large,
            houses,
            overlaps,
            wakes,
            strong,
            strong_of,
            strengths,
            watchers: Csr::new(watchers),
            has_calls: said.iter().any(|said| !said),
            costs: constraints.iter().map(|constraint| constraint.cost()).collect(),
        }
    }

    /// How many of the peers of a variable are open.
    pub(crate) fn open_peers(&self, v: usize, open: &[u64]) -> u32 {
        match &self.peer_bits {
            Some(rows) => {
                let row = &rows[v * open.len()..][..open.len()];
                row.iter().zip(open).map(|(row, open)| (row & open).count_ones()).sum()
            }
            None => {
                let is_open = |&&p: &&u32| open[p as usize / 64] >> (p % 64) & 1 == 1;
                self.peers.of(v).iter().filter(is_open).count() as u32
            }
        }
    }

    pub(crate) fn strength(&self, group: usize) -> Strength {
        self.strengths[group]
    }

    /// How many groups there are; none after a [`crowded_group`](Self::crowded_group).
    pub(crate) fn groups(&self) -> usize {
        self.terms.len()
    }
}

/// A house is large with more than so many words: variables times 64s of values.
const LARGE: usize = 1024;

/// What is left to [`strong`](crate::strong).
const STRONG: Strength =
    Strength::NAKED_SUBSETS.union(Strength::HIDDEN_SUBSETS).union(Strength::MATCHING);

/// Up to so many candidates, a group is thought about hard.
const MAX_STRONG: i64 = 1 << 20;

/// A wide group with at most so many values for each member is matched by default.
const MATCHED: i64 = 3;

/// Ascending, and without a value in two of them.
type Ranges = SmallVec<[(i64, i64); 1]>;

/// The values that the terms of a group can have.
fn value_ranges(domains: &[Domain], group: &Group) -> Ranges {
    let shifted = |term: &Term| {
        let offset = i64::from(term.offset);
        let range = move |range: RangeInclusive<i32>| {
            (i64::from(*range.start()) + offset, i64::from(*range.end()) + offset)
        };
        domains[term.var.index()].ranges().map(range)
    };
    let ends = |term: &Term| {
        let (domain, offset) = (&domains[term.var.index()], i64::from(term.offset));
        Some((i64::from(domain.min()?) + offset, i64::from(domain.max()?) + offset))
    };
    let (lo, hi) = group
        .terms
        .iter()
        .filter_map(ends)
        .fold((i64::MAX, i64::MIN), |all, (lo, hi)| (all.0.min(lo), all.1.max(hi)));
    let mut ranges = Ranges::new();
    if lo <= hi && hi - lo < 64 {
        // A bit a value is quicker than to sort the runs of each term.
        let run = |(from, to): (i64, i64)| u64::MAX << (from - lo) & u64::MAX >> (63 - (to - lo));
        let mut word = group.terms.iter().flat_map(shifted).fold(0, |all, range| all | run(range));
        while word != 0 {
            let from = word.trailing_zeros();
            let count = (word >> from).trailing_ones();
            ranges.push((lo + i64::from(from), lo + i64::from(from + count - 1)));
            word &= !(u64::MAX >> (64 - count) << from);
        }
        return ranges;
    }
    ranges.extend(group.terms.iter().flat_map(shifted));
    ranges.sort_unstable();
    ranges.dedup_by(|next, kept| {
        let meet = next.0 <= kept.1;
        kept.1 = if meet { kept.1.max(next.1) } else { kept.1 };
        meet
    });
    ranges
}

/// The base of each variable. Variables that meet in groups get one base where a word can hold the
/// values of them all, so that their groups are plain.
fn bases(domains: &[Domain], groups: &[Group]) -> Vec<i32> {
    let mut sets = Sets::new(domains.len());
    for group in groups.iter().filter(|group| group.terms.iter().all(|term| term.offset == 0)) {
        let mut vars = group.vars();
        if let Some(first) = vars.next() {
            vars.for_each(|x| sets.join(first.index(), x.index()));
        }
    }
    let mut reach: Vec<(i32, i32)> = alloc::vec![(i32::MAX, i32::MIN); domains.len()];
    for (v, domain) in domains.iter().enumerate() {
        if let (Some(lo), Some(hi)) = (domain.min(), domain.max()) {
            let reach = &mut reach[sets.root(v)];
            *reach = (reach.0.min(lo), reach.1.max(hi));
        }
    }
    let base = |(v, domain): (usize, &Domain)| {
        let Some(lo) = domain.min() else { return 0 };
        let (all_lo, all_hi) = reach[sets.root(v)];
        if all_lo.abs_diff(all_hi) < 64 { all_lo } else { lo }
    };
    domains.iter().enumerate().map(base).collect()
}

/// The values in `ranges` as words, each with the value of its bit 0; the first one given or chosen.
fn blocks(ranges: &Ranges, first: Option<i64>) -> SmallVec<[(i64, u64); 1]> {
    let mut blocks: SmallVec<[(i64, u64); 1]> = first.map(|first| (first, 0)).into_iter().collect();
    for &(lo, hi) in ranges {
        let mut from = lo;
        while from <= hi {
            let (first, word) = match blocks.last_mut() {
                Some(block) if from - block.0 < 64 => block,
                _ => {
                    blocks.push((from, 0));
                    continue;
                }
            };
            let to = hi.min(*first + 63);
            *word |= u64::MAX >> (63 - (to - from)) << (from - *first);
            from = to + 1;
        }
    }
    blocks
}

/// For each variable a bitset of the others of its plain groups, one row after the other.
fn peer_rows(n: usize, plain: &Csr<u32>) -> Vec<u64> {
    let words = n.div_ceil(64);
    let mut rows = alloc::vec![0; n * words];
    let mut members: Vec<u64> = alloc::vec![0; words];
    for g in 0..plain.len() {
        let cells = plain.of(g);
        members.fill(0);
        cells.iter().for_each(|&v| members[v as usize / 64] |= 1 << (v % 64));
        for &v in cells {
            let row = &mut rows[v as usize * words..][..words];
            row.iter_mut().zip(&members).for_each(|(row, members)| *row |= members);
        }
    }
    for v in 0..n {
        rows[v * words + v / 64] &= !(1 << (v % 64));
    }
    rows
}

/// The members of a bitset.
fn members(row: &[u64]) -> impl Iterator<Item = u32> + '_ {
    row.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| i as u32 * 64 + bit))
}

/// Of how many groups of a variable locked candidates are looked for, so that no model makes the
/// tables quadratic. Leaving some out is as right, only weaker.
const MAX_MEETINGS: usize = 64;

/// When the overlaps are too many to take in more.
const MAX_OVERLAP_VARS: usize = 1 << 30;

/// Where the houses among the plain groups meet others. O(sum of the sizes of all pairs that meet).
fn overlaps(
    n: usize,
    plain: &Csr<u32>,
    groups_of: &Csr<u32>,
    is_house: impl Fn(usize) -> bool,
) -> Overlaps {
    let mut vars = Vec::new();
    let (mut meetings, mut large): (Vec<Meeting>, Vec<Meeting>) = (Vec::new(), Vec::new());
    let (mut starts, mut large_starts) = (Vec::with_capacity(plain.len() + 1), Vec::new());
    starts.push(0);
    large_starts.push(0);
    // For each group which members of the house at hand were seen to be in it.
    let mut common: Vec<u64> = alloc::vec![0; plain.len()];
    let mut in_house = alloc::vec![false; n];
    let mut others: Vec<u32> = Vec::new();
    for house in 0..plain.len() {
        if is_house(house) && vars.len() < MAX_OVERLAP_VARS {
            let members = plain.of(house);
            for (i, &v) in members.iter().enumerate() {
                in_house[v as usize] = true;
                for &g in groups_of.of(v as usize).iter().take(MAX_MEETINGS) {
                    if common[g as usize] == 0 {
                        others.push(g);
                    }
                    common[g as usize] |= 1 << (i % 64);
                }
            }
            others.sort_unstable();
            for g in others.drain(..) {
                let places = core::mem::take(&mut common[g as usize]);
                let (shared, other) = (places.count_ones() as usize, plain.of(g as usize));
                if g as usize == house || shared < 2 || shared >= other.len() {
                    continue;
                }
                let start = vars.len();
                let rest = members.iter().enumerate().filter(|(i, _)| places >> (i % 64) & 1 == 0);
                vars.extend(rest.map(|(_, &v)| v));
                let middle = vars.len();
                vars.extend(other.iter().filter(|&&v| !in_house[v as usize]));
                let ends = [start, middle, vars.len()].map(|end| end as u32);
                meetings.push(Meeting { places, ends });
                if shared > FEW {
                    large.push(Meeting { places, ends });
                }
            }
            members.iter().for_each(|&v| in_house[v as usize] = false);
        }
        starts.push(meetings.len() as u32);
        large_starts.push(large.len() as u32);
    }
    let (lists, large) = (Csr::from_parts(starts, meetings), Csr::from_parts(large_starts, large));
    Overlaps { lists, large, vars }
}

/// Sets that can be joined (union-find with path halving).
struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    fn new(n: usize) -> Sets {
        Sets { parents: (0..n as u32).collect() }
    }

    fn root(&self, mut v: usize) -> usize {
        while self.parents[v] as usize != v {
            v = self.parents[v] as usize;
        }
        v
    }

    fn join(&mut self, a: usize, b: usize) {
        let (mut a, mut b) = (a, b);
        for v in [&mut a, &mut b] {
            while self.parents[*v] as usize != *v {
                let grandparent = self.parents[self.parents[*v] as usize];
                self.parents[*v] = grandparent;
                *v = grandparent as usize;
            }
        }
        // The smaller number stays the root, so that the result does not depend on the order.
        let (low, high) = (a.min(b), a.max(b));
        self.parents[high] = low as u32;
    }
}
