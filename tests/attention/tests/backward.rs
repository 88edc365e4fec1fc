//! The kernels of the backward at every edge of their tiles.

use azulejo_attention_simt::{Case, Mode, case, expected_backward, random, run_backward};
use azulejo_tensor::DType;

/// A gradient of O for a case.
fn gradient_of_out(case: &Case) -> Vec<f32> {
    random(case.totals()[0] * case.heads[1] * case.dims[1], 7)
}

/// Runs a case and compares it with the definition.
fn check(case: &Case, deterministic: bool) {
    let d_out = gradient_of_out(case);
    let mode = Mode {
        deterministic,
        ctas: 3,
    };
    let found = run_backward(case, &d_out, mode);
    let (wanted, bound) = expected_backward(case, &d_out);
    let name = format!(
        "{:?} {:?} {:?} {:?} {:?}",
        case.dtype, case.heads, case.seqs, case.dims, case.window
    );
    for (which, gradient) in ["dQ", "dK", "dV"].into_iter().enumerate() {
        let columns = case.dims[which / 2];
        for (i, found) in found[which].iter().enumerate() {
            let (wanted, bound) = (wanted[which][i], bound[which][i]);
            assert!(
                (f64::from(*found) - wanted).abs() <= bound,
                "{name}: {gradient} at row {}, column {} is {found}, not {wanted} within {bound}",
                i / columns,
                i % columns
            );
        }
    }
}

const ALL: [Option<u32>; 2] = [None, None];
const CAUSAL: [Option<u32>; 2] = [None, Some(0)];
const SLIDING: [Option<u32>; 2] = [Some(20), Some(3)];

/// Head dimensions that have kernels.
const DIMS: [[usize; 2]; 2] = [[64; 2], [128; 2]];

#[test]
fn one_block() {
    check(
        &case(DType::BF16, [1, 1, 1], &[[128, 128]], [128; 2], ALL),
        false,
    );
    check(
        &case(DType::BF16, [1, 1, 1], &[[128, 128]], [64; 2], ALL),
        false,
    );
}

#[test]
fn every_head_dimension_and_type_with_and_without_a_mask() {
    for (i, dims) in DIMS.into_iter().enumerate() {
        for (j, dtype) in [DType::BF16, DType::F16].into_iter().enumerate() {
            let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
            check(&case(dtype, [1, 2, 1], &[[130, 200]], dims, window), j == 0);
            let window = [ALL, CAUSAL, SLIDING][(i + j + 1) % 3];
            check(&case(dtype, [1, 1, 1], &[[65, 129]], dims, window), i == 0);
        }
    }
}

#[test]
fn edges_of_tiles_and_blocks() {
    let edges = [1, 63, 64, 65, 127, 129];
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
    for dims in [[40, 40], [72, 48], [96, 96], [8, 120]] {
        check(
            &case(DType::F16, [2, 1, 1], &[[70, 90]], dims, CAUSAL),
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
}

#[test]
fn scores_are_bounded_and_biased_by_distance() {
    for (i, (softcap, slopes)) in [(1.5, 0), (20.0, 2), (0.0, 2), (3.0, 0)]
        .into_iter()
        .enumerate()
    {
        let dtype = [DType::BF16, DType::F16][i % 2];
        let window = [ALL, CAUSAL][i / 2 % 2];
        let mut case = case(dtype, [1, 2, 2], &[[70, 131]], DIMS[i % 2], window);
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
    let seqs = [
        [5, 7],
        [0, 10],
        [130, 150],
        [64, 0],
        [70, 65],
        [0, 0],
        [1, 1],
    ];
    for (dims, window) in [([128; 2], CAUSAL), ([64; 2], ALL), ([64; 2], SLIDING)] {
        check(
            &case(DType::BF16, [7, 2, 1], &seqs, dims, window),
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
        &case(DType::F16, [1, 2, 1], &[[0, 70]], [64; 2], ALL),
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
    for dims in DIMS {
        let case = case(DType::BF16, [1, 2, 1], &[[70, 400]], dims, CAUSAL);
        let d_out = gradient_of_out(&case);
        let mode = Mode {
            deterministic: true,
            ctas: 8,
        };
        let first = run_backward(&case, &d_out, mode);
        for ctas in [8, 3, 1] {
            assert_eq!(run_backward(&case, &d_out, Mode { ctas, ..mode }), first);
        }
    }
}
