//! The kernels at every edge of their tiles.

use azulejo_attention_simt::cases::{self, ALL, CAUSAL, SEQS, SLIDING};
use azulejo_attention_simt::{Case, case, expected, run};
use azulejo_tensor::DType;

/// Runs a case and compares it with the definition.
fn check(case: &Case, ctas: u32) {
    cases::check(case, &run(case, ctas));
}

/// Head dimensions that have kernels.
const DIMS: [[usize; 2]; 6] = [[64; 2], [96; 2], [128; 2], [192, 128], [192; 2], [256; 2]];

#[test]
fn every_head_dimension_and_type_with_and_without_a_mask() {
    for (i, dims) in DIMS.into_iter().enumerate() {
        for (j, dtype) in [DType::BF16, DType::F16].into_iter().enumerate() {
            let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
            check(&case(dtype, [1, 2, 1], &[[130, 200]], dims, window), 3);
            let window = [ALL, CAUSAL, SLIDING][(i + j + 1) % 3];
            check(&case(dtype, [1, 1, 1], &[[65, 129]], dims, window), 1);
        }
    }
}

#[test]
fn edges_of_tiles_and_blocks() {
    let edges = [1, 63, 64, 65, 127, 129];
    for (i, q) in edges.into_iter().enumerate() {
        for (j, k) in edges.into_iter().enumerate() {
            let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
            check(
                &case(DType::BF16, [1, 1, 1], &[[q, k]], [128; 2], window),
                2,
            );
        }
    }
}

#[test]
fn columns_that_no_kernel_is_made_for_run_in_a_wider_one() {
    for dims in [[40, 40], [72, 48], [104, 136], [248, 8]] {
        check(&case(DType::F16, [2, 1, 1], &[[70, 90]], dims, CAUSAL), 2);
    }
}

#[test]
fn heads_share_keys_and_batches_follow_each_other() {
    check(
        &case(DType::BF16, [2, 6, 2], &[[67, 70]], [64; 2], CAUSAL),
        4,
    );
    check(&case(DType::F16, [3, 4, 1], &[[33, 129]], [128; 2], ALL), 5);
}

#[test]
fn scores_are_bounded_and_biased_by_distance() {
    for (i, dims) in DIMS.into_iter().enumerate() {
        let dtype = [DType::BF16, DType::F16][i % 2];
        let mut case = case(
            dtype,
            [1, 2, 2],
            &[[70, 131]],
            dims,
            [ALL, CAUSAL][i / 2 % 2],
        );
        case.softcap = [0.0, 1.5, 20.0][i % 3];
        if i % 2 == 0 {
            case.slopes = vec![0.25, 0.01];
        }
        check(&case, 2);
    }
    for scale in [0.0, -0.3] {
        let mut case = case(DType::BF16, [1, 1, 1], &[[20, 70]], [64; 2], CAUSAL);
        case.scale = scale;
        check(&case, 1);
    }
}

#[test]
fn packed_sequences_do_not_see_each_other() {
    for (dims, window) in [([128; 2], CAUSAL), ([64; 2], ALL), ([256; 2], SLIDING)] {
        check(&case(DType::BF16, [7, 2, 1], &SEQS, dims, window), 3);
    }
}

#[test]
fn rows_without_keys_are_zero() {
    // More queries than keys: the first see none. No keys at all.
    check(
        &case(DType::BF16, [1, 1, 1], &[[150, 10]], [128; 2], CAUSAL),
        2,
    );
    check(&case(DType::F16, [1, 2, 1], &[[70, 0]], [64; 2], ALL), 2);
}

