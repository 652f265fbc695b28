//! From the solver that everyone writes first to this one, a step at a time: the table of
//! `docs/guide.md`.
//!
//! `cargo bench --bench steps` prints, for each step and set of puzzles, the placements or decisions
//! per puzzle (the same on every machine) and the time per puzzle as a ratio to the last step.

use std::time::Instant;

use houserules::{
    Branching, Decision, Group, Model, ModelBuilder, Outcome, Solver, Store, Strategy, Strength,
    Var,
};

/// A step gives up here, so that the first ones end at all.
const CAP: u64 = 3_000_000;

type Grid = [u8; 81];

/// Solved (or the cap reached), and how many placements or decisions it took.
type Solve = Box<dyn Fn(&Grid) -> (bool, u64)>;

fn main() {
    let sets = [
        ("easy", include_str!("../tests/data/9x9/easy.txt")),
        ("minimal", include_str!("../tests/data/9x9/minimal.txt")),
        ("clue17", include_str!("../tests/data/9x9/clue17.txt")),
        ("hardest", include_str!("../tests/data/9x9/hardest_1905.txt")),
    ];
    let naked = Strength::NAKED_SINGLES;
    let hidden = naked | Strength::HIDDEN_SINGLES;
    let steps: [(&str, Solve); 7] = [
        ("check row, column and box", Box::new(check_by_scanning)),
        ("masks instead of scanning", Box::new(check_by_masks)),
        ("fewest candidates first", Box::new(fewest_first)),
        ("naked singles to the fixpoint", kernel(naked, true)),
        ("hidden singles", kernel(hidden, true)),
        ("locked candidates", kernel(Strength::all(), true)),
        ("ties: most open peers", kernel(Strength::all(), false)),
    ];

    print!("| step |");
    sets.iter().for_each(|(name, _)| print!(" {name}: tries | time |"));
    println!("\n|---|{}", "--:|--:|".repeat(sets.len()));
    let mut before: Vec<Option<f64>> = vec![None; sets.len()];
    for (name, step) in &steps {
        print!("| {name} |");
        for ((_, text), before) in sets.iter().zip(&mut before) {
            let grids: Vec<Grid> = text.lines().map(grid).collect();
            let start = Instant::now();
            let results: Vec<(bool, u64)> = grids.iter().map(step).collect();
            let time = start.elapsed().as_secs_f64() / grids.len() as f64;
            let tries = results.iter().map(|&(_, tries)| tries).sum::<u64>() / grids.len() as u64;
            let more = if results.iter().all(|&(solved, _)| solved) { "" } else { ">" };
            match *before {
                Some(before) => print!(" {more}{tries} | {more}{:.3}x |", time / before),
                None => print!(" {more}{tries} | 1 |"),
            }
            *before = Some(time);
        }
        println!();
    }
    println!("\n`>`: some puzzle was given up after {CAP} tries.");
}

fn grid(line: &str) -> Grid {
    let mut grid = [0; 81];
    for (cell, sign) in grid.iter_mut().zip(line.bytes()) {
        *cell = sign.wrapping_sub(b'0') * u8::from(sign.is_ascii_digit());
    }
    grid
}

/// What the judge's courses teach: fill the blanks in order; before each placement look along the
/// row, the column and the box.
fn check_by_scanning(grid: &Grid) -> (bool, u64) {
    fn fits(grid: &Grid, cell: usize, value: u8) -> bool {
        let (row, column) = (cell / 9, cell % 9);
        (0..9).all(|i| {
            let in_box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
            grid[row * 9 + i] != value && grid[i * 9 + column] != value && grid[in_box] != value
        })
    }
    fn fill(grid: &mut Grid, tries: &mut u64) -> bool {
        let Some(cell) = grid.iter().position(|&value| value == 0) else { return true };
        for value in 1..=9 {
            if fits(grid, cell, value) {
                *tries += 1;
                grid[cell] = value;
                if *tries > CAP || fill(grid, tries) {
                    return true;
                }
                grid[cell] = 0;
            }
        }
        false
    }
    let (mut grid, mut tries) = (*grid, 0);
    let done = fill(&mut grid, &mut tries);
    (done && tries <= CAP, tries)
}

