//! The lane engine against a brute-force oracle and against itself with one lane.

use houserules::lanes::{Answer, Ask, Feed, Lanes, Puzzle, Width};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    count: u128,
    complete: bool,
    first: Option<Vec<u8>>,
    second: Option<Vec<u8>>,
}

impl Outcome {
    fn of(answer: Answer<'_>) -> Outcome {
        Outcome {
            count: answer.count,
            complete: answer.complete,
            first: answer.first.map(<[u8]>::to_vec),
            second: answer.second.map(<[u8]>::to_vec),
        }
    }
}

enum List {
    Cells(Vec<Vec<u8>>, usize),
    Masks(Vec<Vec<u64>>, usize),
}

impl Feed for List {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        match self {
            List::Cells(list, at) => {
                *at += 1;
                list.get(*at - 1).map(|p| Puzzle::Cells(p))
            }
            List::Masks(list, at) => {
                *at += 1;
                list.get(*at - 1).map(|p| Puzzle::Masks(p))
            }
        }
    }
}

fn cells(lanes: &Lanes, ask: &Ask<'_>, puzzles: &[Vec<u8>]) -> Vec<Outcome> {
    let mut out = Vec::new();
    lanes.solve(ask, &mut List::Cells(puzzles.to_vec(), 0), &mut |a| out.push(Outcome::of(a)));
    out
}

fn singly(lanes: Lanes, ask: &Ask<'_>, puzzles: &[Vec<u64>]) -> Vec<Outcome> {
    let mut single = Arc::new(lanes).single();
    let solve = |puzzle: &Vec<u64>| single.solve(ask, Puzzle::Masks(puzzle), Outcome::of);
    puzzles.iter().map(solve).collect()
}

fn masks(lanes: &Lanes, ask: &Ask<'_>, puzzles: &[Vec<u64>]) -> Vec<Outcome> {
    let mut out = Vec::new();
    lanes.solve(ask, &mut List::Masks(puzzles.to_vec(), 0), &mut |a| out.push(Outcome::of(a)));
    out
}

/// Houses of a grid with boxes of `height` x `width`; none if `height` is 0.
fn grid(side: u32, height: u32, width: u32) -> Vec<Vec<u32>> {
    let all = || 0..side * side;
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for i in 0..side {
        groups.push(all().filter(|c| c / side == i).collect());
        groups.push(all().filter(|c| c % side == i).collect());
        if height > 0 {
            let place = |c: u32| (c / side / height) * (side / width) + c % side / width;
            groups.push(all().filter(|&c| place(c) == i).collect());
        }
    }
    groups
}

fn line(text: &str) -> Vec<u8> {
    text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect()
}

fn sample(name: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/tests/data/lanes_{name}.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().lines().map(line).collect()
}

