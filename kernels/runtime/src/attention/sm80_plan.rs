//! [`Sm80Plan`]: the kernel by `mma.sync`, the splits, the grid and the arguments of a problem, without a device.

use super::plan::check;
use super::table::{KernelEntry, SM80_FORWARD, least};
use super::{ForwardProblem, Heads, grid, problem::Named};
use crate::Error;
use azulejo_kernels::device::attention::sm80::args::Sm80Args;

/// Rows of a plane up to which the kernels for few rows read keys and values once more for each tile of 16.
const FEW_ROWS: u64 = 64;
/// CTAs that an SM has at once.
const CTAS: u64 = 2;
/// Bytes of keys and values that come to L2 for a CTA before its grid may read them, at most, and their part of a split.
const EARLY: [u64; 2] = [128 << 10, 32];
/// Blocks before the end of a split at which the next grid may start.
const LATE: u32 = 4;
/// What a split takes beside its blocks, in hundredths of a block: the first loads, and the last products and stores.
const SPLIT: u64 = 150;
/// What combining takes, in hundredths of a block, and for each split of 16 rows.
const COMBINE: [u64; 2] = [100, 3];

/// The keys and values of a cache, and those to append.
#[derive(Clone, Copy, Debug, Default)]
pub struct CacheProblem {
    /// Keys to append, (batch, `appended`, head, dimension).
    pub new_k: Heads,
    /// Values to append.
    pub new_v: Heads,
    /// Keys to append to each sequence.
    pub appended: u32,
    /// Device address of an `i32` for each sequence: the keys that it has before.
    pub lengths: u64,
    /// Device address of the `i32` pages of each sequence, (batch, `pages`), or 0.
    pub page_table: u64,
    /// Pages of a sequence in the table.
    pub pages: u32,
    /// Keys of a page, 0 without a page table.
    pub page_size: u32,
}

/// A forward, or queries over a cache: then `seq_k` is the most keys of a sequence with those to append, and K and V are
/// (batch or page, position, head, dimension).
#[derive(Clone, Copy, Debug)]
pub struct Sm80Problem {
    /// The tensors, extents and scores.
    pub forward: ForwardProblem,
    /// The cache.
    pub cache: Option<CacheProblem>,
}

/// Launch parameters as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Sm80Plan {
    /// The kernel.
    pub row: &'static KernelEntry,
    /// The kernel's arguments but the addresses of the workspace.
    pub args: Sm80Args,
    /// CTAs: one for each split of each tile; 0 where there is nothing to do.
    pub ctas: u32,
    /// `true` if each CTA has an SM for itself. Where one ends, one of the next grid starts, and asks for its first keys.
    pub alone: bool,
    /// Bytes of the workspace: O of the splits, their maxima and sums, the counters.
    pub bytes: [usize; 3],
}

impl Sm80Plan {
    /// Checks a problem and chooses its kernel and splits for a device of so many SMs.
    ///
    /// # Errors
    /// [`Error::Dtype`], [`Error::NotImplemented`] for head dimensions above 256, [`Error::Argument`], [`Error::Strides`] and
    /// [`Error::Misaligned`] with the name of the field.
    pub fn new(problem: &Sm80Problem, sm_count: u32) -> Result<Self, Error> {
        let Sm80Problem { forward, cache } = problem;
        let own = cache.unwrap_or_default();
        let [q, k, v, o] = forward.tensors();
        let [new_k, new_v] = [("new_k", own.new_k), ("new_v", own.new_v)]
            .map(|(argument, tensor)| (argument, tensor, forward.heads_kv));
        let tensors = [q, k, v, o, new_k, new_v];
        check(forward, &tensors)?;
        aligned(&tensors, forward.varlen.is_some())?;
        let group = forward.group();
        let row = choose(problem, group)?;
        let pack = if cache.is_some() || packs(forward.seq_q, group, row.m) {
            group
        } else {
            1
        };
        let planes = if pack == 1 {
            forward.heads
        } else {
            forward.heads_kv
        };
        let rows = u64::from(forward.seq_q) * u64::from(pack);
        Error::ensure(rows <= i32::MAX as u64, "seq_q", || {
            format!("{rows} queries of a group of heads are more than 2^31 - 1; cut the sequences")
        })?;
        let appends = cache.is_some_and(|cache| cache.appended > 0);
        let tiles_m = rows.div_ceil(u64::from(row.m)).max(u64::from(appends));
        let factors = [forward.batch.into(), planes.into(), tiles_m];
        let tiles = u64::from(grid::count("tiles of queries", factors)?);
        let count = blocks(forward, row);
        let sm_count = u64::from(sm_count.max(1));
        // One CTA of four groups takes its share of the memory's rate, but where blocks of keys are of several pages.
        let is_enough = row.groups >= 4 && (own.page_size == 0 || own.page_size >= row.n);
        let [splits, each] = splits(row, tiles, count, rows, |ctas| {
            if is_enough {
                memory_bound(ctas, sm_count)
            } else {
                100 * ctas.div_ceil(CTAS * sm_count).max(1)
            }
        });
        let ctas = u64::from(grid::count("tiles of queries", [tiles, splits, 1])?);
        let parts = if splits > 1 {
            ctas as usize * row.m as usize
        } else {
            0
        };
        let bytes = [
            4 * parts * row.head_dim_v as usize,
            8 * parts,
            4 * if splits > 1 { tiles as usize } else { 0 },
        ];
        let alone = row.groups > 1 && ctas <= sm_count;
        let early = if alone && own.page_size == 0 && forward.varlen.is_none() {
            let key = 2 * u64::from(forward.head_dim + forward.head_dim_v);
            (EARLY[0] / key).min(each * u64::from(row.n) / EARLY[1])
        } else {
            0
        };
        let operand = |tensor| forward.operand(tensor);
        let args = Sm80Args {
            problem: forward.shape(),
            q: operand(forward.q),
            k: operand(forward.k),
            v: operand(forward.v),
            new_k: operand(own.new_k),
            new_v: operand(own.new_v),
            o: operand(forward.o),
            lengths: own.lengths,
            page_table: own.page_table,
            pages: own.pages,
            page_size: own.page_size,
            appended: own.appended,
            pack,
            tiles_m: tiles_m as u32,
            planes,
            splits: splits as u32,
            blocks: each as u32,
            changed: u32::from(forward.is_changed() || forward.scale <= 0.0),
            early: early as u32,
            late: if alone { LATE } else { 0 },
            ..Sm80Args::default()
        };
        Ok(Sm80Plan {
            row,
            args,
            ctas: ctas as u32,
            alone,
            bytes,
        })
    }

