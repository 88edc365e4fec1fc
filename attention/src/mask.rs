//! [`Mask`]: which keys a query sees.

use std::fmt;
use std::ops::Range;

/// Which keys a query sees, aligned to the last query and the last key (FlashAttention 2.1 and later).
///
/// Query `i` of `queries` is on the diagonal at key `i + keys - queries`. Each row is one range of keys:
///
/// | mask | keys of query `i` |
/// |---|---|
/// | `Full` | all |
/// | `Causal` | up to the diagonal |
/// | `Window` | from `left` before the diagonal to `right` after it; `None` is open |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mask {
    /// Every key.
    #[default]
    Full,
    /// No key after the diagonal.
    Causal,
    /// Keys near the diagonal: sliding-window attention.
    Window {
        /// Keys before the diagonal; `None` for all of them.
        left: Option<usize>,
        /// Keys after the diagonal; `None` for all of them.
        right: Option<usize>,
    },
}

impl Mask {
    /// The keys before and after the diagonal that are seen; `None` for all of them.
    pub fn window(self) -> (Option<usize>, Option<usize>) {
        match self {
            Mask::Full => (None, None),
            Mask::Causal => (None, Some(0)),
            Mask::Window { left, right } => (left, right),
        }
    }

    /// The keys that query `i` of `queries` sees, of `keys`; an empty range where it sees none.
    ///
    /// ```
    /// use azulejo_attention::Mask;
    /// assert_eq!(Mask::Causal.keys(0, 2, 5), 0..4);
    /// let window = Mask::Window { left: Some(1), right: Some(0) };
    /// assert_eq!(window.keys(1, 2, 5), 3..5);
    /// assert!(Mask::Causal.keys(0, 5, 2).is_empty());
    /// ```
    pub fn keys(self, i: usize, queries: usize, keys: usize) -> Range<usize> {
        let (left, right) = self.window();
        let diagonal = i as i128 + keys as i128 - queries as i128;
        within(diagonal, left, right, keys)
    }

    /// The queries that see key `j` of `keys`, of `queries`.
    ///
    /// ```
    /// use azulejo_attention::Mask;
    /// assert_eq!(Mask::Causal.queries(4, 2, 5), 1..2);
    /// ```
    pub fn queries(self, j: usize, queries: usize, keys: usize) -> Range<usize> {
        let (left, right) = self.window();
        let diagonal = j as i128 + queries as i128 - keys as i128;
        within(diagonal, right, left, queries)
    }
}

impl fmt::Display for Mask {
    /// `full`, `causal`, or the keys of a window: `1 key before to 0 keys after`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = match self {
            Mask::Full => return f.write_str("full"),
            Mask::Causal => return f.write_str("causal"),
            Mask::Window { left, right } => (left, right),
        };
        let side = |f: &mut fmt::Formatter<'_>, keys: &Option<usize>, place| match keys {
            Some(1) => write!(f, "1 key {place}"),
            Some(keys) => write!(f, "{keys} keys {place}"),
            None => write!(f, "all keys {place}"),
        };
        side(f, left, "before")?;
        f.write_str(" to ")?;
        side(f, right, "after")
    }
}

/// The places of `0..count` from `before` before `at` to `after` after it.
fn within(at: i128, before: Option<usize>, after: Option<usize>, count: usize) -> Range<usize> {
    let inside = |place: i128| place.clamp(0, count as i128) as usize;
    let start = before.map_or(0, |before| inside(at - before as i128));
    let end = after.map_or(count, |after| inside(at + after as i128 + 1));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_written_in_words() {
        let window = |left, right| Mask::Window { left, right }.to_string();
        assert_eq!(Mask::Full.to_string(), "full");
        assert_eq!(Mask::Causal.to_string(), "causal");
        assert_eq!(window(Some(1), Some(0)), "1 key before to 0 keys after");
        assert_eq!(window(None, Some(128)), "all keys before to 128 keys after");
        assert_eq!(window(Some(2), None), "2 keys before to all keys after");
    }

    #[test]
    fn rows_and_columns_agree_and_move_forward() {
        let windows = [None, Some(0), Some(1), Some(3), Some(usize::MAX)];
        for (left, right) in windows.iter().flat_map(|l| windows.map(|r| (*l, r))) {
            let mask = Mask::Window { left, right };
            for (queries, keys) in [(1, 1), (3, 7), (7, 3), (5, 5), (0, 4), (4, 0)] {
                let mut last = 0..0;
                for i in 0..queries {
                    let seen = mask.keys(i, queries, keys);
                    assert!(seen.start >= last.start && seen.end >= last.end);
                    last = seen.clone();
                    for j in 0..keys {
                        let diagonal = i as i128 + keys as i128 - queries as i128;
                        let near = left.is_none_or(|l| j as i128 >= diagonal - l as i128)
                            && right.is_none_or(|r| j as i128 <= diagonal + r as i128);
                        assert_eq!(seen.contains(&j), near);
                        assert_eq!(mask.queries(j, queries, keys).contains(&i), near);
                    }
                }
            }
        }
    }
}
