//! Solving as people do: sound, the same for puzzles that are alike, and told in words.
#![cfg(feature = "grid")]

use std::collections::BTreeMap;

use houserules::grid::{Cell, Level, Logic, Puzzle, Shape, Step, Technique};
use houserules::{Solver, Uniqueness};

/// Puzzles with one solution, of which some need each technique.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let texts = [
        include_str!("data/lanes_easy.txt"),
        include_str!("data/lanes_minimal.txt"),
        include_str!("data/lanes_clue17.txt"),
        include_str!("data/lanes_top95.txt"),
        include_str!("data/lanes_magictour.txt"),
    ];
    let lines = texts.into_iter().flat_map(|text| text.lines().take(60));
    lines.filter(|line| !line.starts_with('#')).map(|line| line[..81].parse().unwrap())
}

/// The solution, if it is the only one.
fn solution(puzzle: &Puzzle, solver: &mut Solver) -> Option<Vec<i32>> {
    puzzle.assume(solver);
    match solver.uniqueness() {
        Uniqueness::One(solution) => Some(solution.into_values()),
        _ => None,
    }
}

/// What a step says, all of it true of a solution.
fn holds(step: &Step, values: &[i32], shape: &Shape) -> bool {
    let value = |cell: Cell| values[shape.index(cell).unwrap()];
    step.set.is_none_or(|(cell, set)| value(cell) == set)
        && step.removed.iter().all(|&(cell, gone)| value(cell) != gone)
}

#[test]
fn each_step_is_true_of_the_solution() {
    let shape = Shape::sudoku();
    let (logic, mut solver) = (Logic::new(&shape).unwrap(), Solver::new(&shape.model()));
    let mut words = BTreeMap::new();
    let mut levels = BTreeMap::new();
    for puzzle in puzzles() {
        let values = solution(&puzzle, &mut solver).expect("a puzzle with one solution");
        let path = logic.path(&puzzle);
        for step in path.steps() {
            assert!(holds(step, &values, &shape), "{step}\n{puzzle}");
            words.entry(step.technique).or_insert_with(|| step.to_string());
        }
        assert!(!path.is_broken(), "{puzzle}");
        assert_eq!(logic.solves(&puzzle), path.is_solved(), "{puzzle}");
        *levels.entry(path.level()).or_insert(0) += 1;
    }
    let words: Vec<String> = words.iter().map(|(what, how)| format!("{what}\n  {how}")).collect();
    insta::assert_snapshot!("how_each_technique_is_told", words.join("\n"));
    let levels: Vec<String> = levels.iter().map(|(level, n)| format!("{level:8} {n}")).collect();
    insta::assert_snapshot!("levels_of_the_samples", levels.join("\n"));
}

#[test]
fn a_harder_technique_is_needed_only_where_the_easier_ones_end() {
    let logic = Logic::new(&Shape::sudoku()).unwrap();
    for puzzle in puzzles().step_by(5) {
        let path = logic.path(&puzzle);
        let Some(hardest) = path.hardest().filter(|_| path.is_solved()) else { continue };
        assert!(logic.clone().up_to(hardest).solves(&puzzle));
        if let Some(easier) = Technique::all().rfind(|other| *other < hardest) {
            assert!(!logic.clone().up_to(easier).solves(&puzzle), "{hardest}: {puzzle}");
        }
    }
}

/// Numbers that seem random, below a limit.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|last| list.swap(last, self.below(last + 1)));
        list
    }

    /// The lines of a board of 9, with bands and the lines of each in another order.
    fn lines(&mut self) -> Vec<usize> {
        let bands = self.shuffled(3);
        bands
            .into_iter()
            .flat_map(|band| self.shuffled(3).into_iter().map(move |i| 3 * band + i))
            .collect()
    }
}