/// Counts solutions up to a limit by plain backtracking.
fn brute(groups: &[Vec<u32>], domains: &[u64], limit: u128) -> u128 {
    let mut open: Option<usize> = None;
    for cell in 0..domains.len() {
        let len = domains[cell].count_ones();
        if len == 0 {
            return 0;
        }
        if len > 1 && open.is_none_or(|o| len < domains[o].count_ones()) {
            open = Some(cell);
        }
    }
    let fixed = |domains: &[u64], cell: u32| domains[cell as usize].count_ones() == 1;
    let Some(cell) = open else {
        let differ = groups.iter().all(|g| {
            let mut seen = 0;
            g.iter().all(|&c| {
                let fresh = seen & domains[c as usize] == 0;
                seen |= domains[c as usize];
                fresh
            })
        });
        return u128::from(differ);
    };
    let mut count = 0;
    let mut rest = domains[cell];
    while rest != 0 && count < limit {
        let value = rest & rest.wrapping_neg();
        rest ^= value;
        let mut next = domains.to_vec();
        next[cell] = value;
        let mut queue = vec![cell as u32];
        let mut dead = false;
        while let Some(c) = queue.pop() {
            for group in groups.iter().filter(|g| g.contains(&c)) {
                for &d in group {
                    let before = next[d as usize];
                    if d != c && before & next[c as usize] != 0 {
                        next[d as usize] &= !next[c as usize];
                        dead |= next[d as usize] == 0;
                        if fixed(&next, d) {
                            queue.push(d);
                        }
                    }
                }
            }
            if dead {
                break;
            }
        }
        if !dead {
            count += brute(groups, &next, limit - count);
        }
    }
    count
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

fn solves(groups: &[Vec<u32>], domains: &[u64], solution: &[u8]) -> bool {
    solution.iter().zip(domains).all(|(&v, &d)| v > 0 && d >> (v - 1) & 1 == 1)
        && groups.iter().all(|g| {
            let mut seen = 0u64;
            g.iter().all(|&c| {
                let bit = 1 << (solution[c as usize] - 1);
                let fresh = seen & bit == 0;
                seen |= bit;
                fresh
            })
        })
}

/// All widths give what one lane gives, and that is what the oracle says.
fn agree(variables: usize, values: u32, groups: &[Vec<u32>], puzzles: &[Vec<u64>], limits: &[u64]) {
    for &limit in limits {
        let ask = Ask::default().limit(limit);
        let one = Lanes::new(variables, values, groups).unwrap().with_width(Width::One);
        let twin = masks(&one, &ask, puzzles);
        assert_eq!(twin.len(), puzzles.len());
        let full = if values == 0 { 0 } else { !0 >> (64 - values) };
        for (puzzle, outcome) in puzzles.iter().zip(&twin) {
            let domains: Vec<u64> = puzzle.iter().map(|d| d & full).collect();
            let expected = brute(groups, &domains, u128::from(limit));
            assert_eq!(
                (outcome.count, outcome.complete),
                (expected, true),
                "{groups:?} {puzzle:?} limit {limit}"
            );
            assert_eq!(outcome.first.is_some(), expected > 0);
            for solution in outcome.first.iter().chain(&outcome.second) {
                assert!(solves(groups, &domains, solution));
            }
            assert!(outcome.second.is_none() || outcome.first != outcome.second);
            assert!(limit > 64 || outcome.second.is_some() == (expected > 1));
        }
        for width in Width::available() {
            let lanes = Lanes::new(variables, values, groups).unwrap().with_width(width);
            assert_eq!(masks(&lanes, &ask, puzzles), twin, "{width:?} limit {limit}");
        }
    }
}

/// One at a time there is the same answer as in lanes, and the same solutions with any vectors.
fn single_agrees(variables: usize, values: u32, groups: &[Vec<u32>], puzzles: &[Vec<u64>]) {
    let new = |width| Lanes::new(variables, values, groups).unwrap().with_width(width);
    let full = !0 >> (64 - values);
    for limit in [0, 1, 2, 5, 300] {
        let ask = Ask::default().limit(limit);
        let lanes = masks(&new(Width::One), &ask, puzzles);
        let plain = singly(new(Width::One), &ask, puzzles);
        for (i, (one, other)) in lanes.iter().zip(&plain).enumerate() {
            assert_eq!(
                (one.count, one.complete),
                (other.count, other.complete),
                "puzzle {i} limit {limit}"
            );
            assert_eq!(other.first.is_some(), other.count > 0);
            assert_eq!(other.second.is_some(), other.count > 1);
            assert!(other.second.is_none() || other.first != other.second);
            let domains: Vec<u64> = puzzles[i].iter().map(|d| d & full).collect();
            for solution in other.first.iter().chain(&other.second) {
                assert!(solves(groups, &domains, solution));
            }
        }
        for width in Width::available() {
            assert_eq!(singly(new(width), &ask, puzzles), plain, "{width:?} limit {limit}");
        }
    }
}

/// A solution of a board in boxes, and what is left of it: each cell open, known, or with some candidates.
fn random_board(random: &mut Random, height: u32, width: u32, known: u64) -> Vec<u64> {
    let side = height * width;
    let shift = random.below(u64::from(side)) as u32;
    let full = (1u64 << side) - 1;
    let cell = |c: u32| {
        let (row, column) = (c / side, c % side);
        let value = (row % height * width + row / height + column + shift) % side;
        match random.below(10) {
            n if n < known => 1 << value,
            9 if known < 8 => 1 << value | random.next() & full,
            9 => 1 << value,
            8 if known == 8 => 1 << value,
            8 if known == 2 => random.next() & full,
            _ => full,
        }
    };
    (0..side * side).map(cell).collect()
}

#[test]
fn boards_in_boxes_one_at_a_time() {
    let mut random = Random(5);
    for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)] {
        let side = height * width;
        let boards: Vec<Vec<u64>> = (0..if side > 9 { 8 } else { 30 })
            .map(|i| random_board(&mut random, height, width, if side > 9 { 7 } else { 2 + i % 6 }))
            .collect();
        single_agrees((side * side) as usize, side, &grid(side, height, width), &boards);
    }
}

