use azulejo::gemm::{AsTf32, gemm as product};
use azulejo::layout::ints::*;
use azulejo::prelude::*;
use azulejo::tensor::atom::*;
use azulejo::tensor::engine::Engine;

/// Row and column of a coordinate of an operand of so many rows.
fn place<L: StaticLayout>(index: usize, rows: i64) -> (i64, i64) {
    let at = L::offset_of(index);
    (at % rows, at / rows)
}

#[test]
fn atoms() {
    let fma = UniversalFMA::<i32>::default();
    assert_eq!(MmaInstruction::fma(&fma, 2, 3, 4), 10);
    type Atom = SM80_16x8x16_F32F16F16F32_TN;
    // (m, k) of thread 0, (n, k) of thread 1, (m, n) of thread 31.
    let a = [0, 1, 2, 3, 4, 5, 6, 7].map(|v| place::<<Atom as MmaAtom>::ALayout>(32 * v, 16));
    let want = [
        (0, 0),
        (0, 1),
        (8, 0),
        (8, 1),
        (0, 8),
        (0, 9),
        (8, 8),
        (8, 9),
    ];
    assert_eq!(a, want);
    let b = [0, 1, 2, 3].map(|v| place::<<Atom as MmaAtom>::BLayout>(1 + 32 * v, 8));
    assert_eq!(b, [(0, 2), (0, 3), (0, 10), (0, 11)]);
    let c = [0, 1, 2, 3].map(|v| place::<<Atom as MmaAtom>::CLayout>(31 + 32 * v, 16));
    assert_eq!(c, [(7, 6), (7, 7), (15, 6), (15, 7)]);
    assert_eq!(certify_mma_atom::<Atom>().c.owners, 1);
}

/// `C += A B` of one tile by all threads of a tiling: partition, gather each copy of the atom, run it from its layouts, scatter.
macro_rules! mainloop {
    ($mma:ty, $atom:ty, $m:ident $n:ident $k:ident, $t:ty) => {{
        let mma = <$mma>::new();
        let [m, n, k] = mma.tile_shape().map(|x| x as usize);
        let data = |rows: usize, s: usize| (0..rows * k).map(|i| <$t>::from_f64((i * s % 7) as f64 - 3.0)).collect::<Vec<_>>();
        let (a, b) = (data(m, 3), data(n, 5));
        let ta = make_tensor(&a[..], layout!(($m, $k):($k, _1))).unwrap();
        let tb = make_tensor(&b[..], layout!(($n, $k):($k, _1))).unwrap();
        let mut owners = vec![0; m * n];
        let c = vec![0u8; m * n];
        let tc = make_tensor(&c[..], layout!(($m, $n))).unwrap();
        let base = tc.engine().address();
        let atom_threads = <<$atom as MmaAtom>::ThrId as StaticLayout>::SIZE;
        for copy in 0..mma.threads() / atom_threads {
            // The values of every thread of one copy of the atom, for the tile's only round.
            let (mut va, mut vb, mut places) = (vec![], vec![], vec![]);
            let parts: Vec<_> = (0..atom_threads).map(|t| mma.get_slice(copy * atom_threads + t)).collect();
            let count = |size: usize| size;
            let (na, nb, nc) = (
                count(parts[0].partition_A(&ta).size()),
                count(parts[0].partition_B(&tb).size()),
                count(parts[0].partition_C(&tc).size()),
            );
            (0..na).for_each(|v| va.extend(parts.iter().map(|p| p.partition_A(&ta).at(v))));
            (0..nb).for_each(|v| vb.extend(parts.iter().map(|p| p.partition_B(&tb).at(v))));
            for v in 0..nc {
                for p in &parts {
                    let mine = p.partition_C(&tc);
                    places.push(mine.engine().address() - base + Int::value(mine.layout().at(v)) as usize);
                }
            }
            let mut sums = vec![<<$atom as MmaAtom>::C as Default>::default(); places.len()];
            emulate_mma::<$atom>(&va, &vb, &mut sums);
            for (&place, sum) in places.iter().zip(&sums) {
                owners[place] += 1;
                let (i, j) = (place % m, place / m);
                let want: f64 = (0..k).map(|l| a[i * k + l].to_f64() * b[j * k + l].to_f64()).sum();
                assert_eq!(sum.to_f64(), want, "({i}, {j})");
            }
        }
        assert!(owners.iter().all(|&n| n == 1), "C is not covered once");
        (mma.threads(), [m, n, k])
    }};
}

#[test]
fn one_source_for_every_atom() {
    type Scalar = TiledMma<UniversalFMA<f32>, Layout<(_16, _16, _1), (_1, _16, _0)>>;
    let shape = mainloop!(Scalar, UniversalFMA<f32>, _16 _16 _1, f32);
    assert_eq!(shape, (256, [16, 16, 1]));
    type Warp = SM80_16x8x16_F32F16F16F32_TN;
    type Tensorcore = TiledMma<Warp, Layout<(_2, _2, _1), (_1, _2, _0)>>;
    let shape = mainloop!(Tensorcore, Warp, _32 _16 _16, f16);
    assert_eq!(shape, (128, [32, 16, 16]));
}

