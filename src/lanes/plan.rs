//! Geometry as groups, compiled once: houses, the segments in which groups meet, peers, and the order of a sweep.

use super::rule::Rule;

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
    /// What holds besides the groups.
    pub(crate) rules: Vec<Rule>,
    /// Where there are rules, the cells of the groups in which each value has a place.
    pub(crate) houses: Vec<Vec<u32>>,
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
    /// `None` if a variable is named twice in a group or does not exist, or there are more than 64 values. The variables of
    /// rules must exist.
    pub(crate) fn new(
        variables: usize,
        values: u32,
        groups: &[Vec<u32>],
        mut rules: Vec<Rule>,
    ) -> Option<Plan> {
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
        let mut members = vec![0u64; words];
        for group in &lists {
            group.iter().for_each(|&c| members[c as usize / 64] |= 1 << (c % 64));
            for &c in group {
                let peers = &mut peers[c as usize * words..][..words];
                peers.iter_mut().zip(&members).for_each(|(peers, members)| *peers |= members);
                peers[c as usize / 64] &= !(1 << (c % 64));
            }
            group.iter().for_each(|&c| members[c as usize / 64] = 0);
        }
        let lists = layered(variables, lists);
        let meets = Meets::new(variables, &lists);
        // A sweep has code for small boards in small words, where there are no rules.
        let (weaves, woven) = match rules.is_empty() || values > 8 {
            true => weaves(&lists, &meets, values),
            false => (Vec::new(), vec![false; lists.len()]),
        };
        let (meetings, slots) = meetings(&lists, &meets, &woven, values);
        let differ = |cell: u32, other: u32| {
            peers[cell as usize * words + other as usize / 64] >> (other % 64) & 1 == 1
        };
        rules.iter_mut().for_each(|rule| rule.look_around(differ, variables as u32));
        let house = |group: &&Vec<u32>| group.len() == values as usize && !rules.is_empty();
        let houses = lists.iter().filter(house).cloned().collect();
        let groups = lists
            .iter()
            .zip(meetings)
            .zip(&woven)
            .filter(|(_, woven)| !**woven)
            .map(|((cells, segments), _)| Group::new(cells, segments, values))
            .collect();
        Some(Plan {
            variables,
            values,
            weaves,
            groups,
            slots,
            peers,
            words,
            impossible,
            rules,
            houses,
        })
    }

    /// About how many operations a sweep takes.
    pub(crate) fn steps(&self) -> u64 {
        let woven: usize = self.weaves.iter().map(|weave| 30 * weave.cells.len()).sum();
        let others: usize = self
            .groups
            .iter()
            .map(|group| 40 + (10 + 5 * group.families.len()) * group.cells.len())
            .sum();
        let rules: usize = self.rules.iter().map(Rule::steps).sum();
        (woven + others + rules + 10 * self.variables) as u64
    }
}

/// For each group those that it has cells in common with, ascending, and how many.
struct Meets(Vec<Vec<(u32, u32)>>);

impl Meets {
    fn new(variables: usize, groups: &[Vec<u32>]) -> Meets {
        // The groups of each cell, one list after the other.
        let mut ends = vec![0; variables + 1];
        groups.iter().flatten().for_each(|&cell| ends[cell as usize] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut held = vec![0; sum];
        let mut starts = ends;
        for (g, cells) in groups.iter().enumerate().rev() {
            for &cell in cells {
                let start = &mut starts[cell as usize];
                *start -= 1;
                held[*start] = g as u32;
            }
        }
        let of = |cell: u32| &held[starts[cell as usize]..starts[cell as usize + 1]];
        let mut count = vec![0; groups.len()];
        let meets = groups.iter().enumerate().map(|(g, cells)| {
            let mut others = Vec::new();
            for &other in cells.iter().flat_map(|&cell| of(cell)) {
                if other as usize != g && count[other as usize] == 0 {
                    others.push(other);
                }
                count[other as usize] += 1;
            }
            count[g] = 0;
            others.sort_unstable();
            let take = |other: u32| (other, std::mem::take(&mut count[other as usize]));
            others.into_iter().map(take).collect()
        });
        Meets(meets.collect())
    }

    /// How many cells two different groups have in common.
    fn number(&self, g: usize, h: usize) -> usize {
        let of = &self.0[g];
        of.binary_search_by_key(&(h as u32), |meet| meet.0).map_or(0, |at| of[at].1 as usize)
    }

    /// The groups that have so many cells in common with a group, ascending.
    fn crossing(&self, g: usize, cells: usize) -> impl Iterator<Item = usize> {
        let so_many = move |meet: &&(u32, u32)| meet.1 as usize == cells;
        self.0[g].iter().filter(so_many).map(|meet| meet.0 as usize)
    }
}

/// The groups in layers, each of groups without a common cell: what runs one after the other does not wait for stores.
fn layered(variables: usize, groups: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    struct Layer {
        taken: Vec<bool>,
        groups: Vec<Vec<u32>>,
    }
    let mut layers: Vec<Layer> = Vec::new();
    for group in groups {
        let fits = |layer: &Layer| group.iter().all(|&cell| !layer.taken[cell as usize]);
        let place = layers.iter().position(fits).unwrap_or(layers.len());
        if place == layers.len() {
            layers.push(Layer { taken: vec![false; variables], groups: Vec::new() });
        }
        let layer = &mut layers[place];
        group.iter().for_each(|&cell| layer.taken[cell as usize] = true);
        layer.groups.push(group);
    }
    layers.into_iter().flat_map(|layer| layer.groups).collect()
}

/// The cells of both of two ascending lists.
fn shared(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|c| b.binary_search(c).is_ok()).collect()
}

/// The weaves among the groups, and for each group whether a weave holds it.
fn weaves(groups: &[Vec<u32>], meets: &Meets, values: u32) -> (Vec<Weave>, Vec<bool>) {
    let mut found: Vec<Weave> = Vec::new();
    let mut woven = vec![false; groups.len()];
    let house = |&g: &usize| groups[g].len() == values as usize;
    let apart = |list: &[usize]| {
        list.iter().all(|&g| list.iter().all(|&h| g == h || meets.number(g, h) == 0))
    };
    for g in (0..groups.len()).filter(house) {
        for each in (2..=values as usize / 2).rev() {
            if woven[g] {
                break;
            }
            let weft: Vec<usize> = meets.crossing(g, each).filter(house).collect();
            if weft.len() * each != values as usize || !apart(&weft) {
                continue;
            }
            let beside = |&p: &usize| p == g || meets.number(p, g) == 0;
            let warp = meets.crossing(weft[0], each).filter(house).filter(beside);
            let warp: Vec<usize> = warp.collect();
            let known = WEAVES.contains(&(warp.len(), weft.len(), each));
            let crosses = |p| weft.iter().all(|&q| meets.number(p, q) == each);
            let all = known && warp.iter().all(|&p| crosses(p));
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
fn meetings(
    groups: &[Vec<u32>],
    meets: &Meets,
    woven: &[bool],
    values: u32,
) -> (Vec<Vec<Segment>>, usize) {
    let house = |g: &Vec<u32>| g.len() == values as usize;
    let mut segments: Vec<Vec<Segment>> = groups.iter().map(|_| Vec::new()).collect();
    let mut slots = 1;
    for g in 0..groups.len() {
        for &(h, cells) in &meets.0[g] {
            let h = h as usize;
            if h < g || cells < 2 {
                continue;
            }
            if (!house(&groups[g]) && !house(&groups[h])) || (woven[g] && woven[h]) {
                continue;
            }
            let both = shared(&groups[g], &groups[h]);
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