#[test]
fn samples_one_at_a_time() {
    let puzzles: Vec<Vec<u64>> =
        ["easy", "clue17", "magictour", "hardest_1106", "serg_multi", "unsat_18clue", "unsat_hard"]
            .into_iter()
            .flat_map(|name| sample(name).into_iter().take(8))
            .map(|p| p.iter().map(|&v| if v == 0 { 511 } else { 1 << (v - 1) }).collect())
            .collect();
    single_agrees(81, 9, &grid(9, 3, 3), &puzzles);
}

#[test]
fn one_at_a_time_keeps_budgets_and_flags() {
    let lanes = Arc::new(Lanes::new(81, 9, &grid(9, 3, 3)).unwrap());
    let mut single = lanes.single();
    for puzzle in sample("hardest_1905") {
        let puzzle = Puzzle::Cells(&puzzle);
        let flag = AtomicBool::new(true);
        for ask in [Ask::default().nodes(0), Ask::default().nodes(3), Ask::default().cancel(&flag)]
        {
            let outcome = single.solve(&ask, puzzle, Outcome::of);
            assert!(outcome.complete == (outcome.count == 2) && outcome.count < 2);
        }
        assert_eq!(single.solve(&Ask::default(), puzzle, Outcome::of).count, 1);
    }
    assert_eq!(single.solve(&Ask::default(), Puzzle::Cells(&[1; 80]), Outcome::of).count, 0);
    assert_eq!(single.solve(&Ask::default(), Puzzle::Cells(&[10; 81]), Outcome::of).count, 0);
}

/// Counting by parts, which is where there is no limit, against leaf by leaf.
#[test]
fn counts_by_parts_are_counts_leaf_by_leaf() {
    let mut random = Random(11);
    for (height, width) in [(2, 2), (2, 3), (3, 3)] {
        let side = height * width;
        let groups = grid(side, height, width);
        let mut boards = Vec::new();
        for _ in 0..200 {
            // Few candidates everywhere, so that many cells have two of them and parts fall apart.
            let mut board = random_board(&mut random, height, width, 8);
            for cell in &mut board {
                *cell |= 1 << random.below(side.into());
                *cell |= u64::from(random.below(4) == 0) << random.below(side.into());
            }
            boards.push(board);
        }
        for width in Width::available() {
            let lanes =
                Lanes::new((side * side) as usize, side, &groups).unwrap().with_width(width);
            let leaves = masks(&lanes, &Ask::default().limit(65_535), &boards);
            let parts = masks(&lanes, &Ask::default().limit(u64::MAX), &boards);
            for ((one, other), board) in leaves.iter().zip(&parts).zip(&boards) {
                assert_eq!(one.count, other.count, "{board:?}");
                for solution in other.first.iter().chain(&other.second) {
                    assert!(solves(&groups, board, solution));
                }
            }
        }
    }
}

