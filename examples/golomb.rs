//! The shortest Golomb ruler: all distances between its marks differ.

use houserules::{ModelBuilder, Optimum, Ordered, Solver};

/// What the program prints.
pub fn answer() -> String {
    let marks = 7;
    let mut model = ModelBuilder::new();
    let mut ruler = vec![model.var(0)];
    ruler.extend(model.vars(marks - 1, 1..=(marks * marks) as i32));
    model.post(Ordered::strictly_increasing(&ruler));
    let mut distances = Vec::new();
    for i in 0..marks {
        for j in i + 1..marks {
            distances.push(model.define(ruler[j] - ruler[i]));
        }
    }
    model.all_different(&distances);
    // Not the same ruler from the other end.
    model.post(distances[0].less_than(distances[distances.len() - 1]));
    let model = model.build().expect("a valid model");

    let mut solver = Solver::new(&model);
    match solver.minimise(ruler[marks - 1]) {
        Optimum::Proved(best, length) => {
            let places: Vec<i32> = ruler.iter().map(|&mark| best[mark]).collect();
            format!("{places:?}, length {length}\n")
        }
        other => format!("{other:?}\n"),
    }
}

fn main() {
    print!("{}", answer());
}
