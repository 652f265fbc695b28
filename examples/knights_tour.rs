//! A knight that visits each square of a board once and comes home.

use houserules::{Circuit, Domain, ModelBuilder, Solver};

const SIDE: i32 = 6;

/// The squares that a knight reaches from a square.
fn moves(square: i32) -> Domain {
    let (row, column) = (square / SIDE, square % SIDE);
    let on_board = |at: &i32| (0..SIDE).contains(at);
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let targets = jumps.map(|(down, right)| (row + down, column + right));
    let inside = targets.into_iter().filter(|(r, c)| on_board(r) && on_board(c));
    inside.map(|(r, c)| r * SIDE + c).collect()
}

/// What the program prints.
pub fn answer() -> String {
    let mut model = ModelBuilder::new();
    let next: Vec<_> = (0..SIDE * SIDE).map(|square| model.var(moves(square))).collect();
    model.post(Circuit::new(&next));
    let model = model.build().expect("a valid model");
    let Some(tour) = Solver::new(&model).first().solution() else {
        return "there is no tour\n".to_owned();
    };
    let mut order = vec![0; next.len()];
    let mut square = 0;
    for number in 1..=next.len() {
        order[square] = number;
        square = tour[next[square]] as usize;
    }
    let row = |row: &[usize]| row.iter().map(|n| format!("{n:3}")).collect::<String>() + "\n";
    order.chunks(SIDE as usize).map(row).collect()
}

fn main() {
    print!("{}", answer());
}
