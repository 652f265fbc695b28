//! Mistakes in a text: quoted, with a mark at the column, and harmless to everything else.

use insta::assert_snapshot;

use crate::run::run;

#[test]
fn diagnostics() {
    let good = "1234341221434321\n";
    let texts: &[(&str, String)] = &[
        ("cell_in_line", format!("{good}12q4............\n{good}")),
        ("value_in_line", format!("{good}{good}.......7........\n")),
        ("short_line", format!("{good}1234\n{good}")),
        ("nul", format!("{good}12\u{0}4............\n{good}")),
        ("full_width", format!("{good}１2..............\n{good}")),
        ("value_in_grid", "1 0 0 0\n0 0 2 0\n0 5 0 0\n0 0 0 3\n".into()),
        ("uneven_grid", "1 0 0 0\n0 0 2\n0 4 0 0\n0 0 0 3\n".into()),
        ("cut_grid", "1 0 0 0\n0 0 2 0\n0 4 0 0\n".into()),
        ("no_boxes", ".......\n".repeat(7)),
        ("two_readings", format!("{}\n", ["0 "; 16].concat()).repeat(16).replace("0 ", ".")),
        ("prose", "Dear Sir or Madam,\n".into()),
        ("utf16", "\u{FEFF}".into()),
        ("long_line", format!("{}q{}", ".".repeat(300), ".".repeat(324))),
        ("huge_line", format!("{good}{}\n{good}", "1".repeat(3 << 20))),
    ];
    for (name, text) in texts {
        let said = run(&["solve"], text);
        assert_snapshot!(format!("mistake_{name}"), said);
    }
}

#[test]
fn bytes_that_are_no_text() {
    assert_snapshot!("mistake_utf8", run(&["solve"], b"1234341221434321\n12\xFF4............\n"));
    let utf16: Vec<u8> = "1234".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_snapshot!("mistake_utf16_marked", run(&["solve"], [&b"\xFF\xFE"[..], &utf16].concat()));
    assert_snapshot!("mistake_gzip", run(&["solve"], b"\x1F\x8B\x08\x00\x00\x00"));
}

#[test]
fn a_bad_line_loses_nothing_else() {
    let good = include_str!("../data/program/lines.txt");
    let solved = run(&["solve"], good);
    let lines: Vec<&str> = good.lines().collect();
    let answers: Vec<&str> = solved.out.lines().collect();
    for bad in ["1", "x y z", "\u{0}", &".".repeat(80), &"9".repeat(1 << 21)] {
        let text = [&lines[..5], &[bad], &lines[5..]].concat().join("\n");
        for threads in ["1", "4"] {
            let said = run(&["solve", "--threads", threads], &text);
            let (before, rest) = answers.split_at(5);
            let out: Vec<&str> = said.out.lines().collect();
            assert_eq!(said.status, Some(2));
            assert_eq!(out[..5], *before);
            assert!(out[5].starts_with("# bad input: line 6, column "), "{}", out[5]);
            assert_eq!(out[6..], *rest);
        }
    }
}

#[test]
fn many_mistakes_are_not_all_told() {
    let said =
        run(&["solve"], "1234341221434321\n".to_owned() + &"12q4............\n".repeat(1000));
    assert_eq!(said.out.lines().count(), 1001);
    assert_eq!(said.err.matches("error: ").count(), 10);
    assert!(said.err.ends_with("houserules: and 990 more of the kind\n"), "{}", said.err);
}

#[test]
fn how_lines_end_makes_no_difference() {
    let text = include_str!("../data/program/lines.txt");
    let solved = run(&["solve"], text);
    assert_eq!(solved.status, Some(0));
    let same = [
        text.trim_end().to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        text.replace('\n', "  \t\n"),
        text.replace('\n', "\n\n"),
        format!("\u{FEFF}{text}"),
        format!("{text}\u{1A}"),
    ];
    for text in same {
        assert_eq!(run(&["solve"], &text), solved, "{:?}", &text[..90]);
    }
}

#[test]
fn a_text_without_a_puzzle_is_told() {
    for text in ["", "\n\n", "# nothing\n", "\u{FEFF}"] {
        let said = run(&["solve"], text);
        assert_eq!((said.status, &*said.out), (Some(2), ""), "{text:?}");
        assert_eq!(said.err, "houserules: <stdin>: no puzzle in it\n");
    }
}
