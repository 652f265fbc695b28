//! Geometry as groups, compiled once: houses, the segments in which groups meet, peers, and the order of a sweep.

/// Locked-candidate slot that is always empty: the other group is no house, so it says nothing.
pub(crate) const NOTHING: u32 = 0;

/// What a sweep needs to know of a shape.
pub(crate) struct Plan {
    pub(crate) variables: usize,
    pub(crate) values: u32,
    /// In the order of a sweep: layers of groups that do not touch one another.
    pub(crate) groups: Vec<Group>,
    /// Number of slots for locked candidates, `NOTHING` included.
    pub(crate) slots: usize,
    /// `words` words a variable, one bit a peer.
    pub(crate) peers: Vec<u64>,
    pub(crate) words: usize,
    /// Some group has more cells than there are values.
    pub(crate) impossible: bool,
}

/// One all-different group.
pub(crate) struct Group {
    /// Family by family order of `form` where that is a rectangle, ascending otherwise.
    pub(crate) cells: Vec<u32>,
    /// As many cells as values: each value has a place in it.
    pub(crate) house: bool,
    pub(crate) form: Form,
    pub(crate) families: Vec<Family>,
}

/// How the segments of a group lie, so that the usual cases run with constant sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `rows` segments of `columns` cells each, one after the other (family 0); if `both`, family 1 are the columns.
    Rectangle { rows: u8, columns: u8, both: bool },
    /// Anything else.
    Any,
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
            if cells.windows(2).any(|w| w[0] == w[1]) || cells.last().is_some_and(|&c| c as usize >= variables) {
                return None;
            }
            if cells.len() > 1 && !lists.contains(&cells) {
                lists.push(cells);
            }
        }
        let impossible = (values == 0 && variables > 0) || lists.iter().any(|g| g.len() > values as usize);
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
        let (meetings, slots) = meetings(&lists, values);
        let groups = lists
            .iter()
            .zip(meetings)
            .map(|(cells, segments)| Group::new(cells, segments, values))
            .collect();
        Some(Plan { variables, values, groups, slots, peers, words, impossible })
    }
}

/// The groups in layers, each of groups without a common cell: what runs one after the other does not wait for stores.
fn layered(groups: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut layers: Vec<Vec<Vec<u32>>> = Vec::new();
    for group in groups {
        let fits = |layer: &Vec<Vec<u32>>| layer.iter().all(|other| shared(&group, other).is_empty());
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

/// For each group its segments with others, and the number of slots in use.
fn meetings(groups: &[Vec<u32>], values: u32) -> (Vec<Vec<Segment>>, usize) {
    let house = |g: &Vec<u32>| g.len() == values as usize;
    let mut segments: Vec<Vec<Segment>> = groups.iter().map(|_| Vec::new()).collect();
    let mut slots = 1;
    for g in 0..groups.len() {
        for h in g + 1..groups.len() {
            if !house(&groups[g]) && !house(&groups[h]) {
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
            let at = |list: &[u32]| both.iter().map(|c| list.binary_search(c).unwrap_or(0) as u8).collect();
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
                family.segments.iter().all(|other| other.at.iter().all(|at| !segment.at.contains(at)))
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
        let mut group = Group { cells: cells.to_vec(), house, form: Form::Any, families };
        if house {
            group.find_rectangle();
        }
        group
    }

    /// Puts the cells in the order of a rectangle if the segments form one.
    fn find_rectangle(&mut self) {
        let whole = |f: &Family| f.loose.is_empty() && f.segments.iter().all(|s| s.at.len() == f.segments[0].at.len());
        if self.families.is_empty() || self.families.len() > 2 || !self.families.iter().all(whole) {
            return;
        }
        let rows = self.families[0].segments.len();
        let columns = self.families[0].segments[0].at.len();
        let both = self.families.len() == 2;
        let mut order: Vec<u8> = Vec::new();
        for row in &self.families[0].segments {
            if both {
                for column in &self.families[1].segments {
                    order.extend(row.at.iter().filter(|at| column.at.contains(at)));
                }
            } else {
                order.extend(&row.at);
            }
        }
        let crossing = !both
            || (self.families[1].segments.len() == columns
                && self.families[1].segments.iter().all(|column| {
                    self.families[0]
                        .segments
                        .iter()
                        .all(|row| row.at.iter().filter(|at| column.at.contains(at)).count() == 1)
                }));
        if !crossing {
            return;
        }
        let place: Vec<u8> = (0..order.len() as u8)
            .map(|at| order.iter().position(|&o| o == at).unwrap_or(0) as u8)
            .collect();
        for segment in self.families.iter_mut().flat_map(|f| &mut f.segments) {
            segment.at.iter_mut().for_each(|at| *at = place[*at as usize]);
            segment.at.sort_unstable();
        }
        self.cells = order.iter().map(|&at| self.cells[at as usize]).collect();
        self.form = Form::Rectangle { rows: rows as u8, columns: columns as u8, both };
    }
}