/// The values used in each row, column and box, a bit a value.
struct Masks {
    used: [[u16; 9]; 3],
}

impl Masks {
    fn new(grid: &Grid) -> Masks {
        let mut masks = Masks { used: [[0; 9]; 3] };
        for (cell, &value) in grid.iter().enumerate().filter(|(_, value)| **value != 0) {
            masks.toggle(cell, 1 << value);
        }
        masks
    }

    fn houses(cell: usize) -> [usize; 3] {
        [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
    }

    fn toggle(&mut self, cell: usize, bit: u16) {
        for (used, house) in self.used.iter_mut().zip(Masks::houses(cell)) {
            used[house] ^= bit;
        }
    }

    fn free(&self, cell: usize) -> u16 {
        let [row, column, in_box] = Masks::houses(cell);
        !(self.used[0][row] | self.used[1][column] | self.used[2][in_box]) & 0b11_1111_1110
    }
}

/// Fills the cell that `choose` picks among the open ones.
fn fill_masks(
    open: &mut Vec<usize>,
    masks: &mut Masks,
    tries: &mut u64,
    choose: fn(&[usize], &Masks) -> usize,
) -> bool {
    if open.is_empty() {
        return true;
    }
    let at = choose(open, masks);
    let cell = open.remove(at);
    let mut free = masks.free(cell);
    while free != 0 {
        let bit = free & free.wrapping_neg();
        free ^= bit;
        *tries += 1;
        masks.toggle(cell, bit);
        if *tries > CAP || fill_masks(open, masks, tries, choose) {
            return true;
        }
        masks.toggle(cell, bit);
    }
    open.insert(at, cell);
    false
}

fn with_masks(grid: &Grid, choose: fn(&[usize], &Masks) -> usize) -> (bool, u64) {
    let mut open: Vec<usize> = (0..81).filter(|&cell| grid[cell] == 0).collect();
    let mut tries = 0;
    let done = fill_masks(&mut open, &mut Masks::new(grid), &mut tries, choose);
    (done && tries <= CAP, tries)
}

fn check_by_masks(grid: &Grid) -> (bool, u64) {
    with_masks(grid, |_, _| 0)
}

fn fewest_first(grid: &Grid) -> (bool, u64) {
    with_masks(grid, |open, masks| {
        let fewest =
            open.iter().enumerate().min_by_key(|(_, cell)| masks.free(**cell).count_ones());
        fewest.map_or(0, |(at, _)| at)
    })
}

/// The crate, told how hard to think.
fn kernel(strength: Strength, first_of_the_fewest: bool) -> Solve {
    let (model, cells) = sudoku(strength);
    Box::new(move |grid| {
        let mut solver = Solver::new(&model).strategy(Strategy::Backtracking);
        if first_of_the_fewest {
            solver = solver.branching(FirstOfTheFewest);
        }
        for (&x, &value) in cells.iter().zip(grid).filter(|(_, value)| **value != 0) {
            solver.assume(x, i32::from(value));
        }
        (matches!(solver.first(), Outcome::Solved(_)), solver.stats().nodes)
    })
}

fn sudoku(strength: Strength) -> (Model, Vec<Var>) {
    let mut model = ModelBuilder::new();
    let cells = model.vars(81, 1..=9);
    for house in 0..27 {
        let members = (0..81).filter(|&cell| Masks::houses(cell)[house / 9] == house % 9);
        model.group(Group::new(members.map(|cell| cells[cell])).strength(strength));
    }
    (model.build().expect("the groups name each cell once"), cells)
}

#[derive(Debug)]
struct FirstOfTheFewest;

impl Branching for FirstOfTheFewest {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let open = model.vars().filter(|&x| !store.is_fixed(x));
        let x = open.min_by_key(|&x| store.len(x))?;
        Some(Decision::Is(x, store.min(x)))
    }
}
