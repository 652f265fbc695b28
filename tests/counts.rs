//! Proves that the numbers of solutions of well-known problems are the published ones.

use houserules::{
    Count, Domain, Linear, ModelBuilder, NotEqual, Relation, Solver, Strength, Table, Term, Var,
};

fn count(model: &ModelBuilder) -> u128 {
    let Count::Exactly(count) = Solver::new(&model.build().unwrap()).count() else {
        panic!("no limit was set")
    };
    count
}

fn queens(n: usize) -> ModelBuilder {
    let mut model = ModelBuilder::new();
    let queens = model.vars(n, 0..n as i32);
    model.all_different(&queens);
    model.all_different(queens.iter().zip(0..).map(|(&q, i)| q + i));
    model.all_different(queens.iter().zip(0..).map(|(&q, i)| q - i));
    model
}

/// Rows and columns of a square with the values `1..=n`.
fn latin(n: usize) -> (ModelBuilder, Vec<Var>) {
    let mut model = ModelBuilder::new();
    let cells = model.vars(n * n, 1..=n as i32);
    for i in 0..n {
        model.all_different((0..n).map(|j| cells[i * n + j]));
        model.all_different((0..n).map(|j| cells[j * n + i]));
    }
    (model, cells)
}

/// A Latin square with boxes of `height` by `width`.
fn sudoku(height: usize, width: usize) -> (ModelBuilder, Vec<Var>) {
    let n = height * width;
    let (mut model, cells) = latin(n);
    for b in 0..n {
        let (top, left) = (b / height * height, b % height * width);
        model.all_different((0..n).map(|i| cells[(top + i / width) * n + left + i % width]));
    }
    (model, cells)
}

/// OEIS A000170; N025 to N031
#[test]
fn queens_on_a_board() {
    for (n, right) in [1, 0, 0, 2, 10, 4, 40, 92, 352, 724].into_iter().enumerate() {
        assert_eq!(count(&queens(n + 1)), right, "{} queens", n + 1);
    }
}

/// The same without groups, each pair of queens by itself.
#[test]
fn queens_in_pairs() {
    for (n, right) in [1, 0, 0, 2, 10, 4, 40, 92].into_iter().enumerate() {
        let mut model = ModelBuilder::new();
        let queens = model.vars(n + 1, 1..=n as i32 + 1);
        for (j, &y) in queens.iter().enumerate() {
            for (i, &x) in queens[..j].iter().enumerate() {
                let apart = (j - i) as i32;
                for offset in [0, apart, -apart] {
                    model.post(NotEqual::new(x, y, offset));
                }
            }
        }
        assert_eq!(count(&model), right, "{} queens", n + 1);
    }
}

/// OEIS A002860; N004 to N007
#[test]
fn latin_squares() {
    for (n, right) in [1, 2, 12, 576, 161_280].into_iter().enumerate() {
        assert_eq!(count(&latin(n + 1).0), right, "order {}", n + 1);
    }
}

/// OEIS A000315; N009, N010
#[test]
fn reduced_latin_squares() {
    for (n, right) in [1, 1, 1, 4, 56, 9408].into_iter().enumerate() {
        let (model, cells) = latin(n + 1);
        let mut solver = Solver::new(&model.build().unwrap());
        for i in 0..=n {
            solver.assume(cells[i], i as i32 + 1);
            solver.assume(cells[i * (n + 1)], i as i32 + 1);
        }
        assert_eq!(solver.count(), Count::Exactly(right), "order {}", n + 1);
    }
}

/// OEIS A107739; N001
#[test]
fn sudoku_grids() {
    assert_eq!(count(&sudoku(2, 2).0), 288);
    // 28,200,960 grids of 6x6, by symmetry: 6! ways to fill the first row.
    for (height, width) in [(2, 3), (3, 2)] {
        let (model, cells) = sudoku(height, width);
        let mut solver = Solver::new(&model.build().unwrap());
        (0..6).for_each(|i| solver.assume(cells[i], i as i32 + 1));
        assert_eq!(solver.count(), Count::Exactly(28_200_960 / 720));
    }
}

/// N016 to N018: counted by symmetry too, the first row in order.
#[test]
fn sudoku_grids_with_more_rules() {
    for (height, width) in [(2, 3), (3, 2)] {
        let (mut model, cells) = sudoku(height, width);
        model.all_different((0..6).map(|i| cells[i * 7]));
        model.all_different((0..6).map(|i| cells[i * 5 + 5]));
        let mut solver = Solver::new(&model.build().unwrap());
        (0..6).for_each(|i| solver.assume(cells[i], i as i32 + 1));
        assert_eq!(solver.count(), Count::Exactly(8_640 / 720));
    }
    let (mut model, cells) = sudoku(2, 3);
    for r in 0..6 {
        for c in 0..6 {
            for (down, right) in [(1, 2), (2, 1), (1, -2), (2, -1)] {
                if let (0..6, 0..6) = (r + down, c + right) {
                    let other = cells[((r + down) * 6 + c + right) as usize];
                    model.all_different([cells[(r * 6 + c) as usize], other]);
                }
            }
        }
    }
    let mut solver = Solver::new(&model.build().unwrap());
    (0..6).for_each(|i| solver.assume(cells[i], i as i32 + 1));
    assert_eq!(solver.count(), Count::Exactly(11_520 / 720));
}

