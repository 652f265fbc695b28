//! Puzzles packed into links: base64 of lz-string, behind a word that says what is in it.

use super::super::error::VariantFault;

/// What a link may hold, in signs. What is packed can be many times as long as the packet.
const MAX_PACKED: usize = 1 << 15;

/// A link, or what is packed in it, cut behind the first of these marks.
pub(super) fn behind<'t>(text: &'t str, marks: &[&str]) -> Option<&'t str> {
    let word = text.split_whitespace().next()?;
    let link = word.contains("://");
    marks.iter().find_map(|mark| match link {
        true => word.split_once(mark).map(|(_, rest)| rest),
        false => word.strip_prefix(mark),
    })
}

/// What is packed.
pub(super) fn unpack(packed: &str) -> Result<String, VariantFault> {
    let wrong = || VariantFault::Syntax("what is packed in the link is damaged".into());
    let end = packed.find(['&', '#', '"', '\'']).unwrap_or(packed.len());
    let packed = &packed[..end];
    if packed.len() > MAX_PACKED {
        return Err(VariantFault::TooLong { limit: MAX_PACKED });
    }
    let plain = ["%2B", "%2F", "%3D"]
        .iter()
        .zip(["+", "/", "="])
        .fold(packed.replace(' ', "+"), |text, (code, sign)| {
            text.replace(code, sign).replace(&code.to_lowercase(), sign)
        });
    // Some programs put other signs in the place of those that a link must not have.
    let plain = plain.replace('-', "+").replace('_', "/");
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    if plain.is_empty() || !plain.chars().all(known) {
        return Err(wrong());
    }
    let units = lz_str::decompress_from_base64(&plain).ok_or_else(wrong)?;
    String::from_utf16(&units).ok().filter(|text| !text.is_empty()).ok_or_else(wrong)
}
