//! Any bytes are a text of puzzles or of mistakes, and what is written is read as it was.
#![no_main]

use houserules::grid::{FORMS, Fault, FormError, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for entry in Reader::new(bytes).take(100) {
        // On a board of one cell, the only candidate is the given.
        let Some(entry) = entry.ok().filter(|entry| entry.puzzle.shape().len() > 1) else { continue };
        for form in FORMS {
            let mut text = String::new();
            let Ok(()) = form.write(&entry.puzzle, None, &mut text) else { continue };
            let text = form.around().join(&text);
            let mut reader = Reader::new(text.as_bytes()).form(*form);
            if !form.tells_shape() {
                reader = reader.shape(entry.puzzle.shape().clone());
            }
            let again = match reader.next().expect("a puzzle") {
                // A few letters on a large board can be those of two alphabets.
                Err(FormError { fault: Fault::Ambiguous { .. }, .. }) => continue,
                again => again.expect("what was written can be read"),
            };
            // Forms that hold cells alone lose groups and marks, which they say by not being written.
            assert!(entry.puzzle.givens().eq(again.puzzle.givens()), "{form:?}\n{text}");
        }
    }
});
