//! The generator as a library: any source of random numbers, limits, and when it gives up.
#![cfg(feature = "grid")]

use houserules::grid::{Generator, NotGenerated, Puzzle, Shape, Symmetry, WishError, Wishes};
use houserules::{Budget, Cancel, Limit, Solver, Uniqueness};
use proptest::prelude::*;

/// Numbers that seem random.
fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    }
}

fn is_unique(puzzle: &Puzzle) -> Option<Vec<i32>> {
    let mut solver = Solver::new(&puzzle.shape().model());
    puzzle.assume(&mut solver);
    match solver.uniqueness() {
        Uniqueness::One(solution) => Some(solution.into_values()),
        _ => None,
    }
}

fn shapes() -> impl Strategy<Value = Shape> {
    const TEXTS: &[&str] =
        &["1x1", "2x2:1x2", "3x3:1x3", "4x4", "4x4+x", "6x6", "6x6:3x2+x", "latin:5", "9x9"];
    prop::sample::select(TEXTS).prop_map(|text| text.parse().expect("a shape"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is wished for is so, and the solution is the only one.
    #[test]
    fn what_is_wished_for_is_so(
        shape in shapes(),
        symmetry in prop::sample::select(&Symmetry::ALL[..]),
        more in prop::option::of(0_usize..40),
        seed: u64,
    ) {
        // Half of the cells is a wish that is met soon; some patterns have no such number.
        let givens = more.map(|more| (shape.len().div_ceil(2) + more).min(shape.len()));
        let wishes = Wishes { givens, symmetry, ..Wishes::default() };
        let mut generator = match Generator::new(&shape, wishes) {
            Ok(generator) => generator,
            Err(error) => {
                prop_assert!(matches!(error, WishError::Pattern { .. }), "{error}");
                return Ok(());
            }
        };
        let made = [(); 2].map(|()| generator.generate(random(seed), Budget::new));
        prop_assert_eq!(&made[0], &made[1]);
        let Ok(new) = &made[0] else { return Err(TestCaseError::fail(format!("{made:?}"))) };
        let values: Vec<i32> = new.solution.givens().map(|(_, value)| value).collect();
        prop_assert_eq!(is_unique(&new.puzzle), Some(values));
        prop_assert!(givens.is_none_or(|givens| givens == new.puzzle.givens().count()));
        for orbit in symmetry.orbits(shape.side()) {
            let given = orbit.iter().filter(|cell| new.puzzle.given(**cell).is_some()).count();
            prop_assert!(given == 0 || given == orbit.len());
        }
    }
}

/// Orbits part the board, and turning it twice, or four times, comes back.
#[test]
fn orbits_part_the_board() {
    for symmetry in Symmetry::ALL {
        for side in 1..8 {
            let mut cells: Vec<usize> = symmetry.orbits(side).into_iter().flatten().collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..side * side), "{symmetry} on {side}");
        }
    }
    let sizes = |symmetry: Symmetry| symmetry.orbits(9).iter().map(Vec::len).max();
    assert_eq!(Symmetry::ALL.map(sizes), [1, 2, 4, 2, 2, 2, 2, 8].map(Some));
}

#[test]
fn it_gives_up() {
    let shape = Shape::square(4).expect("a shape");
    // No 4x4 has three givens only.
    let wishes = Wishes { givens: Some(3), ..Wishes::default() };
    let mut generator = Generator::new(&shape, wishes).expect("nobody knows yet").tries(20);
    let tried = generator.generate(random(1), Budget::new);
    assert_eq!(tried, Err(NotGenerated::Wishes { tries: 20 }));

    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = generator.generate(random(1), || Budget::new().cancel(&cancel));
    assert_eq!(stopped, Err(NotGenerated::Stopped(Limit::Cancelled)));
}
