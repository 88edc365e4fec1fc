//! Random sizes, strides and scalars against an f64 oracle: every element within 2 K eps of the sum of magnitudes, `eps`
//! half the distance from 1 to the next number (f64: the distance, since the oracle rounds as often).
//!
//! K products are summed one after the other within a block of K, and the blocks' sums one after the other: each term is
//! rounded at most K times whatever the blocks are. `alpha` and `beta` round a few times more, and are allowed 4 eps.

use crate::seeded::seeded;
use azulejo_gemm::{
    AsTf32, Config, Epilogue, GemmProblem, Isa, MatMut, MatRef, Operand, Output, gemm_with, select,
};
use half::{bf16, f16};
use proptest::prelude::*;

/// A matrix's elements, shape and strides; element (0, 0) is at `origin`.
#[derive(Debug, Clone)]
struct Stored {
    values: Vec<f64>,
    shape: (usize, usize),
    strides: (isize, isize),
}

impl Stored {
    /// A matrix with gaps of `gap` elements, stored by rows or by columns, each mode forwards or backwards.
    fn new(
        shape: (usize, usize),
        by_column: bool,
        gap: usize,
        backwards: (bool, bool),
        seed: u64,
    ) -> Stored {
        let (inner, outer) = if by_column {
            (1 + gap, (1 + gap) * shape.0.max(1) + gap)
        } else {
            ((1 + gap) * shape.1.max(1) + gap, 1 + gap)
        };
        let sign = |d: usize, back: bool| if back { -(d as isize) } else { d as isize };
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
        };
        let len = shape.0 * inner + shape.1 * outer + 1;
        Stored {
            values: (0..len).map(|_| next()).collect(),
            shape,
            strides: (sign(inner, backwards.0), sign(outer, backwards.1)),
        }
    }

    fn index(&self, i: usize, j: usize) -> usize {
        let place = |i: usize, n: usize, d: isize| {
            if d < 0 {
                (n - 1 - i) * d.unsigned_abs()
            } else {
                i * d.unsigned_abs()
            }
        };
        place(i, self.shape.0, self.strides.0) + place(j, self.shape.1, self.strides.1)
    }
}

/// Multiplies in `T`, stores in `O` and compares with the product of the rounded inputs in f64.
fn compare<T: Operand, O: Output<T::Sum>>(
    case: &Case,
    eps: f64,
    narrow: impl Fn(f64) -> T,
    widen: impl Fn(T) -> f64,
    sum: impl Fn(f64) -> T::Sum,
    out: (impl Fn(f64) -> O, impl Fn(O) -> f64),
    out_eps: f64,
) {
    let Case {
        a,
        b,
        c,
        alpha,
        beta,
        isa,
        threads,
        blocks,
    } = case;
    let (m, n, k) = (a.shape.0, b.shape.1, a.shape.1);
    let left: Vec<T> = a.values.iter().map(|&x| narrow(x)).collect();
    let right: Vec<T> = b.values.iter().map(|&x| narrow(x)).collect();
    let before: Vec<O> = c.values.iter().map(|&x| out.0(x)).collect();
    let mut after = before.clone();
    let mut config: Config = select(&GemmProblem { m, n, k }, *isa, *threads);
    if let Some(kc) = blocks {
        config.blocks.kc = *kc;
    }
    let epilogue = Epilogue {
        alpha: sum(*alpha),
        beta: sum(*beta),
        ..Epilogue::default()
    };
    let view = |data, of: &Stored| MatRef::new(data, of.shape, of.strides).unwrap();
    gemm_with(
        view(&left, a),
        view(&right, b),
        MatMut::new(&mut after, c.shape, c.strides).unwrap(),
        &epilogue,
        &config,
    )
    .unwrap();
    let mut written = vec![false; after.len()];
    for i in 0..m {
        for j in 0..n {
            let terms = (0..k).map(|k| widen(left[a.index(i, k)]) * widen(right[b.index(k, j)]));
            let (mut exact, mut size) = (0.0, 0.0);
            for term in terms {
                exact += term;
                size += f64::abs(term);
            }
            let old = if *beta == 0.0 {
                0.0
            } else {
                beta * out.1(before[c.index(i, j)])
            };
            let (expected, size) = (alpha * exact + old, alpha.abs() * size + old.abs());
            let got = out.1(after[c.index(i, j)]);
            // Below the normal numbers of f16, the only narrow output here, rounding is absolute.
            let rounded = out_eps * expected.abs().max(f64::from(f16::MIN_POSITIVE));
            let scaled = if (*alpha, *beta) == (1.0, 0.0) { 0 } else { 2 };
            let bound = 2.0 * (k + scaled) as f64 * eps * size + rounded + f64::MIN_POSITIVE;
            assert!(
                (got - expected).abs() <= bound,
                "({i},{j}) is {got}, not {expected} within {bound}: {case:?}"
            );
            written[c.index(i, j)] = true;
        }
    }
    for (x, written) in written.into_iter().enumerate() {
        assert!(
            written || bytemuck::bytes_of(&after[x]) == bytemuck::bytes_of(&before[x]),
            "element {x} is outside C"
        );
    }
}

