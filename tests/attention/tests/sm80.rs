//! The kernels by `mma.sync` at every edge of their tiles: the forward of packed sequences, and the backward.

use azulejo_attention_simt::cases::{
    self, ALL, CAUSAL, SEQS, SLIDING, check_gradients, gradient_of_out,
};
use azulejo_attention_simt::{Case, Mode, backward_tests, case, run_sm80, run_sm80_backward};
use azulejo_tensor::DType;

/// Head dimensions that have kernels of the backward.
const DIMS: [[usize; 2]; 4] = [[64; 2], [128; 2], [192; 2], [256; 2]];

/// Bytes of shared memory of a CTA on compute capability 8.0, and on 9.0 and 10.0.
const SHARED: [u32; 2] = [166_912, 232_448];

/// Runs a backward and compares it with the definition, by each of its kernels.
fn check(case: &Case, deterministic: bool) {
    let d_out = gradient_of_out(case);
    let mode = Mode {
        deterministic,
        ctas: 1,
    };
    let columns = case.dims[0].max(case.dims[1]);
    let has_two = (65..=128).contains(&columns) || columns > 192;
    for shared in SHARED.into_iter().skip(usize::from(!has_two)) {
        let found = run_sm80_backward(case, &d_out, mode, shared);
        check_gradients(case, &d_out, &found);
    }
}

#[test]
fn forward_of_packed_sequences_that_do_not_see_each_other() {
    for (dims, heads, window) in [
        ([128; 2], [7, 2, 1], CAUSAL),
        ([64; 2], [7, 2, 2], ALL),
        ([256; 2], [7, 1, 1], SLIDING),
        ([96; 2], [7, 4, 1], CAUSAL),
    ] {
        let case = case(DType::BF16, heads, &SEQS, dims, window);
        cases::check(&case, &run_sm80(&case, 1));
    }
    // A few queries of each, over keys that are split; and values of the sequence after one do not show.
    let seqs = [[3, 300], [1, 0], [4, 100], [0, 7], [2, 650]];
    for (heads, window) in [([5, 8, 2], CAUSAL), ([5, 2, 2], ALL)] {
        let case = case(DType::F16, heads, &seqs, [64; 2], window);
        cases::check(&case, &run_sm80(&case, 40));
    }
    // Queries of a whole tile, one of them without a finite score.
    for window in [ALL, CAUSAL] {
        let seqs = [[140, 150], [3, 9]];
        let mut none = case(DType::BF16, [2, 1, 1], &seqs, [64; 2], window);
        for key in none.operands[1].chunks_exact_mut(64) {
            key[0] = 1.0;
        }
        none.operands[0][7 * 64] = f32::NEG_INFINITY;
        none.operands[2][..64].fill(f32::NAN);
        let found = run_sm80(&none, 1);
        assert!(found.o[7 * 64..][..64].iter().all(|o| *o == 0.0));
        assert_eq!(found.lse[7], f32::NEG_INFINITY);
    }
    let mut packed = case(DType::F16, [2, 1, 1], &[[9, 10], [3, 9]], [128; 2], ALL);
    packed.operands[2][10 * 128 + 77] = f32::INFINITY;
    let (clean, found) = (
        azulejo_attention_simt::expected(&packed),
        run_sm80(&packed, 1),
    );
    for i in 0..9 * 128 {
        assert!(
            (f64::from(found.o[i]) - clean.o[i]).abs() <= clean.bound[i],
            "{i}"
        );
    }
}

backward_tests! { check, dims DIMS, wider [[40, 40], [72, 48], [96, 96], [8, 120], [192, 128], [200, 136]], block [64, 64],
lengths [[70, 131], [65, 33]], edges [1, 31, 33, 64, 65, 129] }

#[test]
fn a_fixed_order_of_additions_gives_the_same_bits() {
    for dims in [[64; 2], [128; 2], [256; 2]] {
        let case = case(DType::BF16, [1, 2, 1], &[[70, 300]], dims, CAUSAL);
        let d_out = gradient_of_out(&case);
        let mode = Mode {
            deterministic: true,
            ctas: 1,
        };
        for shared in SHARED {
            let first = run_sm80_backward(&case, &d_out, mode, shared);
            assert_eq!(run_sm80_backward(&case, &d_out, mode, shared), first);
        }
    }
}
