//! Models and answers as data, written and read again.

use houserules::{
    Cases, Constraint, Count, Decision, Domain, Events, Forbidden, Group, Limit, ModelBuilder, Not,
    Outcome, Solver, Strategy, Strength, Table, Uniqueness, Var,
};

use crate::different;

/// A018
#[cfg(feature = "serde")]
#[test]
fn data_survives_a_round_trip() {
    use houserules::{Relation, Term, ValueOrder};
    use serde::{Serialize, de::DeserializeOwned};

    fn round<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(data: T, text: &str) {
        assert_eq!(serde_json::to_string(&data).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), data);
    }
    let (x, y) = (Var::new(0), Var::new(1));
    round(Domain::from([1, 2, 3, 7]), "[[1,3],[7,7]]");
    round(Domain::from(i32::MIN..=i32::MAX), "[[-2147483648,2147483647]]");
    round(Domain::empty(), "[]");
    round(x, "0");
    round(y - 3, r#"{"var":1,"offset":-3}"#);
    round(vec![Term::from(x)], r#"[{"var":0,"offset":0}]"#);
    let group = Group::new([x, y]).strength(Strength::HIDDEN_SINGLES);
    round(
        group,
        r#"{"terms":[{"var":0,"offset":0},{"var":1,"offset":0}],"strength":"NAKED_SINGLES | HIDDEN_SINGLES"}"#,
    );
    round(Relation::AtMost, r#""AtMost""#);
    round(ValueOrder::Descending, r#""Descending""#);
    round(Decision::AtLeast(y, -4), r#"{"AtLeast":[1,-4]}"#);
    round(Events::CHANGED | Events::FIXED, r#""CHANGED | FIXED""#);
    let mut solver = Solver::new(&different(2, 2)).strategy(Strategy::Backtracking);
    let solved = solver.first();
    round(solved.clone().solution().unwrap(), "[0,1]");
    round(solved, r#"{"solved":[0,1]}"#);
    round(Outcome::None, r#""none""#);
    round(Outcome::Unknown(Limit::Nodes), r#"{"unknown":"nodes"}"#);
    let many = solver.uniqueness();
    round(many, r#"{"many":[[0,1],[1,0]]}"#);
    round(Uniqueness::Unknown(Limit::Time, None), r#"{"unknown":["time",null]}"#);
    round(Count::Exactly(6_670_903_752_021_072_936_960), r#"{"exactly":6670903752021072936960}"#);
    round(Count::AtLeast(3, Limit::Cancelled), r#"{"atleast":[3,"cancelled"]}"#);
    let text = serde_json::to_string(&solver.stats()).unwrap();
    round(solver.stats(), &text);
    // Whatever order ranges are written in, a set is a set.
    let read: Domain = serde_json::from_str("[[5,9],[9,3],[1,4],[2,6]]").unwrap();
    assert_eq!(read, Domain::from(1..=9));
    for wrong in ["[[1]]", "[[1,2,3]]", "[[1,3000000000]]", "3"] {
        assert!(serde_json::from_str::<Domain>(wrong).is_err(), "{wrong}");
    }
}

/// W: rows of the wrong length are refused, not left out in silence, however deep they lie.
#[test]
fn data_that_means_nothing_is_refused() {
    let mut model = ModelBuilder::new();
    let x = model.var(0..5);
    let table = || Table::new([x], [vec![1], vec![2, 3], vec![]]);
    let refused = |post: &dyn Fn(&mut ModelBuilder) -> usize| {
        let mut model = model.clone();
        post(&mut model);
        model.build().err().map(|error| error.to_string()).unwrap_or_default()
    };
    let words = "constraint 0 cannot be used: row 1 has 2 entries for 1 variables";
    assert_eq!(refused(&|model| model.post(table())), words);
    assert_eq!(refused(&|model| model.post(Not::new(table()))), words);
    assert_eq!(refused(&|model| model.post(table().iff(x))), words);
    assert_eq!(refused(&|model| model.post(table().when(x))), words);
    assert_eq!(refused(&|model| model.post(table().or(table()).and(x.is_in(1)))), words);
    assert_eq!(refused(&|model| model.post(Forbidden::new([x], [vec![1], vec![2, 3]]))), words);
    assert_eq!(refused(&|model| model.post(Cases::new(&[x], 0, [vec![1], vec![2, 3]]))), words);
    assert_eq!(refused(&|model| model.post(Table::new([x], [[1]]))), "");
}
