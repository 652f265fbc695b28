//! Colours for the vertices of a graph, as few as possible: `colouring FILE` reads a graph in DIMACS form.

use houserules::{AtMost, ModelBuilder, Optimum, Solver};

/// The third Mycielski graph: no triangle, and yet three colours are not enough.
const MYCIEL3: &str = "\
p edge 11 20
e 1 2
e 1 4
e 1 7
e 1 9
e 2 3
e 2 6
e 2 8
e 3 5
e 3 7
e 3 10
e 4 5
e 4 6
e 4 10
e 5 8
e 5 9
e 6 11
e 7 11
e 8 11
e 9 11
e 10 11
";

/// The number of vertices, and the edges.
fn graph(text: &str) -> Result<(usize, Vec<[usize; 2]>), String> {
    let (mut vertices, mut edges) = (0, Vec::new());
    for (number, line) in text.lines().enumerate() {
        let wrong = || format!("line {}: expected `p edge N M`, `e A B` or `c ...`", number + 1);
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = |word: &str| word.parse::<usize>().map_err(|_| wrong());
        match words[..] {
            [] | ["c", ..] => {}
            ["p", "edge" | "col", n, _] => vertices = count(n)?,
            ["e", a, b] => {
                let edge = [count(a)?, count(b)?];
                if edge.iter().any(|end| !(1..=vertices).contains(end)) {
                    return Err(format!("line {}: the vertices are 1 to {vertices}", number + 1));
                }
                edges.push(edge.map(|end| end - 1));
            }
            _ => return Err(wrong()),
        }
    }
    Ok((vertices, edges))
}

fn colours(text: &str) -> Result<String, String> {
    let (vertices, edges) = graph(text)?;
    // One colour more than the most neighbours of a vertex is always enough.
    let mut degrees = vec![0; vertices];
    edges.iter().flatten().for_each(|&end| degrees[end] += 1);
    let enough = degrees.iter().max().map_or(0, |most| most + 1);

    let mut model = ModelBuilder::new();
    let colour = model.vars(vertices, 1..=enough);
    let number = model.var(0..=enough);
    for [a, b] in edges {
        model.all_different([colour[a], colour[b]]);
    }
    for &colour in &colour {
        model.post(AtMost::new(colour, 0, number));
    }
    let model = model.build().map_err(|error| error.to_string())?;
    Ok(match Solver::new(&model).minimise(number) {
        Optimum::Proved(best, number) => {
            let colours: Vec<i32> = colour.iter().map(|&vertex| best[vertex]).collect();
            format!("{number} colours: {colours:?}\n")
        }
        other => format!("{other:?}\n"),
    })
}

/// What the program prints without a file.
pub fn answer() -> String {
    colours(MYCIEL3).unwrap_or_else(|why| why + "\n")
}

fn main() {
    let Some(file) = std::env::args().nth(1) else {
        return print!("{}", answer());
    };
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string());
    match text.and_then(|text| colours(&text)) {
        Ok(colours) => print!("{colours}"),
        Err(why) => {
            eprintln!("{file}: {why}");
            std::process::exit(2);
        }
    }
}
