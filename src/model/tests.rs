use alloc::format;

use super::*;
use crate::{NotEqual, Pairs};

/// Three rows and three columns of three, each with the values of a run.
fn square(first: i32) -> (ModelBuilder, Vec<Var>) {
    let mut model = ModelBuilder::new();
    let cells = model.vars(9, first..=first + 2);
    for i in 0..3 {
        model.all_different(&cells[3 * i..3 * i + 3]);
        model.all_different(cells.iter().skip(i).step_by(3));
    }
    (model, cells)
}

/// Whether a model is compiled to the same with a pattern and without, and whether the pattern suits it.
fn like_the_pattern(model: ModelBuilder) -> bool {
    let pattern = Pattern::new(square(1).0);
    let suits =
        pattern.groups == model.groups && pattern.tables.suit(&model.domains, &model.groups);
    let alone = model.build().unwrap();
    let like = model.into_model_like(Some(&pattern)).unwrap();
    assert_eq!(format!("{:?}", like.tables()), format!("{:?}", alone.tables()));
    assert_eq!(format!("{like:?}"), format!("{alone:?}"));
    assert_eq!(like.contradiction(), alone.contradiction());
    suits
}

#[test]
fn a_model_like_a_pattern_is_what_it_is_without() {
    assert!(like_the_pattern(square(1).0));

    let (mut model, cells) = square(1);
    model.domains[4] = 2.into();
    model.post(Pairs::new(cells[0], cells[4], [(1, 2), (3, 2)]));
    assert!(like_the_pattern(model));

    // A constraint that a group says.
    let (mut model, cells) = square(1);
    model.post(NotEqual::new(cells[0], cells[4], 0));
    assert!(like_the_pattern(model));
}

#[test]
fn a_pattern_suits_the_same_values_alone() {
    // Other values; a house without one of its values; a variable with one more; one without any.
    assert!(!like_the_pattern(square(0).0));
    for (v, domain) in
        [(0..3, Domain::from(1..=2)), (0..1, (1..=4).into()), (0..1, Domain::empty())]
    {
        let (mut model, _) = square(1);
        v.for_each(|v| model.domains[v] = domain.clone());
        assert!(!like_the_pattern(model));
    }
    // A group more, a variable more.
    let (mut model, cells) = square(1);
    model.all_different([cells[0], cells[4]]);
    assert!(!like_the_pattern(model));
    let (mut model, _) = square(1);
    model.var(1..=3);
    assert!(!like_the_pattern(model));
}
