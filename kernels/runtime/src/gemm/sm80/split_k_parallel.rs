//! [`push_splits`]: a product of few tiles as a batch of products of splits of K, and a second grid that adds them up.
//!
//! | launch | grid | operands | D |
//! |---|---|---|---|
//! | GEMM kernel | tiles, a batch per split | the same, `len` values of K per batch | partial sums, a matrix per split |
//! | the same, if K leaves a rest | tiles | the rest of K | the last matrix |
//! | `sm80_split_k_reduce_*` | vectors of D | partial sums | D, by the epilogue |
//!
//! Source: CUTLASS, `GemmSplitKParallel`.

use azulejo_tensor::DType;

use super::super::hopper::teams_log2;
use super::batches::push_batches;
use crate::{Error, Launch, preparation::Preparation};
use azulejo_kernels::device::gemm::sm80::args::{Args, View, activation};
use azulejo_kernels::device::gemm::sm80::split_k_reduce::{KERNELS, SHARED, THREADS};
use azulejo_kernels::device::gemm::sm80::table::KernelEntry;
use azulejo_kernels::table::Kernel;

/// Splits begin at multiples of these bytes of K: whole stages of every kernel.
const STEP: u64 = 128;
/// Bytes of K of a split at least.
const LEAST: u64 = 256;
/// Bytes of K that tensor cores compute while the rest is launched, and while the second grid runs: that, for each split, and partial
/// sums that each SM adds for one.
const REST: u64 = 512;
const REDUCE: u64 = 640;
const PER_SPLIT: u64 = 6;
const SUMS: u64 = 27;

/// Values of K of a split, where cutting `tiles` tiles of `elements` of D gains on `sm_count` SMs with `min_ctas` CTAs each. A value has
/// `element` bytes, and takes as long as `cost` of them on tensor cores.
fn split_len(
    [tiles, elements]: [u64; 2],
    [sm_count, min_ctas]: [u64; 2],
    k: u64,
    [element, cost]: [u64; 2],
) -> Option<u64> {
    let mut best = (k * cost, None);
    for splits in 2..=(sm_count * min_ctas / tiles.max(1)).min(k * element / LEAST) {
        let len = k * element / splits / STEP * STEP / element;
        let (splits, rest) = (k / len, k % len);
        // Two CTAs of an SM take nearly as long as one after the other.
        let shared = if splits * tiles > sm_count { 7 } else { 4 };
        let rest = if rest > 0 { rest * cost + REST } else { 0 };
        let clocks = len * cost * shared / 4
            + rest
            + REDUCE
            + PER_SPLIT * splits
            + splits * elements / (SUMS * sm_count);
        if clocks < best.0 {
            best = (clocks, Some(len));
        }
    }
    best.1
}

/// The kernel that adds up the splits of `row`'s.
pub(crate) fn reduce_kernel(row: &KernelEntry) -> Option<&'static Kernel> {
    let name = format!("sm80_split_k_reduce_{}", row.types.1.short_name());
    KERNELS.iter().find(|kernel| kernel.name == name)
}

/// Makes the launches of the product of `args` in `tiles` tiles ready, in splits of K; `false` where they are not worth it.
pub(super) fn push_splits(
    work: &mut Preparation<'_>,
    row: &'static KernelEntry,
    args: &Args,
    tiles: u32,
) -> Result<bool, Error> {
    let device = work.stream().device();
    if !row.can_split_k() || tiles == 0 || tiles > device.sm_count() / 2 {
        return Ok(false);
    }
    let element = row.types.0.bytes() as u64;
    // f32 has a quarter of the tensor cores' rate.
    let cost = if row.types.0 == DType::F32 {
        4 * element
    } else {
        element
    };
    let room = [device.sm_count(), row.kernel.min_ctas].map(u64::from);
    let all = [tiles.into(), args.m as u64 * args.n as u64];
    let len = split_len(all, room, args.k.into(), [element, cost]);
    let Some((len, kernel)) = len.zip(reduce_kernel(row)) else {
        return Ok(false);
    };
    let (k, len) = (args.k, len as u32);
    let (splits, rest) = (k / len, k % len);
    let (all_splits, ld) = (k.div_ceil(len), args.n.next_multiple_of(4) as i64);
    let matrix = ld * args.m as i64;
    // Rows, then splits.
    let partials = View {
        base: work.zeros((4 * matrix as u64).saturating_mul(all_splits.into()))?,
        row: ld,
        column: 1,
        batch: matrix,
    };
    for (first, k, batches) in [(0, len, splits), (splits, rest, all_splits - splits)] {
        let from = |view: &View| View {
            base: (view.base)
                .wrapping_add_signed(first as i64 * len as i64 * view.column * element as i64),
            batch: len as i64 * view.column,
            ..*view
        };
        let part = Args {
            k,
            single: u32::from(row.types.1.bytes() == 2),
            wide: 2,
            activation: activation::NONE,
            a: from(&args.a),
            b: from(&args.b),
            c: View::default(),
            d: View {
                base: partials.base + 4 * first as u64 * matrix as u64,
                ..partials
            },
            bias: View::default(),
            alpha: 1.0,
            beta: 0.0,
            ..*args
        };
        push_batches(work, row, part, (4, batches))?;
    }
    let vectors = args.m.saturating_mul(args.n.div_ceil(4));
    let group = teams_log2(vectors, all_splits);
    let args = Args {
        k: all_splits,
        group,
        a: partials,
        ..*args
    };
    let function = device.function(kernel)?;
    work.push(move |stream| {
        let launch = Launch::new(stream, &function)
            .grid(vectors.div_ceil(THREADS >> group), 1, 1)
            .shared(SHARED);
        // SAFETY: the kernel takes `Args`: those of the product, with the partial sums that the grids before it write in the place of
        // A, in the preparation's memory.
        unsafe { launch.run((args,)) }
    });
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_tiles_are_cut_into_whole_stages() {
        let f16 = |tiles, k| split_len([tiles, tiles << 14], [108, 2], k, [2, 2]);
        assert_eq!(f16(32, 4096), Some(1344));
        assert_eq!(f16(1, 131_072), Some(1472));
        assert_eq!(f16(54, 2048), Some(1024));
        assert_eq!(f16(1, 512), Some(128));
        // Too short to gain.
        assert_eq!(f16(1, 256), None);
        for k in (1..6000).chain([1 << 20, i32::MAX as u64]) {
            for (tiles, element) in [1, 2, 7, 54]
                .into_iter()
                .flat_map(|of| [1, 2, 4].map(|e| (of, e)))
            {
                if let Some(len) = split_len([tiles, tiles << 11], [108, 2], k, [element, element])
                {
                    let bytes = len * element;
                    assert!(
                        bytes >= LEAST && bytes.is_multiple_of(STEP) && len <= k / 2,
                        "{k}: {len}"
                    );
                }
            }
        }
    }
}
