//! What rules compile to: candidates, groups, relations of pairs, sums and other constraints, put together once.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::board::Board;
use super::cell::Cell;
use super::group::GroupKind;
use super::rule::Rule;
use super::shape::Shape;
use super::variant::{Compiled, Variant};
use crate::model::Pattern;
use crate::store::bits;
use crate::{
    And, Cases, Constraint, Counts, DistinctSum, Domain, Group, Linear, ModelBuilder, ModelError,
    NotEqual, Or, Ordered, PairTable, Pairs, Predicate, SameValues, Share, ValueSets, Var,
};

mod line;
mod sums;
mod totals;
mod wanted;

use line::{Automaton, Line};
use sums::{EqualSums, Part, Side, extremes};
use totals::{Known, derive, members, places};
pub(super) use wanted::{ByPlaces, Wanted};

/// Collects what the rules of a puzzle compile to, and makes a model of it.
///
/// Relations of the same two cells become one, and so do restrictions of the same cell; sums are strengthened by what
/// is known of the cells that differ.
#[derive(Debug)]
pub struct Plan<'a> {
    board: &'a Board,
    rules: &'a [Arc<dyn Rule>],
    vars: Vec<Option<Var>>,
    /// Which cells certainly differ: a row of bits for each place.
    sees: Vec<u64>,
    words: usize,
    groups: Vec<Vec<Cell>>,
    /// Variables that are no cells: the values that each may have.
    extras: Vec<u64>,
    /// Groups of any variables.
    houses: Vec<Vec<Var>>,
    /// Values that some cells must have.
    wanted: Vec<Wanted>,
    parts: Parts,
    /// In how many conditions, one in the other, the rule at hand stands.
    depth: usize,
}

/// What may stand under a condition.
#[derive(Debug, Default)]
struct Parts {
    /// For each place the values that it may have; empty where none is restricted.
    masks: Vec<u64>,
    pairs: BTreeMap<(usize, usize), Relation>,
    posts: Vec<Arc<dyn Constraint>>,
    sums: Vec<Sum>,
}

/// For each value of the first cell, as a bit, the values that the second may have.
type Relation = SmallVec<[u64; 9]>;

/// The sets of values by their number and their sum.
type KnownSets = BTreeMap<(usize, i64), Arc<[u64]>>;

/// A weighted sum of cells.
#[derive(Debug)]
struct Sum {
    terms: Vec<(i64, Cell)>,
    total: i64,
}

impl<'a> Plan<'a> {
    pub(super) fn new(puzzle: &'a Variant, candidates: &[u64]) -> Plan<'a> {
        let board = puzzle.board();
        let mut next = 0;
        let vars = (0..board.len()).map(|place| {
            board.exists(place).then(|| {
                next += 1;
                Var::new(next - 1)
            })
        });
        let words = board.len().div_ceil(64);
        let mut plan = Plan {
            board,
            rules: puzzle.rules(),
            vars: vars.collect(),
            sees: vec![0; board.len() * words],
            words,
            groups: Vec::new(),
            extras: Vec::new(),
            houses: Vec::new(),
            wanted: Vec::new(),
            parts: Parts { masks: candidates.to_vec(), ..Parts::default() },
            depth: 0,
        };
        for group in board.groups() {
            plan.see(&group.cells);
        }
        for rule in plan.rules {
            for cells in rule.groups(board) {
                plan.group(cells);
            }
        }
        for rule in plan.rules {
            rule.compile(&mut plan);
        }
        plan
    }

    fn see(&mut self, places: &[usize]) {
        let mut all: SmallVec<[u64; 4]> = SmallVec::from_elem(0, self.words);
        let all = &mut all[..];
        places.iter().for_each(|&place| all[place / 64] |= 1 << (place % 64));
        for &place in places {
            let row = &mut self.sees[place * self.words..][..self.words];
            row.iter_mut().zip(&*all).for_each(|(row, all)| *row |= all);
            // No cell differs from itself.
            row[place / 64] &= !(1 << (place % 64));
        }
    }

    fn group(&mut self, cells: Vec<Cell>) {
        if !self.differ(&cells) {
            let places: Vec<usize> = cells.iter().map(|&cell| self.place(cell)).collect();
            self.see(&places);
            self.groups.push(cells);
        }
    }

    fn place(&self, cell: Cell) -> usize {
        cell.row * self.board.columns() + cell.column
    }

    /// The groups and the candidates of each place that the rules come to, if they come to nothing else.
    pub(super) fn groups_alone(self) -> Option<(Vec<Vec<Cell>>, Vec<u64>)> {
        let Parts { masks, pairs, posts, sums } = self.parts;
        let nothing = self.extras.is_empty() && self.houses.is_empty();
        let nothing = nothing && pairs.is_empty() && posts.is_empty() && sums.is_empty();
        nothing.then_some((self.groups, masks))
    }

    // ---- what rules may ask -----------------------------------------------------------------------

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// All rules of the puzzle: some rules are settings of others.
    pub fn rules(&self) -> &'a [Arc<dyn Rule>] {
        self.rules
    }