/// Pairs of each number `k` with `k` places between them; both directions. OEIS A014552.
#[test]
fn langford_pairs() {
    for (n, right) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (6, 0), (7, 26), (8, 150)] {
        let mut model = ModelBuilder::new();
        let mut places: Vec<Term> = Vec::new();
        for k in 1..=n {
            let first = model.var(0..2 * n - k - 1);
            places.extend([first + 0, first + (k + 1)]);
        }
        model.all_different(places);
        assert_eq!(count(&model), 2 * right, "{n} pairs");
    }
}

#[test]
fn magic_squares() {
    let mut model = ModelBuilder::new();
    let cells = model.vars(9, 1..=9);
    model.all_different(&cells);
    let lines =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        model.post(Linear::equal(line.map(|i| (1, cells[i])), 15));
    }
    assert_eq!(count(&model), 8);
}

/// Permutations without a fixed point. OEIS A000166.
#[test]
fn derangements() {
    for (n, right) in [1, 0, 1, 2, 9, 44, 265, 1854].into_iter().enumerate() {
        let mut model = ModelBuilder::new();
        let others = |i: i32| (0..n as i32).filter(move |&v| v != i).collect::<Domain>();
        let vars: Vec<Var> = (0..n as i32).map(|i| model.var(others(i))).collect();
        model.all_different(&vars);
        assert_eq!(count(&model), right, "{n} numbers");
    }
}

/// Pólya: change for a dollar in cents, nickels, dimes, quarters and halves.
#[test]
fn change_for_a_dollar() {
    let mut model = ModelBuilder::new();
    let coins = [1, 5, 10, 25, 50].map(|cents| (cents, model.var(0..=100)));
    model.post(Linear::equal(coins, 100));
    assert_eq!(count(&model), 292);
}

/// Costas arrays: the differences at each distance differ. OEIS A008404.
#[test]
fn costas_arrays() {
    for (n, right) in [(1, 1), (2, 2), (3, 4), (4, 12), (5, 40), (6, 116)] {
        let mut model = ModelBuilder::new();
        let dots = model.vars(n, 1..=n as i32);
        model.all_different(&dots);
        for apart in 1..n {
            let mut differences = Vec::new();
            for pair in dots.windows(apart + 1) {
                let difference = model.var(-(n as i32)..=n as i32);
                let terms = [(1, pair[apart]), (-1, pair[0]), (-1, difference)];
                model.post(Linear::new(terms, Relation::Equal, 0));
                differences.push(difference);
            }
            model.all_different(differences);
        }
        assert_eq!(count(&model), right, "order {n}");
    }
}

/// The chromatic polynomials of the Petersen graph and of a ring, by pairs and by tables.
#[test]
fn colourings() {
    let ring = |n: usize| (0..n).map(move |i| (i, (i + 1) % n));
    for n in 3..8 {
        for colours in 2..4 {
            let mut model = ModelBuilder::new();
            let vars = model.vars(n, 1..=colours);
            let unequal = (1..=colours).flat_map(|a| (1..=colours).map(move |b| [a, b]));
            let unequal: Vec<[i32; 2]> = unequal.filter(|row| row[0] != row[1]).collect();
            for (i, j) in ring(n) {
                model.post(Table::new([vars[i], vars[j]], &unequal));
            }
            let k = i128::from(colours) - 1;
            let right = k.pow(n as u32) + if n % 2 == 0 { k } else { -k };
            assert_eq!(count(&model) as i128, right, "a ring of {n} in {colours} colours");
        }
    }
    let mut model = ModelBuilder::new();
    let vars = model.vars(10, 1..=3);
    for i in 0..5 {
        model.all_different([vars[i], vars[(i + 1) % 5]]);
        model.all_different([vars[5 + i], vars[5 + (i + 2) % 5]]);
        model.all_different([vars[i], vars[5 + i]]);
    }
    assert_eq!(count(&model), 120);
}

/// A large Latin square whose values do not fit one word is solved without a wrong turn, since each
/// strength works on wide variables as well.
#[test]
fn a_latin_square_wider_than_a_word() {
    let n = 70;
    let (model, cells) = latin(n);
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model);
    // All but a triangle of the cyclic square: forced by naked and hidden singles.
    for i in 0..n {
        for j in (0..n).filter(|&j| i + j >= 12) {
            solver.assume(cells[i * n + j], ((i + j) % n) as i32 + 1);
        }
    }
    let solution = solver.first().solution().unwrap();
    assert_eq!(solution[cells[0]], 1);
    assert_eq!(solver.stats().nodes, 0);
    assert!(model.groups().iter().all(|group| group.strength == Strength::default()));
}
