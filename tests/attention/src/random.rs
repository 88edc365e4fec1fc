//! Cases with random operands.

use azulejo_tensor::DType;

use crate::Case;

/// Numbers in -1..1 that depend on the seed alone (a linear congruential generator).
pub fn random(len: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..len).map(|_| next()).collect()
}

/// A case with random operands.
pub fn case(
    dtype: DType,
    heads: [usize; 3],
    seqs: &[[usize; 2]],
    dims: [usize; 2],
    window: [Option<u32>; 2],
) -> Case {
    let mut case = Case {
        dtype,
        heads,
        seqs: seqs.to_vec(),
        dims,
        window,
        scale: (dims[0] as f32).powf(-0.5),
        softcap: 0.0,
        slopes: Vec::new(),
        operands: [vec![], vec![], vec![]],
    };
    let [q, k] = case.totals();
    let seed = (q * 1000 + k) as u64;
    case.operands = [
        random(q * heads[1] * dims[0], seed)
            .iter()
            .map(|x| 4.0 * x)
            .collect(),
        random(k * heads[2] * dims[0], seed + 1),
        random(k * heads[2] * dims[1], seed + 2),
    ];
    case
}