    /// The variable of a cell.
    ///
    /// # Panics
    /// If the cell does not exist.
    pub fn var(&self, cell: Cell) -> Var {
        self.vars[self.place(cell)].expect("rules are checked: the cell exists")
    }

    /// The variables of some cells, in order.
    pub fn vars(&self, cells: &[Cell]) -> Vec<Var> {
        cells.iter().map(|&cell| self.var(cell)).collect()
    }

    /// The value of bit 0 in masks.
    pub fn base(&self) -> i64 {
        self.board.first_value().into()
    }

    /// Whether two cells certainly differ.
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.place(a), self.place(b));
        self.sees[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    /// Whether these cells certainly all differ.
    pub fn differ(&self, cells: &[Cell]) -> bool {
        cells.iter().enumerate().all(|(i, &a)| cells[..i].iter().all(|&b| self.sees(a, b)))
    }

    // ---- what rules compile to --------------------------------------------------------------------

    /// The cell has a value of this mask.
    pub fn keep(&mut self, cell: Cell, mask: u64) {
        let place = self.place(cell);
        if self.parts.masks.is_empty() {
            self.parts.masks = vec![self.board.full_mask(); self.board.len()];
        }
        self.parts.masks[place] &= mask;
    }

    /// The values of two cells are related.
    pub fn pair(&mut self, a: Cell, b: Cell, related: impl Fn(i32, i32) -> bool) {
        self.pairs([[a, b]], related);
    }

    /// The values of each two of these cells are related, the earlier one of the two first.
    pub fn pairs(
        &mut self,
        pairs: impl IntoIterator<Item = [Cell; 2]>,
        related: impl Fn(i32, i32) -> bool,
    ) {
        let board = self.board;
        let row = |x: i32| board.mask_where(|y| related(x, y));
        let forwards: Relation = board.values().map(row).collect();
        // The same seen from the second cell.
        let column = |bit: usize| {
            let rows = forwards.iter().enumerate();
            rows.fold(0, |mask, (i, row)| mask | (row >> bit & 1) << i)
        };
        let backwards = || (0..forwards.len()).map(column).collect::<Relation>();
        let backwards = LazyCell::new(backwards);
        for [a, b] in pairs {
            let (from, to) = (self.place(a), self.place(b));
            if from == to {
                let own = forwards.iter().enumerate().filter(|(i, row)| *row >> i & 1 == 1);
                let own = own.fold(0, |mask, (i, _)| mask | 1 << i);
                self.keep(a, own);
                continue;
            }
            let (key, relation) = match from < to {
                true => ((from, to), &forwards),
                false => ((to, from), &*backwards),
            };
            match self.parts.pairs.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert(relation.clone());
                }
                Entry::Occupied(mut entry) => {
                    entry.get_mut().iter_mut().zip(relation).for_each(|(old, new)| *old &= new);
                }
            }
        }
    }

    /// A constraint on variables of this plan.
    pub fn post(&mut self, constraint: impl Constraint + 'static) {
        self.parts.posts.push(Arc::new(constraint));
    }

    /// A constraint that is only checked, once few combinations are left.
    pub fn check(
        &mut self,
        cells: &[Cell],
        holds: impl Fn(&[i32]) -> bool + Send + Sync + 'static,
    ) {
        let vars = self.vars(cells);
        self.post(Predicate::new(vars, holds));
    }

    /// Values that rise from cell to cell, or, unless `strictly`, never fall.
    pub fn rising(&mut self, cells: &[Cell], strictly: bool) {
        let vars = self.vars(cells);
        match strictly {
            true => self.post(Ordered::strictly_increasing(vars)),
            false => self.post(Ordered::increasing(vars)),
        }
    }

    /// One of the cases, each a row of masks for the cells.
    pub fn cases<R: AsRef<[u64]>>(&mut self, cells: &[Cell], cases: impl IntoIterator<Item = R>) {
        let vars = self.vars(cells);
        self.post(Cases::new(&vars, self.base(), cases));
    }

    /// A weighted sum. Cells may stand twice.
    pub fn sum(&mut self, terms: impl IntoIterator<Item = (i64, Cell)>, total: i64) {
        self.parts.sums.push(Sum { terms: terms.into_iter().collect(), total });
    }

    /// Each of these lists of cells has the same sum.
    pub fn equal_sums(&mut self, segments: &[&[Cell]]) {
        if segments.len() < 2 {
            return;
        }
        let side = |segment: &&[Cell]| {
            let terms: Vec<(i64, Cell)> = segment.iter().map(|&cell| (1, cell)).collect();
            Side { constant: 0, parts: self.parts_of(&terms) }
        };
        let sides = segments.iter().map(side).collect();
        if let Some(sums) = EqualSums::new(sides, self.base(), self.board.value_count()) {
            return self.post(sums);
        }
        for pair in segments.windows(2) {
            let first = pair[0].iter().map(|&cell| (1, cell));
            let second = pair[1].iter().map(|&cell| (-1, cell));
            self.sum(first.chain(second), 0);
        }
    }

    /// Different cells that together take the values of one of these sets.
    pub fn sets(&mut self, cells: &[Cell], sets: Vec<u64>) {
        let sets = self.value_sets(cells, sets.into());
        self.post(sets);
    }

    fn value_sets(&self, cells: &[Cell], sets: Arc<[u64]>) -> ValueSets {
        let places: SmallVec<[usize; 9]> = cells.iter().map(|&cell| self.place(cell)).collect();
        let seen = |place: usize, word: usize| self.sees[place * self.words + word];
        let vars = places.iter().map(|&place| self.vars[place].expect("the cell exists"));
        let mut sets = ValueSets::new(vars, self.base(), sets);
        for word in 0..self.words {
            // Places that differ from two of these or more: with one alone, it is seen once that has its value.
            let (mut once, mut twice) = (0, 0);
            for &place in &places {
                twice |= once & seen(place, word);
                once |= seen(place, word);
            }
            sets.reserve(twice.count_ones() as usize);
            for bit in bits(twice) {
                let Some(other) = self.vars[word * 64 + bit as usize] else { continue };
                let from = places.iter().take(64).enumerate();
                let from =
                    from.fold(0, |from, (i, &cell)| from | (seen(cell, word) >> bit & 1) << i);
                sets.add_apart(other, from);
            }
        }
        sets
    }

    /// How many of the cells take values of certain sets.
    pub fn counts(&mut self, cells: &[Cell], shares: Vec<Share>) {
        let vars = self.vars(cells);
        let first = self.board.first_value();
        let single = shares.iter().filter(|share| share.mask.is_power_of_two() && share.least > 0);
        self.wanted.extend(single.map(|share| Wanted {
            vars: vars.iter().copied().collect(),
            value: first.wrapping_add_unsigned(share.mask.trailing_zeros()),
            least: share.least,
        }));
        self.post(Counts::new(&vars, self.base(), shares));
    }

    /// Two lists of cells with the same values, each as often.
    pub fn same_values(&mut self, left: &[Cell], right: &[Cell]) {
        let (left, right) = (self.vars(left), self.vars(right));
        self.post(SameValues::new(left, right));
    }

    /// A line that an automaton accepts: from one of the `starts`, `step` leads from a state and a value to the next
    /// state, or nowhere, and `accepts` says where it may end.
    pub fn line<S: Clone + Ord>(
        &mut self,
        cells: &[Cell],
        starts: Vec<S>,
        step: impl Fn(&S, i32) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) {
        let values = self.board.values();
        let automaton = Automaton::new(values, cells.len(), starts, step, accepts);
        let line = Line::new(self.vars(cells), automaton);
        self.post(line);
    }

    /// At least one of these lists of rules holds.
    pub fn one_of(&mut self, branches: &[&Vec<Box<dyn Rule>>]) {
        let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
        for branch in branches {
            let mut posts = self.under(branch);
            parts.push(match posts.len() {
                1 => posts.remove(0),
                _ => Arc::new(And::new(posts)),
            });
        }
        self.post(Or::new(parts));
    }

    /// Whether the rule at hand stands under a condition, so that it need not hold.
    pub fn is_conditional(&self) -> bool {
        self.depth > 0
    }

    /// A variable more, with the values of a mask. What it is must follow from the cells, also where the rule does not
    /// hold.
    pub fn extra(&mut self, mask: u64) -> Var {
        let cells = self.vars.iter().flatten().count();
        self.extras.push(mask);
        Var::new(cells + self.extras.len() - 1)
    }

    /// Variables that all differ.
    pub fn different(&mut self, vars: Vec<Var>) {
        self.houses.push(vars);
    }

    /// What these rules compile to, as one list: for rules that put others under a condition.
    pub fn under(&mut self, rules: &[Box<dyn Rule>]) -> Vec<Arc<dyn Constraint>> {
        let (outer, wanted) = (std::mem::take(&mut self.parts), self.wanted.len());
        self.depth += 1;
        for rule in rules {
            for cells in rule.groups(self.board) {
                for (i, &a) in cells.iter().enumerate() {
                    for &b in &cells[..i] {
                        self.pair(a, b, |x, y| x != y);
                    }
                }
            }
            rule.compile(self);
        }
        self.depth -= 1;
        let Parts { masks, pairs, mut posts, sums } = std::mem::replace(&mut self.parts, outer);
        // What holds under a condition need not be.
        self.wanted.truncate(wanted);
        let full = self.board.full_mask();
        for (place, &mask) in masks.iter().enumerate().filter(|(_, mask)| **mask != full) {
            if let Some(x) = self.vars[place] {
                posts.push(Arc::new(Cases::new(&[x], self.base(), [[mask]])));
            }
        }
        self.relate(pairs, &mut posts, None);
        let mut known = KnownSets::new();
        for sum in sums {
            self.add_up(sum, &mut known, &mut posts);
        }
        posts
    }

    // ---- putting it together ----------------------------------------------------------------------

    /// Makes constraints of relations, and groups of those that only say that two cells differ.
    fn relate(
        &self,
        pairs: BTreeMap<(usize, usize), Relation>,
        posts: &mut Vec<Arc<dyn Constraint>>,
        mut groups: Option<&mut Vec<[Var; 2]>>,
    ) {
        let full = self.board.full_mask();
        let mut tables: Vec<(Relation, PairTable)> = Vec::new();
        for ((a, b), mut relation) in pairs {
            let different = self.sees[a * self.words + b / 64] >> (b % 64) & 1 == 1;
            if different {
                relation.iter_mut().enumerate().for_each(|(i, row)| *row &= !(1 << i));
            }
            let unequal = |(i, row): (usize, &u64)| *row == full & !(1 << i);
            if relation.iter().all(|&row| row == full) {
                continue;
            }
            let (Some(x), Some(y)) = (self.vars[a], self.vars[b]) else { continue };
            if relation.iter().enumerate().all(unequal) {
                match &mut groups {
                    _ if different => {}
                    Some(groups) => groups.push([x, y]),
                    None => posts.push(Arc::new(NotEqual::new(x, y, 0))),
                }
                continue;
            }
            let table = match tables.iter().find(|(known, _)| *known == relation) {
                Some((_, table)) => table.clone(),
                None => {
                    let table = PairTable::from_words(self.board.first_value(), &relation[..]);
                    tables.push((relation, table.clone()));
                    table
                }
            };
            posts.push(Arc::new(Pairs::new(x, y, table)));
        }
    }

    /// Terms of positive factors, put together where the factor is the same and the cells differ.
    fn parts_of(&self, terms: &[(i64, Cell)]) -> SmallVec<[Part; 4]> {
        let mut parts: SmallVec<[(Part, SmallVec<[Cell; 9]>); 4]> = SmallVec::new();
        for &(factor, cell) in terms {
            let (factor, var) = (factor as u32, self.var(cell));
            let fits = |(part, cells): &&mut (Part, SmallVec<[Cell; 9]>)| {
                part.factor == factor && cells.iter().all(|&other| self.sees(other, cell))
            };
            match parts.iter_mut().find(fits) {
                Some((part, cells)) => {
                    part.vars.push(var);
                    cells.push(cell);
                }
                None => {
                    let vars = SmallVec::from_slice(&[var]);
                    parts.push((Part { factor, vars }, SmallVec::from_slice(&[cell])));
                }
            }
        }
        // Larger parts say more.
        if terms.len() > 4 && parts.len() > 1 {
            let by_groups = self.parts_by_groups(terms);
            let squares =
                |sizes: &mut dyn Iterator<Item = usize>| sizes.map(|n| n * n).sum::<usize>();
            if squares(&mut by_groups.iter().map(|p| p.vars.len()))
                > squares(&mut parts.iter().map(|(_, c)| c.len()))
            {
                return by_groups;
            }
        }
        parts.into_iter().map(|(part, _)| part).collect()
    }

    /// The same for different cells of one factor, beginning with the groups that most of the cells are in.
    fn parts_by_groups(&self, terms: &[(i64, Cell)]) -> SmallVec<[Part; 4]> {
        let mut parts = SmallVec::new();
        let factor = terms[0].0;
        let mut left: Vec<usize> = terms.iter().map(|&(_, cell)| self.place(cell)).collect();
        let twice = (1..left.len()).any(|i| left[..i].contains(&left[i]));
        if twice || terms.iter().any(|term| term.0 != factor) {
            return parts;
        }
        let own = self.groups.iter().map(|cells| cells.iter().map(|&c| self.place(c)).collect());
        let groups = self.board.groups().iter().map(|group| group.cells.clone());
        let groups: Vec<Box<[usize]>> = groups.chain(own).collect();
        while !left.is_empty() {
            let inside = |group: &[usize]| left.iter().filter(|p| group.contains(p)).count();
            let most = groups.iter().max_by_key(|group| inside(group));
            let part: SmallVec<[usize; 9]> = match most.filter(|group| inside(group) > 1) {
                Some(group) => left.iter().copied().filter(|p| group.contains(p)).collect(),
                None => SmallVec::from_slice(&left[..1]),
            };
            left.retain(|p| !part.contains(p));
            let vars = part.iter().filter_map(|&place| self.vars[place]).collect();
            parts.push(Part { factor: factor as u32, vars });
        }
        parts
    }

    /// The sets of so many values with a sum, from those that are known already if possible.
    fn sets_of(&self, count: usize, total: i64, known: &mut KnownSets) -> Arc<[u64]> {
        let new = || sets_with_sum(self.board, self.board.full_mask(), count, total).into();
        known.entry((count, total)).or_insert_with(new).clone()
    }

    fn add_up(&self, sum: Sum, known: &mut KnownSets, posts: &mut Vec<Arc<dyn Constraint>>) {
        let Sum { mut terms, total } = sum;
        // A cell that stands twice counts twice.
        terms.sort_by_key(|&(_, cell)| cell);
        terms.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            kept.0 += if same { next.0 } else { 0 };
            same
        });
        terms.retain(|(factor, _)| *factor != 0);
        if terms.is_empty() {
            // Nothing is left to add up: that is 0.
            if total != 0 {
                posts.push(Arc::new(Linear::equal([], total)));
            }
            return;
        }
        let cells: SmallVec<[Cell; 9]> = terms.iter().map(|&(_, cell)| cell).collect();
        let plain = terms.iter().all(|&(factor, _)| factor == 1);
        if plain && self.differ(&cells) && cells.len() <= self.board.value_count() {
            if self.board.value_count() > 12 {
                let vars = self.vars(&cells);
                posts.push(Arc::new(DistinctSum::new(&vars, self.board.values(), total)));
            } else {
                let sets = self.sets_of(cells.len(), total, known);
                posts.push(Arc::new(self.value_sets(&cells, sets)));
            }
            return;
        }
        let linear = || {
            let vars = terms.iter().map(|&(factor, cell)| (factor, self.var(cell)));
            Arc::new(Linear::equal(vars, total))
        };
        if terms.len() <= 2 {
            posts.push(linear());
            return;
        }
        let small = terms.iter().all(|(factor, _)| factor.unsigned_abs() < 128);
        let (plus, minus): (Vec<_>, Vec<_>) = terms.iter().partition(|&&(factor, _)| factor > 0);
        let minus: Vec<_> = minus.into_iter().map(|(factor, cell)| (-factor, cell)).collect();
        let sums = small.then(|| {
            let plus = Side { constant: 0, parts: self.parts_of(&plus) };
            let minus = Side { constant: total, parts: self.parts_of(&minus) };
            EqualSums::new(vec![plus, minus], self.base(), self.board.value_count())
        });
        match sums.flatten() {
            Some(sums) => posts.push(Arc::new(sums)),
            None => posts.push(linear()),
        }
    }

    /// Sums that follow from these and from the totals of houses.
    fn derived(&self, sums: &[Sum], masks: &[u64]) -> Vec<Sum> {
        match self.words {
            ..=2 => self.derived_in::<2>(sums, masks),
            _ => self.derived_in::<4>(sums, masks),
        }
    }

    /// The same on boards of so many words of places at most.
    fn derived_in<const N: usize>(&self, sums: &[Sum], masks: &[u64]) -> Vec<Sum> {
        let known = sums.iter().filter(|sum| sum.terms.iter().all(|&(factor, _)| factor == 1));
        let known: Vec<Known<N>> = known
            .filter_map(|sum| {
                let cells = places(sum.terms.iter().map(|&(_, cell)| self.place(cell)))?;
                Some(Known { cells, size: sum.terms.len() as u32, total: sum.total })
            })
            .collect();
        if known.is_empty() {
            return Vec::new();
        }
        // What all cells of a house take together: each of the values that they may have, if those are as many.
        let total = |cells: &[usize]| {
            let union = cells.iter().fold(0, |union, &place| union | masks[place]);
            let values = bits(union).map(|bit| self.base() + i64::from(bit));
            (union.count_ones() as usize == cells.len()).then(|| values.sum::<i64>())
        };
        let kinds = [GroupKind::Row, GroupKind::Column, GroupKind::Region].map(|kind| {
            let groups = self.board.groups().iter();
            let houses = groups.filter(|group| group.kind == kind);
            let known = houses.filter_map(|group| {
                let (total, size) = (total(&group.cells)?, group.cells.len() as u32);
                Some(Known { cells: places(group.cells.iter().copied())?, size, total })
            });
            known.collect::<Vec<_>>()
        });
        let sum = |sum: totals::Derived<N>| {
            let plus = members(&sum.plus).map(|place| (1, self.board.cell(place)));
            let minus = members(&sum.minus).map(|place| (-1, self.board.cell(place)));
            Sum { terms: plus.chain(minus).collect(), total: sum.total }
        };
        derive(&kinds, &known).into_iter().map(sum).collect()
    }

    /// The values of a mask.
    fn values_of(&self, mask: u64) -> Domain {
        let first = self.board.first_value();
        let mut values = Domain::empty();
        for bit in bits(mask) {
            values.push(first + bit as i32, first + bit as i32);
        }
        values
    }

    pub(super) fn build(mut self) -> Result<Compiled, ModelError> {
        let Parts { masks, pairs, mut posts, sums } = std::mem::take(&mut self.parts);
        let cells = self.vars.iter().flatten().count();
        let groups = self.board.groups().len() + self.groups.len() + self.houses.len();
        let mut model = ModelBuilder::with_capacity(cells + self.extras.len(), groups);
        for (place, _) in self.vars.iter().enumerate().filter(|(_, var)| var.is_some()) {
            if masks[place] == self.board.full_mask() {
                model.var(self.board.values());
                continue;
            }
            model.var(self.values_of(masks[place]));
        }
        for &mask in &self.extras {
            model.var(self.values_of(mask));
        }
        for group in self.board.groups() {
            model.all_different(group.cells.iter().filter_map(|&place| self.vars[place]));
        }
        for cells in &self.groups {
            model.all_different(self.vars(cells));
        }
        for vars in &self.houses {
            model.all_different(vars);
        }
        let mut unequal = Vec::new();
        self.relate(pairs, &mut posts, Some(&mut unequal));
        for pair in unequal {
            model.group(Group::new(pair));
        }
        let derived = self.derived(&sums, &masks);
        let mut known = KnownSets::new();
        for sum in sums.into_iter().chain(derived) {
            self.add_up(sum, &mut known, &mut posts);
        }
        model.constraints = posts;
        let model = model.into_model_like(pattern(self.board))?;
        Ok(Compiled { model, vars: self.vars, wanted: self.wanted.into() })
    }
}

