//! The kernels by `mma.sync` at every edge of their tiles: the forward of packed sequences, and the backward.

use azulejo_attention_simt::cases::{self, ALL, CAUSAL, SLIDING, check_gradients, gradient_of_out};
use azulejo_attention_simt::{Case, Mode, case, run_sm80, run_sm80_backward};
use azulejo_tensor::DType;

/// Head dimensions that have kernels of the backward.
const DIMS: [[usize; 2]; 4] = [[64; 2], [128; 2], [192; 2], [256; 2]];

/// Runs a backward and compares it with the definition.
fn check(case: &Case, deterministic: bool) {
    let d_out = gradient_of_out(case);
    let found = run_sm80_backward(
        case,
        &d_out,
        Mode {
            deterministic,
            ctas: 1,
        },
    );
    check_gradients(case, &d_out, &found);
}

/// Packed sequences, of which some are empty.
const SEQS: [[usize; 2]; 7] = [
    [5, 7],
    [0, 10],
    [130, 150],
    [64, 0],
    [70, 65],
    [0, 0],
    [1, 1],
];

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

#[test]
fn one_block() {
    for dims in DIMS {
        check(&case(DType::BF16, [1, 1, 1], &[[64, 64]], dims, ALL), false);
    }
}

#[test]
fn every_head_dimension_and_type_with_and_without_a_mask() {
    for (i, dims) in DIMS.into_iter().enumerate() {
        for (j, dtype) in [DType::BF16, DType::F16].into_iter().enumerate() {
            let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
            check(&case(dtype, [1, 2, 1], &[[70, 131]], dims, window), j == 0);
            let window = [ALL, CAUSAL, SLIDING][(i + j + 1) % 3];
            check(&case(dtype, [1, 1, 1], &[[65, 33]], dims, window), i == 0);
        }
    }
}

#[test]
fn edges_of_tiles_and_blocks() {
    let edges = [1, 31, 33, 64, 65, 129];
    for (i, q) in edges.into_iter().enumerate() {
        for (j, k) in edges.into_iter().enumerate() {
            let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
            let dims = DIMS[(i + j / 2) % 2];
            check(
                &case(DType::BF16, [1, 1, 1], &[[q, k]], dims, window),
                i == j,
            );
        }
    }
}

#[test]
fn columns_that_no_kernel_is_made_for_run_in_a_wider_one() {
    for dims in [
        [40, 40],
        [72, 48],
        [96, 96],
        [8, 120],
        [192, 128],
        [200, 136],
    ] {
        check(
            &case(DType::F16, [2, 1, 1], &[[35, 50]], dims, CAUSAL),
            false,
        );
    }
}

#[test]
fn heads_share_keys_and_batches_follow_each_other() {
    check(
        &case(DType::BF16, [2, 6, 2], &[[67, 70]], [64; 2], CAUSAL),
        false,
    );
    check(
        &case(DType::F16, [3, 4, 1], &[[33, 129]], [128; 2], ALL),
        true,
    );
    check(
        &case(DType::BF16, [2, 2, 1], &[[40, 50]], [256; 2], CAUSAL),
        true,
    );
}

#[test]
fn scores_are_bounded_and_biased_by_distance() {
    for (i, (softcap, slopes)) in [(1.5, 0), (20.0, 2), (0.0, 2), (3.0, 0)]
        .into_iter()
        .enumerate()
    {
        let dtype = [DType::BF16, DType::F16][i % 2];
        let window = [ALL, CAUSAL][i / 2 % 2];
        let mut case = case(dtype, [1, 2, 2], &[[40, 71]], DIMS[i], window);
        case.softcap = softcap;
        case.slopes = [0.25, 0.01][..slopes].to_vec();
        check(&case, i % 2 == 0);
    }
    for scale in [0.0, -0.3] {
        let mut case = case(DType::BF16, [1, 1, 1], &[[20, 70]], [64; 2], CAUSAL);
        case.scale = scale;
        check(&case, false);
    }
}

#[test]
fn packed_sequences_do_not_see_each_other() {
    for (dims, window) in [([128; 2], CAUSAL), ([64; 2], ALL), ([64; 2], SLIDING)] {
        check(
            &case(DType::BF16, [7, 2, 1], &SEQS, dims, window),
            dims[0] == 128,
        );
    }
}

#[test]
fn rows_without_keys_and_keys_without_rows_are_zero() {
    check(
        &case(DType::BF16, [1, 1, 1], &[[150, 10]], [128; 2], CAUSAL),
        false,
    );
    check(
        &case(DType::F16, [1, 2, 1], &[[70, 0]], [64; 2], ALL),
        false,
    );
    check(
        &case(DType::F16, [1, 2, 1], &[[0, 70]], [256; 2], ALL),
        false,
    );
    check(
        &case(
            DType::BF16,
            [1, 1, 1],
            &[[10, 300]],
            [64; 2],
            [Some(3), Some(0)],
        ),
        true,
    );
}

#[test]
fn scores_of_ten_thousand_do_not_overflow() {
    let mut case = case(DType::BF16, [1, 1, 1], &[[64, 129]], [128; 2], CAUSAL);
    case.operands[0].iter_mut().for_each(|x| *x *= 2e4);
    check(&case, false);
}

#[test]
fn a_fixed_order_of_additions_gives_the_same_bits() {
    for dims in [[64; 2], [128; 2], [256; 2]] {
        let case = case(DType::BF16, [1, 2, 1], &[[70, 300]], dims, CAUSAL);
        let d_out = gradient_of_out(&case);
        let mode = Mode {
            deterministic: true,
            ctas: 1,
        };
        let first = run_sm80_backward(&case, &d_out, mode);
        assert_eq!(run_sm80_backward(&case, &d_out, mode), first);
    }
}