#[test]
fn random_shapes_agree_with_the_oracle() {
    let mut random = Random(42);
    for round in 0..150 {
        let values = 1 + random.below(6) as u32;
        let variables = random.below(12) as usize;
        let mut groups = Vec::new();
        if variables > 0 {
            for _ in 0..random.below(7) {
                let size = if round % 10 == 9 {
                    1 + random.below(u64::from(values) + 1)
                } else {
                    1 + random.below(u64::from(values))
                };
                let mut group: Vec<u32> =
                    (0..size).map(|_| random.below(variables as u64) as u32).collect();
                group.sort_unstable();
                group.dedup();
                groups.push(group);
            }
        }
        let full = (1u64 << values) - 1;
        let puzzles: Vec<Vec<u64>> = (0..random.below(9))
            .map(|_| {
                (0..variables)
                    .map(|_| match random.below(4) {
                        0 => 1 << random.below(u64::from(values)),
                        1 => random.next() & full,
                        _ => full,
                    })
                    .collect()
            })
            .collect();
        agree(variables, values, &groups, &puzzles, &[1, 2, 5, u64::MAX]);
    }
}

/// Shapes of many values: houses that overlap, with few candidates a cell.
#[test]
fn wide_values_agree_with_the_oracle() {
    let mut random = Random(7);
    for values in [7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64] {
        let variables = 2 * values as usize - 3;
        let mut groups: Vec<Vec<u32>> =
            vec![(0..values).collect(), (values - 3..2 * values - 3).collect()];
        groups.push((0..values / 2).map(|i| i * 3 % (2 * values - 3)).collect());
        groups[2].sort_unstable();
        groups[2].dedup();
        let puzzles: Vec<Vec<u64>> = (0..12)
            .map(|_| {
                (0..variables)
                    .map(|c| {
                        let own = 1u64 << (c as u32 % values);
                        let other = 1u64 << random.below(u64::from(values));
                        if random.below(3) == 0 { own } else { own | other }
                    })
                    .collect()
            })
            .collect();
        agree(variables, values, &groups, &puzzles, &[2, u64::MAX]);
    }
}

/// A file of published puzzles: what is known of their solutions, and the same at all widths.
fn sample_agrees(name: &str, solutions: Option<u128>) {
    let groups = grid(9, 3, 3);
    let mask = |&v: &u8| if v == 0 { 511 } else { 1 << (v - 1) };
    let puzzles: Vec<Vec<u64>> =
        sample(name).iter().map(|p| p.iter().map(mask).collect()).collect();
    let one = Lanes::new(81, 9, &groups).unwrap().with_width(Width::One);
    let twin = masks(&one, &Ask::default(), &puzzles);
    for (puzzle, outcome) in puzzles.iter().zip(&twin) {
        for solution in outcome.first.iter().chain(&outcome.second) {
            assert!(solves(&groups, puzzle, solution));
        }
        assert!(solutions.is_none_or(|known| outcome.count == known), "{name}: {outcome:?}");
    }
    for width in Width::available() {
        let lanes = Lanes::new(81, 9, &groups).unwrap().with_width(width);
        assert_eq!(masks(&lanes, &Ask::default(), &puzzles), twin, "{name} {width:?}");
        assert_eq!(cells(&lanes, &Ask::default(), &sample(name)), twin, "{name} {width:?}");
    }
}

#[test]
fn samples_with_one_solution() {
    let names = ["easy", "minimal", "clue17", "magictour", "hardest_1905", "top95"];
    names.iter().for_each(|name| sample_agrees(name, Some(1)));
}

#[test]
fn hard_samples_with_one_solution() {
    sample_agrees("hardest_1106", Some(1));
}

#[test]
fn samples_with_several_solutions() {
    let names = ["serg_multi", "multi_minus1", "multi_minus2", "multi_minus3"];
    names.iter().for_each(|name| sample_agrees(name, Some(2)));
}

