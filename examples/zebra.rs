//! Who keeps the zebra, and who drinks water? Five houses in a row, fifteen clues.

use houserules::{AbsoluteDifference, ModelBuilder, Solver, Uniqueness, Var};

const KINDS: [[&str; 5]; 5] = [
    ["red", "green", "ivory", "yellow", "blue"],
    ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    ["dog", "snails", "fox", "horse", "zebra"],
    ["coffee", "tea", "milk", "orange juice", "water"],
    ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
];

/// What the program prints.
pub fn answer() -> String {
    let mut model = ModelBuilder::new();
    // In which house each thing is.
    let houses = KINDS.map(|_| model.vars(5, 1..=5));
    for kind in &houses {
        model.all_different(kind);
    }
    let find = |thing| -> Var {
        let places = KINDS.iter().zip(&houses).flat_map(|(names, vars)| names.iter().zip(vars));
        *places.into_iter().find(|(name, _)| **name == thing).expect("a thing of the puzzle").1
    };
    for (a, b) in [
        ("Englishman", "red"),
        ("Spaniard", "dog"),
        ("coffee", "green"),
        ("Ukrainian", "tea"),
        ("Old Gold", "snails"),
        ("Kools", "yellow"),
        ("Lucky Strike", "orange juice"),
        ("Japanese", "Parliaments"),
    ] {
        model.post(find(a).equals(find(b)));
    }
    model.post(find("green").equals(find("ivory") + 1));
    model.post(find("milk").equals(3));
    model.post(find("Norwegian").equals(1));
    let beside = model.var(1);
    for (a, b) in [("Chesterfields", "fox"), ("Kools", "horse"), ("Norwegian", "blue")] {
        model.post(AbsoluteDifference::new(find(a), find(b), beside));
    }
    let model = model.build().expect("a valid model");

    let Uniqueness::One(solution) = Solver::new(&model).uniqueness() else {
        return "not one solution\n".into();
    };
    let mut lines = String::new();
    for house in 1..=5 {
        let here = KINDS.iter().zip(&houses).map(|(names, vars)| {
            names.iter().zip(vars).find(|&(_, &x)| solution[x] == house).map_or("", |found| found.0)
        });
        lines += &format!("{house}: {}\n", here.collect::<Vec<_>>().join(", "));
    }
    lines
}

fn main() {
    print!("{}", answer());
}
