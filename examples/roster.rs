//! A week's roster: enough people in each shift, and nobody early after late.

use houserules::{Automaton, Cardinality, ModelBuilder, Regular, Solver, Var};

const PEOPLE: [&str; 6] = ["Ada", "Bo", "Cai", "Dee", "Eli", "Fay"];
const DAYS: usize = 7;

/// The shifts: off, early, late.
const SIGNS: [char; 3] = ['-', 'E', 'L'];

/// What the program prints.
pub fn answer() -> String {
    let mut model = ModelBuilder::new();
    let shifts: Vec<Vec<Var>> = PEOPLE.map(|_| model.vars(DAYS, 0..=2)).into();
    for day in 0..DAYS {
        let of_day = shifts.iter().map(|person| person[day]);
        // Two early and two late.
        model.post(Cardinality::new(of_day, [(1, 2), (2, 2)]));
    }
    // Two or three days off in a row, and no early shift on the day after a late one. The states: before the days off, the
    // same after a late shift, one day off, two, three, behind them, the same after a late shift.
    let [off, early, late] = [0, 1, 2];
    let steps = [
        (0, early, 0),
        (0, late, 1),
        (1, late, 1),
        (0, off, 2),
        (1, off, 2),
        (2, off, 3),
        (3, off, 4),
        (3, early, 5),
        (3, late, 6),
        (4, early, 5),
        (4, late, 6),
        (5, early, 5),
        (5, late, 6),
        (6, late, 6),
    ];
    let week = Automaton::new(7, 0, [3, 4, 5, 6], steps);
    for person in &shifts {
        model.post(Regular::new(person, &week));
    }
    let model = model.build().expect("a valid model");
    let Some(roster) = Solver::new(&model).first().solution() else {
        return "there is no roster\n".to_owned();
    };
    let line = |(name, person): (&&str, &Vec<Var>)| {
        let days: String = person.iter().map(|&shift| SIGNS[roster[shift] as usize]).collect();
        format!("{name:4}{days}\n")
    };
    PEOPLE.iter().zip(&shifts).map(line).collect()
}

fn main() {
    print!("{}", answer());
}
