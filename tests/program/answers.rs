//! Answers: every size and form, every option.

use insta::assert_snapshot;

use crate::run::{Said, run};

/// What was printed, if everything went well.
fn out(args: &[&str], input: &str) -> String {
    let said = run(args, input);
    assert_eq!((said.status, &*said.err), (Some(0), ""), "{args:?}");
    said.out
}

#[test]
fn solutions_of_every_size() {
    let puzzles: &[(&str, &[&str])] = &[
        ("4x4", &["4x4.txt"]),
        ("6x6", &["6x6.txt"]),
        ("9x9", &["9x9.txt"]),
        ("12x12", &["12x12.txt"]),
        ("16x16", &["16x16.txt"]),
        ("25x25", &["25x25.txt"]),
        ("jigsaw", &["jigsaw.txt", "--regions", "jigsaw-regions.txt"]),
        ("x", &["x.txt", "--shape", "9x9+x", "--to", "grid"]),
        ("windoku", &["windoku.txt", "--shape", "windoku", "--to", "grid"]),
    ];
    for (name, args) in puzzles {
        assert_snapshot!(*name, out(&[&["solve", "--unique"], *args].concat(), ""));
    }
}

#[test]
fn judge_form_in_judge_form_out() {
    let puzzle = "0 0 1 0\n0 4 0 0\n0 0 0 2\n0 3 0 0\n";
    assert_eq!(out(&[], puzzle), "3 2 1 4\n1 4 2 3\n4 1 3 2\n2 3 4 1\n");
    let broken = run(&[], "1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n");
    assert_snapshot!("judge_no_solution", broken);
}

#[test]
fn grids_are_parted_by_a_blank_line() {
    let puzzle = "0 0 1 0\n0 4 0 0\n0 0 0 2\n0 3 0 0\n";
    let broken = "1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    assert_snapshot!("grids", run(&[], format!("{puzzle}\n{broken}\n{puzzle}")));
    // However many threads, and although each file is a text of its own.
    let two = run(&["solve", "4x4.txt", "4x4.txt"], "");
    assert_eq!(
        two.out,
        "4 1 3 2\n3 2 4 1\n2 4 1 3\n1 3 2 4\n\n4 1 3 2\n3 2 4 1\n2 4 1 3\n1 3 2 4\n"
    );
}

#[test]
fn a_line_for_each_line() {
    assert_snapshot!("lines_first", run(&["solve", "mixed.txt"], ""));
    assert_snapshot!("lines_unique", run(&["solve", "--unique", "mixed.txt"], ""));
    assert_snapshot!("lines_count", run(&["count", "mixed.txt"], ""));
}

#[test]
fn comments_and_fields_are_no_puzzles() {
    let text = "# two puzzles\n1.............4. easy\n\n# the second\n.1............4.,hard,7\n";
    assert_eq!(out(&["count"], text), "18\n18\n");
}

#[test]
fn the_first_and_all_solutions_in_order() {
    let puzzle = "1...\n....\n....\n...4\n";
    let all = out(&["solve", "--all", "--lex", "--to", "line"], puzzle);
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines.is_sorted_by(|a, b| a < b), "{all}");
    assert_eq!(format!("{}\n", lines.len()), out(&["count"], puzzle));
    assert_eq!(out(&["solve", "--lex", "--to", "line"], puzzle), format!("{}\n", lines[0]));

    let unsorted = out(&["solve", "--all", "--to", "line"], puzzle);
    let mut sorted: Vec<&str> = unsorted.lines().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, lines);
}

#[test]
fn several_solutions_of_several_puzzles() {
    let puzzles = "1.....2..3....4.\n1.............4.\n1111............\n....1..4..2.3...\n";
    assert_snapshot!("all_lines", run(&["solve", "--all"], puzzles));
    assert_snapshot!("limit_grids", run(&["solve", "--limit", "2", "--to", "judge"], puzzles));
}

#[test]
fn every_form_can_be_answered_in() {
    let puzzle = "1.............4.\n";
    for form in ["judge", "line", "rows", "grid"] {
        assert_snapshot!(format!("to_{form}"), out(&["solve", "--lex", "--to", form], puzzle));
    }
}

