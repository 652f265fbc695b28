//! Any bytes are a variant puzzle or a mistake, and a puzzle can be compiled and asked.
#![no_main]

use houserules::Budget;
use houserules::grid::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(variant) = Variant::read(bytes) else { return };
    let Ok(compiled) = variant.model() else { return };
    let mut solver = compiled.solver();
    solver.set_budget(Budget::new().nodes(50));
    let _ = solver.uniqueness();
});
