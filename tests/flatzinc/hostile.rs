//! Texts that are no FlatZinc, or nearly.

use houserules::Solver;
use houserules::flatzinc::{Goal, Instance};

use crate::catalogue::Dice;

const RIGHT: &str = "% A bit of everything.
predicate own(var int: x, array [int] of var int: y);
array [1..3] of int: c = [1, -2, 3];
int: n = 0x1F;
set of int: s = {1, 3..5};
bool: t = true;
var 1..9: x :: output_var :: is_defined_var;
var -3..3: y;
var {2, 4, 8}: z = 4;
var bool: b :: output_var;
var set of 1..4: p :: output_var;
array [1..3] of var int: a :: output_array([1..3]) = [x, y, 7];
array [1..0] of var int: none :: output_array([1..0]) = [];
constraint int_lin_le(c, a, n) :: defines_var(x) :: domain(\"so, \\\" \");
constraint int_le_reif(x, y, b);
constraint set_in(x, p);
constraint array_bool_and([b, t], b);
solve :: seq_search([int_search(a, first_fail, indomain_min, complete), bool_search([b],
    input_order, indomain_max, complete)]) :: restart_luby(1.5e2) minimize a[1];
";

fn right() -> String {
    RIGHT.replace("{1, 3..5}", "{1, 3, 4, 5}")
}

fn complaint(text: impl AsRef<[u8]>) -> String {
    Instance::read(text.as_ref()).expect_err("a mistake").to_string()
}

#[test]
fn a_right_file_is_read() {
    let instance = Instance::read(right().as_bytes()).expect("a right file");
    assert!(instance.is_annotated() && matches!(instance.goal(), Goal::Minimise(_)));
    let solution = instance.solver().first().solution().expect("a solution");
    let mut lines = Vec::new();
    instance.write(&solution, &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert!(lines.contains("none = array1d(1..0, []);"), "{lines}");
    // A mark at the beginning, and other ends of lines.
    let text = format!("\u{feff}{}", right().replace('\n', "\r\n"));
    assert!(Instance::read(text.as_bytes()).is_ok());
}

#[test]
fn a_text_that_ends_early_is_refused_and_nothing_else() {
    let text = right();
    for len in 0..text.trim_end().len() {
        let error = Instance::read(&text.as_bytes()[..len]).expect_err("half a file");
        assert!(error.line >= 1 && error.column >= 1, "{error}");
    }
}

#[test]
fn no_change_of_a_text_makes_it_panic() {
    let mut dice = Dice(3);
    let text = right().into_bytes();
    let signs = b"[](){};:,.=\"-0019aex%\n \xff";
    for _ in 0..4000 {
        let mut changed = text.clone();
        for _ in 0..dice.within(1, 4) {
            let at = dice.below(changed.len() as i64) as usize;
            let sign = signs[dice.below(signs.len() as i64) as usize];
            match dice.below(3) {
                0 => changed[at] = sign,
                1 => changed.insert(at, sign),
                _ => {
                    changed.remove(at);
                }
            }
        }
        if let Ok(instance) = Instance::read(&changed) {
            Solver::new(instance.model()).first();
        }
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let wrong = [
        "var 1..3: x\nsolve satisfy;",
        "var 1..3: x; var bool: x; solve satisfy;",
        "constraint int_le(x, 3); solve satisfy;",
        "var 1..3: x;\n  constraint no_such(x);\nsolve satisfy;",
        "var float: x; solve satisfy;",
        "var 0.5..1.5: x; solve satisfy;",
        "var 1..3: x; constraint float_le(x, x); solve satisfy;",
        "var 1..3: x; constraint int_le(x, 1.5); solve satisfy;",
        "var 1..3000000000: x; solve satisfy;",
        "int: n = 99999999999999999999; solve satisfy;",
        "var 1..3: x; constraint int_le(x); solve satisfy;",
        "var 1..3: x; constraint int_le([x], x); solve satisfy;",
        "var 1..3: x; constraint bool_not(x, true); solve satisfy;",
        "var 1..3: x; constraint int_lin_eq([1, 2], [x], 3); solve satisfy;",
        "var 1..3: x; constraint int_le_reif(x, 2, x); solve satisfy;",
        "var 1..3: x; constraint fzn_nvalue(99999999999, [x]); solve satisfy;",
        "var set of int: s; solve satisfy;",
        "var set of 1..99999999: s; solve satisfy;",
        "array [1..2] of int: a = [1, 2]; var 1..3: x = a[3]; solve satisfy;",
        "array [1..2] of int: a = [[1], 2]; solve satisfy;",
        "var 1..3: x; solve satisfy; solve satisfy;",
        "var 1..3: x;",
        "var 1..3: x; solve maximise x;",
        "var 1..3: x :: text(\"open); solve satisfy;",
        "var 1..3: x; constraint fzn_table_int([x, x], [1, 2, 3]); solve satisfy;",
        "var 1..3: x; constraint fzn_regular([x], 1, 2, [1, 9], 1, {1}); solve satisfy;",
        "\u{1f600}",
        "",
    ];
    let told: Vec<String> =
        wrong.iter().map(|text| format!("{text}\n    {}", complaint(text))).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn nothing_is_nested_so_deep_that_the_stack_ends() {
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        complaint(format!("var 1..3: x :: {open}x{close}; solve satisfy;"))
    };
    for error in [deep("f(", ")"), deep("[", "]")] {
        assert!(error.contains("nested"), "{error}");
    }
    complaint(format!("var 1..3: x = {}; solve satisfy;", "[".repeat(100_000)));
}

#[test]
fn large_numbers_are_computed_and_not_wrapped() {
    let count = |constraint: &str| {
        let text = format!("var -9..9: x; var -9..9: y; constraint {constraint}; solve satisfy;");
        let instance = Instance::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
        Solver::new(instance.model()).count().found()
    };
    let huge = i64::MAX;
    assert_eq!(count(&format!("int_lin_le([{huge}, {huge}], [x, y], {huge})")), 190 + 18);
    assert_eq!(count(&format!("int_lin_eq([{huge}, -{huge}], [x, y], 0)")), 19);
    assert_eq!(count(&format!("int_lin_ne([{huge}], [x], {huge})")), 18 * 19);
    assert_eq!(count(&format!("int_le(x, {huge})")), 19 * 19);
    assert_eq!(count(&format!("int_lt({huge}, x)")), 0);
    assert_eq!(count(&format!("int_eq(x, {})", i64::MIN)), 0);
    assert_eq!(count(&format!("int_ne(x, {huge})")), 19 * 19);
    assert_eq!(count("set_in(x, -2147483648..2147483647)"), 19 * 19);
    assert_eq!(count("int_lin_le([4294967296], [x], -1)"), 9 * 19);
}

#[test]
fn what_is_empty_means_what_it_should() {
    let count = |constraint: &str| {
        let text = format!("var 1..2: x; var bool: b; constraint {constraint}; solve satisfy;");
        let instance = Instance::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
        Solver::new(instance.model()).count().found()
    };
    assert_eq!(count("int_lin_eq([], [], 0)"), 4);
    assert_eq!(count("int_lin_le([], [], -1)"), 0);
    assert_eq!(count("bool_clause([], [])"), 0);
    assert_eq!(count("array_bool_and([], b)"), 2);
    assert_eq!(count("array_bool_or([], b)"), 2);
    assert_eq!(count("array_bool_xor([])"), 0);
    assert_eq!(count("array_int_element(x, [], 1)"), 0);
    assert_eq!(count("set_in(x, {})"), 0);
    assert_eq!(count("set_in_reif(x, 2..1, b)"), 2);
    assert_eq!(count("array_int_maximum(x, [])"), 0);
    for list in ["all_different_int", "increasing_int", "circuit", "all_equal_int"] {
        assert_eq!(count(&format!("fzn_{list}([])")), 4, "{list}");
    }
    assert_eq!(count("fzn_table_int([x], [])"), 0);
    assert_eq!(count("fzn_lex_less_int([], [])"), 0);
}
