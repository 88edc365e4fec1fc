//! [`with_kv_cache`]: queries against keys of earlier calls.

use azulejo_cpu::{Strided, View, ViewMut};

use crate::cpu::{Forward, KeyRows, Pages, Rows};
use crate::forward::run;
use crate::problem::{BSHD, expect, last_contiguous, shape};
use crate::{AttentionElement, AttentionError, Options, Problem};

/// Keys and values of earlier calls, and those that this call appends.
///
/// Without a page table, `k` and `v` are `(batch, capacity, kv_heads, head_dim)`. With one, they are pools `(pages,
/// page_size, kv_heads, head_dim)`, and key `j` of sequence `b` is at `j % page_size` in page `page_table[b, j /
/// page_size]`. Pages have 16 keys or more. Sequences may read the same page; a place that is appended to has no other use.
#[derive(Debug)]
pub struct KvCache<'a, T> {
    /// The keys.
    pub k: ViewMut<'a, T>,
    /// The values.
    pub v: ViewMut<'a, T>,
    /// Keys that each sequence has before this call.
    pub lengths: &'a [i32],
    /// The pages of each sequence, `(batch, pages_per_sequence)`; entries that no key reaches may be anything.
    pub page_table: Option<View<'a, i32>>,
    /// Keys to append after those that are there, `(batch, appended, kv_heads, head_dim)`.
    pub new_k: Option<View<'a, T>>,
    /// Values to append, `(batch, appended, kv_heads, value_dim)`.
    pub new_v: Option<View<'a, T>>,
}

/// Appends keys and values to a cache, then computes attention of `q` over it.
///
/// `q` is `(batch, queries, heads, head_dim)`, `out` `(batch, queries, heads, value_dim)`, `lse` `(batch, heads,
/// queries)`. A sequence has its length plus the appended keys; masks are aligned to the last of them.
///
/// # Errors
/// As [`forward`](crate::forward()), and errors that name `cache`: see [`AttentionError`]. Nothing is written then.
///
/// ```
/// use azulejo_attention::{KvCache, Options, with_kv_cache};
/// use azulejo_cpu::{Array, View};
/// let (mut k, mut v) = (Array::<f32>::zeros(&[2, 16, 1, 4])?, Array::<f32>::zeros(&[2, 16, 1, 1])?);
/// let (q, new_v) = (Array::<f32>::zeros(&[1, 1, 1, 4])?, Array::from_vec(vec![6.0f32], &[1, 1, 1, 1])?);
/// let table = Array::from_vec(vec![1, 0], &[1, 2])?; // page 1 first
/// let mut out = Array::<f32>::zeros(&[1, 1, 1, 1])?;
/// let cache = KvCache {
///     k: k.view_mut(),
///     v: v.view_mut(),
///     lengths: &[2],
///     page_table: Some(table.view()),
///     new_k: Some(q.view()),
///     new_v: Some(new_v.view()),
/// };
/// with_kv_cache(q.view(), cache, out.view_mut(), None, &Options::default())?;
/// assert_eq!(out.data(), [2.0]); // the mean of 0, 0 and 6
/// assert_eq!(v.data()[16 + 2], 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_kv_cache<T: AttentionElement>(
    q: View<'_, T>,
    mut cache: KvCache<'_, T>,
    out: ViewMut<'_, T>,
    lse: Option<ViewMut<'_, f32>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    let call = Call {
        q: q.layout(),
        k: cache.k.layout(),
        v: cache.v.layout(),
        new_k: cache.new_k.as_ref().map(View::layout),
        new_v: cache.new_v.as_ref().map(View::layout),
        out: out.layout(),
        lse: lse.as_ref().map(ViewMut::layout),
        lengths: cache.lengths,
        page_table: cache.page_table.as_ref(),
    };
    let (problem, table) = call.check(options)?;
    table.append(&mut cache);
    let mut sequences = problem.sequences();
    for (sequence, length) in sequences.iter_mut().zip(&table.lengths) {
        sequence.keys = length + table.appended;
    }
    let pages = cache.page_table.is_some().then_some(Pages {
        table: &table.pages,
        per_sequence: table.per_sequence,
        size: table.size,
    });
    let inputs = Forward {
        q: Rows::new(q),
        k: KeyRows::new(Rows::new(cache.k.as_view()), pages),
        v: KeyRows::new(Rows::new(cache.v.as_view()), pages),
        sequences: &sequences,
        kv_heads: problem.kv_heads,
        group: problem.group(),
        options: *options,
    };
    run(&inputs, None, out, lse)
}

