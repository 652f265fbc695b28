//! Two variables and a function determine a third: all pairs are tried, if they are few.

use smallvec::SmallVec;

use crate::store::{Conflict, Store, Var};

/// The most pairs that are tried. Four times as many found nothing more in published models, and took up to twice as long.
const FEW: u64 = 256;

/// Makes `z = f(x, y)` domain consistent, whichever of the three are one variable; false if there are
/// too many pairs to try. A pair without an answer is not allowed.
pub(super) fn by_pairs(
    store: &mut Store,
    [x, y, z]: [Var; 3],
    f: impl Fn(i64, i64) -> Option<i64>,
) -> Result<bool, Conflict> {
    let (width, height) = (store.len(x), store.len(y));
    let tries = if x == y { width.into() } else { u64::from(width) * u64::from(height) };
    if tries > FEW {
        return Ok(false);
    }
    let mut used_x: SmallVec<[i32; 64]> = SmallVec::new();
    let mut used_y: SmallVec<[(i32, bool); 64]> =
        store.values(y).map(|value| (value, false)).collect();
    let mut used_z: SmallVec<[i32; 128]> = SmallVec::new();
    for a in store.values(x) {
        let mut used = false;
        for (b, b_used) in &mut used_y {
            if x == y && a != *b {
                continue;
            }
            let Some(c) = f(a.into(), (*b).into()).and_then(|c| i32::try_from(c).ok()) else {
                continue;
            };
            let same = (z != x || c == a) && (z != y || c == *b);
            if same && store.contains(z, c) {
                used_z.push(c);
                *b_used = true;
                used = true;
            }
        }
        if used {
            used_x.push(a);
        }
    }
    used_z.sort_unstable();
    used_z.dedup();
    if used_z.is_empty() {
        return Err(store.conflict());
    }
    let used_y: SmallVec<[i32; 64]> =
        used_y.into_iter().filter(|(_, used)| *used).map(|(b, _)| b).collect();
    store.keep_partners(x, &used_x)?;
    store.keep_partners(y, &used_y)?;
    store.keep_partners(z, &used_z)?;
    Ok(true)
}
