//! [`push_hopper`]: attention by `wgmma` and TMA, on compute capability 9.0.

use azulejo_tensor::DType;

use super::{ForwardPlan, ForwardProblem, Map};
use crate::tma::{Encoded, encode};
use crate::{Error, Launch, preparation::Preparation};
use azulejo_kernels::device::attention::args::Args;

/// Words of a tensor map.
const WORDS: usize = 16;
/// Where the operands and the counter are among the words on the device.
const OPERANDS: usize = 3 * WORDS;
const COUNTER: usize = OPERANDS + 12;

/// Checks a problem and makes its launch ready, with tensor maps and a counter of tiles.
///
/// # Errors
/// As [`ForwardPlan::new`]; [`Error::NoKernel`] on a device that is not of compute capability 9.0; any CUDA driver error.
///
/// # Safety
/// Until a launch has run, the problem's inputs, slopes, starts of packed sequences, lengths and page table must be readable for its
/// extents and strides, and its outputs writable and used by nothing else. Starts do not decrease, begin at 0, end at the totals, and
/// no sequence is longer than the problem says. Lengths and keys to append are no more than the problem's keys; each page of the table
/// that a key reaches is in the pool, and no page that is appended to has another use.
pub(super) unsafe fn push_hopper(
    work: &mut Preparation<'_>,
    problem: &ForwardProblem,
) -> Result<(), Error> {
    let plan = ForwardPlan::new(problem)?;
    let mut words = [0; COUNTER + 1];
    if plan.tiles > 0 {
        for (map, words) in plan.maps.iter().zip(words.chunks_exact_mut(WORDS)) {
            words.copy_from_slice(&tensor_map(problem.dtype, map)?);
        }
    }
    let operands = words[OPERANDS..].chunks_exact_mut(4);
    for (operand, words) in plan.operands.iter().zip(operands) {
        words.copy_from_slice(&[
            operand.address,
            operand.batch,
            operand.sequence,
            operand.head,
        ]);
    }
    let base = work.values(&words)?;
    let args = Args {
        maps: [0, 1, 2].map(|map| base + 8 * (map * WORDS) as u64),
        operands: base + 8 * OPERANDS as u64,
        next: base + 8 * COUNTER as u64,
        ..plan.args
    };
    let (device, row) = (work.stream().device(), plan.row);
    let (function, ctas) = (device.function(row.kernel)?, plan.ctas(device.sm_count()));
    if ctas > 0 {
        work.push(move |stream| {
            // The kernel waits for the grid before it.
            let launch = Launch::new(stream, &function)
                .grid(ctas, 1, 1)
                .cluster(row.cluster)
                .shared(row.shared)
                .pdl();
            // SAFETY: the kernel takes `Args`, of a checked problem; its addresses are valid by the caller's promise, and the maps are
            // in the preparation's memory.
            unsafe { launch.run((args,)) }
        });
    }
    work.name(row.kernel.name);
    Ok(())
}

/// The 128 bytes of a map.
pub(super) fn tensor_map(dtype: DType, map: &Map) -> Result<[u64; WORDS], Error> {
    let Map {
        address,
        sizes: [a, b, c, d],
        strides: [s, t, u],
        extent: [w, x, y, z],
        swizzle,
    } = *map;
    let encoded = Encoded {
        dtype,
        rank: 4,
        sizes: [a, b, c, d, 1],
        strides: [s, t, u, 0],
        extent: [w, x, y, z, 1],
        swizzle,
    };
    encode(&encoded, address)
}
