//! Geometry as groups, compiled once: houses, the segments in which groups meet, peers, and the order of a sweep.

/// Locked-candidate slot that is always empty: the other group is no house, so it says nothing.
pub(crate) const NOTHING: u32 = 0;

/// Rows, columns and cells a crossing of the weaves that a sweep has code for.
const WEAVES: [(usize, usize, usize); 7] =
    [(2, 2, 2), (2, 2, 3), (3, 3, 2), (3, 3, 3), (3, 3, 4), (4, 4, 3), (4, 4, 4)];

/// What a sweep needs to know of a shape.
pub(crate) struct Plan {
    pub(crate) variables: usize,
    pub(crate) values: u32,
    /// Groups that cross in a regular way: a sweep begins with these.
    pub(crate) weaves: Vec<Weave>,
    /// The groups that no weave holds, in layers of groups that do not touch one another.
    pub(crate) groups: Vec<Group>,
    /// Number of slots for locked candidates, `NOTHING` included.
    pub(crate) slots: usize,
    /// `words` words a variable, one bit a peer.
    pub(crate) peers: Vec<u64>,
    pub(crate) words: usize,
    /// Some group has more cells than there are values.
    pub(crate) impossible: bool,
}

/// Houses of two kinds: each of `rows` warp houses shares `each` cells with each of `columns` weft houses, and the cells
/// of the one kind are the cells of the other. Both kinds are worked on at once, from the same crossings.
pub(crate) struct Weave {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) each: usize,
    /// Crossing by crossing, row by row.
    pub(crate) cells: Vec<u32>,
}

/// One all-different group.
pub(crate) struct Group {
    pub(crate) cells: Vec<u32>,
    /// As many cells as values: each value has a place in it.
    pub(crate) house: bool,
    pub(crate) families: Vec<Family>,
}

/// Disjoint segments of one group.
pub(crate) struct Family {
    pub(crate) segments: Vec<Segment>,
    /// Positions in the group that no segment of this family holds.
    pub(crate) loose: Vec<u8>,
}

/// The cells, two or more, that a group shares with another one.
pub(crate) struct Segment {
    /// Positions in the group.
    pub(crate) at: Vec<u8>,
    /// Slot with the values that the other group has in this segment only.
    pub(crate) inward: u32,
    /// Slot for the values that this group has in this segment only.
    pub(crate) outward: u32,
}

impl Plan {
    /// `None` if a variable is named twice in a group or does not exist, or there are more than 64 values.
    pub(crate) fn new(variables: usize, values: u32, groups: &[Vec<u32>]) -> Option<Plan> {
        if values > 64 || variables > 1 << 20 {
            return None;
        }
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for group in groups {
            let mut cells = group.clone();
            cells.sort_unstable();
            if cells.windows(2).any(|w| w[0] == w[1])
                || cells.last().is_some_and(|&c| c as usize >= variables)
            {
                return None;
            }
            if cells.len() > 1 && !lists.contains(&cells) {
                lists.push(cells);
            }
        }
        let impossible =
            (values == 0 && variables > 0) || lists.iter().any(|g| g.len() > values as usize);
        if impossible {
            lists.clear();
        }
        let words = variables.div_ceil(64);
        let mut peers = vec![0u64; variables * words];
        for group in &lists {
            for &c in group {
                for &d in group {
                    if c != d {
                        peers[c as usize * words + d as usize / 64] |= 1 << (d % 64);
                    }
                }
            }
        }
        let lists = layered(lists);
        let (weaves, woven) = weaves(&lists, values);
        let (meetings, slots) = meetings(&lists, &woven, values);
        let groups = lists
            .iter()
            .zip(meetings)
            .zip(&woven)
            .filter(|(_, woven)| !**woven)
            .map(|((cells, segments), _)| Group::new(cells, segments, values))
            .collect();
        Some(Plan { variables, values, weaves, groups, slots, peers, words, impossible })
    }
}

/// The groups in layers, each of groups without a common cell: what runs one after the other does not wait for stores.
fn layered(groups: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut layers: Vec<Vec<Vec<u32>>> = Vec::new();
    for group in groups {
        let fits =
            |layer: &Vec<Vec<u32>>| layer.iter().all(|other| shared(&group, other).is_empty());
        match layers.iter().position(fits) {
            Some(layer) => layers[layer].push(group),
            None => layers.push(vec![group]),
        }
    }
    layers.into_iter().flatten().collect()
}

