//! [`backward_tests`](crate::backward_tests): the tests that every family of the backward passes, each at the edges of its tiles.

/// Declares the tests of a family, which `$check` runs and compares with the definition, in a fixed order of additions or not.
///
/// `dims` are the head dimensions that have kernels, `wider` some that run in a wider one; `block` is a whole block; `lengths` are queries
/// and keys that fill no block, with a whole block before and without.
#[macro_export]
macro_rules! backward_tests {
    ($check:ident, dims $dims:expr, wider $wider:expr, block $block:expr, lengths $lengths:expr, edges $edges:expr) => {
        #[test]
        fn one_block() {
            for dims in $dims {
                let block = case(DType::BF16, [1, 1, 1], &[$block], dims, ALL);
                $check(&block, false);
            }
        }

        #[test]
        fn every_head_dimension_and_type_with_and_without_a_mask() {
            let [long, short] = $lengths;
            for (i, dims) in $dims.into_iter().enumerate() {
                for (j, dtype) in [DType::BF16, DType::F16].into_iter().enumerate() {
                    let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
                    $check(&case(dtype, [1, 2, 1], &[long], dims, window), j == 0);
                    let window = [ALL, CAUSAL, SLIDING][(i + j + 1) % 3];
                    $check(&case(dtype, [1, 1, 1], &[short], dims, window), i == 0);
                }
            }
        }

        #[test]
        fn edges_of_tiles_and_blocks() {
            for (i, q) in $edges.into_iter().enumerate() {
                for (j, k) in $edges.into_iter().enumerate() {
                    let window = [ALL, CAUSAL, SLIDING][(i + j) % 3];
                    let dims = $dims[(i + j / 2) % $dims.len()];
                    let edge = case(DType::BF16, [1, 1, 1], &[[q, k]], dims, window);
                    $check(&edge, i == j);
                }
            }
        }

        #[test]
        fn columns_that_no_kernel_is_made_for_run_in_a_wider_one() {
            for dims in $wider {
                let narrow = case(DType::F16, [2, 1, 1], &[[70, 90]], dims, CAUSAL);
                $check(&narrow, false);
            }
        }

        #[test]
        fn heads_share_keys_and_batches_follow_each_other() {
            let dims = $dims;
            for (dtype, heads, seq, dims, window, fixed) in [
                (DType::BF16, [2, 6, 2], [67, 70], dims[0], CAUSAL, false),
                (DType::F16, [3, 4, 1], [33, 129], dims[1], ALL, true),
                (
                    DType::BF16,
                    [2, 2, 1],
                    [40, 50],
                    dims[dims.len() - 1],
                    CAUSAL,
                    true,
                ),
            ] {
                $check(&case(dtype, heads, &[seq], dims, window), fixed);
            }
        }

        #[test]
        fn scores_are_bounded_and_biased_by_distance() {
            let changes = [(1.5, 0), (20.0, 2), (0.0, 2), (3.0, 0)];
            for (i, (softcap, slopes)) in changes.into_iter().enumerate() {
                let dtype = [DType::BF16, DType::F16][i % 2];
                let window = [ALL, CAUSAL][i / 2 % 2];
                let dims = $dims;
                let dims = dims[i % dims.len()];
                let mut case = case(dtype, [1, 2, 2], &[$lengths[0]], dims, window);
                case.softcap = softcap;
                case.slopes = [0.25, 0.01][..slopes].to_vec();
                $check(&case, i % 2 == 0);
            }
            for scale in [0.0, -0.3] {
                let mut case = case(DType::BF16, [1, 1, 1], &[[20, 70]], [64; 2], CAUSAL);
                case.scale = scale;
                $check(&case, false);
            }
        }

        #[test]
        fn packed_sequences_do_not_see_each_other() {
            for (dims, window) in [([128; 2], CAUSAL), ([64; 2], ALL), ([64; 2], SLIDING)] {
                let packed = case(DType::BF16, [7, 2, 1], &SEQS, dims, window);
                $check(&packed, dims[0] == 128);
            }
        }

        #[test]
        fn rows_without_keys_and_keys_without_rows_are_zero() {
            let dims = $dims;
            let narrow = [Some(3), Some(0)];
            for (dtype, heads, seq, dims, window, fixed) in [
                (DType::BF16, [1, 1, 1], [150, 10], [128; 2], CAUSAL, false),
                (DType::F16, [1, 2, 1], [70, 0], [64; 2], ALL, false),
                (
                    DType::F16,
                    [1, 2, 1],
                    [0, 70],
                    dims[dims.len() - 1],
                    ALL,
                    false,
                ),
                (DType::BF16, [1, 1, 1], [10, 300], [64; 2], narrow, true),
            ] {
                $check(&case(dtype, heads, &[seq], dims, window), fixed);
            }
        }

        #[test]
        fn queries_without_a_finite_score_add_nothing() {
            for (i, dims) in $dims.into_iter().enumerate() {
                let window = [ALL, CAUSAL][i % 2];
                let mut case = case(DType::BF16, [1, 2, 1], &[[70, 65]], dims, window);
                for key in case.operands[1].chunks_exact_mut(dims[0]) {
                    key[0] = 1.0;
                }
                for row in [13, 40, 139] {
                    case.operands[0][row * dims[0]] = f32::NEG_INFINITY;
                }
                $check(&case, i == 0);
                // None has one.
                for query in case.operands[0].chunks_exact_mut(dims[0]) {
                    query[0] = 1.0;
                }
                for key in case.operands[1].chunks_exact_mut(dims[0]) {
                    key[0] = f32::NEG_INFINITY;
                }
                $check(&case, i == 0);
            }
        }

        #[test]
        fn scores_of_ten_thousand_do_not_overflow() {
            let mut case = case(DType::BF16, [1, 1, 1], &[[64, 129]], [128; 2], CAUSAL);
            case.operands[0].iter_mut().for_each(|x| *x *= 2e4);
            $check(&case, false);
        }
    };
}