#[test]
fn symbols_stay_what_they_were() {
    let numbers = format!("{}\n", ["0"; 16].join(" ")).repeat(16);
    let line = out(&["solve", "--lex", "--shape", "16x16", "--to", "line"], &numbers);
    assert_eq!(line.trim_end().len(), 256, "numbers become signs in a line");
    assert!(line.contains('G') && !line.contains('0'));
    let hex = out(&["solve", "--lex", "--shape", "16x16", "--symbols", "0-F"], &".".repeat(256));
    assert!(hex.contains('0') && !hex.contains('G'));
    let letters =
        out(&["solve", "--lex", "--shape", "16x16", "--symbols", "A-P"], &".".repeat(256));
    assert!(letters.starts_with("ABCDEFGHIJKLMNOP"));
}

#[test]
fn a_map_of_regions_takes_the_place_of_boxes() {
    let regions = ["solve", "--regions", "jigsaw-regions.txt"];
    let alone = run(&[&regions[..], &["--to", "line", "jigsaw.txt"]].concat(), "");
    assert_eq!((alone.status, &*alone.out), (Some(0), "431265625134542613164352356421213546\n"));
    let with_shape = run(&[&regions[..], &["--shape", "6x6+r1c1r2c2"]].concat(), ".".repeat(36));
    assert_snapshot!("regions_and_x", with_shape);
    let other = run(&[&regions[..], &["--shape", "9x9"]].concat(), "");
    assert_snapshot!("regions_of_another_side", other);
}

#[test]
fn counts_say_when_a_limit_stopped_them() {
    let blank = ".".repeat(16);
    assert_eq!(run(&["count"], &blank), said(0, "288\n"));
    assert_eq!(run(&["count", "--limit", "7"], &blank), said(0, ">=7\n"));
    assert_eq!(run(&["count", "--nodes", "0"], &blank), said(3, ">=0\n"));
    assert_eq!(run(&["count", "--time-limit", "0s"], &blank), said(3, ">=0\n"));
    assert_eq!(run(&["count"], "11.............."), said(1, "0\n"));
    assert_eq!(
        run(&["count"], "1...\n....\n....\n...4\n\n....\n....\n....\n....\n"),
        said(0, "18\n288\n")
    );
    // The first of several is read with more care than the others, the last as well.
    let solved = "1234341221434321";
    let several = format!("{solved}\n{solved}\n{solved} # full\n{solved}");
    assert_eq!(run(&["count", "--limit", "1"], &several), said(0, ">=1\n>=1\n>=1\n>=1\n"));
    assert_eq!(run(&["count", "--limit", "2"], &several), said(0, "1\n1\n1\n1\n"));
}

fn said(status: i32, out: &str) -> Said {
    Said { status: Some(status), out: out.into(), err: String::new() }
}