/// The layouts of a call, in whatever memory, with lengths and page table.
pub(crate) struct Call<'a> {
    pub q: &'a Strided,
    pub k: &'a Strided,
    pub v: &'a Strided,
    pub new_k: Option<&'a Strided>,
    pub new_v: Option<&'a Strided>,
    pub out: &'a Strided,
    pub lse: Option<&'a Strided>,
    pub lengths: &'a [i32],
    pub page_table: Option<&'a View<'a, i32>>,
}

impl Call<'_> {
    /// Checks all of it; the problem's keys are those of a page, or of a sequence's place in the cache.
    pub fn check(&self, options: &Options<'_>) -> Result<(Problem, Table), AttentionError> {
        let [batch, queries, heads, head_dim] = shape("q", self.q, BSHD)?;
        let [slots, size, kv_heads, _] = shape("cache.k", self.k, BSHD)?;
        let [_, _, _, value_dim] = shape("cache.v", self.v, BSHD)?;
        let first = if self.page_table.is_some() {
            slots
        } else {
            batch
        };
        let k_shape = [first, size, kv_heads, head_dim];
        expect("cache.k", self.k, &k_shape, "`q`")?;
        let v_shape = [first, size, kv_heads, value_dim];
        expect("cache.v", self.v, &v_shape, "`cache.k`")?;
        let problem = Problem {
            batch,
            queries,
            keys: size,
            heads,
            kv_heads,
            head_dim,
            value_dim,
        };
        let tensors = [("q", self.q), ("cache.k", self.k), ("cache.v", self.v)];
        problem.check(tensors, options)?;
        problem.check_results(self.out, self.lse, false, "`q` and `cache.v`")?;
        let appended = self.appended(&problem)?;
        Ok((problem, Table::new(self, &problem, appended)?))
    }

    /// How many keys are appended to each sequence.
    fn appended(&self, problem: &Problem) -> Result<usize, AttentionError> {
        let (k, v) = match (self.new_k, self.new_v) {
            (None, None) => return Ok(0),
            (Some(k), Some(v)) => (k, v),
            (Some(_), None) => {
                return Err(AttentionError::AppendedHalf {
                    present: "cache.new_k",
                });
            }
            (None, Some(_)) => {
                return Err(AttentionError::AppendedHalf {
                    present: "cache.new_v",
                });
            }
        };
        let Problem {
            batch,
            kv_heads,
            head_dim,
            value_dim,
            ..
        } = *problem;
        let [_, appended, ..] = shape::<4>("cache.new_k", k, BSHD)?;
        let k_shape = [batch, appended, kv_heads, head_dim];
        expect("cache.new_k", k, &k_shape, "`q` and `cache.k`")?;
        let v_shape = [batch, appended, kv_heads, value_dim];
        expect("cache.new_v", v, &v_shape, "`cache.new_k` and `cache.v`")?;
        last_contiguous("cache.new_k", k)?;
        last_contiguous("cache.new_v", v)?;
        Ok(appended)
    }
}

/// Where the keys of each sequence are, checked.
pub(crate) struct Table {
    /// Keys that each sequence has before the call.
    lengths: Vec<usize>,
    /// The pages of each sequence; without a page table, one: itself.
    pages: Vec<usize>,
    per_sequence: usize,
    /// Pages that the longest sequence reaches.
    pub reached: usize,
    /// Keys of a page.
    size: usize,
    /// Keys that are appended to each sequence.
    appended: usize,
}