#[test]
fn five_forms() {
    macro_rules! form {
        ($a:expr, $la:expr; $b:expr, $lb:expr; $c:expr, $lc:expr) => {{
            let mut c = $c;
            gemm(
                &make_tensor(&$a[..], $la).unwrap(),
                &make_tensor(&$b[..], $lb).unwrap(),
                &mut make_tensor(&mut c[..], $lc).unwrap(),
            );
            c
        }};
    }
    let (a, b) = ([1, 2, 3], [5, 6, 7]);
    assert_eq!(
        form!(a, layout!(_3); b, layout!(_3); [1; 3], layout!(_3)),
        [6, 13, 22]
    );
    let outer = [5, 6, 10, 12, 15, 18];
    let c = layout!((_3, _2):(_2, _1));
    assert_eq!(form!(a, layout!(_3); b, layout!(_2); [0; 6], c), outer);
    assert_eq!(
        form!(a, layout!((_3, _1)); b, layout!((_2, _1)); [0; 6], c),
        outer
    );
    let vc = layout!((_1, _3, _2):(_0, _2, _1));
    assert_eq!(
        form!(a, layout!((_1, _3)); b, layout!((_1, _2)); [0; 6], vc),
        outer
    );
    assert_eq!(
        form!(a, layout!((_1, _3, _1)); b, layout!((_1, _2, _1)); [0; 6], vc),
        outer
    );
}

#[test]
fn whole_matrices() {
    let (m, n, k) = (41usize, 55usize, 37usize);
    let a: Vec<f32> = (0..m * k)
        .map(|i| ((3 * (i / k) + 5 * (i % k)) % 7) as f32 - 3.0)
        .collect();
    let b: Vec<f32> = (0..k * n)
        .map(|i| ((2 * (i % n) + 7 * (i / n)) % 5) as f32 - 2.0)
        .collect();
    let c0: Vec<f32> = (0..m * n)
        .map(|i| ((i / n + 2 * (i % n)) % 9) as f32 - 4.0)
        .collect();
    let run = |k: usize, epilogue: &Epilogue<'_, f32>, mut c: Vec<f32>| {
        product(
            MatRef::row_major(&a[..m * k], m, k).unwrap(),
            MatRef::row_major(&b[..k * n], k, n).unwrap(),
            MatMut::row_major(&mut c, m, n).unwrap(),
            epilogue,
        )
        .unwrap();
        (
            c[0],
            c[m * n - 1],
            c.iter().map(|&x| f64::from(x)).sum::<f64>(),
        )
    };
    let plain = Epilogue::default();
    // beta 0 writes C and never reads it.
    assert_eq!(run(k, &plain, vec![f32::NAN; m * n]), (6.0, -8.0, 0.0));
    let scaled = Epilogue {
        alpha: 2.0,
        beta: 3.0,
        ..Epilogue::default()
    };
    assert_eq!(run(k, &scaled, c0.clone()), (0.0, -16.0, -30.0));
    // Without k, C is scaled.
    let (first, _, sum) = run(0, &scaled, c0.clone());
    assert_eq!((first, sum), (-12.0, -30.0));

    // Sums of halves stay in f32: 4096 ones, where f16 would stick at 2048.
    let ones = vec![f16::ONE; 4096];
    let mut c = [0.0f32];
    product(
        MatRef::row_major(&ones, 1, 4096).unwrap(),
        MatRef::row_major(&ones, 4096, 1).unwrap(),
        MatMut::row_major(&mut c, 1, 1).unwrap(),
        &Epilogue::default(),
    )
    .unwrap();
    assert_eq!(c, [4096.0]);
    let rounded = [AsTf32(1.0 + 2f32.powi(-13))];
    product(
        MatRef::row_major(&rounded, 1, 1).unwrap(),
        MatRef::row_major(&rounded, 1, 1).unwrap(),
        MatMut::row_major(&mut c, 1, 1).unwrap(),
        &Epilogue::default(),
    )
    .unwrap();
    assert_eq!(c, [1.0]);
    let wrong = MatRef::row_major(&a[..6], 2, 3).unwrap();
    let result = product(
        wrong,
        wrong,
        MatMut::row_major(&mut c, 1, 1).unwrap(),
        &plain,
    );
    assert!(matches!(result, Err(GemmError::InnerMismatch { .. })));
}

/// M folded from (64, 2): the product of a layout of three modes is that of the 128 rows it lists.
#[test]
fn folded_modes() {
    let (n, k) = (5usize, 3usize);
    let a: Vec<i64> = (0..128 * 3).map(|x| x * 7 % 11 - 5).collect();
    let b: Vec<i64> = (0..15).map(|x| x * x % 13).collect();
    // Rows 0 and 1 side by side, then 2 and 3, …: another order of the same 128 rows.
    let rows = layout!((_64, _2):(_2, _1));
    let mut folded = vec![0i64; 128 * 5];
    gemm(
        &make_tensor(&a[..], layout!(((_64, _2), k):((_2, _1), _128))).unwrap(),
        &make_tensor(&b[..], layout!((n, k))).unwrap(),
        &mut make_tensor(&mut folded[..], layout!(((_64, _2), n))).unwrap(),
    );
    let mut plain = vec![0i64; 128 * 5];
    gemm(
        &make_tensor(&a[..], layout!((_128, k))).unwrap(),
        &make_tensor(&b[..], layout!((n, k))).unwrap(),
        &mut make_tensor(&mut plain[..], layout!((_128, n))).unwrap(),
    );
    for (i, j) in (0..128usize).flat_map(|i| (0..n).map(move |j| (i, j))) {
        assert_eq!(
            folded[i + 128 * j],
            plain[Int::value(rows.at(i)) as usize + 128 * j]
        );
    }
}