#[test]
fn a_time_limit_that_is_never_reached_changes_nothing() {
    for name in ["hardest_1106", "serg_multi", "unsat_hard", "norvig11"] {
        let path = format!("{}/tests/data/lanes_{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let free = run(&["solve", "--unique"], &*text);
        assert_eq!(run(&["solve", "--unique", "--time-limit", "1h"], &*text), free);
    }
}

#[test]
fn limits_of_a_puzzle_make_unknown_answers() {
    let hard =
        ".2.69.7...6......................4..........5.9.1..82......92864.82........8.....\n";
    let unknown = |limit: &str| said(3, &format!("# unknown: {limit} limit reached\n"));
    assert_eq!(run(&["solve", "--nodes", "5"], hard), unknown("node"));
    assert_eq!(run(&["solve", "--unique", "--nodes", "5"], hard), unknown("node"));
    assert_eq!(run(&["solve", "--time-limit", "0s"], hard), unknown("time"));
    assert_eq!(run(&["solve", "--all", "--nodes", "5"], hard), unknown("node"));
    let some = run(&["solve", "--all", "--nodes", "14", "--to", "line"], &*".".repeat(16));
    assert_snapshot!("some_solutions_then_the_limit", some);
    let grid = run(&["solve", "--nodes", "0", "--to", "judge"], hard);
    assert_snapshot!("a_limit_in_judge_form", grid);
}

#[test]
fn the_gravest_status_is_told() {
    let unknown = ".".repeat(16);
    let none = "11..............".to_owned();
    let bad = "1234".to_owned();
    let good = "1234341221434321".to_owned();
    let status = |lines: &[&String]| {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        run(&["solve", "--nodes", "0", "--from", "line", "--shape", "4x4"], text).status
    };
    assert_eq!(status(&[&good]), Some(0));
    assert_eq!(status(&[&none, &good]), Some(1));
    assert_eq!(status(&[&none, &unknown, &good]), Some(3));
    assert_eq!(status(&[&none, &unknown, &bad, &good]), Some(2));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let mut text = String::new();
    for i in 0..40 {
        text += include_str!("../data/program/mixed.txt");
        text.truncate(text.len() - i % 3);
        text.push('\n');
    }
    for command in [
        &["solve"][..],
        &["solve", "--unique"],
        &["solve", "--limit", "2"],
        &["count", "--limit", "9"],
    ] {
        let with = |threads: &str| run(&[command, &["--threads", threads]].concat(), &text);
        let one = with("1");
        assert_eq!(one.status, Some(2));
        for threads in ["2", "3", "8"] {
            assert_eq!(with(threads), one, "{command:?} with {threads} threads");
        }
        assert_eq!(run(command, &text), one, "{command:?} with as many threads as there are cores");
    }
}

#[test]
fn a_puzzle_alone_is_answered_as_among_others() {
    let open = "0 0 0 0 0 0 0 0 0\n".repeat(9);
    let given = format!("1 0 0 0 0 0 0 0 0\n{}", &open[18..]);
    for command in [&["solve"][..], &["solve", "--unique", "--to", "json"]] {
        let all = run(command, format!("{open}\n{given}")).out;
        for (puzzle, number) in [(&open, 0), (&given, 1)] {
            let expected = match command.len() {
                1 => all.split("\n\n").nth(number).unwrap().trim_end().to_owned(),
                _ => all.lines().nth(number).unwrap().replace("\"line\":11", "\"line\":1"),
            };
            for threads in ["1", "2", "8"] {
                let alone = run(&[command, &["--threads", threads]].concat(), puzzle).out;
                assert_eq!(alone.trim_end(), expected, "{command:?} with {threads} threads");
            }
        }
    }
}

#[test]
fn stats_are_on_standard_error() {
    let said = run(&["solve", "--unique", "--stats", "mixed.txt"], "");
    let plain = run(&["solve", "--unique", "mixed.txt"], "");
    assert_eq!((said.status, said.out), (plain.status, plain.out));
    let stats = said.err.strip_prefix(&plain.err).expect("the rest is the same");
    let (counts, time) = stats.trim_end().rsplit_once('\n').expect("four lines");
    let (counts, lanes) = counts.rsplit_once('\n').expect("four lines");
    // How many lanes there are depends on the machine.
    assert!(lanes.starts_with("houserules: in lanes: puzzles 9, guesses "), "{lanes}");
    assert_snapshot!("stats", counts);
    assert!(time.starts_with("houserules: seconds "), "{time}");
}

/// How far it is stands on standard error alone.
#[test]
fn progress_is_no_answer() {
    let plain = run(&["solve", "lines.txt"], "");
    assert_eq!(plain.err, "");
    for threads in ["1", "3"] {
        let told = run(&["solve", "--progress", "--threads", threads, "lines.txt"], "");
        assert_eq!((told.status, &told.out), (plain.status, &plain.out));
        let number = plain.out.lines().count();
        let last = told.err.lines().last().expect("a line");
        assert!(last.starts_with(&format!("houserules: {number} puzzles in ")), "{last}");
    }
}

/// A count says how many solutions it found, in lanes or not, of the first line or of all.
#[test]
fn progress_of_a_count_is_in_solutions() {
    let blank = format!("{}\n", ".".repeat(16));
    for (args, text, found) in [
        (&[][..], blank.clone(), "288 solutions"),
        (&[], blank.repeat(3), "864 solutions"),
        (&["--nodes", "1000000"], blank.clone(), "288 solutions"),
        (&[], "1234341221434321\n".into(), "1 solution"),
    ] {
        let said = run(&[&["count", "--progress"], args].concat(), text);
        assert_eq!(said.status, Some(0));
        assert!(said.err.trim_end().ends_with(found), "{args:?}: {}", said.err);
    }
}

/// A puzzle that takes more than a first try says the same to every question.
#[test]
fn what_is_not_seen_at_once_is_told_right() {
    let text = format!("{}5{}\n", ".".repeat(52), ".".repeat(28));
    let shape = "--shape=9x9+x+anti-knight";
    let check = run(&["check", shape], &text);
    assert_eq!(check.status, Some(1));
    assert!(check.out.starts_with("<stdin>:1: several solutions"), "{check}");
    // Alone, and one of several lines.
    for times in [1, 2] {
        let unique = run(&["solve", "--unique", shape], text.repeat(times));
        let lines: Vec<&str> = unique.out.lines().collect();
        assert_eq!(lines.len(), times);
        assert!(lines.iter().all(|line| line.starts_with("# several solutions: ")), "{unique}");
    }
}
