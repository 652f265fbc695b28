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
    futoshiki: "../examples/futoshiki.rs";
    golomb: "../examples/golomb.rs";
    kakuro: "../examples/kakuro.rs";
    knapsack: "../examples/knapsack.rs";
    langford: "../examples/langford.rs";
    magic_square: "../examples/magic_square.rs";
    nonogram: "../examples/nonogram.rs";
    own_constraint: "../examples/own_constraint.rs";
    queens: "../examples/queens.rs";
    send_more: "../examples/send_more.rs";
    zebra: "../examples/zebra.rs";
}
