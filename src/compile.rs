//! From groups and constraints to the tables that the engine reads: peers, overlaps, who wakes whom.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::constraint::{Constraint, Cost};
use crate::csr::Csr;
use crate::domain::Domain;
use crate::group::{Group, Strength};
use crate::store::{Events, MAX_SPAN};

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
    /// For each group its values in blocks of 64, if it is a house that looks for hidden singles.
    pub(crate) houses: Csr<u64>,
    /// For each group, if it is a house that looks for locked candidates, where it meets others.
    pub(crate) overlaps: Csr<Overlap>,
    /// For each variable the group tasks that a change of it wakes.
    pub(crate) wakes: Csr<Wake>,
    /// For each variable the constraints on it.
    pub(crate) watchers: Csr<Watcher>,
    pub(crate) costs: Vec<Cost>,
}

/// Where a house and another plain group meet, in two variables or more.
#[derive(Debug)]
pub(crate) struct Overlap {
    /// The variables in both.
    pub(crate) shared: SmallVec<[u32; 4]>,
    /// The rest of the house.
    pub(crate) house: SmallVec<[u32; 8]>,
    /// The rest of the other group.
    pub(crate) other: SmallVec<[u32; 8]>,
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
    pub(crate) fn new(
        domains: &[Domain],
        groups: &[Group],
        constraints: &[Arc<dyn Constraint>],
    ) -> Tables {
        let n = domains.len();
        let empty_domain = domains.iter().position(Domain::is_empty);
        let sizes: Vec<u64> = groups.iter().map(|group| count_values(domains, group)).collect();
        let crowded_group =
            groups.iter().zip(&sizes).position(|(group, &size)| size < group.terms.len() as u64);
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
        let house_with = |g: usize, strength: Strength| {
            let group = &groups[g];
            group.strength.intersects(strength)
                && sizes[g] == group.terms.len() as u64
                && !group.terms.is_empty()
                && even(group)
        };

        let mut groups_of: Vec<SmallVec<[u32; 4]>> = alloc::vec![SmallVec::new(); n];
        for (g, group) in groups.iter().enumerate() {
            group.vars().for_each(|x| groups_of[x.index()].push(g as u32));
        }
        let plain: Csr<u32> =
            Csr::new(groups.iter().zip(&is_plain).map(|(group, &plain)| {
                group.vars().filter(move |_| plain).map(|x| x.index() as u32)
            }));
        let peers: Csr<u32> = Csr::new((0..n).map(|v| {
            let mut peers: Vec<u32> = groups_of[v]
                .iter()
                .flat_map(|&g| plain.of(g as usize))
                .copied()
                .filter(|&p| p as usize != v)
                .collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        }));
        let houses = Csr::new((0..groups.len()).map(|g| {
            if house_with(g, Strength::HIDDEN_SINGLES) {
                blocks(domains, &groups[g], &bases)
            } else {
                Vec::new()
            }
        }));
        let overlaps = Csr::new((0..groups.len()).map(|g| {
            if is_plain[g] && house_with(g, Strength::LOCKED_CANDIDATES) {
                overlaps(g, &plain, &groups_of)
            } else {
                Vec::new()
            }
        }));
        let wakes = Csr::new(groups_of.iter().map(|groups| {
            let mut words: BTreeMap<u32, Wake> = BTreeMap::new();
            for &g in groups {
                let word = g / 64;
                let wake = words.entry(word).or_insert(Wake { word, hidden: 0, locked: 0 });
                wake.hidden |= u64::from(!houses.of(g as usize).is_empty()) << (g % 64);
                wake.locked |= u64::from(!overlaps.of(g as usize).is_empty()) << (g % 64);
            }
            words.into_values().filter(|wake| wake.hidden | wake.locked != 0).collect::<Vec<_>>()
        }));
        let walked = Csr::new(groups_of.iter().map(|groups| {
            groups.iter().copied().filter(|&g| !is_plain[g as usize]).collect::<Vec<_>>()
        }));
        let mut watchers: Vec<SmallVec<[Watcher; 4]>> = alloc::vec![SmallVec::new(); n];
        for (c, constraint) in constraints.iter().enumerate() {
            let watcher = Watcher { constraint: c as u32, events: constraint.wakes_on() };
            for x in constraint.scope() {
                let list = &mut watchers[x.index()];
                if list.last().is_none_or(|last| last.constraint != watcher.constraint) {
                    list.push(watcher);
                }
            }
        }
        Tables {
            empty_domain,
            crowded_group,
            terms: Csr::new(groups.iter().map(|group| {
                group.terms.iter().map(|term| (term.var.index() as u32, term.offset))
            })),
            peer_bits: (n <= MAX_PEER_BITS).then(|| peer_bits(n, &peers)),
            bases,
            plain,
            peers,
            walked,
            houses,
            overlaps,
            wakes,
            watchers: Csr::new(watchers),
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

    /// How many groups there are; none after a [`crowded_group`](Self::crowded_group).
    pub(crate) fn groups(&self) -> usize {
        self.terms.len()
    }
}

/// How many different values the terms of a group can have.
fn count_values(domains: &[Domain], group: &Group) -> u64 {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for term in &group.terms {
        let offset = i64::from(term.offset);
        let shifted = domains[term.var.index()]
            .ranges()
            .map(|range| (i64::from(*range.start()) + offset, i64::from(*range.end()) + offset));
        ranges.extend(shifted);
        // Most members have the same values as the last one.
        if ranges.len() >= 2 && ranges[ranges.len() - 1] == ranges[ranges.len() - 2] {
            ranges.pop();
        }
    }
    ranges.sort_unstable();
    let (mut count, mut end) = (0, i64::MIN);
    for (lo, hi) in ranges {
        count += (hi - lo.max(end) + 1).max(0) as u64;
        end = end.max(hi + 1);
    }
    count
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
        let (Some(lo), Some(hi)) = (domain.min(), domain.max()) else { return 0 };
        let (all_lo, all_hi) = reach[sets.root(v)];
        let together = all_lo.abs_diff(all_hi) < 64;
        let wide = lo.abs_diff(hi) >= 64 && (all_lo.abs_diff(hi) as u64) < MAX_SPAN;
        if together || wide { all_lo } else { lo }
    };
    domains.iter().enumerate().map(base).collect()
}

/// The values of a group without offsets, in blocks of 64 from its base.
fn blocks(domains: &[Domain], group: &Group, bases: &[i32]) -> Vec<u64> {
    let mut blocks = Vec::new();
    for x in group.vars() {
        for range in domains[x.index()].ranges() {
            for value in range {
                let bit = value.abs_diff(bases[x.index()]) as usize;
                if blocks.len() <= bit / 64 {
                    blocks.resize(bit / 64 + 1, 0);
                }
                blocks[bit / 64] |= 1 << (bit % 64);
            }
        }
    }
    blocks
}

fn overlaps(house: usize, plain: &Csr<u32>, groups_of: &[SmallVec<[u32; 4]>]) -> Vec<Overlap> {
    let cells = plain.of(house);
    let mut shared: BTreeMap<u32, SmallVec<[u32; 4]>> = BTreeMap::new();
    for &v in cells {
        for &g in groups_of[v as usize].iter().filter(|&&g| g as usize != house) {
            if !plain.of(g as usize).is_empty() {
                shared.entry(g).or_default().push(v);
            }
        }
    }
    let without = |all: &[u32], shared: &[u32]| -> SmallVec<[u32; 8]> {
        all.iter().copied().filter(|v| !shared.contains(v)).collect()
    };
    shared
        .into_iter()
        .filter(|(g, shared)| shared.len() >= 2 && shared.len() < plain.of(*g as usize).len())
        .map(|(g, shared)| Overlap {
            house: without(cells, &shared),
            other: without(plain.of(g as usize), &shared),
            shared,
        })
        .collect()
}

fn peer_bits(n: usize, peers: &Csr<u32>) -> Vec<u64> {
    let words = n.div_ceil(64);
    let mut rows = alloc::vec![0; n * words];
    for v in 0..n {
        for &p in peers.of(v) {
            rows[v * words + p as usize / 64] |= 1 << (p % 64);
        }
    }
    rows
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