#[test]
fn samples_without_a_solution() {
    ["unsat_18clue", "unsat_hard"].iter().for_each(|name| sample_agrees(name, Some(0)));
}

#[test]
fn samples_made_to_hurt() {
    ["norvig11", "adversarial"].iter().for_each(|name| sample_agrees(name, None));
}

#[test]
fn published_counts() {
    for width in Width::available() {
        let count = |side: u32, groups: &[Vec<u32>]| {
            let n = (side * side) as usize;
            let lanes = Lanes::new(n, side, groups).unwrap().with_width(width);
            cells(&lanes, &Ask::default().limit(u64::MAX), &[vec![0; n]])[0].count
        };
        assert_eq!(count(4, &grid(4, 2, 2)), 288);
        assert_eq!(count(4, &grid(4, 0, 0)), 576);
        if width != Width::One {
            assert_eq!(count(5, &grid(5, 0, 0)), 161_280);
        }
    }
}

#[test]
fn batches_of_any_size_come_back_in_order() {
    let groups = grid(9, 3, 3);
    let pool: Vec<Vec<u8>> =
        ["magictour", "easy", "serg_multi", "unsat_18clue"].into_iter().flat_map(sample).collect();
    let one = Lanes::new(81, 9, &groups).unwrap().with_width(Width::One);
    for width in Width::available() {
        let lanes = Lanes::new(81, 9, &groups).unwrap().with_width(width);
        for size in [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65] {
            let puzzles: Vec<Vec<u8>> =
                (0..size).map(|i| pool[i * 7 % pool.len()].clone()).collect();
            let ask = Ask::default();
            if width != Width::Portable && size <= 33 {
                assert_eq!(
                    cells(&lanes, &ask, &puzzles),
                    cells(&one, &ask, &puzzles),
                    "{width:?} {size}"
                );
            } else {
                assert_eq!(cells(&lanes, &ask, &puzzles).len(), size);
            }
        }
    }
}

#[test]
fn limits_are_exact() {
    let groups = grid(9, 3, 3);
    let puzzles = sample("multi_minus1");
    for width in Width::available() {
        let lanes = Lanes::new(81, 9, &groups).unwrap().with_width(width);
        for limit in [0, 1, 2, 3, 64, 1000] {
            for outcome in cells(&lanes, &Ask::default().limit(limit), &puzzles) {
                assert_eq!((outcome.count, outcome.complete), (u128::from(limit), true));
            }
        }
    }
}

#[test]
fn a_budget_makes_unknown() {
    let groups = grid(9, 3, 3);
    let puzzles = sample("hardest_1905");
    for width in Width::available() {
        let lanes = Lanes::new(81, 9, &groups).unwrap().with_width(width);
        for outcome in cells(&lanes, &Ask::default().nodes(0), &puzzles) {
            assert_eq!((outcome.count, outcome.complete), (0, false));
        }
        for outcome in cells(&lanes, &Ask::default().nodes(0), &sample("easy")) {
            assert_eq!((outcome.count, outcome.complete), (1, true));
        }
        let flag = AtomicBool::new(true);
        let stopped = cells(&lanes, &Ask::default().cancel(&flag), &puzzles);
        assert_eq!(stopped.len(), puzzles.len());
        assert!(stopped.iter().all(|o| o.count == 0 && !o.complete));
    }
}

/// A feed that cancels while puzzles are under way.
struct Cancelling<'a>(Vec<Vec<u8>>, usize, &'a AtomicBool);

impl Feed for Cancelling<'_> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        self.1 += 1;
        if self.1 == self.0.len() {
            self.2.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        self.0.get(self.1 - 1).map(|p| Puzzle::Cells(p))
    }
}

