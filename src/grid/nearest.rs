//! The nearest known name, for messages about an unknown one.

/// The one of `names` that `wrong` was probably meant to be, if any comes near enough.
pub(crate) fn nearest<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = |text: &str| text.chars().count();
    // A long text is no slip of the pen, and the distance takes time in proportion to its length.
    if !(2..=40).contains(&length(wrong)) {
        return None;
    }
    let wrong = wrong.to_lowercase();
    let slips = |name: &str| length(name).max(length(&wrong)).div_ceil(3);
    names
        .into_iter()
        .map(|name| (distance(&wrong, name), name))
        .filter(|(distance, name)| *distance <= slips(name) || name.starts_with(&*wrong))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Levenshtein's distance: letters to insert, remove or replace.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_find_their_name() {
        let names = ["x", "windoku", "disjoint", "anti-knight", "anti-king"];
        for (wrong, right) in [
            ("windoko", Some("windoku")),
            ("WINDOKU", Some("windoku")),
            ("antiknight", Some("anti-knight")),
            ("disjunct", Some("disjoint")),
            ("thermometers", None),
        ] {
            assert_eq!(nearest(wrong, names), right, "{wrong}");
        }
    }
}
