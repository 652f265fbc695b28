//! Expressions mean what they say.

use houserules::*;

/// How many of the pairs from -3..=3 solve it.
fn count<C: Constraint + 'static>(
    post: impl Fn(Var, Var) -> C,
    meaning: impl Fn(i32, i32) -> bool,
) {
    let mut model = ModelBuilder::new();
    let (x, y) = (model.var(-3..=3), model.var(-3..=3));
    model.post(post(x, y));
    let found: Vec<Vec<i32>> = Solver::new(&model.build().unwrap())
        .branching(InputOrder::default())
        .solutions()
        .map(Solution::into_values)
        .collect();
    let pairs = (-3..=3).flat_map(|a| (-3..=3).map(move |b| (a, b)));
    let expected: Vec<Vec<i32>> =
        pairs.filter(|&(a, b)| meaning(a, b)).map(|(a, b)| vec![a, b]).collect();
    assert_eq!(found, expected);
}

#[test]
fn comparisons() {
    count(|x, y| x.equals(y), |x, y| x == y);
    count(|x, y| (x + 1).equals(y), |x, y| x + 1 == y);
    count(|x, y| (1 + x).differs_from(y - 2), |x, y| 1 + x != y - 2);
    count(|x, y| (2 * x + y).at_most(3), |x, y| 2 * x + y <= 3);
    count(|x, y| (x * 2 - y * 3).at_least(x), |x, y| 2 * x - 3 * y >= x);
    count(|x, y| (-x).less_than(y), |x, y| -x < y);
    count(|x, y| (3 - x).greater_than(-(y + 2)), |x, y| 3 - x > -(y + 2));
    count(|x, y| (x + 1 + y - 2).equals(0), |x, y| x + 1 + y - 2 == 0);
    count(|x, y| ((x + 1) - (y + 2)).equals(0), |x, y| x + 1 == y + 2);
    count(|x, y| (5 - (x + y) * 2).at_most(1), |x, y| 5 - (x + y) * 2 <= 1);
    count(|x, y| (x + x - x).equals(y), |x, y| x == y);
    count(|x, y| (x - x).equals(y), |_, y| y == 0);
    count(|x, _| (x - x).differs_from(0), |_, _| false);
    count(|_, _| sum(NONE).at_most(0), |_, _| true);
    count(|_, _| Expr::from(1).at_most(0), |_, _| false);
    count(|x, y| [x, y, x].iter().sum::<Expr>().equals(1), |x, y| x + y + x == 1);
    count(|x, y| sum([2 * x, -y]).equals(sum([x, y])), |x, y| 2 * x - y == x + y);
}

const NONE: [Var; 0] = [];

#[test]
fn logic() {
    count(
        |x, y| x.less_than(0).or(y.less_than(0)).or(x.equals(y)),
        |x, y| x < 0 || y < 0 || x == y,
    );
    count(|x, y| x.less_than(0).and(y.less_than(0)).not(), |x, y| !(x < 0 && y < 0));
    count(|x, y| x.less_than(0).iff(y), |x, y| (x < 0) == (y != 0));
    count(|x, y| x.is_in([1, 3]).when(y), |x, y| y == 0 || [1, 3].contains(&x));
    count(|x, y| x.is_not_in(0..=3).or(y.equals(x)), |x, y| !(0..=3).contains(&x) || x == y);
    count(|x, y| x.equals(1).iff(y).not(), |x, y| (x == 1) != (y != 0));
    count(|x, y| NotEqual::new(x, y, 0).not().or(x.equals(0).not()), |x, y| x == y || x != 0);
}

#[test]
fn definitions() {
    let mut model = ModelBuilder::new();
    let (x, y) = (model.var(-3..=3), model.var([1, 5]));
    let z = model.define(2 * x - y + 4);
    let half = model.define(Expr::from(7));
    let both = model.reify(x.greater_than(0).and(y.equals(5)));
    let model = model.build().unwrap();
    for solution in Solver::new(&model).solutions() {
        assert_eq!(solution[z], 2 * solution[x] - solution[y] + 4);
        assert_eq!(solution[half], 7);
        assert_eq!(solution[both], i32::from(solution[x] > 0 && solution[y] == 5));
    }
    assert_eq!(Solver::new(&model).count().to_string(), "14");
}

#[test]
fn written_out() {
    let [x, y] = [0, 1].map(Var::new);
    assert_eq!((2 * x - y + 3).to_string(), "2 x0 - x1 + 3");
    assert_eq!((-x - 3 * y - 1).to_string(), "-x0 - 3 x1 - 1");
    assert_eq!((x + y).to_string(), "x0 + x1");
    assert_eq!(Expr::from(-5).to_string(), "-5");
}

#[test]
fn ends_of_the_numbers() {
    let mut model = ModelBuilder::new();
    let x = model.var([i32::MAX - 1, i32::MAX]);
    let y = model.var([i32::MIN, i32::MIN + 1]);
    model.post((i32::MAX * x).greater_than(i32::MIN * x));
    model.post((x - y).equals(i64::from(i32::MAX) - i64::from(i32::MIN)));
    model.post((Expr::from(i64::MAX) - x).at_least(0));
    let solutions: Vec<_> = Solver::new(&model.build().unwrap()).solutions().collect();
    assert_eq!(solutions.len(), 1);
    assert_eq!((solutions[0][x], solutions[0][y]), (i32::MAX, i32::MIN));
}