#[test]
fn cancelled_in_the_middle() {
    let groups = grid(9, 3, 3);
    let puzzles: Vec<Vec<u8>> = std::iter::repeat_n(sample("magictour"), 5).flatten().collect();
    let all = cells(&Lanes::new(81, 9, &groups).unwrap(), &Ask::default(), &puzzles);
    for width in Width::available() {
        let lanes = Lanes::new(81, 9, &groups).unwrap().with_width(width);
        let flag = AtomicBool::new(false);
        let mut out = Vec::new();
        lanes.solve(
            &Ask::default().cancel(&flag),
            &mut Cancelling(puzzles.clone(), 0, &flag),
            &mut |a| {
                out.push(Outcome::of(a));
            },
        );
        assert_eq!(out.len(), puzzles.len());
        for (got, full) in out.iter().zip(&all) {
            assert!(if got.complete { got == full } else { got.count < 2 });
        }
    }
}

#[test]
fn odd_shapes() {
    assert!(Lanes::new(3, 65, &[]).is_none());
    assert!(Lanes::new(3, 3, &[vec![0, 0]]).is_none());
    assert!(Lanes::new(3, 3, &[vec![0, 3]]).is_none());
    for width in Width::available() {
        let count = |variables: usize, values: u32, groups: &[Vec<u32>], limit: u64| {
            let lanes = Lanes::new(variables, values, groups).unwrap().with_width(width);
            cells(&lanes, &Ask::default().limit(limit), &[vec![0; variables]])[0].count
        };
        // No variables: one way to fill them. No values: none.
        assert_eq!(count(0, 5, &[], u64::MAX), 1);
        assert_eq!(count(0, 0, &[], u64::MAX), 1);
        assert_eq!(count(2, 0, &[], u64::MAX), 0);
        assert_eq!(count(3, 1, &[], u64::MAX), 1);
        assert_eq!(count(3, 4, &[], u64::MAX), 64);
        assert_eq!(count(3, 2, &[vec![0, 1, 2]], u64::MAX), 0);
        assert_eq!(count(4, 3, &[vec![0, 1, 2], vec![3], vec![0, 1, 2]], u64::MAX), 18);
    }
    // A puzzle of another size, and a value that does not exist.
    let lanes = Lanes::new(4, 3, &[vec![0, 1, 2]]).unwrap();
    let outcomes =
        cells(&lanes, &Ask::default(), &[vec![0; 3], vec![4, 0, 0, 0], vec![1, 2, 3, 1]]);
    assert_eq!(outcomes.iter().map(|o| o.count).collect::<Vec<_>>(), [0, 0, 1]);
}

/// Many puzzles at once, of which the first sweeps are done together: with values that do not exist, of other sizes, and with a cell
/// that is in no group.
#[test]
fn many_odd_puzzles() {
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    for width in Width::available() {
        for free in [0, 1] {
            let lanes = Lanes::new(16 + free, 4, &grid(4, 2, 2)).unwrap().with_width(width);
            let mut puzzles = Vec::new();
            let mut counts: Vec<u128> = Vec::new();
            for i in 0..1000 {
                let mut cells = [&solution[..], &[2][..free]].concat();
                cells[i % 16] = 0;
                cells[i / 16 % 16] = 0;
                let last = cells.len() - 1;
                counts.push(match i % 7 {
                    0 => {
                        cells[last] = 9;
                        0
                    }
                    1 if free == 1 => {
                        cells[last] = 0;
                        4
                    }
                    2 if i % 5 == 0 => {
                        cells.pop();
                        0
                    }
                    _ => 1,
                });
                puzzles.push(cells);
            }
            let ask = Ask::default().limit(u64::MAX);
            let found = cells(&lanes, &ask, &puzzles);
            for (i, (outcome, count)) in found.iter().zip(&counts).enumerate() {
                assert_eq!(outcome.count, *count, "{width:?}, {free} free: {:?}", puzzles[i]);
                assert!(outcome.complete);
            }
        }
    }
}

#[test]
fn lanes_are_shared_by_threads() {
    fn check<T: Send + Sync>() {}
    check::<Lanes>();
}

