//! [`AttentionCache`]: queries over a cache of keys and values, ready to be launched again and again.

use super::call::{Role, check_count, uses};
use super::forward::{extents, placed, problem, upload};
use super::{
    CacheProblem, ForwardOptions, ForwardProblem, GpuTensorMut, GpuTensorRef, Sm80Plan,
    Sm80Problem, push_sm80,
};
use crate::launches::{Launches, launches};
use crate::{Error, Replay, Stream, Use, preparation::Preparation, view::Tensor};

/// The tensors of a call: all of one type but LSE.
///
/// Without a page table K and V are (batch, capacity, head, dimension), with one (page, position, head, dimension).
#[derive(Debug)]
pub struct CacheTensors<'a> {
    /// (batch, queries, head, dimension).
    pub q: GpuTensorRef<'a>,
    /// The keys; written where there are keys to append.
    pub k: GpuTensorMut<'a>,
    /// The values; written where there are values to append.
    pub v: GpuTensorMut<'a>,
    /// Keys and values to append, (batch, appended, head, dimension).
    pub new: Option<[GpuTensorRef<'a>; 2]>,
    /// (batch, queries, head, dimension).
    pub out: GpuTensorMut<'a>,
    /// Compact, (batch, head, queries).
    pub lse: Option<GpuTensorMut<'a>>,
}

/// What is done to the scores, and where the keys of each sequence are.
#[derive(Clone, Copy, Debug)]
pub struct CacheOptions<'a> {
    /// Factor of the products.
    pub scale: f32,
    /// `c tanh(s / c)` takes the place of each score; 0 for none.
    pub softcap: f32,
    /// Keys before and after the diagonal that a query sees; `None` for all.
    pub window: [Option<usize>; 2],
    /// ALiBi slopes, one per query head.
    pub slopes: Option<&'a [f32]>,
    /// Keys that each sequence has before the call.
    pub lengths: &'a [i32],
    /// The pages of each sequence, row-major, and how many each has.
    pub page_table: Option<(&'a [i32], usize)>,
}

/// Attention of queries over a cache, on given tensors.
///
/// The tensors' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on, in the order of all work on
/// that memory, whatever its stream. They allocate nothing; [`Graph`](crate::Graph) records them.
#[derive(Debug)]
pub struct AttentionCache<'a> {
    launches: Launches<'a>,
    plan: Sm80Plan,
}

impl<'a> AttentionCache<'a> {
    /// Checks tensors and makes a launch ready. Slopes, lengths and the page table are copied to the device.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Dtype`], [`Error::Shape`], [`Error::Strides`], [`Error::Overlap`]; [`Error::Argument`] for
    /// lengths that the cache has no place for, pages that are not in the pool, and pages that are appended to and have another use;
    /// those of [`Sm80Plan::new`](super::Sm80Plan::new).
    pub fn prepare(
        stream: &Stream,
        tensors: CacheTensors<'a>,
        options: &CacheOptions<'_>,
    ) -> Result<Self, Error> {
        let (q, mut k, mut v) = (tensors.q.0, tensors.k.0, tensors.v.0);
        let new = tensors.new.map(|new| new.map(|tensor| tensor.0));
        let (out, lse) = (tensors.out.0, tensors.lse.map(|lse| lse.0));
        if new.is_none() {
            // Nothing is appended to them.
            [k.region, v.region] = [k.region, v.region].map(|region| region.reading());
        }
        let mut tensors = vec![("q", Role::Read, &q)];
        if let Some([new_k, new_v]) = &new {
            tensors.extend([("new_k", Role::Read, new_k), ("new_v", Role::Read, new_v)]);
        }
        tensors.extend([
            ("k", Role::Written, &k),
            ("v", Role::Written, &v),
            ("out", Role::Written, &out),
        ]);
        tensors.extend(lse.as_ref().map(|lse| ("lse", Role::Written, lse)));
        let uses = uses(stream, &tensors)?;
        let of_scores = ForwardOptions {
            scale: options.scale,
            softcap: options.softcap,
            window: options.window,
            slopes: options.slopes,
            cu_seqlens: None,
            family: None,
        };
        let paged = options.page_table.is_some();
        let mut forward = problem([&q, &k, &v, &out], lse.as_ref(), paged, &of_scores)?;
        let mut cache = to_append(new.as_ref(), &forward)?;
        let (batch, size) = (forward.batch, forward.seq_k);
        check_count("lengths", batch, options.lengths.len())?;
        let [slots, ..] = extents("k", &k, false)?;
        forward.seq_k = keys([batch, slots, size, cache.appended], options)?;
        let mut work = Preparation::own(stream)?;
        upload(&mut work, &mut forward, &of_scores)?;
        cache.lengths = work.values(options.lengths)?;
        if let Some((pages, per_sequence)) = options.page_table {
            cache.pages = u32::try_from(per_sequence).map_err(|_| {
                let why = format!(
                    "{per_sequence} pages of a sequence are more than a kernel counts, 2^32 - 1; pass fewer"
                );
                Error::argument("page_table", why)
            })?;
            (cache.page_size, cache.page_table) = (size, work.values(pages)?);
        }
        let cache = Some(cache);
        // SAFETY: every element of the tensors is in borrowed memory, by the views' layouts, what is written borrowed for writing and
        // apart from all others; slopes, lengths and pages are in the preparation's memory, their number and places checked.
        let plan = unsafe { push_sm80(&mut work, &Sm80Problem { forward, cache }) }?;
        Ok(Self {
            launches: Launches::new(work, uses),
            plan,
        })
    }

