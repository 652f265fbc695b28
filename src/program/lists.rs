//! `houserules shapes` and `houserules forms`: what can be said after `--shape`, `--from` and `--to`.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write as _};

use houserules::grid::{EXTRAS, FORMS, MAX_SIDE, PRESETS, VARIANT_FORMS};

use super::report;
use super::status::Status;

/// Lists the shapes that have a name, and the extra groups.
pub fn shapes() -> Status {
    let mut text = String::new();
    for preset in PRESETS {
        let _ = writeln!(text, "{:16} {:16} {}", preset.name, preset.shape, preset.about);
    }
    text.push_str("\nExtra groups, which can be added to any of them with a plus:\n");
    for extra in EXTRAS {
        let _ = writeln!(text, "{:16} {}", format!("+{}", extra.name), extra.about);
    }
    let _ = writeln!(text, "{:16} these cells hold different values", "+r1c1r2c2...");
    let _ = write!(
        text,
        "\nAny side from 1 to {MAX_SIDE} can be said: 20x20, 12x12:2x6 (box height x width), latin:11.\n\
         Irregular regions come from a file: --regions FILE.\n"
    );
    print(text.as_bytes())
}

/// Lists the forms of text.
pub fn forms() -> Status {
    let mut text = String::new();
    for form in FORMS {
        let _ = writeln!(text, "{:12} {}", form.name(), form.about());
    }
    text.push_str("\nOf variant puzzles, which have rules of any kind:\n");
    for form in VARIANT_FORMS {
        let _ = writeln!(text, "{:12} {}", form.name(), form.about());
    }
    text.push_str("\nThe form of a text is told from its beginning unless --from says it.\n");
    print(text.as_bytes())
}

/// Prints something that is no answer to a puzzle.
pub fn print(text: &[u8]) -> Status {
    written(io::stdout().lock().write_all(text))
}

/// What came of writing to standard output, and of what may still lie there.
pub fn written(written: io::Result<()>) -> Status {
    match written.and_then(|()| io::stdout().lock().flush()) {
        // The reader has seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            report::line(&format!("standard output: {}", report::in_words(&error)));
            Status::BadInput
        }
        _ => Status::Solved,
    }
}
