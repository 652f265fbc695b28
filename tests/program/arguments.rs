//! Help, usage and what is said of a wrong command line.

use insta::assert_snapshot;

use crate::run::run;

#[test]
fn help() {
    assert_snapshot!("help", run(&["--help"], ""));
    assert_snapshot!("help_short", run(&["-h"], ""));
    assert_snapshot!("help_solve", run(&["solve", "--help"], ""));
    assert_snapshot!("help_solve_short", run(&["solve", "-h"], ""));
    for command in ["count", "check", "candidates", "convert", "generate", "show"] {
        assert_snapshot!(format!("help_{command}"), run(&[command, "--help"], ""));
    }
}

#[test]
fn shapes_and_forms_are_listed() {
    assert_snapshot!("forms", run(&["forms"], ""));
    assert_snapshot!("shapes", run(&["shapes"], ""));
}

#[test]
fn the_version_is_that_of_the_crate() {
    let said = run(&["--version"], "");
    assert_eq!(said.out, concat!("houserules ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(said.status, Some(0));
}

#[test]
fn wrong_arguments_are_status_2_and_say_what_would_be_right() {
    let wrong: &[&[&str]] = &[
        &["slove"],
        &["no-such-file"],
        &["solve", "--uniqe"],
        &["solve", "--shape", "7x7"],
        &["solve", "--shape", "9x9:4x4"],
        &["solve", "--shape", "9x9+windoko"],
        &["solve", "--shape", ""],
        &["solve", "--from", "jugde"],
        &["solve", "--to", "picture"],
        &["solve", "--to", "jsn"],
        &["generate", "--to", "tml"],
        &["convert", "--to", "fpuzzle"],
        &["convert", "--to", "picture"],
        &["solve", "--symbols", "!"],
        &["solve", "--limit", "0"],
        &["solve", "--limit", "-1"],
        &["solve", "--threads", "0"],
        &["solve", "--time-limit", "soon"],
        &["solve", "--unique", "--all"],
        &["solve", "--all", "--limit", "3"],
        &["count", "--lex"],
        &["shapes", "all"],
    ];
    let mut all = String::new();
    for arguments in wrong {
        let said = run(arguments, "");
        assert_eq!((said.status, &*said.out), (Some(2), ""), "{arguments:?}");
        all += &format!("$ houserules {}\n{}\n", arguments.join(" "), said.err);
    }
    assert_snapshot!("wrong_arguments", all);
}

#[test]
fn without_a_command_solve_is_meant() {
    let puzzle = "1.............4.\n";
    let solved = run(&["solve"], puzzle);
    assert_eq!(solved.status, Some(0));
    assert_eq!(run(&[], puzzle), solved);
    assert_eq!(run(&["-"], puzzle), solved);
    assert_eq!(run(&["--to", "judge"], puzzle), run(&["solve", "--to", "judge"], puzzle));
    assert_eq!(run(&["9x9.txt"], ""), run(&["solve", "9x9.txt"], ""));
}

#[test]
fn shells_and_man_are_told() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = run(&["completions", shell], "");
        assert_eq!(said.status, Some(0));
        assert!(said.out.contains("time-limit"), "{shell}");
    }
    assert!(run(&["man"], "").out.contains("houserules \\- Solves sudoku and its kin"));
    assert!(run(&["man", "solve"], "").out.contains("\\-\\-unique"));
    let said = run(&["man", "slove"], "");
    assert_eq!((said.status, &*said.err), (Some(2), "houserules: no command is called `slove`\n"));
}