    /// Bytes of the workspace.
    pub fn workspace(&self) -> usize {
        self.bytes.iter().sum()
    }
}

/// Rejects tensors, each with its heads, whose rows do not start at multiples of 16 bytes.
pub(super) fn aligned(tensors: &[Named], is_packed: bool) -> Result<(), Error> {
    for &(argument, tensor, heads) in tensors {
        crate::check::aligned(argument, tensor.address, 16)?;
        let strides = [
            (tensor.batch, !is_packed),
            (tensor.sequence, true),
            (tensor.head, heads > 1),
        ];
        if let Some((stride, _)) = strides
            .into_iter()
            .find(|(stride, is_read)| *is_read && stride % 8 != 0)
        {
            return Err(Error::strides(
                argument,
                format!("{stride} is not a multiple of 8 elements, 16 bytes; pad the rows"),
            ));
        }
    }
    Ok(())
}

/// The narrowest kernel that computes the problem, for few rows or for many.
fn choose(problem: &Sm80Problem, group: u32) -> Result<&'static KernelEntry, Error> {
    let forward = &problem.forward;
    let is_decode = u64::from(forward.seq_q) * u64::from(group) <= FEW_ROWS;
    let computes = |row: &KernelEntry| row.fits(forward) && (row.groups > 1) == is_decode;
    let width = |row: &KernelEntry| (row.head_dim, row.head_dim_v);
    least("attention", SM80_FORWARD, forward, computes, width)
}

/// Returns `true` if the heads of a group as rows of one tile fill tiles of `m` rows by a tenth more than the queries of one head.
///
/// Source: FlashAttention 3, `heuristics.h`.
fn packs(seq_q: u32, group: u32, m: u32) -> bool {
    let (q, g, m) = (u64::from(seq_q), u64::from(group), u64::from(m));
    // q / up(q) < 0.9 g q / up(g q)
    let (alone, together) = (q.next_multiple_of(m), (g * q).next_multiple_of(m));
    10 * together < 9 * g * alone
}

/// Blocks of keys that a tile sees, at most.
fn blocks(forward: &ForwardProblem, row: &KernelEntry) -> u64 {
    let keys = u64::from(forward.seq_k).div_ceil(row.n.into());
    let (Some(left), Some(right)) = (forward.window_left, forward.window_right) else {
        return keys;
    };
    let queries = row.m.min(forward.seq_q);
    let seen = u64::from(left) + u64::from(right) + u64::from(queries);
    keys.min(seen.div_ceil(row.n.into()) + 1)
}

/// What `ctas` CTAs take that read memory all the time, in hundredths of what one on each SM takes.
///
/// A whole wave is [`CTAS`] on each SM. The rest of the CTAs takes more than its share of the rate: fewer than all
/// SMs read, and where one has two, two take their share.
const fn memory_bound(ctas: u64, sm_count: u64) -> u64 {
    let wave = CTAS * sm_count;
    let share = 100 * (ctas % wave) / sm_count;
    let rest = match (ctas < wave, share) {
        (true, ..=89) => 90,
        (true, 101..) if share < 159 => 159,
        (true, _) => share,
        (false, ..=56) => 2 * share,
        (false, 57..=111) => 112,
        (false, _) => share,
    };
    100 * CTAS * (ctas / wave) + rest
}

