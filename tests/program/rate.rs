//! `rate`, and `generate --difficulty`: the level is what the techniques say, and the same every time.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::run;

const PUZZLES: &str = "\
..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.33.
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
.................................................................................
.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........
";

#[test]
fn a_rating_for_each_line() {
    let said = run(&["rate"], PUZZLES);
    assert_snapshot!("rate", said);
    // Case G015: the same again.
    assert_eq!(run(&["rate", "--threads", "2"], PUZZLES).out, said.out);
    assert_snapshot!(
        "rate_json",
        run(&["rate", "--to", "json", "--steps"], "1...\n..2.\n.3..\n...4\n")
    );
}

#[test]
fn steps_lead_to_the_rating() {
    let text =
        ".5....184.7.......4.2.6..5...........2....9315.1......9....5..7....132.9....48...\n";
    assert_snapshot!("rate_steps", run(&["rate", "--steps"], text));
    let hex = run(
        &["rate", "--steps", "--symbols", "A-P"],
        format!("{}\n", "A".to_owned() + &".".repeat(255)),
    );
    assert!(hex.out.starts_with("# several solutions"), "{}", hex.out);
    let huge = format!("{}\n", "0 ".repeat(81 * 81));
    assert_snapshot!("rate_huge", run(&["rate", "--shape", "81x81"], huge));
}

/// Cases G002, G005, G009, G013: puzzles of the level that was asked for, on any board, or a word that there are none.
#[test]
fn difficulty_can_be_wished_for() {
    for (level, shape, number) in [
        ("easy", "9x9", "10"),
        ("medium", "9x9", "5"),
        ("hard", "9x9", "3"),
        ("expert", "9x9", "2"),
        ("extreme", "9x9", "2"),
        ("easy", "4x4", "5"),
        ("easy", "16x16", "1"),
        ("medium", "6x6", "2"),
        ("easy", "3x3:1x3", "3"),
    ] {
        let args =
            ["generate", "--difficulty", level, "--shape", shape, "--count", number, "--seed", "5"];
        let made = run(&args, "");
        assert_eq!((made.status, &*made.err), (Some(0), ""), "{level} {shape}");
        let rated = run(&["rate", "--to", "json", "--shape", shape], &*made.out);
        let levels = rated.out.lines().map(|line| {
            let record: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(record["status"], "unique");
            record["difficulty"]["level"].as_str().expect("a level").to_owned()
        });
        let levels: Vec<String> = levels.collect();
        assert_eq!(levels, vec![level; number.parse().expect("a number")], "{shape}");
    }
    let never = ["generate", "--difficulty", "extreme", "--shape", "3x3:1x3", "--seed", "5"];
    assert_snapshot!("difficulty_never", run(&never, ""));
    assert_snapshot!("difficulty_unknown", run(&["generate", "--difficulty", "expret"], ""));
}

/// Rules that say which cells differ, and what may stand in a cell, are all that techniques know.
#[test]
fn variants_of_groups_are_rated_and_others_are_not() {
    // The same puzzle on a shape, and as rules.
    let rows = "....2.\n..5.6.\n......\n....3.\n....1.\n......\n";
    let toml = format!("size = 6\ndiagonals = true\ngivens = \"\"\"\n{rows}\"\"\"\n");
    let variant = run(&["rate", "--steps"], toml);
    let shape = run(&["rate", "--steps", "--shape", "6x6+x"], rows);
    assert_eq!(variant, shape);
    assert_eq!(variant.status, Some(0));
    // One cage without a sum is a group, and an even cell has its candidates.
    let cage = "size = 4\nkiller_cage = { cells = 'r1c1 r2c3' }\neven = 'r1c1'\n";
    assert_eq!(run(&["rate"], cage).out, "# several solutions\n");
    let sum = "size = 4\nkiller_cage = { cells = 'r1c1 r2c3', sum = 3 }\n";
    let said = run(&["rate"], sum);
    let words =
        "# not rated: no techniques are known for rules that say more than which cells differ\n";
    assert_eq!((said.status, &*said.out), (Some(2), words));
    let json: Value = serde_json::from_str(&run(&["rate", "--to", "json"], sum).out).expect("JSON");
    assert_eq!(json["status"], "unrated");
}
