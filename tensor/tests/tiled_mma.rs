//! Tiled multiply-accumulates equal the corpus: thread layouts, (thread, value) layouts, cuts and every thread's partition.

mod common;

use azulejo_layout::ints::*;
use azulejo_layout::{Layout, Underscore, layout};
use azulejo_tensor::atom::*;
use azulejo_tensor::{
    Certified, OperandA, OperandB, OperandC, Thrfrg, TiledMma, certify, f16, make_tensor,
    make_tiled_copy_A,
};

/// A tiling that is right, and the copy of its operand A.
type Certain =
    TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>;
certify!(Certain);

#[test]
fn a_tiling_that_is_right_is_certified() {
    assert_eq!(Certain::CERTIFICATE.c.owners, 1);
    let copy = make_tiled_copy_A(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), Certain::new());
    assert_eq!(copy.threads(), 128);
}

/// Compares one operand: its cut, and each thread's offset and layout.
macro_rules! operand {
    ($row:ident $mma:ident $letter:literal $operand:ident $partition:ident $tensor:expr) => {
        let layout = $tensor;
        let cut = cut_for::<$operand<Mma>, _>(layout);
        assert_eq!($row[concat!("thrfrg_", $letter)], common::text(&cut));
        let data: Vec<i64> = (0..layout.cosize().value()).collect();
        let tensor = make_tensor(&data[..], layout).unwrap();
        for thread in 0..$mma.threads() {
            let mine = $mma.get_slice(thread).$partition(&tensor);
            let expected = &$row[concat!("partition_", $letter)];
            let (layout, at) = (mine.layout(), |i: usize| mine.at(i));
            let got = common::partition(expected, thread, &layout, mine.size(), &at);
            if let Some(table) = common::table(&expected["table"]) {
                assert_eq!(table, got);
            }
        }
    };
}

fn cut_for<O, L: Thrfrg<O>>(layout: L) -> L::Out {
    layout.thrfrg()
}

macro_rules! rows {
    ($($test:ident $id:literal: $atom:ty, $atoms:ty, $perm:ty; $a:expr, $b:expr, $c:expr;)*) => {$(
        #[test]
        fn $test() {
            use azulejo_layout::Int;
            let row = common::row("tiled.jsonl", $id);
            type Mma = TiledMma<$atom, $atoms, $perm>;
            let mma = Mma::new();
            assert_eq!(row["thr_layout_vmnk"], common::text(&mma.thr_layout_vmnk()));
            let [m, n, k] = mma.tile_shape();
            assert_eq!(row["tile_shape"], format!("(_{m},_{n},_{k})"));
            assert_eq!(row["threads"], mma.threads());
            assert_eq!(row["layoutA_tv"], common::text(&mma.get_layoutA_TV()));
            assert_eq!(row["layoutB_tv"], common::text(&mma.get_layoutB_TV()));
            assert_eq!(row["layoutC_tv"], common::text(&mma.get_layoutC_TV()));
            operand!(row mma "A" OperandA partition_A $a);
            operand!(row mma "B" OperandB partition_B $b);
            operand!(row mma "C" OperandC partition_C $c);
        }
    )*};
}

type Whole = (Underscore, Underscore, Underscore);

rows! {
    sm80_two_by_two "tiled_mma/p0000": SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, Whole;
        layout!((_64, _32):(_32, _1)), layout!((_32, _32):(_32, _1)), layout!((_64, _32):(_32, _1));
    sm80_permuted "tiled_mma/p0001": SM80_16x8x16_F16F16F16F16_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16);
        layout!((_64, _32):(_1, _64)), layout!((_64, _32):(_32, _1)), layout!((_64, _64):(_1, _64));
    sm80_tf32 "tiled_mma/p0002": SM80_16x8x8_F32TF32TF32F32_TN, Layout<(_1, _2, _1), (_0, _1, _0)>, Whole;
        layout!((_32, _16):(_16, _1)), layout!((_32, _16):(_1, _32)), layout!((_32, _32):(_32, _1));
    sm70_permuted "tiled_mma/p0003": SM70_8x8x4_F32F16F16F32_TN, Layout<(_2, _2, _1), (_2, _1, _0)>, (_32, _32, _4);
        layout!((_32, _8):(_8, _1)), layout!((_32, _8):(_8, _1)), layout!((_32, _32):(_32, _1));
    sm70_nt "tiled_mma/p0004": SM70_8x8x4_F32F16F16F32_NT, Layout<(_2, _2, _1), (_1, _2, _0)>, Whole;
        layout!((_32, _8):(_1, _32)), layout!((_32, _8):(_1, _32)), layout!((_32, _32):(_1, _32));
    universal "tiled_mma/p0005": UniversalFMA<f32>, Layout<(_16, _16, _1), (_1, _16, _0)>, Whole;
        layout!((_128, _8):(_1, _128)), layout!((_128, _8):(_1, _128)), layout!((_128, _128):(_1, _128));
    sm80_f64 "tiled_mma/p0006": SM80_8x8x4_F64F64F64F64_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, Whole;
        layout!((_32, _8):(_8, _1)), layout!((_16, _8):(_8, _1)), layout!((_32, _16):(_1, _32));
    wgmma "tiled_mma/p0007": SM90_64xNx16_F16F16F16_SS<_64>, Layout<(_1, _1, _1), (_0, _0, _0)>, Whole;
        layout!((_128, _32):(_32, _1)), layout!((_64, _32):(_32, _1)), layout!((_128, _64):(_64, _1));
}
