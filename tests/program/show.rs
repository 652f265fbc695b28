//! `show`: pictures, as text; how they look is for people to judge.

use insta::assert_snapshot;

use crate::run::run;

#[test]
fn pictures() {
    let puzzle = "1.............4.\n";
    assert_snapshot!("show", run(&["show", "--svg", "-", "--solve"], puzzle));
    let extra = "4x4+x+r1c2r2c3";
    assert_snapshot!(
        "show_marks",
        run(&["show", "--svg", "-", "--marks", "--shape", extra], puzzle)
    );
    let regions = ["show", "--svg", "-", "--regions", "jigsaw-regions.txt", "jigsaw.txt"];
    assert_snapshot!("show_jigsaw", run(&regions, ""));
    let large = ["show", "--svg", "-", "--solve", "--symbols", "numbers", "16x16.txt"];
    let said = run(&large, "");
    assert_eq!((said.status, said.out.matches("<text").count()), (Some(0), 256));
}

/// The candidates of a puzzle of pencil marks belong to it.
#[test]
fn pencil_marks_are_drawn() {
    let marks = run(&["candidates", "9x9.txt"], "").out;
    let own = run(&["show", "--svg", "-"], &marks);
    assert_eq!(own.status, Some(0));
    // Where one candidate is left, it is a given.
    assert!(own.out.matches("<text").count() > 81);
}

#[test]
fn any_puzzle_of_the_input_can_be_drawn() {
    let lines = std::fs::read_to_string(crate::run::data("lines.txt")).expect("data");
    let second = lines.lines().nth(1).expect("a line");
    let there = run(&["show", "--svg", "-", "--number", "2", "lines.txt"], "");
    assert_eq!(there, run(&["show", "--svg", "-"], second));
    assert_eq!(there.status, Some(0));
    let said =
        run(&["show", "--svg", "-", "--number", "3"], "1.............4.\n1234341221434321\n");
    assert_eq!((said.status, &*said.err), (Some(2), "houserules: there are only 2 puzzles\n"));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let none = run(&["show", "--svg", "-", "--solve"], "11..............\n");
    assert_eq!((none.status, &*none.out), (Some(1), ""));
    assert!(none.err.starts_with("houserules: <stdin>:1: no solution: "), "{none}");
    let several = run(&["show", "--svg", "-", "--solve"], "1...............\n");
    assert_eq!(several.status, Some(0));
    assert!(several.err.contains("several solutions"), "{several}");
    let bad = run(&["show", "--svg", "-"], "1234\n");
    assert_eq!((bad.status, &*bad.out), (Some(2), ""));
    let nowhere = run(&["show", "--svg", "no-such-folder/a.svg", "9x9.txt"], "");
    assert_eq!(nowhere.status, Some(2));
    assert!(nowhere.err.starts_with("houserules: no-such-folder/a.svg: "), "{nowhere}");
    let missing = run(&["show", "--svg", "-", "no-such-file"], "");
    assert_eq!((missing.status, &*missing.out), (Some(2), ""));
}
