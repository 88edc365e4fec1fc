//! The kernels of the backward at every edge of their tiles.

use azulejo_attention_simt::cases::{ALL, CAUSAL, SEQS, SLIDING, check_gradients, gradient_of_out};
use azulejo_attention_simt::{Case, Mode, backward_tests, case, expected_backward, run_backward};
use azulejo_tensor::DType;

/// Runs a case and compares it with the definition.
fn check(case: &Case, deterministic: bool) {
    let d_out = gradient_of_out(case);
    let mode = Mode {
        deterministic,
        ctas: 3,
    };
    let found = run_backward(case, &d_out, mode);
    check_gradients(case, &d_out, &found);
}

/// Head dimensions that have kernels.
const DIMS: [[usize; 2]; 3] = [[64; 2], [128; 2], [256; 2]];

backward_tests! { check, dims DIMS, wider [[40, 40], [72, 48], [96, 96], [8, 120], [192, 128], [200, 136]], block [128, 128],
lengths [[130, 200], [65, 129]], edges [1, 63, 64, 65, 127, 129] }

/// Runs a case with poison and compares it with the definition without: a gradient is NaN where `shows` says so, and else as it was.
fn check_hidden(
    case: &Case,
    poison: &dyn Fn(&mut Case, &mut [f32]),
    shows: [&dyn Fn(usize) -> bool; 3],
) {
    let mut d_out = gradient_of_out(case);
    let (wanted, bound) = expected_backward(case, &d_out);
    let mut poisoned = case.clone();
    poison(&mut poisoned, &mut d_out);
    let mode = Mode {
        deterministic: true,
        ctas: 2,
    };
    let found = run_backward(&poisoned, &d_out, mode);
    for (which, gradient) in ["dQ", "dK", "dV"].into_iter().enumerate() {
        let columns = case.dims[which / 2];
        for (i, found) in found[which].iter().enumerate() {
            let (wanted, bound) = (wanted[which][i], bound[which][i]);
            let right = if shows[which](i / columns) {
                found.is_nan()
            } else {
                (f64::from(*found) - wanted).abs() <= bound
            };
            let (row, column) = (i / columns, i % columns);
            assert!(
                right,
                "{:?}: {gradient} at row {row}, column {column} is {found}, not {wanted} within {bound}",
                case.seqs
            );
        }
    }
}

#[test]
fn nan_that_a_mask_hides_does_not_show() {
    let never: &dyn Fn(usize) -> bool = &|_| false;
    for (dims, softcap) in [
        ([64; 2], 0.0),
        ([128; 2], 0.0),
        ([128; 2], 20.0),
        ([256; 2], 0.0),
        ([136, 200], 20.0),
    ] {
        // Keys that no query sees, and what they would give.
        let mut hidden = case(
            DType::BF16,
            [1, 1, 1],
            &[[70, 70]],
            dims,
            [Some(9), Some(0)],
        );
        hidden.softcap = softcap;
        hidden.seqs = vec![[40, 70]];
        hidden.operands[0].truncate(40 * dims[0]);
        // Queries 0..40 are at 30..70 and see keys 21..70.
        let poison = |case: &mut Case, _: &mut [f32]| {
            for key in [0, 7, 20] {
                case.operands[1][key * dims[0] + 3] = f32::NAN;
                case.operands[2][key * dims[1] + 5] = f32::INFINITY;
            }
        };
        check_hidden(&hidden, &poison, [never; 3]);
        // A query that no key sees: there are more queries than keys.
        let mut early = case(DType::F16, [1, 2, 1], &[[90, 20]], dims, CAUSAL);
        early.softcap = softcap;
        let poison = |case: &mut Case, d_out: &mut [f32]| {
            for query in [0, 33, 69] {
                case.operands[0][(2 * query + 1) * dims[0] + 1] = f32::NAN;
                d_out[(2 * query + 1) * dims[1] + 2] = f32::NAN;
            }
        };
        check_hidden(&early, &poison, [never; 3]);
    }
    // The gradient of query 10 is NaN: it shows in dQ of that query, and in dK and dV of the keys up to 10.
    let causal = case(DType::BF16, [1, 1, 1], &[[70, 70]], [64; 2], CAUSAL);
    let poison = |_: &mut Case, d_out: &mut [f32]| d_out[10 * 64..11 * 64].fill(f32::NAN);
    check_hidden(&causal, &poison, [&|i| i == 10, &|i| i <= 10, &|i| i <= 10]);
    // The sequence after one.
    let packed = case(DType::F16, [2, 2, 1], &[[9, 10], [3, 9]], [128; 2], ALL);
    let poison = |case: &mut Case, d_out: &mut [f32]| {
        case.operands[0][9 * 2 * 128 + 4] = f32::NAN;
        case.operands[1][10 * 128 + 5] = f32::NAN;
        case.operands[2][10 * 128 + 6] = f32::NAN;
        d_out[9 * 2 * 128 + 7] = f32::NAN;
    };
    check_hidden(&packed, &poison, [&|i| i >= 18, &|i| i >= 10, &|i| i >= 10]);
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
