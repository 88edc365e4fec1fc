//! Extents, strides and block sizes near the ends of their types: an error that names them, or the right product.

use azulejo_gemm::{
    Blocks, Config, Epilogue, GemmError, GemmProblem, Isa, MatMut, MatRef, Operand, Output, gemm,
    gemm_batched, gemm_with, select,
};

fn config(isa: Isa, size: usize) -> Config {
    Config {
        isa,
        blocks: Blocks {
            mc: size,
            kc: size,
            nc: size,
        },
        parts: (1, 1),
    }
}

/// A product of one element with this K, every operand one repeated element.
fn broadcast<T: Operand, O: Output<T::Sum>>(
    one: T,
    out: &mut [O],
    k: usize,
    config: &Config,
) -> Result<(), GemmError> {
    let data = [one];
    let a = MatRef::new(&data, (1, k), (0, 0))?;
    let b = MatRef::new(&data, (k, 1), (0, 0))?;
    gemm_with(
        a,
        b,
        MatMut::row_major(out, 1, 1)?,
        &Epilogue::default(),
        config,
    )
}

#[test]
fn blocks_that_no_memory_holds_are_an_error() {
    let blocks = |result: Result<(), GemmError>, kc: usize| match result.unwrap_err() {
        GemmError::BlocksTooLarge { blocks, .. } => assert_eq!(blocks.kc, kc),
        other => panic!("{other}"),
    };
    for isa in Isa::available() {
        // 2^40 elements fit an address and no memory; products of 2^60 and more elements overflow it.
        for k in [1 << 40, 1 << 60, 1 << 61, 1 << 62, isize::MAX as usize] {
            for kc in [1 << 40, isize::MAX as usize, usize::MAX] {
                let config = config(isa, kc);
                let mut c = [7.0f64];
                blocks(broadcast(1.0f64, &mut c, k, &config), kc);
                assert_eq!(c, [7.0], "C is as it was");
                blocks(broadcast(1.0f32, &mut [0.0f64], k, &config), kc);
                blocks(broadcast(1i8, &mut [0], k, &config), kc);
                blocks(
                    broadcast(half::f16::ONE, &mut [half::f16::ONE], k, &config),
                    kc,
                );
            }
        }
    }
    let text = broadcast(1i8, &mut [0], 1 << 62, &config(Isa::Portable, usize::MAX));
    let text = text.unwrap_err().to_string();
    for part in ["`config.blocks`", "18446744073709551615", "`select`"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn blocks_larger_than_the_product_are_cut_to_it() {
    let (a, b) = ([1i8, 2, 3, 4, 5, 6], [1i8, 0, 0, 1, 1, 1]);
    for isa in Isa::available() {
        for size in [0, 1, usize::MAX] {
            for parts in [(0, 0), (1, 1), (usize::MAX, usize::MAX)] {
                let mut c = [0; 4];
                let config = Config {
                    parts,
                    ..config(isa, size)
                };
                gemm_with(
                    MatRef::row_major(&a, 2, 3).unwrap(),
                    MatRef::row_major(&b, 3, 2).unwrap(),
                    MatMut::row_major(&mut c, 2, 2).unwrap(),
                    &Epilogue::default(),
                    &config,
                )
                .unwrap();
                assert_eq!(c, [4, 5, 10, 11], "{config}");
            }
        }
    }
}

#[test]
fn extents_beyond_an_address_are_an_error() {
    let data = [1.0f32];
    for extent in [1 << 63, (1 << 63) + 1, usize::MAX] {
        for shape in [(1, extent), (extent, 1), (0, extent), (extent, 0)] {
            let result = MatRef::new(&data, shape, (0, 0));
            assert!(
                matches!(result, Err(GemmError::TooLarge { shape: told, .. }) if told == shape),
                "{shape:?}: {result:?}"
            );
            let text = result.unwrap_err().to_string();
            assert!(text.contains(&extent.to_string()), "{text}");
            let mut out = [1.0f32];
            assert!(MatMut::new(&mut out, shape, (0, 0)).is_err(), "{shape:?}");
            assert!(MatRef::row_major(&data, shape.0, shape.1).is_err());
            assert!(MatRef::col_major(&data, shape.0, shape.1).is_err());
        }
    }
}

#[test]
fn strides_of_extents_of_one_may_be_anything() {
    let (a, b) = ([1.0f64, 2.0, 3.0], [4.0f64, 5.0, 6.0]);
    let far = [isize::MIN, -(1 << 62), -1, 0, 1, 1 << 62, isize::MAX];
    for isa in Isa::available() {
        for (left, right) in far.into_iter().zip(far.into_iter().rev()) {
            let run = |m: usize, n: usize, k: usize, c: &mut [f64]| {
                // A mode of extent 1 has the far stride, the others are compact.
                let stride = |extent: usize, compact: isize, far: isize| {
                    if extent == 1 { far } else { compact }
                };
                let (k_of_a, k_of_b) = (stride(k, 1, left), stride(k, n as isize, right));
                let a = MatRef::new(&a, (m, k), (stride(m, k as isize, right), k_of_a)).unwrap();
                let b = MatRef::new(&b, (k, n), (k_of_b, stride(n, 1, left))).unwrap();
                let strides = (stride(m, n as isize, left), stride(n, 1, right));
                let c = MatMut::new(c, (m, n), strides).unwrap();
                gemm_with(a, b, c, &Epilogue::default(), &config(isa, 256)).unwrap();
            };
            let mut one = [0.0];
            run(1, 1, 3, &mut one);
            assert_eq!(one, [32.0], "{isa} {left} {right}");
            let mut column = [0.0; 3];
            run(3, 1, 1, &mut column);
            assert_eq!(column, [4.0, 8.0, 12.0], "{isa} {left} {right}");
            let mut row = [0.0; 3];
            run(1, 3, 1, &mut row);
            assert_eq!(row, [4.0, 5.0, 6.0], "{isa} {left} {right}");
            // Whole tiles, whose operands are read where they lie and packed on the way.
            for (m, n) in [(3, 3), (64, 128), (400, 64)] {
                let (a, b) = (vec![3.0f64; m], vec![2.0f64; n]);
                let mut c = vec![0.0; m * n];
                gemm_with(
                    MatRef::new(&a, (m, 1), (1, left)).unwrap(),
                    MatRef::new(&b, (1, n), (right, 1)).unwrap(),
                    MatMut::row_major(&mut c, m, n).unwrap(),
                    &Epilogue::default(),
                    &config(isa, 256),
                )
                .unwrap();
                assert!(c.iter().all(|&x| x == 6.0), "{isa} {left} {right}");
            }
        }
    }
}

#[test]
fn products_without_elements_may_have_any_extents() {
    let data = [1.0f32];
    for extent in [1usize << 40, 1 << 62, isize::MAX as usize] {
        for (m, n) in [(extent, 0), (0, extent)] {
            let a = MatRef::new(&data, (m, 3), (0, 0)).unwrap();
            let b = MatRef::new(&data, (3, n), (0, 0)).unwrap();
            for isa in Isa::available() {
                let c = MatMut::<f32>::new(&mut [], (m, n), (0, 0)).unwrap();
                gemm_with(a, b, c, &Epilogue::default(), &config(isa, usize::MAX)).unwrap();
            }
            let c = MatMut::<f32>::new(&mut [], (m, n), (0, 0)).unwrap();
            gemm(a, b, c, &Epilogue::default()).unwrap();
            let c = MatMut::<f32>::new(&mut [], (m, n), (0, 0)).unwrap();
            gemm_batched(&[a], &[b], vec![c], &Epilogue::default()).unwrap();
        }
        // Without a factor nothing is multiplied, whatever K is.
        let a = MatRef::new(&data, (1, extent), (0, 0)).unwrap();
        let mut c = [2.0f32];
        let none = Epilogue {
            alpha: 0.0,
            beta: 0.5,
            ..Epilogue::default()
        };
        gemm(a, a.t(), MatMut::row_major(&mut c, 1, 1).unwrap(), &none).unwrap();
        assert_eq!(c, [1.0]);
    }
}

#[test]
fn a_configuration_is_chosen_for_any_problem() {
    let sizes = [0, 1, 1 << 40, isize::MAX as usize, usize::MAX];
    for (m, n) in sizes.into_iter().flat_map(|m| sizes.map(|n| (m, n))) {
        for threads in [0, 1, 6, 1 << 40, usize::MAX] {
            let config = select(&GemmProblem { m, n, k: n }, Isa::Portable, threads);
            let parts = config.parts.0.checked_mul(config.parts.1).unwrap();
            assert!((1..=threads.max(1)).contains(&parts), "{config}");
        }
    }
}
