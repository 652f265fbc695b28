//! Lists of lists in one piece of memory (compressed sparse rows).

use alloc::vec::Vec;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Csr<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Csr<T> {
    pub(crate) fn new<L: IntoIterator<Item = T>>(lists: impl IntoIterator<Item = L>) -> Csr<T> {
        Csr::sized(0, lists)
    }

    /// The same with room made for so many items.
    pub(crate) fn sized<L>(items: usize, lists: impl IntoIterator<Item = L>) -> Csr<T>
    where
        L: IntoIterator<Item = T>,
    {
        let lists = lists.into_iter();
        let mut starts = Vec::with_capacity(lists.size_hint().0 + 1);
        starts.push(0);
        let mut csr = Csr { starts, items: Vec::with_capacity(items) };
        for list in lists {
            csr.items.extend(list);
            csr.starts.push(u32::try_from(csr.items.len()).expect("fewer than 2^32 entries"));
        }
        csr
    }

    /// Lists one after the other in `items`: list `i` is `starts[i]..starts[i + 1]`.
    pub(crate) fn from_parts(starts: Vec<u32>, items: Vec<T>) -> Csr<T> {
        Csr { starts, items }
    }

    /// The list number `i`.
    #[inline]
    pub(crate) fn of(&self, i: usize) -> &[T] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Whether there are no lists at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

impl<T: Copy> Csr<T> {
    /// For each of some things, of which there are so many items each, its items of a list, in the order of that.
    pub(crate) fn sorted(counts: impl Iterator<Item = u32>, items: &[(u32, T)]) -> Csr<T> {
        let Some(&(_, any)) = items.first() else {
            return Csr { starts: alloc::vec![0; counts.count() + 1], items: Vec::new() };
        };
        // First where each list begins, one place too far on, then where it ends.
        let mut starts = Vec::with_capacity(counts.size_hint().0 + 2);
        starts.extend([0, 0]);
        let mut end = 0;
        starts.extend(counts.map(|count| {
            end += count;
            end
        }));
        let mut sorted = alloc::vec![any; items.len()];
        for &(list, item) in items {
            let next = &mut starts[list as usize + 1];
            sorted[*next as usize] = item;
            *next += 1;
        }
        starts.pop();
        Csr { starts, items: sorted }
    }
}

/// Lists that grow one after the other.
pub(crate) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Room for so many lists and items.
    pub(crate) fn with_capacity(lists: usize, items: usize) -> Lists<T> {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Lists { starts, items: Vec::with_capacity(items) }
    }

    /// Adds to the list at hand.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// The last item of the list at hand.
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        let start = *self.starts.last()? as usize;
        self.items[start..].last_mut()
    }

    /// Ends the list at hand and begins the next.
    pub(crate) fn end(&mut self) {
        self.starts.push(u32::try_from(self.items.len()).expect("fewer than 2^32 entries"));
    }
}

impl<T> From<Lists<T>> for Csr<T> {
    fn from(Lists { starts, items }: Lists<T>) -> Csr<T> {
        Csr { starts, items }
    }
}

impl Csr<u32> {
    /// For each of `n` things the numbers of the lists that it stands in, ascending.
    pub(crate) fn invert<L>(n: usize, lists: impl Iterator<Item = L> + Clone) -> Csr<u32>
    where
        L: IntoIterator<Item = usize>,
    {
        let mut starts = alloc::vec![0u32; n + 1];
        lists.clone().flatten().for_each(|item| starts[item + 1] += 1);
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut items = alloc::vec![0; starts[n] as usize];
        let mut next = starts.clone();
        for (number, list) in lists.enumerate() {
            for item in list {
                items[next[item] as usize] = number as u32;
                next[item] += 1;
            }
        }
        Csr { starts, items }
    }
}
