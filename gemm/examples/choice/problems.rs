//! The products that are timed: the suite, and random ones.

use azulejo_gemm::gpu::GpuProblem;
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_tensor::DType;

use super::record::problem;

/// M, N and K of row-major products, A and B with K contiguous; [`SUITE_ORDERS`] has the other orders.
///
/// These are the shapes of `azulejo bench gemm`, whose column-major M is N here, and products that were found slow.
const SUITE: [[u32; 3]; 21] = [
    [512; 3],
    [1024; 3],
    [2048; 3],
    [4096; 3],
    [8192; 3],
    [16384; 3],
    [14336, 4096, 4096],
    [4096, 14336, 4096],
    [8192, 8192, 1024],
    [4096, 16, 4096],
    [8192, 64, 8192],
    [14336, 128, 4096],
    [128, 128, 131_072],
    [128, 65536, 128],
    [1000; 3],
    [3000; 3],
    [4104; 3],
    [24576, 1536, 7168],
    [1536; 3],
    [7168, 32, 2048],
    [2560, 1536, 2048],
];

/// Those of other orders, of A and B.
const SUITE_ORDERS: [([u32; 3], [Major; 2]); 6] = [
    ([4096; 3], [Major::K, Major::Mn]),
    ([4096; 3], [Major::Mn, Major::K]),
    ([4096; 3], [Major::Mn; 2]),
    ([1280, 10240, 5120], [Major::K, Major::Mn]),
    ([8192, 2304, 8192], [Major::K, Major::Mn]),
    ([4099, 4097, 4101], [Major::Mn, Major::K]),
];

/// Random products of each type.
const RANDOM: usize = 64;

/// All products of a type of operands: whether of the suite, and the product.
pub fn problems(operand: DType) -> Vec<(bool, GpuProblem)> {
    let plain = SUITE.map(|sizes| (sizes, [Major::K; 2]));
    let suite = plain.into_iter().chain(SUITE_ORDERS);
    let mut all: Vec<_> = suite
        .map(|(sizes, orders)| (true, problem(operand, sizes, orders)))
        .collect();
    // The same numbers on every device.
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ operand as u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    for i in 0..8 + RANDOM {
        // From 16 to 16384; every second product has sides that are multiples of 16.
        let mut side = || {
            let side = (16.0 * 1024f64.powf(uniform())) as u32;
            if i % 2 == 0 {
                side
            } else {
                side.next_multiple_of(16).min(16384)
            }
        };
        let sizes = [side(), side(), side()];
        let mut order = || if uniform() < 0.5 { Major::K } else { Major::Mn };
        let orders = [order(), order()];
        // The generator's first numbers resemble its seed.
        if i >= 8 {
            all.push((false, problem(operand, sizes, orders)));
        }
    }
    all
}