#[cfg(feature = "threads")]
#[test]
fn threads_change_nothing() {
    let groups = grid(9, 3, 3);
    let pool: Vec<Vec<u8>> =
        ["easy", "serg_multi", "unsat_hard", "magictour"].into_iter().flat_map(sample).collect();
    let puzzles: Vec<Vec<u8>> = (0..1500).map(|i| pool[i * 7 % pool.len()].clone()).collect();
    let lanes = Lanes::new(81, 9, &groups).unwrap();
    let alone = cells(&lanes, &Ask::default(), &puzzles);
    for threads in [0, 1, 2, 3] {
        let mut out = Vec::new();
        let stats = lanes.solve_on(
            threads,
            &Ask::default(),
            &mut List::Cells(puzzles.clone(), 0),
            &mut |a| {
                out.push(Outcome::of(a));
            },
        );
        assert_eq!(stats.puzzles, 1500);
        assert!(out == alone, "{threads} threads");
    }
    let mut none = 0;
    lanes.solve_on(2, &Ask::default(), &mut List::Cells(Vec::new(), 0), &mut |_| none += 1);
    assert_eq!(none, 0);
}

/// Words on progress only grow, and the last one says it all; what is counted at once counts.
#[test]
fn progress_is_told() {
    use houserules::lanes::Stats;
    use std::sync::Mutex;

    let model = "6x6".parse::<houserules::grid::Shape>().expect("a shape").model();
    let lanes = model.lanes().expect("groups alone");
    let heard = Mutex::new(Vec::new());
    let note = |stats: &Stats| heard.lock().expect("no panic").push(stats.solutions);
    let ask = Ask::default().limit(u64::MAX).progress(&note);
    // All grids with this first row: of 28,200,960 a part in 6!.
    let row: Vec<u8> = (1..=6).chain([0; 30]).collect();
    let mut counts = Vec::new();
    // And with two values of it.
    let two: Vec<u8> = [1, 2].into_iter().chain([0; 34]).collect();
    let one =
        lanes.solve(&ask, &mut List::Cells(vec![row.clone()], 0), &mut |a| counts.push(a.count));
    assert_eq!((&counts[..], one.solutions), (&[39_168][..], 39_168));
    let first = std::mem::take(&mut *heard.lock().expect("no panic"));
    assert!(first.is_sorted() && first.last() == Some(&39_168), "{first:?}");
    let all = lanes.solve(&ask, &mut List::Cells(vec![two, row], 0), &mut |a| counts.push(a.count));
    assert_eq!((&counts[1..], all.solutions), (&[940_032, 39_168][..], 979_200));
    let heard = heard.into_inner().expect("no panic");
    assert!(heard.is_sorted() && heard.last() == Some(&979_200));
    assert!(heard.iter().any(|&found| (1..900_000).contains(&found)), "{heard:?}");
}

/// Wherever a budget ends the search of a puzzle that lanes share, an answer that is complete has its witnesses.
#[test]
fn what_is_counted_is_kept() {
    let model = "9x9+x+anti-knight".parse::<houserules::grid::Shape>().expect("a shape").model();
    let mut puzzle = vec![0; 81];
    puzzle[52] = 5;
    let mut complete = 0;
    for width in [Width::available().pop().expect("there is one"), Width::One] {
        let lanes = Lanes::of(&model).expect("groups alone").with_width(width);
        for nodes in [1, 10, 100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000] {
            let ask = Ask::default().nodes(nodes);
            let outcome = cells(&lanes, &ask, std::slice::from_ref(&puzzle)).remove(0);
            let kept = [&outcome.first, &outcome.second].into_iter().flatten().count() as u128;
            assert_eq!(kept, outcome.count, "{width:?}, {nodes} guesses");
            assert_eq!(outcome.complete, kept == 2, "{width:?}, {nodes} guesses");
            complete += usize::from(outcome.complete);
        }
    }
    assert!(complete > 0);
}
