//! [`HopperForward`]: a problem with its tensor maps on a device.

use azulejo_tensor::DType;

use super::call::Prepared;
use super::{ForwardMaps, ForwardPlan, ForwardProblem, KernelEntry, Map};
use crate::device::attention::args::Args;
use crate::host::tma::{Encoded, encode};
use crate::host::{Buffer, Error, Function, Launch, Stream, Use};

/// Words of a tensor map.
const WORDS: usize = 16;
/// Where the operands and the counter are among the words on the device.
const OPERANDS: usize = 3 * WORDS;
const COUNTER: usize = OPERANDS + 12;

/// The forward of attention on given tensors, prepared for a stream.
///
/// It owns the tensor maps and a counter of tiles, and no other memory; a CUDA graph can capture its launches.
#[derive(Debug)]
pub(super) struct HopperForward {
    function: Function,
    row: &'static KernelEntry<ForwardMaps>,
    args: Args,
    ctas: u32,
    /// The maps of Q, K and V, then the operands and the counter.
    maps: Buffer<u64>,
}

impl HopperForward {
    /// Checks a problem and makes everything ready to launch on `stream`.
    ///
    /// # Errors
    /// As [`ForwardPlan::new`]; [`Error::NoKernel`] on a device that is not of compute capability 9.0; any CUDA driver error.
    pub fn prepare(stream: &Stream, problem: &ForwardProblem) -> Result<Self, Error> {
        let plan = ForwardPlan::new(problem)?;
        let mut words = [0; COUNTER + 1];
        if plan.tiles > 0 {
            for (map, words) in plan.maps.iter().zip(words.chunks_exact_mut(WORDS)) {
                words.copy_from_slice(&tensor_map(problem.dtype, map)?);
            }
        }
        for (operand, words) in plan
            .operands
            .iter()
            .zip(words[OPERANDS..].chunks_exact_mut(4))
        {
            words.copy_from_slice(&[
                operand.address,
                operand.batch,
                operand.sequence,
                operand.head,
            ]);
        }
        let maps = stream.upload(&words)?;
        let base = maps.address();
        let args = Args {
            maps: [0, 1, 2].map(|map| base + 8 * (map * WORDS) as u64),
            operands: base + 8 * OPERANDS as u64,
            next: base + 8 * COUNTER as u64,
            ..plan.args
        };
        Ok(HopperForward {
            function: stream.device().function(plan.row.kernel)?,
            row: plan.row,
            args,
            ctas: plan.ctas(stream.device().sm_count()),
            maps,
        })
    }
}

impl Prepared for HopperForward {
    unsafe fn launch_on(&self, stream: &Stream) -> Result<(), Error> {
        if self.ctas == 0 {
            return Ok(());
        }
        // The kernel waits for the grid before it.
        let launch = Launch::new(stream, &self.function)
            .grid(self.ctas, 1, 1)
            .cluster(self.row.cluster)
            .shared(self.row.shared)
            .pdl();
        // SAFETY: the kernel takes `Args`, of a checked problem; its addresses are valid by the caller's promise, and the maps live as long
        // as `self`, whose memory is freed in the order of the stream.
        unsafe { launch.run((self.args,)) }
    }

    fn own(&self) -> Use<'_> {
        self.maps.usage().write()
    }
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
