//! Every mask at every edge of a block, in f32.

use azulejo_attention::{Mask, Options};

use crate::oracle::{Case, Tensor, difference, wide};

pub const LENGTHS: [usize; 7] = [1, 63, 64, 65, 127, 129, 1000];

pub fn masks() -> Vec<Mask> {
    let window = |left, right| Mask::Window { left, right };
    vec![
        Mask::Full,
        Mask::Causal,
        window(Some(0), Some(0)),
        window(Some(3), Some(1)),
        window(Some(64), Some(0)),
        window(None, Some(70)),
        window(Some(200), None),
    ]
}

pub fn masked(mask: Mask) -> Options<'static> {
    scored(mask, None, None)
}

pub fn scored(mask: Mask, softcap: Option<f32>, alibi: Option<&[f32]>) -> Options<'_> {
    Options {
        scale: None,
        mask,
        softcap,
        alibi,
    }
}

/// Checks O and the LSE in f32.
fn check(case: &Case, options: &Options<'_>, tolerance: f64) {
    let (out, lse) = case.forward::<f32>(options).unwrap();
    let (exact, exact_lse) = case.oracle(options, &|x| x);
    let shapes = (case.q.shape, case.k.shape, options);
    let error = difference(&wide(&out), &exact);
    assert!(error <= tolerance, "O of {shapes:?}: {error:e}");
    let error = difference(&wide(&lse), &exact_lse);
    assert!(error <= tolerance, "LSE of {shapes:?}: {error:e}");
}

#[test]
fn every_mask_at_every_length() {
    for queries in LENGTHS {
        for keys in LENGTHS {
            let case = Case::random::<f32>([1, queries, keys], [2, 1], [8, 5]);
            for mask in masks() {
                let options = masked(mask);
                check(&case, &options, 4e-6);
            }
        }
    }
}

#[test]
fn long_sequences() {
    let case = Case::random::<f32>([1, 4097, 4097], [1, 1], [4, 4]);
    for mask in [Mask::Full, Mask::Causal] {
        let options = masked(mask);
        check(&case, &options, 4e-6);
    }
}

#[test]
fn heads_dimensions_and_options() {
    let slopes = [0.5, 0.25, 0.0, -0.125, 1.0, 2.0];
    for (heads, dims) in [
        ([6, 6], [1, 1]),
        ([6, 3], [64, 64]),
        ([6, 2], [96, 33]),
        ([6, 1], [192, 128]),
        ([6, 6], [256, 256]),
    ] {
        let case = Case::random::<f32>([2, 30, 131], heads, dims);
        for mask in masks().into_iter().take(5) {
            for (softcap, alibi) in [
                (None, None),
                (Some(0.75), None),
                (None, Some(&slopes[..])),
                (Some(2.0), Some(&slopes[..])),
            ] {
                let scale = (heads[1] == 2).then_some(-0.3);
                let options = Options {
                    scale,
                    mask,
                    softcap,
                    alibi,
                };
                check(&case, &options, 2e-5);
            }
        }
    }
}

#[test]
fn rows_without_keys_are_zero() {
    // More queries than keys: the first rows are above the diagonal.
    let case = Case::random::<f32>([1, 100, 30], [1, 1], [4, 4]);
    let options = masked(Mask::Causal);
    let (out, lse) = case.forward::<f32>(&options).unwrap();
    assert!(out.data()[..70 * 4].iter().all(|x| *x == 0.0));
    assert!(lse.data()[..70].iter().all(|x| *x == f32::NEG_INFINITY));
    assert!(lse.data()[70..].iter().all(|x| x.is_finite()));
    // No keys at all.
    let case = Case::random::<f32>([2, 3, 0], [2, 1], [4, 4]);
    let (out, lse) = case.forward::<f32>(&Options::default()).unwrap();
    assert!(out.data().iter().all(|x| *x == 0.0));
    assert!(lse.data().iter().all(|x| *x == f32::NEG_INFINITY));
    // No queries, no sequences, no heads.
    for ([batch, queries], heads) in [([1, 0], [2, 1]), ([0, 3], [2, 1]), ([1, 3], [0, 0])] {
        let case = Case::random::<f32>([batch, queries, 5], heads, [4, 4]);
        case.forward::<f32>(&Options::default()).unwrap();
        case.backward::<f32>(&Options::default()).unwrap();
    }
}

#[test]
fn a_dominating_key_and_equal_keys_are_exact() {
    let mut case = Case::random::<f32>([1, 64, 512], [1, 1], [16, 16]);
    // Key 300 alone has a component along the queries, and its score is 1e4.
    for i in 0..64 {
        let at = case.q.at([0, i, 0, 0]);
        case.q.data[at..at + 16].fill(0.0);
        case.q.data[at + 3] = 100.0;
    }
    for j in 0..512 {
        let at = case.k.at([0, j, 0, 3]);
        case.k.data[at] = if j == 300 { 100.0 } else { -100.0 };
    }
    let options = Options {
        scale: Some(1.0),
        ..Options::default()
    };
    let (out, lse) = case.forward::<f32>(&options).unwrap();
    let value: Vec<f64> = (0..16).map(|x| case.v.get([0, 300, 0, x])).collect();
    assert!(wide(&out).chunks(16).all(|row| row == value));
    assert!(lse.data().iter().all(|lse| *lse == 1e4));
    // Equal keys: the mean. Sums of integers and a power of two are exact.
    case.q = Tensor::zeros(case.q.shape);
    for (i, x) in case.v.data.iter_mut().enumerate() {
        *x = (i % 7) as f64;
    }
    let (out, lse) = case.forward::<f32>(&options).unwrap();
    let (exact, _) = case.oracle(&options, &|x| x);
    assert_eq!(wide(&out), exact);
    assert!(lse.data().iter().all(|lse| *lse == 512f32.ln()));
}

#[test]
fn scores_of_ten_thousand_are_finite_and_right() {
    for sign in [1.0, -1.0] {
        let mut case = Case::random::<f32>([1, 130, 300], [2, 2], [4, 4]);
        // Products of powers of two are exact: errors are the softmax's.
        for (i, x) in case.q.data.iter_mut().enumerate() {
            *x = if i % 4 == 0 { 128.0 } else { 0.0 };
        }
        for (i, x) in case.k.data.iter_mut().enumerate() {
            *x = sign * (78.0 + (i / 8 % 3) as f64 / 64.0);
        }
        for mask in masks() {
            let options = Options {
                scale: Some(1.0),
                mask,
                ..Options::default()
            };
            let (out, _) = case.forward::<f32>(&options).unwrap();
            let (exact, _) = case.oracle(&options, &|x| x);
            let error = difference(&wide(&out), &exact);
            assert!(error < 1e-5, "{mask:?}: {error:e}");
        }
    }
}
