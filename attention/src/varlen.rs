//! [`CuSeqlens`]: where packed sequences start.

use crate::AttentionError;

/// Cumulative lengths of packed sequences: sequence `b` is tokens `q[b]..q[b + 1]` and keys `k[b]..k[b + 1]`.
///
/// Both lists start with 0 and do not decrease; an empty sequence repeats an entry. Tokens after the last entry belong
/// to no sequence, and their rows of the results are left unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CuSeqlens<'a> {
    /// One more entry than sequences, for Q and O.
    pub q: &'a [i32],
    /// As many entries, for K and V.
    pub k: &'a [i32],
}

impl CuSeqlens<'_> {
    /// The first query, the first key, the queries and the keys of each sequence.
    ///
    /// # Errors
    /// [`AttentionError::CuSeqlensCount`], [`AttentionError::CuSeqlens`].
    ///
    /// ```
    /// use azulejo_attention::CuSeqlens;
    /// let cut = CuSeqlens { q: &[0, 2, 2], k: &[0, 3, 7] };
    /// assert_eq!(cut.sequences(2, 7)?, [[0, 0, 2, 3], [2, 3, 0, 4]]);
    /// assert!(cut.sequences(1, 7).is_err());
    /// # Ok::<(), azulejo_attention::AttentionError>(())
    /// ```
    pub fn sequences(
        &self,
        queries: usize,
        keys: usize,
    ) -> Result<Vec<[usize; 4]>, AttentionError> {
        if self.q.is_empty() || self.q.len() != self.k.len() {
            return Err(AttentionError::CuSeqlensCount {
                q: self.q.len(),
                k: self.k.len(),
            });
        }
        let (q, k) = (
            starts("cu_seqlens.q", self.q, queries)?,
            starts("cu_seqlens.k", self.k, keys)?,
        );
        let pairs = q.windows(2).zip(k.windows(2));
        Ok(pairs
            .map(|(q, k)| [q[0], k[0], q[1] - q[0], k[1] - k[0]])
            .collect())
    }
}

/// The entries as indices, in order and none beyond `total`.
fn starts(
    argument: &'static str,
    entries: &[i32],
    total: usize,
) -> Result<Vec<usize>, AttentionError> {
    let mut found = Vec::with_capacity(entries.len());
    for (index, &value) in entries.iter().enumerate() {
        let wrong = |why| AttentionError::CuSeqlens {
            argument,
            index,
            value,
            why,
        };
        let start = usize::try_from(value).map_err(|_| wrong("pass entries from 0 on"))?;
        match found.last() {
            None if start != 0 => return Err(wrong("the first entry must be 0")),
            Some(last) if start < *last => {
                return Err(wrong(
                    "it is below the entry before it; pass cumulative lengths",
                ));
            }
            _ if start > total => {
                return Err(wrong(
                    "it is beyond the tokens of the tensor; pass a smaller one",
                ));
            }
            _ => found.push(start),
        }
    }
    Ok(found)
}
