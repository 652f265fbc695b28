//! The order in which solutions come where a file asks for one.

use houserules::Outcome;
use houserules::flatzinc::Instance;

const VARIABLES: &str = "
    var 1..4: x :: output_var;
    var {1, 3, 5, 6}: y :: output_var;
    var 0..2: z :: output_var;
    constraint int_lin_le([1, 1, 1], [x, y, z], 8);
    constraint int_ne(x, y);
";

/// All solutions in order, a word each: the values of x, y and z.
fn order(search: &str) -> Vec<String> {
    let text = format!("{VARIABLES} solve :: {search} satisfy;");
    let instance = Instance::read(text.as_bytes()).expect("a right file");
    let word = |solution| {
        let mut lines = Vec::new();
        instance.write(&solution, &mut lines).expect("a list takes everything");
        String::from_utf8(lines).expect("text").chars().filter(char::is_ascii_digit).collect()
    };
    instance.solver().solutions().map(word).collect()
}

fn ordered(select: &str, choice: &str) -> String {
    order(&format!("int_search([x, y, z], {select}, {choice}, complete)")).join(" ")
}

/// Each of these orders is that of Gecode 6.2 too.
#[test]
fn solutions_come_in_the_order_that_is_asked_for() {
    let selects = ["input_order", "first_fail", "anti_first_fail", "smallest", "largest"];
    let choices = [
        "indomain_min",
        "indomain_max",
        "indomain_median",
        "indomain_split",
        "indomain_reverse_split",
    ];
    let mut orders = String::new();
    for select in selects {
        for choice in choices {
            orders += &format!("{select} {choice}\n  {}\n", ordered(select, choice));
        }
    }
    orders += &format!("max_regret\n  {}\n", ordered("max_regret", "indomain_min"));
    insta::assert_snapshot!(orders);
}

#[test]
fn a_warm_start_goes_first_wherever_it_stands() {
    let by_order = "int_search([x, y, z], input_order, indomain_min, complete)";
    let all = order(by_order);
    for warm in ["warm_start([z, x], [1, 3])", "warm_start_int([x, z, z], [3, 1, 0])"] {
        for search in [format!("{by_order} :: {warm}"), format!("seq_search([{by_order}, {warm}])")]
        {
            let found = order(&search);
            // Words are x, y, z.
            assert_eq!(found[0], "311", "{search}");
            let mut sorted = found.clone();
            sorted.sort();
            let mut wanted = all.clone();
            wanted.sort();
            assert_eq!(sorted, wanted, "{search}");
        }
    }
    // A value that cannot be is passed over.
    assert_eq!(order(&format!("warm_start([x], [9]) :: {by_order}")), all);
}

#[test]
fn one_search_comes_behind_the_other() {
    let search = "seq_search([int_search([z], input_order, indomain_max, complete), \
        int_search([y, x], input_order, indomain_min, complete)])";
    let found = order(search);
    let mut wanted = found.clone();
    // Words are x, y, z.
    let key = |word: &String| {
        let digit = |at: usize| i32::from(word.as_bytes()[at]);
        (-digit(2), digit(1), digit(0))
    };
    wanted.sort_by_key(key);
    assert_eq!(found, wanted);
    assert_eq!(found.len(), ordered("input_order", "indomain_min").split(' ').count());
}

#[test]
fn every_choice_finds_every_solution_once() {
    let mut all = order("int_search([x, y, z], input_order, indomain_min, complete)");
    all.sort();
    let selects = ["occurrence", "most_constrained", "dom_w_deg", "random", "unheard_of"];
    let choices = [
        "indomain",
        "indomain_middle",
        "indomain_random",
        "indomain_interval",
        "indomain_split_random",
        "outdomain_min",
        "outdomain_max",
        "unheard_of",
    ];
    for select in selects {
        for choice in choices {
            let search = format!("int_search([z, x, y], {select}, {choice}, complete)");
            let mut found = order(&search);
            found.sort();
            assert_eq!(found, all, "{search}");
        }
    }
}

#[test]
fn what_is_not_about_search_is_passed_over() {
    let plain = order("int_search([x, y, z], input_order, indomain_max, complete)");
    let search = "seq_search([relax_and_reconstruct([x], 50), \
        int_search([x, y, z], input_order, indomain_max, complete)]) \
        :: restart_geometric(1.5, 100) :: restart_luby(50)";
    assert_eq!(order(search), plain);
}

#[test]
fn restarts_lose_no_solution_and_repeat_none() {
    let mut all = order("int_search([x, y, z], input_order, indomain_min, complete)");
    all.sort();
    for restarts in [
        "restart_none",
        "restart_constant(1)",
        "restart_linear(1)",
        "restart_luby(1)",
        "restart_geometric(1.5, 1)",
    ] {
        for (select, choice) in [("dom_w_deg", "indomain_max"), ("input_order", "indomain_random")]
        {
            let search = format!("int_search([z, x, y], {select}, {choice}) :: {restarts}");
            let mut found = order(&search);
            found.sort();
            assert_eq!(found, all, "{search}");
        }
    }
}

/// Where each run would go the way of the one before it, one is enough.
#[test]
fn only_a_search_that_may_go_another_way_begins_again() {
    let begun_again = |select: &str| {
        let text = format!(
            "var 0..9: x; var 0..9: y; var 0..9: z; var 0..81: r; var 0..81: s; var 0..81: t;
            constraint int_times(x, x, r);
            constraint int_times(y, y, s);
            constraint int_times(z, z, t);
            constraint int_lin_eq([1, 1, 1], [r, s, t], 79);
            solve :: int_search([x, y, z], {select}, indomain_min) :: restart_linear(1) satisfy;"
        );
        let instance = Instance::read(text.as_bytes()).expect("a right file");
        let mut solver = instance.solver();
        assert_eq!(solver.first(), Outcome::None);
        assert!(solver.stats().conflicts > 1, "{select}");
        solver.stats().restarts > 0
    };
    assert!(!begun_again("input_order"));
    assert!(begun_again("dom_w_deg"));
}
