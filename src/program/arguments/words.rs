//! What can be said after options: names of forms, times; and the headings in the help.

use std::str::FromStr;
use std::time::Duration;

use houserules::grid::{FORMS, UnknownForm, VARIANT_FORMS, form, variant_form};

use crate::program::convert::To;
use crate::program::input::From;
use crate::program::style::Style;

pub(super) const INPUT: &str = "Input";
pub(super) const ANSWERS: &str = "Answers";
pub(super) const PUZZLES: &str = "Puzzles";
pub(super) const SEARCH: &str = "Search";
pub(super) const LIMITS: &str = "Limits (for each puzzle)";
/// A name that a form of puzzles, of variant puzzles, or both may have.
pub(super) fn from_named(name: &str) -> Result<From, UnknownForm> {
    match (form(name).ok(), variant_form(name).ok()) {
        (None, None) => Err(UnknownForm::among(name, forms().chain(variant_forms()))),
        (puzzles, variants) => Ok(From { puzzles, variants }),
    }
}

pub(super) fn to_named(name: &str) -> Result<To, UnknownForm> {
    match (form(name), variant_form(name)) {
        (Ok(form), _) => Ok(To::Puzzles(form)),
        (_, Ok(form)) => Ok(To::Variants(form)),
        _ => Err(UnknownForm::among(name, forms().chain(variant_forms()))),
    }
}

pub(super) fn style_named(name: &str) -> Result<Style, UnknownForm> {
    match (name, form(name)) {
        (JSON, _) => Ok(Style::Json),
        (_, Ok(form)) => Ok(Style::In(form)),
        _ => Err(UnknownForm::among(name, forms().chain([JSON]))),
    }
}

/// The same for new puzzles, which may be variant puzzles: they are written in TOML by themselves.
pub(super) fn new_style_named(name: &str) -> Result<Style, UnknownForm> {
    match name {
        TOML => Ok(Style::Suited),
        _ => style_named(name).map_err(|_| UnknownForm::among(name, forms().chain([JSON, TOML]))),
    }
}

const JSON: &str = "json";
const TOML: &str = "toml";

fn forms() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|form| form.name())
}

/// Those that are not the names of forms of puzzles as well.
fn variant_forms() -> impl Iterator<Item = &'static str> {
    VARIANT_FORMS.iter().map(|form| form.name()).filter(|name| form(name).is_err())
}

/// Whether a command with one line a puzzle answers in JSON.
pub(super) fn is_json(name: &str) -> Result<bool, String> {
    match name {
        JSON => Ok(true),
        "text" => Ok(false),
        _ => Err("expected `text` or `json`".to_owned()),
    }
}

/// A time such as `2s`, `500ms`, `1.5m`; a bare number is in seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 2s, 500ms or 1m".to_owned();
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let number = f64::from_str(number.trim_end()).map_err(|_| wrong())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "s", "-1s", "1e99h", "nan", "inf", "2 parsecs", "٣s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