/// Rows, columns and boxes of the usual board: most puzzles have these groups and no others.
fn pattern(board: &Board) -> Option<&'static Pattern> {
    static USUAL: OnceLock<Pattern> = OnceLock::new();
    let is_usual = board.len() == 81 && board.groups().len() == 27;
    is_usual.then(|| {
        USUAL.get_or_init(|| {
            let mut model = ModelBuilder::new();
            let cells = model.vars(81, 1..=9);
            for group in Shape::sudoku().groups() {
                model.all_different(group.cells.iter().map(|&place| cells[place]));
            }
            Pattern::new(model)
        })
    })
}

/// The sets of so many values of a mask with this sum.
pub(crate) fn sets_with_sum(board: &Board, mask: u64, count: usize, total: i64) -> Vec<u64> {
    let mut sets = Vec::new();
    // Sums of bits instead of values: each value is the first one more than its bit.
    let total = total - count as i64 * i64::from(board.first_value());
    grow(mask, count, total, 0, &mut sets);
    sets
}

/// Adds to a set as many of the bits that are left as add up to a total.
fn grow(mut left: u64, count: usize, total: i64, set: u64, sets: &mut Vec<u64>) {
    match count {
        0 if total == 0 => sets.push(set),
        0 => {}
        1 => {
            if (0..64).contains(&total) && left >> total & 1 == 1 {
                sets.push(set | 1 << total);
            }
        }
        _ => {
            let (_, most_others) = extremes(left, count - 1);
            while left.count_ones() as usize >= count {
                // The smallest sum from here on only grows.
                if extremes(left, count).0 > total {
                    return;
                }
                let bit = left.trailing_zeros();
                left &= left - 1;
                let rest = total - i64::from(bit);
                if rest <= most_others {
                    grow(left, count - 1, rest, set | 1 << bit, sets);
                }
            }
        }
    }
}
