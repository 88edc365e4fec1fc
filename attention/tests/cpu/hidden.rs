//! What a mask hides does not show: NaN and infinities in keys, values, queries and gradients.

use azulejo_attention::{Mask, Options};
use azulejo_cpu::Array;

use crate::edges::scored;
use crate::oracle::{Case, Tensor};

/// Rows `rows` of a tensor, full of `value`.
fn poison(tensor: &mut Tensor, rows: std::ops::Range<usize>, value: f64) {
    let [batch, _, heads, dim] = tensor.shape;
    for (b, i) in (0..batch).flat_map(|b| rows.clone().map(move |i| (b, i))) {
        let at = tensor.at([b, i, 0, 0]);
        tensor.data[at..at + heads * dim].fill(value);
    }
}

/// Rows `rows` of an array of one sequence.
fn rows(array: &Array<f32>, rows: std::ops::Range<usize>) -> &[f32] {
    let size: usize = array.extents()[2..].iter().product();
    &array.data()[rows.start * size..rows.end * size]
}

fn options(mask: Mask) -> Options<'static> {
    scored(mask, Some(5.0), None)
}

#[test]
fn keys_after_the_diagonal_do_not_show() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let options = options(Mask::Causal);
        let clean = Case::random::<f32>([1, 300, 300], [2, 1], [16, 8]);
        let mut case = Case::random::<f32>([1, 300, 300], [2, 1], [16, 8]);
        poison(&mut case.k, 100..300, value);
        poison(&mut case.v, 100..300, value);
        let (out, _) = case.forward::<f32>(&options).unwrap();
        let (expected, _) = clean.forward::<f32>(&options).unwrap();
        assert_eq!(rows(&out, 0..100), rows(&expected, 0..100), "{value}");
        assert!(rows(&out, 100..300).iter().all(|x| !x.is_finite()));
        let [dq, ..] = case.backward::<f32>(&options).unwrap();
        let [expected, ..] = clean.backward::<f32>(&options).unwrap();
        assert_eq!(rows(&dq, 0..100), rows(&expected, 0..100), "{value}");
    }
}

#[test]
fn queries_before_the_diagonal_do_not_show() {
    let options = options(Mask::Causal);
    let clean = Case::random::<f32>([1, 300, 300], [4, 2], [16, 8]);
    let mut case = Case::random::<f32>([1, 300, 300], [4, 2], [16, 8]);
    poison(&mut case.q, 0..90, f64::NAN);
    poison(&mut case.d_out, 0..90, f64::NAN);
    let [_, dk, dv] = case.backward::<f32>(&options).unwrap();
    let [_, clean_dk, clean_dv] = clean.backward::<f32>(&options).unwrap();
    assert_eq!(rows(&dk, 90..300), rows(&clean_dk, 90..300));
    assert_eq!(rows(&dv, 90..300), rows(&clean_dv, 90..300));
    assert!(rows(&dk, 0..90).iter().all(|x| x.is_nan()));
}

#[test]
fn nothing_shows_through_rows_without_keys() {
    // The first 70 queries see no key.
    let options = options(Mask::Causal);
    let clean = Case::random::<f32>([1, 100, 30], [2, 2], [16, 8]);
    let mut case = Case::random::<f32>([1, 100, 30], [2, 2], [16, 8]);
    poison(&mut case.q, 0..70, f64::NAN);
    poison(&mut case.d_out, 0..70, f64::NAN);
    let (out, _) = case.forward::<f32>(&options).unwrap();
    assert!(rows(&out, 0..70).iter().all(|x| *x == 0.0));
    let found = case.backward::<f32>(&options).unwrap();
    let expected = clean.backward::<f32>(&options).unwrap();
    assert!(rows(&found[0], 0..70).iter().all(|x| *x == 0.0));
    assert_eq!(found[1].data(), expected[1].data());
    assert_eq!(found[2].data(), expected[2].data());
}

#[test]
fn windows_hide_both_sides() {
    let mask = Mask::Window {
        left: Some(20),
        right: Some(10),
    };
    let options = options(mask);
    let clean = Case::random::<f32>([1, 600, 600], [1, 1], [8, 8]);
    let mut case = Case::random::<f32>([1, 600, 600], [1, 1], [8, 8]);
    for (from, to) in [(0, 40), (300, 301), (590, 600)] {
        poison(&mut case.k, from..to, f64::NAN);
        poison(&mut case.v, from..to, f64::INFINITY);
    }
    let (out, _) = case.forward::<f32>(&options).unwrap();
    let (expected, _) = clean.forward::<f32>(&options).unwrap();
    for seen in [60..290, 321..580] {
        assert_eq!(rows(&out, seen.clone()), rows(&expected, seen));
    }
    assert!(rows(&out, 290..321).iter().all(|x| x.is_nan()));
}
