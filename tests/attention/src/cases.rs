//! Masks of cases, and checks of what kernels stored against the definition.

use crate::{Case, Found, Gradients, expected, expected_backward, random};

/// All keys.
pub const ALL: [Option<u32>; 2] = [None, None];
/// Keys up to the query's own.
pub const CAUSAL: [Option<u32>; 2] = [None, Some(0)];
/// Some keys before and after the query's own.
pub const SLIDING: [Option<u32>; 2] = [Some(20), Some(3)];

/// Queries and keys of packed sequences, of which some are empty.
pub const SEQS: [[usize; 2]; 7] = [
    [5, 7],
    [0, 10],
    [130, 150],
    [64, 0],
    [70, 65],
    [0, 0],
    [1, 1],
];

/// A gradient of O for a case.
pub fn gradient_of_out(case: &Case) -> Vec<f32> {
    random(case.totals()[0] * case.heads[1] * case.dims[1], 7)
}

fn name(case: &Case) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?}",
        case.dtype, case.heads, case.seqs, case.dims, case.window
    )
}

/// Compares what a forward stored with the definition.
///
/// # Panics
/// At the first value that is not within its bound.
pub fn check(case: &Case, found: &Found) {
    let (name, wanted) = (name(case), expected(case));
    for (i, (found, wanted)) in found.lse.iter().zip(&wanted.lse).enumerate() {
        let near = (f64::from(*found) - wanted).abs() <= 1e-5 * (1.0 + wanted.abs());
        assert!(
            near || f64::from(*found) == *wanted,
            "{name}: LSE {i} is {found}, not {wanted}"
        );
    }
    for (i, found) in found.o.iter().enumerate() {
        let (wanted, bound) = (wanted.o[i], wanted.bound[i]);
        let dv = case.dims[1];
        assert!(
            (f64::from(*found) - wanted).abs() <= bound,
            "{name}: O at row {}, column {} is {found}, not {wanted} within {bound}",
            i / dv,
            i % dv
        );
    }
}

/// Compares gradients with the definition.
///
/// # Panics
/// At the first value that is not within its bound.
pub fn check_gradients(case: &Case, d_out: &[f32], found: &Gradients<f32>) {
    let (name, (wanted, bound)) = (name(case), expected_backward(case, d_out));
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
