//! What a link of f-puzzles packs, as the plain JSON that programs save.

use super::super::Variant;
use super::super::entry::Import;
use super::super::error::{Source, VariantError};
use super::json::{Parts, document};
use super::{VariantForm, fpuzzles};

pub(super) struct FPuzzlesJson;

/// Keys that each text has, and no other form has both.
const MARKS: [&str; 2] = ["\"size\"", "\"grid\""];

impl VariantForm for FPuzzlesJson {
    fn name(&self) -> &'static str {
        "f-puzzles-json"
    }

    fn about(&self) -> &'static str {
        "the JSON that a link of f-puzzles packs: `size`, `grid` and rules; read only"
    }

    fn claims(&self, head: &str) -> bool {
        head.starts_with('{') && MARKS.iter().all(|mark| head.contains(mark))
    }

    fn extent(&self, text: &[u8]) -> Option<usize> {
        Some(document(text))
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(text);
        let parts = Parts::of(source, source.text()?);
        let json = parts.read(parts.text())?;
        fpuzzles::puzzle(&json, import).map_err(|fault| {
            let names = fault.about();
            let span = source.mention(source.text_offset()..text.len(), names.as_deref());
            source.error(fault, span)
        })
    }
}