impl Table {
    fn new(cache: &Call<'_>, problem: &Problem, appended: usize) -> Result<Self, AttentionError> {
        let (batch, size) = (problem.batch, problem.keys);
        let slots = cache.k.extents()[0];
        if cache.lengths.len() != batch {
            return Err(AttentionError::CacheLengthCount {
                len: cache.lengths.len(),
                batch,
            });
        }
        let per_sequence = match cache.page_table {
            None => 1,
            Some(table) => {
                let [_, per_sequence] = shape(
                    "cache.page_table",
                    table.layout(),
                    "(batch, pages_per_sequence)",
                )?;
                expect(
                    "cache.page_table",
                    table.layout(),
                    &[batch, per_sequence],
                    "`q`",
                )?;
                if size < 16 {
                    return Err(AttentionError::PageSize { page_size: size });
                }
                per_sequence
            }
        };
        let capacity = per_sequence.saturating_mul(size);
        let mut lengths = Vec::with_capacity(batch);
        for (sequence, &length) in cache.lengths.iter().enumerate() {
            let fits = |length: &usize| {
                let total = length.checked_add(appended);
                total.is_some_and(|total| total <= capacity)
            };
            lengths.push(usize::try_from(length).ok().filter(fits).ok_or(
                AttentionError::CacheLength {
                    sequence,
                    length,
                    appended,
                    capacity,
                },
            )?);
        }
        // A table may have any number of entries that no key reaches.
        let most = lengths.iter().max().map_or(0, |length| length + appended);
        let reached = per_sequence.min(most.div_ceil(size.max(1)));
        // Without heads there is no key.
        let per_sequence = if problem.kv_heads == 0 { 0 } else { reached };
        let mut pages = Vec::with_capacity(batch);
        for (sequence, length) in lengths.iter().enumerate() {
            for index in 0..per_sequence {
                let Some(table) = cache.page_table else {
                    pages.push(sequence);
                    continue;
                };
                if index * size >= length + appended {
                    pages.push(0);
                    continue;
                }
                let page = table.get(&[sequence, index]).unwrap_or(-1);
                let found = usize::try_from(page).ok().filter(|page| *page < slots);
                pages.push(found.ok_or(AttentionError::PageIndex {
                    sequence,
                    index,
                    page,
                    pages: slots,
                })?);
            }
        }
        let table = Table {
            lengths,
            pages,
            per_sequence,
            reached,
            size,
            appended,
        };
        table.check_writes()?;
        Ok(table)
    }

    /// Rejects a place that is appended to and has another use.
    fn check_writes(&self) -> Result<(), AttentionError> {
        if self.appended == 0 {
            return Ok(());
        }
        // Each page that a key reaches: from which key on it is appended to, how many of its keys are used, and where that is.
        let mut uses = Vec::new();
        for (sequence, length) in self.lengths.iter().enumerate() {
            let total = length + self.appended;
            let pages = &self.pages[sequence * self.per_sequence..][..self.per_sequence];
            let reached = total.div_ceil(self.size.max(1));
            for (index, page) in pages.iter().enumerate().take(reached) {
                let first = index * self.size;
                let used = self.size.min(total - first);
                let from = length.saturating_sub(first).min(used);
                uses.push([*page, from, used, sequence, index]);
            }
        }
        uses.sort_unstable();
        // A use of a page after one that writes, in this order, is of keys that are written.
        for pair in uses.windows(2) {
            let ([page, from, used, writer, _], [next, _, _, sequence, index]) = (pair[0], pair[1]);
            if page == next && from < used {
                return Err(AttentionError::PageShared {
                    sequence,
                    index,
                    page,
                    writer,
                });
            }
        }
        Ok(())
    }

    /// Writes the appended keys and values.
    fn append<T: AttentionElement>(&self, cache: &mut KvCache<'_, T>) {
        for (to, from) in [(&mut cache.k, &cache.new_k), (&mut cache.v, &cache.new_v)] {
            let Some(from) = from else { continue };
            let rows = Rows::new(*from);
            let [slot, row, head, _] = *to.layout().strides() else {
                continue;
            };
            let heads = to.layout().extents()[2];
            if heads == 0 {
                continue;
            }
            for (sequence, length) in self.lengths.iter().enumerate() {
                for i in 0..self.appended {
                    let key = length + i;
                    let page = self.pages[sequence * self.per_sequence + key / self.size];
                    let at = page * slot + key % self.size * row;
                    for h in 0..heads {
                        let from = rows.at(sequence, i, h);
                        to.data_mut()[at + h * head..][..from.len()].copy_from_slice(from);
                    }
                }
            }
        }
    }
}