#[test]
fn puzzles_that_are_alike_are_equally_hard() {
    let mut random = Random(7);
    let logic = Logic::new(&Shape::sudoku()).unwrap();
    for puzzle in puzzles().step_by(4) {
        let (rows, columns, values) = (random.lines(), random.lines(), random.shuffled(9));
        let turned = random.below(2) == 1;
        let givens: Vec<Option<i32>> = (0..81)
            .map(|cell| {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                let (row, column) = if turned { (column, row) } else { (row, column) };
                Some(values[puzzle.given(row * 9 + column)? as usize - 1] as i32 + 1)
            })
            .collect();
        let alike = Puzzle::new(Shape::sudoku(), givens).unwrap();
        let [one, other] = [&puzzle, &alike].map(|puzzle| logic.path(puzzle));
        assert_eq!(
            (one.level(), one.hardest(), one.score()),
            (other.level(), other.hardest(), other.score()),
            "{puzzle}\n{alike}"
        );
    }
}

/// With any number of solutions, a step is true of each of them; without one, the path may only end or break.
#[test]
fn a_step_is_true_of_every_solution() {
    let mut random = Random(11);
    let mut broken = 0;
    for shape in ["4x4", "4x4+x", "6x6", "6x6:3x2+x", "latin:5", "9x9+windoku", "9x9+anti-knight"] {
        let shape: Shape = shape.parse().unwrap();
        let (logic, model) = (Logic::new(&shape).unwrap(), shape.model());
        let full = Solver::new(&model).first().solution().expect("a full grid").into_values();
        for round in 0..40 {
            let mut puzzle = Puzzle::blank(shape.clone());
            // Few enough to be open, many enough to be listed.
            let givens = shape.len() / 3 + random.below(shape.len() / 3);
            for &cell in random.shuffled(shape.len()).iter().take(givens) {
                puzzle.set(cell, Some(full[cell])).unwrap();
            }
            if round % 8 == 0 {
                let value = random.below(shape.side()) as i32 + 1;
                puzzle.set(random.below(shape.len()), Some(value)).unwrap();
            }
            let mut solver = Solver::new(&model);
            puzzle.assume(&mut solver);
            let solutions: Vec<_> = solver.solutions().take(3000).collect();
            let path = logic.path(&puzzle);
            for step in path.steps() {
                let holds =
                    |solution: &houserules::Solution| holds(step, solution.values(), &shape);
                assert!(solutions.iter().all(holds), "{step}\n{puzzle}");
            }
            assert!(!path.is_solved() || solutions.len() == 1, "{puzzle}");
            assert!(!path.is_broken() || solutions.is_empty(), "{puzzle}");
            broken += usize::from(path.is_broken());
        }
    }
    assert!(broken > 0);
}

#[test]
fn what_cannot_be_solved_is_not() {
    let logic = Logic::new(&Shape::sudoku()).unwrap();
    for line in
        include_str!("data/lanes_unsat_18clue.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let path = logic.path(&line[..81].parse().unwrap());
        assert!(!path.is_solved());
    }
    let blank = logic.path(&Puzzle::blank(Shape::sudoku()));
    assert!(blank.steps().is_empty() && !blank.is_solved() && blank.level() == Level::Extreme);
    assert_eq!(logic.path_while(&Puzzle::blank(Shape::sudoku()), || true), Some(blank));
    let huge = Shape::square(81).unwrap();
    assert!(Logic::new(&huge).is_none());
}

#[test]
fn a_path_ends_whenever_it_is_told_to() {
    let logic = Logic::new(&Shape::sudoku()).unwrap();
    let puzzle = puzzles().max_by_key(|puzzle| logic.path(puzzle).score()).unwrap();
    let mut asked = 0;
    let whole = logic.path_while(&puzzle, || {
        asked += 1;
        true
    });
    assert_eq!(whole, Some(logic.path(&puzzle)));
    for stop in [1, asked / 2, asked] {
        let mut left = stop;
        let ended = logic.path_while(&puzzle, || {
            left -= 1;
            left > 0
        });
        assert_eq!((ended, left), (None, 0), "after {stop} of {asked}");
    }
}
