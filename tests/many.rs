//! Many puzzles of one model: the same answers as one at a time, in the same order, whatever does the work.

use houserules::*;

type Puzzle = Vec<(Var, i32)>;

/// A board of boxes, and its variables.
fn board(side: usize, height: usize, width: usize) -> (Model, Vec<Var>) {
    let mut model = ModelBuilder::new();
    let x = model.vars(side * side, 1..=side as i32);
    for i in 0..side {
        model.all_different((0..side).map(|k| x[i * side + k]));
        model.all_different((0..side).map(|k| x[k * side + i]));
        let (top, left) = (i / height * height, i % height * width);
        model.all_different((0..side).map(|k| x[(top + k / width) * side + left + k % width]));
    }
    (model.build().unwrap(), x)
}

/// Puzzles of 4x4 with a few givens each: some without a solution, some with one, many with several.
fn small_puzzles(x: &[Var], count: usize) -> Vec<Puzzle> {
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % n
    };
    let mut puzzle =
        || -> Puzzle { (0..below(8)).map(|_| (x[below(x.len())], 1 + below(4) as i32)).collect() };
    (0..count).map(|_| puzzle()).collect()
}

fn sample(name: &str, x: &[Var]) -> Vec<Puzzle> {
    let path = format!("{}/tests/data/lanes_{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let given = |(&x, sign): (&Var, char)| Some((x, sign.to_digit(10).filter(|&v| v > 0)? as i32));
    text.lines().map(|line| x.iter().zip(line.chars()).filter_map(given).collect()).collect()
}

/// What one solver says about each puzzle in turn.
fn in_turn<A>(model: &Model, puzzles: &[Puzzle], mut ask: impl FnMut(&mut Solver) -> A) -> Vec<A> {
    let mut solver = Solver::new(model);
    let mut answer = |puzzle: &Puzzle| {
        solver.clear();
        puzzle.iter().for_each(|&(x, value)| solver.assume(x, value));
        ask(&mut solver)
    };
    puzzles.iter().map(&mut answer).collect()
}

/// What counts of a verdict where the solutions are free.
fn kind(verdict: &Uniqueness) -> (u8, Option<&Solution>) {
    match verdict {
        Uniqueness::None => (0, None),
        Uniqueness::One(only) => (1, Some(only)),
        Uniqueness::Many(one, other) => {
            assert_ne!(one, other);
            (2, None)
        }
        Uniqueness::Unknown(..) => (3, None),
    }
}

#[test]
fn groups_alone_are_answered_as_one_at_a_time() {
    let (model, x) = board(4, 2, 2);
    let puzzles = small_puzzles(&x, 1100);
    let verdicts = in_turn(&model, &puzzles, Solver::uniqueness);
    let counts = in_turn(&model, &puzzles, Solver::count);
    for (wanted, at_least) in [(0, 100), (1, 10), (2, 500)] {
        let found = verdicts.iter().filter(|verdict| kind(verdict).0 == wanted).count();
        assert!(found >= at_least, "{found} of kind {wanted}");
    }
    for threads in [1, 2, 3] {
        let many = model.solve_many(puzzles.clone()).threads(threads);
        assert_eq!(many.clone().count().collect::<Vec<_>>(), counts);
        let together: Vec<Uniqueness> = many.clone().uniqueness().collect();
        assert!(together.iter().map(kind).eq(verdicts.iter().map(kind)));
        for (outcome, verdict) in many.first().zip(&verdicts) {
            match outcome {
                Outcome::Solved(solution) => assert!(model.verify(solution.values()).is_ok()),
                other => assert_eq!((other, kind(verdict).0), (Outcome::None, 0)),
            }
        }
    }
}

#[test]
fn published_puzzles_come_back_in_order() {
    let (model, x) = board(9, 3, 3);
    let names = ["easy", "unsat_18clue", "magictour", "serg_multi", "hardest_1106"];
    let puzzles: Vec<Puzzle> = names.iter().flat_map(|name| sample(name, &x)).collect();
    let verdicts = in_turn(&model, &puzzles, Solver::uniqueness);
    for threads in [1, 2] {
        let many = model.solve_many(puzzles.clone()).threads(threads);
        let together: Vec<Uniqueness> = many.uniqueness().collect();
        assert!(together.iter().map(kind).eq(verdicts.iter().map(kind)));
    }
}

#[test]
fn other_constraints_take_part_as_well() {
    let mut model = ModelBuilder::new();
    let x = model.vars(4, 0..=5);
    model.all_different(&x);
    model.post(Linear::equal(x.iter().map(|&x| (1, x)), 9));
    let model = model.build().unwrap();
    let puzzles: Vec<Puzzle> =
        (0..1200).map(|i| vec![(x[i % 4], (i / 4 % 7) as i32), (x[(i + 1) % 4], 2)]).collect();
    let counts = in_turn(&model, &puzzles, Solver::count);
    assert!(counts.contains(&Count::Exactly(0)) && counts.iter().any(|c| c.found() > 1));
    for threads in [1, 3] {
        let many = model.solve_many(puzzles.clone()).threads(threads);
        assert_eq!(many.count().collect::<Vec<_>>(), counts);
    }
}

#[test]
fn domains_may_be_assumed_too() {
    let (model, x) = board(4, 2, 2);
    let low = Domain::from(1..=2);
    let puzzles = [vec![(x[0], low.clone()), (x[1], low.clone()), (x[4], low)]];
    let counts: Vec<Count> = model.solve_many(puzzles).count().collect();
    assert_eq!(counts, [Count::Exactly(0)], "three cells of a box cannot share two values");
}

#[test]
fn limits_hold_for_each_puzzle() {
    let (model, x) = board(4, 2, 2);
    let puzzles = small_puzzles(&x, 600);
    let counts = in_turn(&model, &puzzles, Solver::count);
    let many = model.solve_many(puzzles.clone()).budget(Budget::new().solutions(3));
    for (limited, whole) in many.count().zip(counts.clone()) {
        match whole.found() {
            // Nobody looks whether there is a fourth.
            3 => assert_eq!(limited.found(), 3),
            found @ 0..3 => assert_eq!(limited, Count::Exactly(found)),
            _ => assert_eq!(limited, Count::AtLeast(3, Limit::Solutions)),
        }
    }
    // What is known before anybody looks at the flag is an answer all the same.
    let cancel = Cancel::new();
    cancel.cancel();
    let many = model.solve_many(puzzles).budget(Budget::new().cancel(&cancel));
    for (cancelled, whole) in many.count().zip(counts) {
        let stopped =
            matches!(cancelled, Count::AtLeast(found, Limit::Cancelled) if found <= whole.found());
        assert!(stopped || cancelled == whole, "{cancelled} of {whole}");
    }
}

#[test]
fn no_more_is_taken_than_is_asked_for() {
    let (model, x) = board(4, 2, 2);
    let mut taken = 0;
    let endless = std::iter::repeat_with(|| {
        taken += 1;
        vec![(x[0], 1), (x[1], 2), (x[2], 3), (x[5], 3)]
    });
    assert_eq!(model.solve_many(endless).count().take(2).filter(|c| c.found() > 0).count(), 2);
    assert!(taken < 2000, "{taken}");
    let none: [Puzzle; 0] = [];
    assert_eq!(model.solve_many(none).count().next(), None);
}

#[test]
#[should_panic(expected = "another model")]
fn a_variable_of_another_model_is_no_puzzle() {
    let (model, _) = board(4, 2, 2);
    let (_, larger) = board(9, 3, 3);
    let _ = model.solve_many([vec![(larger[80], 1)]]).first().next();
}

/// Boards whose cells begin with different candidates do not fit lanes at first; a search that is stuck asks them.
#[test]
fn lanes_help_where_variables_begin_differently() {
    let (board, x) = board(4, 2, 2);
    let mut state = 7_u64;
    let (mut tally, mut in_lanes) = ([0; 3], 0);
    for _ in 0..400 {
        let mut model = ModelBuilder::new();
        let cells: Vec<Var> = (0..16)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                // About three candidates of five values.
                let bits = (state >> 20 | state >> 40) & (state >> 30 | state >> 50) & 31;
                model.var((0..5).filter(|v| bits >> v & 1 == 1).map(|v| v - 2).collect::<Domain>())
            })
            .collect();
        for group in board.groups() {
            model.all_different(
                group.vars().map(|y| cells[x.iter().position(|&z| z == y).unwrap()]),
            );
        }
        let Ok(model) = model.build() else { continue };
        let learning = Learning { after: 0, ..Learning::default() };
        let mut solver = Solver::new(&model).learning(learning);
        let mut slow = Solver::new(&model).strategy(Strategy::Backtracking);
        // Once more, now that lanes are at hand.
        for _ in 0..2 {
            for cut in [None, Some(-1)] {
                solver.clear();
                slow.clear();
                if let Some(value) = cut {
                    solver.assume(cells[5], value..=2);
                    slow.assume(cells[5], value..=2);
                }
                let verdict = solver.uniqueness();
                assert_eq!(kind(&verdict), kind(&slow.uniqueness()));
                // Lanes count no changes.
                in_lanes += u32::from(solver.stats().changes == 0);
                assert_eq!(
                    matches!(solver.first(), Outcome::Solved(_)),
                    !matches!(verdict, Uniqueness::None)
                );
                tally[kind(&verdict).0 as usize] += 1;
            }
        }
    }
    assert!(tally.iter().all(|&count| count > 20), "{tally:?}");
    assert!(in_lanes > 20, "{in_lanes}");
}

/// A time limit that is never reached changes no answer, and none at all is never enough for a search.
#[test]
fn a_time_limit_leaves_lanes_their_work() {
    let (model, x) = board(9, 3, 3);
    let puzzles = sample("hardest_1106", &x);
    let ample = Budget::new().time(std::time::Duration::from_secs(3600));
    let free = in_turn(&model, &puzzles, Solver::uniqueness);
    let mut stats = Vec::new();
    let limited = in_turn(&model, &puzzles, |solver| {
        solver.set_budget(ample.clone());
        let verdict = solver.uniqueness();
        stats.push(solver.stats().changes);
        verdict
    });
    assert_eq!(free, limited);
    // Lanes count no changes.
    assert!(stats.iter().all(|&changes| changes == 0));
    let many: Vec<Uniqueness> =
        model.solve_many(puzzles.clone()).budget(ample).uniqueness().collect();
    assert_eq!(free, many);
    let none = Budget::new().time(std::time::Duration::ZERO);
    let out_of_time = in_turn(&model, &puzzles, |solver| {
        solver.set_budget(none.clone());
        solver.uniqueness()
    });
    assert!(out_of_time.iter().all(|v| matches!(v, Uniqueness::Unknown(Limit::Time, _))));
}
