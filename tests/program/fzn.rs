//! `fzn`: what comes out when time is up, and of several threads.

use std::fmt::Write;

use crate::run::{Said, run};

const UNKNOWN: &str = "=====UNKNOWN=====\n";

/// A file that nobody reads in a millisecond.
fn long(constraints: usize) -> String {
    let mut text = "var 1..9: x; var 1..9: y;\n".to_owned();
    for i in 0..constraints {
        let _ = writeln!(text, "constraint int_lin_le([1, 1], [x, y], {});", i + 10);
    }
    text + "solve satisfy;\n"
}

fn said(args: &[&str], input: &str) -> String {
    let Said { status, out, err } = run(args, input);
    assert_eq!((status, err.as_str()), (Some(0), ""), "{args:?}");
    out
}

#[test]
fn time_may_be_up_before_all_is_read() {
    assert_eq!(said(&["fzn", "-t", "1"], &long(100_000)), UNKNOWN);
}

#[test]
fn threads_agree_on_whether_there_is_a_solution() {
    let pigeons = |holes: usize| {
        let mut text = String::new();
        for i in 0..6 {
            let _ = writeln!(text, "var 1..{holes}: x{i} :: output_var;");
        }
        for (i, j) in (0..6).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let _ = writeln!(text, "constraint int_lin_le([1, -1], [x{i}, x{j}], -1);");
        }
        text + "solve satisfy;\n"
    };
    for flags in [&["fzn", "-p", "3"][..], &["fzn", "-p", "3", "-f"]] {
        let one = said(flags, &pigeons(6));
        assert_eq!(one, "x0 = 1;\nx1 = 2;\nx2 = 3;\nx3 = 4;\nx4 = 5;\nx5 = 6;\n----------\n");
        assert_eq!(said(flags, &pigeons(5)), "=====UNSATISFIABLE=====\n");
    }
}

#[test]
fn the_best_is_told_once_and_with_its_proof() {
    let text = "var 0..9: x :: output_var; var 0..9: y :: output_var;
        constraint int_lin_le([-1, -1], [x, y], -7);
        solve :: int_search([x, y], input_order, indomain_max, complete) minimize x;\n";
    let best = "x = 0;\ny = 9;\n----------\n==========\n";
    assert_eq!(said(&["fzn"], text), best);
    assert_eq!(said(&["fzn", "-p", "2"], text), best);
    assert!(said(&["fzn", "-i"], text).ends_with(best));
    assert_eq!(said(&["fzn", "-i"], text).matches("----------").count(), 10);
}

#[test]
fn annotations_that_do_not_count_are_named_when_asked() {
    let text = "var 0..9: x;
        solve :: restart_luby(50) :: int_search([x], input_order, indomain_min) satisfy;\n";
    let note = "passed over: restart_luby";
    assert!(run(&["fzn", "-v"], text).err.contains(note));
    assert!(!run(&["fzn", "-v", "-f"], text).err.contains(note));
}
