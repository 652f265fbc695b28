//! Ranges too wide for a bitmap.

use houserules::{
    AtMost, Budget, Cancel, Equal, InputOrder, Limit, Linear, Member, ModelBuilder, NotEqual,
    Outcome, Product, Solution, Solver,
};

use crate::count;

/// Values removed inside a range too wide for a bitmap are gone all the same.
#[test]
fn a_wide_range_loses_no_removal() {
    // Between the bounds, at the bounds, and in steps that cross from word to word.
    let mut model = ModelBuilder::new();
    let x = model.var(0..=1_000_000);
    for value in [500_000, 0, 1, 3, 63, 64, 999_999, 500_000] {
        model.post(Linear::not_equal([(1, x)], value));
    }
    model.post(Member::outside(x, vec![(70, 999_900), (999_902, 999_990)]));
    let model = model.build().unwrap();
    let all: Vec<i32> = (0..=1_000_000)
        .filter(|v| ![0, 1, 3, 63, 64, 999_999].contains(v))
        .filter(|v| !(70..=999_900).contains(v) && !(999_902..=999_990).contains(v))
        .collect();
    assert_eq!(model.root().values(x).collect::<Vec<_>>(), all);
    assert_eq!(model.root().len(x) as usize, all.len());
    let found: Vec<i32> = Solver::new(&model).solutions().map(|s| s[x]).collect();
    assert_eq!(found.len(), all.len());

    // All different over a range with few values left in it.
    let mut model = ModelBuilder::new();
    let x = model.vars(3, i32::MIN..=i32::MAX);
    model.all_different(&x);
    for x in &x {
        model.post(x.is_in([i32::MIN, 0, i32::MAX]));
    }
    assert_eq!(count(&model), 6);

    // Equal, beside and far from each other, both wide.
    let mut model = ModelBuilder::new();
    let (x, y) = (model.var(0..=2_000_000_000), model.var(i32::MIN..=i32::MAX));
    model.post(Equal::new(x, y, 1_999_999_990));
    model.post(NotEqual::new(x, y, 7));
    model.post(Linear::not_equal([(1, y)], 4));
    model.post(y.greater_than(-3));
    let model = model.build().unwrap();
    let found: Vec<i32> = Solver::new(&model).solutions().map(|s| s[y]).collect();
    assert_eq!(found, [-2, -1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10]);
}

/// Halves of a wide range, not one value after the other; in the order of the values all the same.
#[test]
fn wide_ranges_are_split() {
    let budget = || Budget::new().nodes(200);
    let mut model = ModelBuilder::new();
    let x = model.vars(3, 0..=2_000_000_000);
    model.post((3 * x[0] + 5 * x[1] + 7 * x[2]).equals(1_999_999_999));
    model.post((x[0] - 2 * x[1]).equals(1));
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model).branching(InputOrder::default()).budget(budget());
    let found: Vec<Solution> = solver.solutions().take(3).collect();
    assert!(found.len() == 3 && found.is_sorted(), "{found:?}");

    // The least that a square can be, above half of all numbers.
    let mut model = ModelBuilder::new();
    let (root, square) = (model.var(0..=46_340), model.var(0..=i32::MAX));
    model.post(Product::new(root, root, square));
    model.post(square.greater_than(1_000_000_000));
    let model = model.build().unwrap();
    let best = Solver::new(&model).budget(budget()).minimise(square);
    assert_eq!(best.value(), Some(31_623 * 31_623));
}

/// x < y and y < x over all of i32: four billion small steps, which limits can end and a build does not
/// take.
#[test]
fn creeping_bounds_can_be_stopped() {
    let mut model = ModelBuilder::new();
    let x = model.vars(2, i32::MIN..=i32::MAX);
    model.post(AtMost::new(x[0], 1, x[1]));
    model.post(AtMost::new(x[1], 1, x[0]));
    let creeping = model.build().unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let mut solver = Solver::new(&creeping).budget(Budget::new().cancel(&cancel));
    assert_eq!(solver.first(), Outcome::Unknown(Limit::Cancelled));
    #[cfg(feature = "clock")]
    {
        let time = std::time::Duration::from_millis(5);
        solver.set_budget(Budget::new().time(time));
        assert_eq!(solver.first(), Outcome::Unknown(Limit::Time));
        assert_eq!(solver.resume().next(), None);
        assert_eq!(solver.resume().stopped_by(), None);
    }

    // The same inside one constraint; and where there is little to creep, it ends.
    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..=2_000_000_000);
    model.post((2 * x[0] - 2 * x[1]).equals(1));
    let mut solver = Solver::new(&model.build().unwrap()).budget(Budget::new().cancel(&cancel));
    assert_eq!(solver.first(), Outcome::Unknown(Limit::Cancelled));
    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..=4_000_000);
    model.post(AtMost::new(x[0], 1, x[1]));
    model.post(AtMost::new(x[1], 1, x[0]));
    let model = model.build().unwrap();
    assert_eq!(model.contradiction(), None);
    assert_eq!(Solver::new(&model).first(), Outcome::None);
}
