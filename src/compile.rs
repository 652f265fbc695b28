//! From groups and constraints to the tables that the engine reads: peers, overlaps, who wakes whom.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::constraint::{Constraint, Cost};
use crate::csr::{Csr, Lists};
use crate::domain::Domain;
use crate::group::{Group, Strength, Term};
use crate::store::Events;

/// All that can be known of a model before a search.
#[derive(Clone, Debug)]
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
    /// For each variable its groups that are not plain; no lists at all if there are none.
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
#[derive(Clone, Debug)]
pub(crate) struct Overlaps {
    /// For each house its meetings.
    lists: Csr<Meeting>,
    /// Those of them in more than [`FEW`] variables: where the rest of the house begins in `vars`, the rest of the other
    /// group, and what comes behind it.
    large: Csr<[u32; 3]>,
    vars: Vec<u32>,
}

/// Most houses meet in so many variables at most.
pub(crate) const FEW: usize = 3;

#[derive(Clone, Copy, Debug)]
struct Meeting {
    /// The variables in both by their place in the house, a bit each: it has at most 64, being plain.
    places: u64,
    /// The other group.
    other: u32,
}

/// A house and another group that meet in more than [`FEW`] variables.
pub(crate) struct Overlap<'a> {
    /// The rest of the house.
    pub(crate) house: &'a [u32],
    /// The rest of the other group.
    pub(crate) other: &'a [u32],
}

