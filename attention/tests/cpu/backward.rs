//! Gradients against f64 and finite differences, and the same bits on any number of threads.

use azulejo_attention::{Mask, Options};

use crate::edges::{masked, masks, scored};
use crate::oracle::{Case, attention, difference, wide};

fn check(case: &Case, options: &Options<'_>, tolerance: f64) {
    let found = case.backward::<f32>(options).unwrap();
    let exact = case.gradients(options, &|x| x);
    for ((found, exact), name) in found.iter().zip(&exact).zip(["dq", "dk", "dv"]) {
        let error = difference(&wide(found), exact);
        let shapes = (case.q.shape, case.k.shape, options);
        assert!(error <= tolerance, "{name} of {shapes:?}: {error:e}");
    }
}

#[test]
fn every_mask_at_the_edges() {
    for queries in [1, 63, 65, 300] {
        for keys in [1, 64, 127, 600] {
            let case = Case::random::<f32>([1, queries, keys], [2, 1], [8, 5]);
            for mask in masks() {
                let options = masked(mask);
                check(&case, &options, 4e-5);
            }
        }
    }
}

#[test]
fn heads_dimensions_and_options() {
    let slopes = [0.5, 0.25, 0.0, -0.125, 1.0, 2.0];
    for (heads, dims) in [([6, 6], [1, 1]), ([6, 2], [64, 40]), ([6, 1], [192, 128])] {
        let case = Case::random::<f32>([2, 30, 131], heads, dims);
        for mask in masks().into_iter().take(5) {
            for (softcap, alibi) in [(Some(0.75), None), (Some(2.0), Some(&slopes[..]))] {
                let options = scored(mask, softcap, alibi);
                check(&case, &options, 4e-5);
            }
        }
    }
}

/// The oracle's gradients are the derivatives of the oracle.
#[test]
fn finite_differences_agree() {
    let options = scored(Mask::Causal, Some(0.5), Some(&[0.3, 0.1]));
    let case = Case::random::<f32>([1, 5, 7], [2, 1], [3, 2]);
    let loss = |case: &Case| {
        let (out, _) = attention(&case.q, &case.k, &case.v, &options, &|x| x);
        let products = out.data.iter().zip(&case.d_out.data);
        products.map(|(x, y)| x * y).sum::<f64>()
    };
    let exact = case.gradients(&options, &|x| x);
    let step = 1e-5;
    for (which, gradient) in exact.iter().enumerate() {
        for (i, expected) in gradient.iter().enumerate() {
            let moved = |by: f64| {
                let mut case = Case::random::<f32>([1, 5, 7], [2, 1], [3, 2]);
                let tensor = [&mut case.q, &mut case.k, &mut case.v];
                tensor[which].data[i] += by;
                loss(&case)
            };
            let slope = (moved(step) - moved(-step)) / (2.0 * step);
            assert!((slope - expected).abs() < 1e-8, "{which} {i}");
        }
    }
}

#[test]
fn bits_do_not_depend_on_threads() {
    let case = Case::random::<f32>([2, 700, 600], [4, 2], [32, 32]);
    let options = masked(Mask::Causal);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let (out, lse) = case.forward::<f32>(&options).unwrap();
            (out, lse, case.backward::<f32>(&options).unwrap())
        })
    };
    let expected = on(1);
    for threads in [2, 3, 7] {
        assert!(on(threads) == expected, "{threads} threads");
    }
}
