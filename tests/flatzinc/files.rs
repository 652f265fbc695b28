//! Files written by hand, each with its answer in the first line.

use std::fs;
use std::path::Path;

use houserules::Optimum;
use houserules::flatzinc::{Goal, Instance};

fn answer(text: &str, free: bool) -> String {
    let instance = Instance::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let mut solver = if free { instance.free_solver() } else { instance.solver() };
    let best = match instance.goal() {
        Goal::Satisfy => {
            return match solver.count().found() {
                0 => "unsat".to_owned(),
                count => format!("count {count}"),
            };
        }
        Goal::Minimise(x) => solver.minimise(x),
        Goal::Maximise(x) => solver.maximise(x),
    };
    match best {
        Optimum::Proved(_, value) => format!("opt {value}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn each_file_has_its_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/flatzinc");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("a folder of files") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let wanted = text.strip_prefix("% ").and_then(|text| text.split(':').next());
        for free in [false, true] {
            assert_eq!(Some(&*answer(&text, free)), wanted, "{}", path.display());
        }
        files += 1;
    }
    assert!(files >= 5);
}