#[test]
fn nan_that_a_mask_hides_does_not_show() {
    // Keys 20 and 40 are seen by the queries from there on. Few elements: the executor computes each again, key by key.
    let mut hidden = case(DType::BF16, [1, 1, 1], &[[65, 65]], [64; 2], CAUSAL);
    let clean = expected(&hidden);
    for (key, column) in [(20, 5), (40, 33)] {
        hidden.operands[1][key * 64 + 3] = f32::NAN;
        hidden.operands[2][key * 64 + column] = f32::NAN;
    }
    let found = run(&hidden, 1);
    for (i, o) in found.o.iter().enumerate() {
        if i / 64 < 20 {
            assert!(
                (f64::from(*o) - clean.o[i]).abs() <= clean.bound[i],
                "{i}: {o}"
            );
        } else {
            assert!(o.is_nan(), "{i}: {o}");
        }
    }
    // Values of the sequence after this one.
    let mut packed = case(DType::F16, [2, 1, 1], &[[9, 10], [3, 9]], [128; 2], ALL);
    let clean = expected(&packed);
    packed.operands[2][10 * 128 + 77] = f32::INFINITY;
    let found = run(&packed, 1);
    for i in 0..9 * 128 {
        assert!(
            (f64::from(found.o[i]) - clean.o[i]).abs() <= clean.bound[i],
            "{i}"
        );
    }
}

#[test]
fn scores_of_minus_infinity_are_no_keys() {
    for (i, dims) in DIMS.into_iter().enumerate() {
        let dtype = [DType::BF16, DType::F16][i % 2];
        for (queries, window) in [(65, ALL), (40, CAUSAL)] {
            let d = dims[0];
            let mut case = case(dtype, [1, 1, 1], &[[queries, 420]], dims, window);
            case.operands[0].iter_mut().for_each(|x| *x = x.abs() + 0.5);
            // The last blocks, which come first, then all.
            case.operands[1][20 * d..].fill(f32::NEG_INFINITY);
            check(&case, 2);
            case.operands[1].fill(f32::NEG_INFINITY);
            let found = run(&case, 2);
            assert!(found.o.iter().all(|o| *o == 0.0), "{dims:?}");
            let none = |lse: &f32| *lse == f32::NEG_INFINITY;
            assert!(found.lse.iter().all(none), "{dims:?}");
        }
    }
}

#[test]
fn queries_without_a_finite_score_give_zero_of_any_values() {
    for (i, dims) in DIMS.into_iter().enumerate() {
        let (dtype, window) = ([DType::BF16, DType::F16][i % 2], [ALL, CAUSAL][i / 2 % 2]);
        let mut case = case(dtype, [1, 1, 1], &[[65, 130]], dims, window);
        for key in case.operands[1].chunks_exact_mut(dims[0]) {
            key[0] = 1.0;
        }
        case.operands[0][7 * dims[0]] = f32::NEG_INFINITY;
        case.operands[2][..dims[1]].fill([f32::NAN, f32::INFINITY][i % 2]);
        let found = run(&case, 1);
        assert!(
            found.o[7 * dims[1]..][..dims[1]].iter().all(|o| *o == 0.0),
            "{dims:?}"
        );
        assert_eq!(found.lse[7], f32::NEG_INFINITY);
        assert!(
            found.o[..7 * dims[1]].iter().all(|o| !o.is_finite()),
            "{dims:?}"
        );
    }
}

#[test]
fn one_key_that_dominates_and_equal_keys_are_exact() {
    let mut one = case(DType::BF16, [1, 1, 1], &[[65, 130]], [64; 2], ALL);
    one.operands[0].fill(1.0);
    one.operands[1].fill(-8.0);
    one.operands[1][77 * 64..][..64].fill(8.0);
    let found = run(&one, 1);
    for (i, o) in found.o.iter().enumerate() {
        assert_eq!(*o, one.round(one.operands[2][77 * 64 + i % 64]));
    }
    let mut equal = case(DType::F16, [1, 1, 1], &[[65, 128]], [128; 2], ALL);
    equal.operands[1].fill(0.5);
    for (key, row) in equal.operands[2].chunks_exact_mut(128).enumerate() {
        row.fill(key as f32);
    }
    assert!(run(&equal, 1).o.iter().all(|o| *o == 63.5));
}

#[test]
fn scores_of_ten_thousand_do_not_overflow() {
    let mut case = case(DType::BF16, [1, 1, 1], &[[64, 129]], [128; 2], CAUSAL);
    case.operands[0].iter_mut().for_each(|x| *x *= 2e4);
    check(&case, 1);
}
