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
