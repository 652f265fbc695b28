//! Why is a cell what it is? The deductions that lead there, in words.

use houserules::Solver;
use houserules::grid::{Puzzle, Shape};

const PUZZLE: &str = "
    . . . | . . . | 9 . 7
    . . . | 4 2 . | 1 8 .
    . . . | 7 . 5 | . 2 6
    ------+-------+------
    1 . . | 9 . 4 | . . .
    . 5 . | . . . | . 4 .
    . . . | 5 . 7 | . . 9
    ------+-------+------
    9 2 . | 1 . 8 | . . .
    . 3 4 | . 5 9 | . . .
    5 . 7 | . . . | . . .";

/// What the program prints.
pub fn answer() -> String {
    let puzzle: Puzzle = PUZZLE.parse().expect("a valid puzzle");
    let shape = Shape::sudoku();
    let mut solver = Solver::new(&shape.model());
    puzzle.assume(&mut solver);
    let store = solver.propagate().expect("no contradiction").clone();

    // Of the cells that were found, the one with the shortest way to the only place of a value.
    let found = solver.model().vars().filter(|&x| store.is_fixed(x));
    let found = found.filter(|x| puzzle.given(x.index()).is_none());
    let explained = found.map(|x| solver.explain(x));
    let explained = explained.filter(|why| why.steps.last().is_some_and(|last| last.only_place));
    let shortest = explained.min_by_key(|why| why.steps.len()).expect("something is found");
    shortest.in_words(&shape).to_string()
}

fn main() {
    print!("{}", answer());
}
