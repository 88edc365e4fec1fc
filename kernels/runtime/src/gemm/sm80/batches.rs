//! [`push_batches`]: launches of a kernel for compute capability 8.0 on a batch of products.

use super::choose::BATCHES;
use crate::{Error, Launch, preparation::Preparation};
use azulejo_kernels::device::gemm::sm80::args::{Args, View};
use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
use azulejo_kernels::device::gemm::sm80::table::KernelEntry;

/// Makes the launches of `row`'s kernel for `batches` products ready, whose D has elements of `stored` bytes.
pub(super) fn push_batches(
    work: &mut Preparation<'_>,
    row: &'static KernelEntry,
    args: Args,
    (stored, batches): (i64, u32),
) -> Result<(), Error> {
    let device = work.stream().device();
    let (function, sm_count) = (device.function(row.kernel)?, device.sm_count());
    let x = args.m.div_ceil(row.tile.0) << args.group;
    let y = args.n.div_ceil(row.tile.1).div_ceil(1 << args.group);
    let element = row.types.0.bytes() as i64;
    let (blocks_x, blocks_y) = match row.sliced {
        _ if row.uses_tma() => ((x * y).min(sm_count), 1),
        Some(_) => (args.split_k.blocks(x * y), 1),
        None => (x, y),
    };
    work.push(move |stream| {
        (0..batches)
            .step_by(BATCHES as usize)
            .try_for_each(|first| {
                let from = |view: &View, size: i64| {
                    let skipped = (first as i64).wrapping_mul(view.batch * size);
                    View {
                        base: match view.base {
                            0 => 0,
                            base => base.wrapping_add_signed(skipped),
                        },
                        ..*view
                    }
                };
                let args = Args {
                    split_k: SplitK {
                        across: x,
                        ..args.split_k
                    },
                    a: from(&args.a, element),
                    b: from(&args.b, element),
                    c: from(&args.c, stored),
                    d: from(&args.d, stored),
                    bias: from(&args.bias, stored),
                    ..args
                };
                let launch = Launch::new(stream, &function)
                    .grid(blocks_x, blocks_y, (batches - first).min(BATCHES))
                    .shared(row.shared);
                // SAFETY: the kernel takes `Args`; its views are of memory that the product's views were checked against, which the launch
                // borrows, and were checked against what the kernel can read; D is borrowed for writing.
                unsafe { launch.run((args,)) }
            })
    });
    Ok(())
}
