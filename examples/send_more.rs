//! SEND + MORE = MONEY: each letter is a digit.

use houserules::{Expr, ModelBuilder, Solver, Var};

/// The number that some letters spell.
fn number(word: &str, digit: impl Fn(char) -> Var) -> Expr {
    word.chars().fold(Expr::default(), |number, letter| 10 * number + digit(letter))
}

/// What the program prints.
pub fn answer() -> String {
    let letters = "SENDMORY";
    let mut model = ModelBuilder::new();
    let digits = model.vars(letters.len(), 0..=9);
    let digit = |letter| digits[letters.find(letter).expect("a letter of the sum")];
    model.all_different(&digits);
    for first in ['S', 'M'] {
        model.post(digit(first).at_least(1));
    }
    model.post((number("SEND", digit) + number("MORE", digit)).equals(number("MONEY", digit)));
    let model = model.build().expect("a valid model");

    let mut lines = String::new();
    for solution in Solver::new(&model).solutions() {
        let read =
            |word: &str| word.chars().map(|c| solution[digit(c)].to_string()).collect::<String>();
        lines += &format!("{} + {} = {}\n", read("SEND"), read("MORE"), read("MONEY"));
    }
    lines
}

fn main() {
    print!("{}", answer());
}