/// The cells of both of two ascending lists.
fn shared(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|c| b.binary_search(c).is_ok()).collect()
}

/// The weaves among the groups, and for each group whether a weave holds it.
fn weaves(groups: &[Vec<u32>], values: u32) -> (Vec<Weave>, Vec<bool>) {
    let mut found: Vec<Weave> = Vec::new();
    let mut woven = vec![false; groups.len()];
    let meet = |g: usize, h: usize| shared(&groups[g], &groups[h]).len();
    let houses: Vec<usize> =
        (0..groups.len()).filter(|&g| groups[g].len() == values as usize).collect();
    let apart =
        |list: &[usize]| list.iter().all(|&g| list.iter().all(|&h| g == h || meet(g, h) == 0));
    for &g in &houses {
        for each in (2..=values as usize / 2).rev() {
            let crossing = |g: usize, h: usize| g != h && meet(g, h) == each;
            let weft: Vec<usize> = houses.iter().copied().filter(|&h| crossing(g, h)).collect();
            if woven[g] || weft.len() * each != values as usize || !apart(&weft) {
                continue;
            }
            let warp: Vec<usize> = houses
                .iter()
                .copied()
                .filter(|&p| p == g || (crossing(p, weft[0]) && meet(p, g) == 0))
                .collect();
            let known = WEAVES.contains(&(warp.len(), weft.len(), each));
            let all = known && warp.iter().all(|&p| weft.iter().all(|&q| crossing(p, q)));
            if !all || !apart(&warp) || warp.len() * each != values as usize {
                continue;
            }
            let mut cells = Vec::new();
            for &p in &warp {
                woven[p] = true;
                for &q in &weft {
                    woven[q] = true;
                    cells.extend(shared(&groups[p], &groups[q]));
                }
            }
            found.push(Weave { rows: warp.len(), columns: weft.len(), each, cells });
        }
    }
    (found, woven)
}

/// For each group its segments with others, and the number of slots in use.
fn meetings(groups: &[Vec<u32>], woven: &[bool], values: u32) -> (Vec<Vec<Segment>>, usize) {
    let house = |g: &Vec<u32>| g.len() == values as usize;
    let mut segments: Vec<Vec<Segment>> = groups.iter().map(|_| Vec::new()).collect();
    let mut slots = 1;
    for g in 0..groups.len() {
        for h in g + 1..groups.len() {
            if (!house(&groups[g]) && !house(&groups[h])) || (woven[g] && woven[h]) {
                continue;
            }
            let both = shared(&groups[g], &groups[h]);
            if both.len() < 2 {
                continue;
            }
            let mut slot = |from: usize| {
                if !house(&groups[from]) {
                    return NOTHING;
                }
                slots += 1;
                slots as u32 - 1
            };
            let (of_g, of_h) = (slot(g), slot(h));
            let at = |list: &[u32]| {
                both.iter().map(|c| list.binary_search(c).unwrap_or(0) as u8).collect()
            };
            segments[g].push(Segment { at: at(&groups[g]), inward: of_h, outward: of_g });
            segments[h].push(Segment { at: at(&groups[h]), inward: of_g, outward: of_h });
        }
    }
    (segments, slots)
}

impl Group {
    fn new(cells: &[u32], segments: Vec<Segment>, values: u32) -> Group {
        let mut families: Vec<Family> = Vec::new();
        for segment in segments {
            let apart = |family: &&mut Family| {
                family
                    .segments
                    .iter()
                    .all(|other| other.at.iter().all(|at| !segment.at.contains(at)))
            };
            match families.iter_mut().find(apart) {
                Some(family) => family.segments.push(segment),
                None => families.push(Family { segments: vec![segment], loose: Vec::new() }),
            }
        }
        for family in &mut families {
            family.loose = (0..cells.len() as u8)
                .filter(|at| family.segments.iter().all(|s| !s.at.contains(at)))
                .collect();
        }
        let house = cells.len() == values as usize;
        Group { cells: cells.to_vec(), house, families }
    }
}