/// The splits of a tile and the blocks of each, by what `waves` of as many CTAs take, in hundredths of one CTA.
fn splits(
    row: &KernelEntry,
    tiles: u64,
    blocks: u64,
    rows: u64,
    waves: impl Fn(u64) -> u64,
) -> [u64; 2] {
    let most = u64::from(row.o_bytes / (8 * row.m)).min(blocks).max(1);
    let time = |splits: u64| {
        let each = blocks.div_ceil(splits).max(1);
        let used = blocks.div_ceil(each).max(1);
        let rows = rows.min(row.m.into());
        let combine = if used > 1 {
            COMBINE[0] + COMBINE[1] * used * rows.div_ceil(16)
        } else {
            0
        };
        (
            waves(tiles * used) * (100 * each + SPLIT) / 100 + combine,
            used,
            each,
        )
    };
    let (_, used, each) = (1..=most).map(time).min().unwrap_or((0, 1, 1));
    [used, each]
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_tensor::DType;

    fn problem(batch: u32, keys: u32, d: u32) -> Sm80Problem {
        let forward = ForwardProblem {
            batch,
            heads: 32,
            heads_kv: 8,
            window_right: Some(0),
            ..ForwardProblem::test(DType::BF16, [1, keys], [d; 2], Heads::default())
        };
        let cache = Some(CacheProblem::default());
        Sm80Problem { forward, cache }
    }

    fn decode(batch: u32, keys: u32, d: u32) -> Sm80Plan {
        Sm80Plan::new(&problem(batch, keys, d), 132).unwrap()
    }

    #[test]
    fn splits_fill_the_device_and_hold_all_blocks() {
        for (batch, keys) in [(1, 4096), (16, 8192), (16, 65536), (1, 1 << 20)] {
            let plan = decode(batch, keys, 128);
            let blocks = keys.div_ceil(plan.row.n);
            assert!(plan.args.splits * plan.args.blocks >= blocks);
            assert!((plan.args.splits - 1) * plan.args.blocks < blocks);
            assert!(
                plan.ctas >= 128,
                "{batch} sequences of {keys}: {} CTAs",
                plan.ctas
            );
            assert!(8 * plan.row.m * plan.args.splits <= plan.row.o_bytes);
        }
        let splits = |batch, keys, d| decode(batch, keys, d).args.splits;
        let chosen =
            [(16, 8192), (8, 16384), (24, 20000)].map(|(batch, keys)| splits(batch, keys, 128));
        assert_eq!(chosen, [1, 2, 4], "two CTAs on some sm_count alone");
        assert_eq!(
            [192, 256].map(|d| splits(16, 8192, d)),
            [2, 2],
            "two groups leave half of a sm"
        );
        assert_eq!([0, 10].map(|keys| splits(1, keys, 128)), [1, 1]);
    }

    #[test]
    fn queries_of_a_group_are_less_than_2_to_the_31() {
        let of = |seq_q| {
            let mut problem = problem(1, 4096, 128);
            (problem.forward.seq_q, problem.forward.heads) = (seq_q, 64);
            Sm80Plan::new(&problem, 132)
        };
        assert!(of((1 << 28) - 1).is_ok());
        let error = of(1 << 28).unwrap_err().to_string();
        assert!(
            error.contains("seq_q") && error.contains("2147483648"),
            "{error}"
        );
    }

    #[test]
    fn keys_come_early_where_each_cta_has_an_sm() {
        let early = |batch, keys, d| {
            let plan = decode(batch, keys, d);
            (plan.alone, plan.args.early, plan.args.late)
        };
        assert_eq!(early(16, 2048, 128), (true, 64, LATE));
        assert_eq!(early(16, 8192, 128), (true, 256, LATE));
        assert_eq!(early(16, 65536, 128), (true, 256, LATE), "128 kB");
        assert_eq!(early(32, 8192, 128), (false, 0, 0));
        let mut problem = problem(16, 8192, 128);
        problem.cache = Some(CacheProblem {
            page_table: 256,
            pages: 128,
            page_size: 64,
            ..CacheProblem::default()
        });
        let plan = Sm80Plan::new(&problem, 132).unwrap();
        let why = "which pages is not known yet";
        assert_eq!((plan.alone, plan.args.early), (true, 0), "{why}");
    }

    #[test]
    fn heads_of_a_group_are_rows_of_a_tile_where_that_fills_it() {
        assert!(packs(1, 4, 16));
        assert!(packs(70, 4, 128));
        assert!(!packs(128, 4, 128));
        assert!(!packs(4096, 8, 128));
        assert!(!packs(5, 1, 16));
    }
}