#[derive(Debug, Clone)]
struct Case {
    a: Stored,
    b: Stored,
    c: Stored,
    alpha: f64,
    beta: f64,
    isa: Isa,
    threads: usize,
    blocks: Option<usize>,
}

fn cases() -> impl Strategy<Value = Case> {
    let size = || {
        prop_oneof![
            0usize..4,
            0usize..70,
            (1usize..10).prop_map(|x| 8 * x),
            Just(96usize),
            Just(130usize)
        ]
    };
    let order = || {
        (
            any::<bool>(),
            prop_oneof![4 => Just(0usize), 1 => 1usize..3],
            prop_oneof![5 => Just((false, false)), 1 => any::<(bool, bool)>()],
            any::<u64>(),
        )
    };
    let scalar = || prop_oneof![Just(0.0), Just(1.0), Just(-0.5), Just(3.0)];
    let scalars = prop_oneof![Just((1.0, 0.0)), (scalar(), scalar())];
    let isa = prop::sample::select(Isa::available());
    let sizes = (size(), size(), size());
    (
        sizes,
        order(),
        order(),
        order(),
        scalars,
        isa,
        1usize..4,
        prop_oneof![Just(None), (1usize..40).prop_map(Some)],
    )
        .prop_map(
            |((m, n, k), a, b, c, (alpha, beta), isa, threads, blocks)| Case {
                a: Stored::new((m, k), a.0, a.1, a.2, a.3),
                b: Stored::new((k, n), b.0, b.1, b.2, b.3),
                c: Stored::new((m, n), c.0, c.1, c.2, c.3),
                alpha,
                beta,
                isa,
                threads,
                blocks,
            },
        )
}

const F32: f64 = f32::EPSILON as f64 / 2.0;

proptest! {
    #![proptest_config(seeded(if cfg!(debug_assertions) { 24 } else { 96 }))]

    #[test]
    fn f32_matches_f64(case in cases()) {
        compare::<f32, f32>(&case, F32, |x| x as f32, f64::from, |x| x as f32, (|x| x as f32, f64::from), 0.0);
    }

    #[test]
    fn f64_matches_f64(case in cases()) {
        compare::<f64, f64>(&case, f64::EPSILON, |x| x, |x| x, |x| x, (|x| x, |x| x), 0.0);
    }

    #[test]
    fn f16_matches_f64(case in cases()) {
        compare::<f16, f32>(&case, F32, f16::from_f64, f64::from, |x| x as f32, (|x| x as f32, f64::from), 0.0);
        compare::<f16, f16>(&case, F32, f16::from_f64, f64::from, |x| x as f32, (f16::from_f64, f64::from), 1.0 / 1024.0);
    }

    #[test]
    fn bf16_matches_f64(case in cases()) {
        compare::<bf16, f32>(&case, F32, bf16::from_f64, f64::from, |x| x as f32, (|x| x as f32, f64::from), 0.0);
    }

    #[test]
    fn tf32_matches_f64(case in cases()) {
        let rounded = |x: AsTf32| f64::from(f32::from_bits((x.0.to_bits() + 0xfff + (x.0.to_bits() >> 13 & 1)) & !0x1fff));
        compare::<AsTf32, f32>(&case, F32, |x| AsTf32(x as f32), rounded, |x| x as f32, (|x| x as f32, f64::from), 0.0);
    }

    #[test]
    fn i8_is_exact(mut case in cases()) {
        case.alpha = case.alpha.trunc();
        case.beta = case.beta.trunc();
        compare::<i8, i32>(&case, 0.0, |x| (x * 127.0) as i8, f64::from, |x| x as i32, (|x| (x * 1000.0) as i32, f64::from), 0.0);
    }
}