impl Overlaps {
    /// The groups that meet a house in all of these places of it.
    #[inline]
    pub(crate) fn holding(&self, house: usize, places: u64) -> impl Iterator<Item = usize> + '_ {
        let meetings = self.lists.of(house).iter();
        meetings.filter(move |m| places & !m.places == 0).map(|meeting| meeting.other as usize)
    }

    /// Where it meets groups in more than [`FEW`] variables.
    #[inline]
    pub(crate) fn large(&self, house: usize) -> impl Iterator<Item = Overlap<'_>> {
        self.large.of(house).iter().map(|&[a, b, c]| Overlap {
            house: &self.vars[a as usize..b as usize],
            other: &self.vars[b as usize..c as usize],
        })
    }

    /// Whether there are such.
    pub(crate) fn any_large(&self, house: usize) -> bool {
        !self.large.of(house).is_empty()
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
        let words = Words::of(domains);
        let ranges = |group| match words.as_ref().and_then(|words| words.ranges(group)) {
            Some(ranges) => ranges,
            None => value_ranges(domains, group),
        };
        let ranges: Vec<Ranges> = groups.iter().map(ranges).collect();
        let count = |ranges: &Ranges| ranges.iter().map(|(lo, hi)| hi - lo + 1).sum();
        let sizes: Vec<i64> = ranges.iter().map(count).collect();
        let crowded_group =
            groups.iter().zip(&sizes).position(|(group, &size)| size < group.terms.len() as i64);
        // A contradiction is all that is needed then, and a huge group would have too many peers.
        let groups = if crowded_group.is_some() { &[] } else { groups };

        let bases = match &words {
            Some(words) => alloc::vec![words.first; n],
            None => bases(domains, groups),
        };
        let span = |v: usize| domains[v].max().map_or(0, |hi| i64::from(hi) - i64::from(bases[v]));
        // One base, no offsets: a bit means the same value everywhere.
        let is_even = |group: &Group| {
            let mut bases = group.vars().map(|x| bases[x.index()]);
            let first = bases.next();
            bases.all(|base| Some(base) == first) && group.vars().all(|x| span(x.index()) < 64)
        };
        let is_plain = |group: &Group| {
            let shifted = group.terms.iter().any(|term| term.offset != 0);
            !shifted && (words.is_some() || is_even(group))
        };
        let is_plain: Vec<bool> = groups.iter().map(is_plain).collect();
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
                let terms = if plain { &group.terms[..] } else { &[] };
                terms.iter().map(|term| term.var.index() as u32)
            }),
        );
        let mut peer_bits = None;
        let peers = if n <= MAX_PEER_BITS {
            let rows = peer_bits.insert(peer_rows(n, &plain));
            members(rows, n.div_ceil(64))
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
        let houses = Csr::sized(
            groups.len(),
            (0..groups.len()).map(|g| {
                if house_with(g, Strength::HIDDEN_SINGLES) {
                    let base = plain.of(g).first().map(|&v| i64::from(bases[v as usize]));
                    blocks(&ranges[g], base)
                } else {
                    SmallVec::new()
                }
            }),
        );
        let is_large = |g: usize| houses.of(g).len() * groups[g].terms.len() > LARGE;
        let large = (0..groups.len()).map(is_large).collect();
        let overlaps = overlaps(n, &plain, &groups_of, |g| {
            is_plain[g] && house_with(g, Strength::LOCKED_CANDIDATES)
        });
        let bit_if = |g: usize, yes: bool| u64::from(yes) << (g % 64);
        let woken: Vec<Wake> = (0..groups.len())
            .map(|g| Wake {
                word: g as u32 / 64,
                hidden: bit_if(g, !houses.of(g).is_empty()),
                locked: bit_if(g, overlaps.any(g)),
            })
            .collect();
        let mut wakes: Lists<Wake> = Lists::with_capacity(n, n);
        for v in 0..n {
            for &g in groups_of.of(v) {
                let wake = woken[g as usize];
                match wakes.last_mut() {
                    Some(last) if last.word == wake.word => {
                        last.hidden |= wake.hidden;
                        last.locked |= wake.locked;
                    }
                    _ if wake.hidden | wake.locked == 0 => {}
                    _ => wakes.push(wake),
                }
            }
            wakes.end();
        }
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
        let all_plain = is_plain.iter().all(|&plain| plain);
        let lists = if all_plain { 0 } else { n };
        let walked = Csr::new((0..lists).map(|v| {
            let groups = groups_of.of(v);
            // A group in which the variable stands twice comes twice, one after the other.
            let again = move |i: usize| i > 0 && groups[i] == groups[i - 1];
            let new = groups.iter().enumerate().filter(move |&(i, _)| !again(i)).map(|(_, &g)| g);
            new.filter(|&g| !is_plain[g as usize])
        }));
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
            wakes: wakes.into(),
            strong,
            strong_of,
            strengths,
            watchers: watchers(n, constraints, said),
            has_calls: said.iter().any(|said| !said),
            costs: constraints.iter().map(|constraint| constraint.cost()).collect(),
        }
    }

    /// The same groups with other constraints, none of which a group says.
    #[cfg(feature = "variants")]
    pub(crate) fn with(&self, constraints: &[Arc<dyn Constraint>]) -> Tables {
        Tables {
            watchers: watchers(
                self.bases.len(),
                constraints,
                &alloc::vec![false; constraints.len()],
            ),
            has_calls: !constraints.is_empty(),
            costs: constraints.iter().map(|constraint| constraint.cost()).collect(),
            ..self.clone()
        }
    }

    /// Whether the same groups compile to the same for variables with these domains: all of them are houses, and the
    /// variables of each have the same values together.
    #[cfg(feature = "variants")]
    pub(crate) fn suit(&self, domains: &[Domain], groups: &[Group]) -> bool {
        let Some(words) = Words::of(domains) else { return false };
        let suits = |(g, group): (usize, &Group)| match (self.houses.of(g), words.union(group)) {
            (&[house], Some(union)) => house == (words.first.into(), union),
            _ => false,
        };
        domains.len() == self.bases.len()
            && self.bases.iter().all(|&base| base == words.first)
            && groups.iter().enumerate().all(suits)
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

/// All domains as words, if one word can hold all their values.
struct Words {
    /// The value of bit 0.
    first: i32,
    words: Vec<u64>,
}

impl Words {
    fn of(domains: &[Domain]) -> Option<Words> {
        let ends = domains.iter().filter_map(|domain| Some((domain.min()?, domain.max()?)));
        let (lo, hi) =
            ends.fold((i32::MAX, i32::MIN), |all, (lo, hi)| (all.0.min(lo), all.1.max(hi)));
        if lo > hi || lo.abs_diff(hi) >= 64 || domains.iter().any(Domain::is_empty) {
            return None;
        }
        let run = |range: RangeInclusive<i32>| {
            u64::MAX << range.start().abs_diff(lo) & u64::MAX >> (63 - range.end().abs_diff(lo))
        };
        let word = |domain: &Domain| domain.ranges().fold(0, |word, range| word | run(range));
        Some(Words { first: lo, words: domains.iter().map(word).collect() })
    }

    /// The values of a group without offsets.
    fn ranges(&self, group: &Group) -> Option<Ranges> {
        Some(runs(self.union(group)?, self.first.into()))
    }

    /// The same as a word.
    fn union(&self, group: &Group) -> Option<u64> {
        let mut union = 0;
        for term in &group.terms {
            if term.offset != 0 {
                return None;
            }
            union |= self.words[term.var.index()];
        }
        Some(union)
    }
}

/// The runs of values in a word, of which bit 0 is `first`.
fn runs(mut word: u64, first: i64) -> Ranges {
    let mut ranges = Ranges::new();
    while word != 0 {
        let from = word.trailing_zeros();
        let count = (word >> from).trailing_ones();
        ranges.push((first + i64::from(from), first + i64::from(from + count - 1)));
        word &= !(u64::MAX >> (64 - count) << from);
    }
    ranges
}

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
    if lo <= hi && hi - lo < 64 {
        // A bit a value is quicker than to sort the runs of each term.
        let run = |(from, to): (i64, i64)| u64::MAX << (from - lo) & u64::MAX >> (63 - (to - lo));
        let word = group.terms.iter().flat_map(shifted).fold(0, |all, range| all | run(range));
        return runs(word, lo);
    }
    let mut ranges = Ranges::new();
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

/// The members of each row of bits, rows of so many words one after the other.
fn members(rows: &[u64], words: usize) -> Csr<u32> {
    let count: u32 = rows.iter().map(|word| word.count_ones()).sum();
    let mut starts = Vec::with_capacity(rows.len() / words.max(1) + 1);
    let mut items = alloc::vec![0; count as usize];
    let mut end = 0;
    starts.push(0);
    for row in rows.chunks_exact(words.max(1)) {
        for (first, &word) in (0..).step_by(64).zip(row) {
            let mut left = word;
            while left != 0 {
                items[end] = first + left.trailing_zeros();
                end += 1;
                left &= left - 1;
            }
        }
        starts.push(end as u32);
    }
    Csr::from_parts(starts, items)
}

/// For each variable the constraints on it that no group says.
fn watchers(n: usize, constraints: &[Arc<dyn Constraint>], said: &[bool]) -> Csr<Watcher> {
    let calls = constraints.iter().zip(said).enumerate();
    let calls = calls.filter(|(_, (_, said))| !**said);
    let mut watched: Vec<(u32, Watcher)> = Vec::with_capacity(4 * constraints.len());
    // Of each variable the constraint that was seen on it last, so that none comes twice, and how many there are.
    let mut seen = alloc::vec![(u32::MAX, 0); n];
    for (c, (constraint, _)) in calls {
        let watcher = Watcher { constraint: c as u32, events: constraint.wakes_on() };
        for x in constraint.watched() {
            let (last, count) = &mut seen[x.index()];
            if *last != watcher.constraint {
                (*last, *count) = (watcher.constraint, *count + 1);
                watched.push((x.index() as u32, watcher));
            }
        }
    }
    Csr::sorted(seen.iter().map(|&(_, count)| count), &watched)
}

/// Of how many groups of a variable locked candidates are looked for, so that no model makes the
/// tables quadratic. Leaving some out is as right, only weaker.
const MAX_MEETINGS: usize = 64;

/// When the overlaps are too many to take in more.
const MAX_OVERLAP_VARS: usize = 1 << 30;

/// Where the houses among the plain groups meet others. O(meetings + sizes of those that are large).
fn overlaps(
    n: usize,
    plain: &Csr<u32>,
    groups_of: &Csr<u32>,
    is_house: impl Fn(usize) -> bool,
) -> Overlaps {
    // On a board of 9x9, a house meets four others in the middle.
    let houses = (0..plain.len()).filter(|&g| is_house(g)).count();
    let mut lists = Lists::with_capacity(plain.len(), 4 * houses);
    let (mut large, mut vars) = (Lists::with_capacity(plain.len(), 0), Vec::new());
    // For each group which members of the house at hand were seen to be in it.
    let mut common: Vec<u64> = alloc::vec![0; plain.len()];
    let mut in_house = alloc::vec![false; n];
    let (mut seen, mut others): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for house in 0..plain.len() {
        if is_house(house) && vars.len() < MAX_OVERLAP_VARS {
            let members = plain.of(house);
            for (i, &v) in members.iter().enumerate() {
                in_house[v as usize] = true;
                let groups = groups_of.of(v as usize);
                for &g in &groups[..groups.len().min(MAX_MEETINGS)] {
                    let common = &mut common[g as usize];
                    if *common == 0 {
                        seen.push(g);
                    } else if common.is_power_of_two() {
                        // With a second one, it may be a meeting.
                        others.push(g);
                    }
                    *common |= 1 << (i % 64);
                }
            }
            others.sort_unstable();
            for g in others.drain(..) {
                // None if it comes again, since a variable stands there twice.
                let places = core::mem::take(&mut common[g as usize]);
                let (shared, other) = (places.count_ones() as usize, plain.of(g as usize));
                if g as usize == house || shared < 2 || shared >= other.len() {
                    continue;
                }
                lists.push(Meeting { places, other: g });
                if shared > FEW {
                    let start = vars.len();
                    let outside = |i: usize| places >> (i % 64) & 1 == 0;
                    let rest = members.iter().enumerate().filter(|&(i, _)| outside(i));
                    vars.extend(rest.map(|(_, v)| v));
                    let middle = vars.len();
                    vars.extend(other.iter().filter(|v| !in_house[**v as usize]));
                    large.push([start, middle, vars.len()].map(|end| end as u32));
                }
            }
            members.iter().for_each(|&v| in_house[v as usize] = false);
            seen.drain(..).for_each(|g| common[g as usize] = 0);
        }
        lists.end();
        large.end();
    }
    Overlaps { lists: lists.into(), large: large.into(), vars }
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
