//! FlashAttention's rule for 16-bit types: at most twice the error of the same mathematics in that type.

use azulejo_attention::AttentionElement;
use azulejo_cpu::Stored;
use azulejo_tensor::{bf16, f16};

use crate::edges::{masks, scored};
use crate::oracle::{Case, difference, wide};

fn check<T: AttentionElement + Stored>() {
    let round = |x: f64| {
        if x.is_finite() {
            T::from_f64(x).to_f64()
        } else {
            x
        }
    };
    let slopes = [0.25, 0.5];
    for lengths in [[1, 70, 131], [1, 129, 65], [1, 1, 300]] {
        let case = Case::random::<T>(lengths, [2, 1], [64, 32]);
        for mask in masks().into_iter().take(4) {
            for (softcap, alibi) in [(None, None), (Some(3.0), Some(&slopes[..]))] {
                let options = scored(mask, softcap, alibi);
                let what = (T::DTYPE, lengths, &options);
                let factor = if softcap.is_some() { 3.0 } else { 2.0 };
                let (out, lse) = case.forward::<T>(&options).unwrap();
                let (exact, exact_lse) = case.oracle(&options, &|x| x);
                let (low, _) = case.oracle(&options, &round);
                let (error, bound) = (
                    difference(&wide(&out), &exact),
                    factor * difference(&low, &exact) + 1e-6,
                );
                assert!(error <= bound, "O of {what:?}: {error:e} > {bound:e}");
                let error = difference(&wide(&lse), &exact_lse);
                assert!(error <= 1e-5, "LSE of {what:?}: {error:e}");
                let found = case.backward::<T>(&options).unwrap();
                let (exact, low) = (
                    case.gradients(&options, &|x| x),
                    case.gradients(&options, &round),
                );
                for ((found, exact), low) in found.iter().zip(&exact).zip(&low) {
                    let (error, bound) = (
                        difference(&wide(found), exact),
                        factor * difference(low, exact) + 1e-6,
                    );
                    assert!(
                        error <= bound,
                        "gradient of {what:?}: {error:e} > {bound:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn bf16_is_within_twice_the_error_of_its_mathematics() {
    check::<bf16>();
}

#[test]
fn f16_is_within_twice_the_error_of_its_mathematics() {
    check::<f16>();
}