    /// Bytes of device memory that it owns, beside slopes, lengths and the page table.
    pub fn workspace(&self) -> usize {
        self.plan.workspace().next_multiple_of(8)
    }

    /// Splits of the keys of a sequence, at most.
    pub fn splits(&self) -> u32 {
        self.plan.args.splits
    }
}

launches!(AttentionCache);

/// Where the keys and values to append are.
fn to_append(
    new: Option<&[Tensor<'_>; 2]>,
    forward: &ForwardProblem,
) -> Result<CacheProblem, Error> {
    let Some([new_k, new_v]) = new else {
        return Ok(CacheProblem::default());
    };
    let [_, appended, ..] = extents("new_k", new_k, false)?;
    let shape = |columns| [forward.batch, appended, forward.heads_kv, columns];
    Ok(CacheProblem {
        new_k: placed("new_k", new_k, shape(forward.head_dim), false)?,
        new_v: placed("new_v", new_v, shape(forward.head_dim_v), false)?,
        appended,
        ..CacheProblem::default()
    })
}

/// The most keys of a sequence with those to append, of lengths and pages that are inside the cache.
fn keys(
    [batch, slots, size, appended]: [u32; 4],
    options: &CacheOptions<'_>,
) -> Result<u32, Error> {
    let wrong = |argument, why: String| Err(Error::argument(argument, why));
    let per_sequence = match options.page_table {
        None => 1,
        Some((pages, per_sequence)) => {
            let entries = (batch as usize).checked_mul(per_sequence);
            if size == 0 || Some(pages.len()) != entries {
                return wrong(
                    "page_table",
                    format!(
                        "{} entries for {batch} sequences of {per_sequence} pages of {size} keys; pass a compact table of pages with keys",
                        pages.len()
                    ),
                );
            }
            per_sequence
        }
    };
    // Without sequences a table may have any width.
    let capacity = (per_sequence as u64).saturating_mul(size.into());
    let (mut most, mut used) = (0, Vec::new());
    for (sequence, length) in options.lengths.iter().enumerate() {
        let fits = |length: &u64| length + u64::from(appended) <= capacity;
        let Some(length) = u64::try_from(*length).ok().filter(fits) else {
            return wrong(
                "lengths",
                format!(
                    "{length} at {sequence}, and {appended} keys to append, in a cache of {capacity} keys; pass lengths that fit"
                ),
            );
        };
        let total = length + u64::from(appended);
        most = most.max(total);
        let Some((pages, _)) = options.page_table else {
            continue;
        };
        let reached = total.div_ceil(u64::from(size)) as usize;
        for (index, page) in pages[sequence * per_sequence..][..reached]
            .iter()
            .enumerate()
        {
            let Some(page) = u32::try_from(*page).ok().filter(|page| *page < slots) else {
                return wrong(
                    "page_table",
                    format!(
                        "page {page} of sequence {sequence}; the pool has {slots} pages, from 0 on"
                    ),
                );
            };
            // The keys of the page that are used, and from which on they are written.
            let first = index as u64 * u64::from(size);
            let end = u64::from(size).min(total - first);
            used.push((page, length.saturating_sub(first).min(end), end));
        }
    }
    used.sort_unstable();
    // A use after one that writes, in this order, is of keys that are written.
    for pair in used.windows(2) {
        let ((page, from, end), (next, ..)) = (pair[0], pair[1]);
        if page == next && from < end {
            return wrong(
                "page_table",
                format!(
                    "page {page} is appended to and has another use; give each sequence its own page to append to"
                ),
            );
        }
    }
    Ok(u32::try_from(most).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_tables_have_as_many_entries_as_sequences_have_pages() {
        let keys = |batch, lengths: &[i32], pages: &[i32], per_sequence| {
            let options = CacheOptions {
                scale: 1.0,
                softcap: 0.0,
                window: [None; 2],
                slopes: None,
                lengths,
                page_table: Some((pages, per_sequence)),
            };
            keys([batch, 4, 16, 0], &options)
        };
        assert_eq!(keys(2, &[16, 17], &[0, 1, 2, 3], 2), Ok(17));
        // 2 · 2^63 is no entry in 64 bits.
        for (batch, per_sequence) in [(2, 1), (2, 1 << 63), (4, 1 << 62), (3, usize::MAX)] {
            let error = keys(batch, &[0; 4][..batch as usize], &[], per_sequence).unwrap_err();
            assert!(error.names("page_table"), "{error}");
        }
        assert_eq!(keys(0, &[], &[], usize::MAX), Ok(0));
    }
}
