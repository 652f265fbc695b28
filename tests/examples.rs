//! What the examples print.

/// Includes an example and compares its answer with the snapshot of its name.
macro_rules! examples {
    ($($name:ident: $path:literal;)+) => {$(
        #[path = $path]
        #[allow(dead_code)]
        mod $name;

        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), $name::answer());
        }
    )+};
}

examples! {
    all_interval: "../examples/all_interval.rs";
    colouring: "../examples/colouring.rs";
    futoshiki: "../examples/futoshiki.rs";
    golfers: "../examples/golfers.rs";
    golomb: "../examples/golomb.rs";
    job_shop: "../examples/job_shop.rs";
    kakuro: "../examples/kakuro.rs";
    knapsack: "../examples/knapsack.rs";
    knights_tour: "../examples/knights_tour.rs";
    langford: "../examples/langford.rs";
    magic_square: "../examples/magic_square.rs";
    nonogram: "../examples/nonogram.rs";
    own_constraint: "../examples/own_constraint.rs";
    own_log: "../examples/own_log.rs";
    queens: "../examples/queens.rs";
    roster: "../examples/roster.rs";
    send_more: "../examples/send_more.rs";
    zebra: "../examples/zebra.rs";
}
