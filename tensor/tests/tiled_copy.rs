//! Tiled copies equal the corpus: layouts, cuts, every thread's partition, and fragments seen through them.

mod common;

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Int, Layout, Notation, Swizzle, layout, make_fragment_like};
use azulejo_tensor::atom::*;
use azulejo_tensor::{
    CopyDst, CopySrc, Tensor, Tidfrg, TiledMma, f16, make_tensor, make_tiled_copy,
    make_tiled_copy_A, make_tiled_copy_B,
};

fn cut_for<Side, L: Tidfrg<Side>>(_: impl FnOnce(Side), layout: L) -> L::Out {
    layout.tidfrg()
}

/// Compares the partition of every thread.
macro_rules! threads {
    ($row:ident $key:literal $copy:ident $partition:ident $layout:expr) => {
        let layout = $layout;
        let expected = &$row[$key];
        let data: Vec<i64> = (0..layout.cosize().value()).collect();
        let tensor = make_tensor(&data[..], layout).unwrap();
        for thread in 0..$copy.threads() {
            let mine = $copy.get_slice(thread).$partition(&tensor);
            let (layout, at) = (mine.layout(), |i: usize| mine.at(i));
            let got = common::partition(expected, thread, &layout, mine.size(), &at);
            let table = expected
                .get("tables")
                .map_or(&expected["table"], |all| &all[thread]);
            assert_eq!(common::table(table), Some(got));
        }
    };
}

macro_rules! rows {
    ($($test:ident $id:literal: $op:ty, $t:ty, $thr:expr, $val:expr, $tensor:expr, $side:ident $partition:ident $tv:ident;)*) => {$(
        #[test]
        fn $test() {
            let row = common::row("tiled.jsonl", $id);
            let copy = make_tiled_copy(CopyAtom::<$op, $t>::new(), $thr, $val);
            let tiler = common::text(&Notation(copy.tiler()));
            assert_eq!(row["tiler_mn"], tiler.replace('(', "<").replace(')', ">"));
            assert_eq!(row["layout_tv"], common::text(&copy.layout_tv()));
            assert_eq!(row["threads"], copy.threads());
            assert_eq!(row["layoutS_tv"], common::text(&copy.get_layoutS_TV()));
            assert_eq!(row["layoutD_tv"], common::text(&copy.get_layoutD_TV()));
            fn side<C>(_: C) -> impl FnOnce($side<C>) { |_| () }
            assert_eq!(row["tidfrg"], common::text(&cut_for(side(copy), $tensor)));
            threads!(row "partition" copy $partition $tensor);
        }
    )*};
}

rows! {
    wide_source "tiled_copy/p0000": UniversalCopy<_128>, f32, layout!((_32, _8):(_1, _32)), layout!((_4, _1):(_1, _0)),
        layout!((_128, _8):(_1, 512i32)), CopySrc partition_S get_layoutS_TV;
    wide_destination "tiled_copy/p0001": UniversalCopy<_128>, f32, layout!((_32, _8):(_1, _32)), layout!((_4, _1):(_1, _0)),
        layout!((_128, _8):(_1, 512i32)), CopyDst partition_D get_layoutD_TV;
    single_source "tiled_copy/p0002": UniversalCopy<_32>, f32, layout!((_32, _8):(_8, _1)), layout!((_1, _1):(_0, _0)),
        layout!((_128, _8):(64i32, _1)), CopySrc partition_S get_layoutS_TV;
    single_destination "tiled_copy/p0003": UniversalCopy<_32>, f32, layout!((_32, _8):(_8, _1)), layout!((_1, _1):(_0, _0)),
        layout!((_128, _8):(64i32, _1)), CopyDst partition_D get_layoutD_TV;
    async_source "tiled_copy/p0004": SM80_CP_ASYNC_CACHEALWAYS<_128>, f16, layout!((_16, _8):(_8, _1)), layout!((_1, _8):(_0, _1)),
        layout!((_128, _64):(_64, _1)), CopySrc partition_S get_layoutS_TV;
    async_destination "tiled_copy/p0005": SM80_CP_ASYNC_CACHEALWAYS<_128>, f16, layout!((_16, _8):(_8, _1)), layout!((_1, _8):(_0, _1)),
        layout!((_128, _64):(_64, _1)), CopyDst partition_D get_layoutD_TV;
    pairs_source "tiled_copy/p0006": UniversalCopy<_32>, f16, layout!((_8, _4):(_4, _1)), layout!((_1, _2):(_0, _1)),
        layout!((_16, _16):(_16, _1)), CopySrc partition_S get_layoutS_TV;
    pairs_destination "tiled_copy/p0007": UniversalCopy<_32>, f16, layout!((_8, _4):(_4, _1)), layout!((_1, _2):(_0, _1)),
        layout!((_16, _16):(_16, _1)), CopyDst partition_D get_layoutD_TV;
    blocks_source "tiled_copy/p0008": UniversalCopy<_64>, f16, layout!((_4, _8):(_1, _4)), layout!((_4, _2):(_1, _4)),
        layout!((_32, _32, 2i32):(_1, _32, _1024)), CopySrc partition_S get_layoutS_TV;
    blocks_destination "tiled_copy/p0009": UniversalCopy<_64>, f16, layout!((_4, _8):(_1, _4)), layout!((_4, _2):(_1, _4)),
        layout!((_32, _32, 2i32):(_1, _32, _1024)), CopyDst partition_D get_layoutD_TV;
}

type Mma =
    TiledMma<SM80_16x8x16_F16F16F16F16_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>;

/// `make_tiled_copy_A` and `_b`: layouts, partitions of shared memory, and the mma's fragments seen through the copy.
macro_rules! feeds {
    ($test:ident $id:literal $make:ident $partition:ident) => {
        #[test]
        fn $test() {
            let row = common::row("tiled.jsonl", $id);
            let copy = $make(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), Mma::new());
            let tiler = common::text(&Notation(copy.tiler()));
            assert_eq!(row["tiler_mn"], tiler.replace('(', "<").replace(')', ">"));
            assert_eq!(row["layout_tv"], common::text(&copy.layout_tv()));
            assert_eq!(row["layoutS_tv"], common::text(&copy.get_layoutS_TV()));
            assert_eq!(row["layoutD_tv"], common::text(&copy.get_layoutD_TV()));
            let smem = layout!((_64, _32):(_32, _1));
            threads!(row "partition_S" copy partition_S smem);

            let mine = Tensor::from_parts((), smem);
            let data = [0u8; 64 * 32];
            let tensor = make_tensor(&data[..], mine.layout()).unwrap();
            let part = Mma::new().get_slice(0usize).$partition(&tensor);
            let fragment = make_fragment_like(part.layout());
            assert_eq!(row["fragment"], fragment.to_string());
            let seen = copy.get_slice(0usize).retile_D(Tensor::from_parts((), fragment)).layout();
            assert_eq!(row["retile_D"], seen.to_string());
            let table = common::elements(seen.size().value() as usize, &|i| seen.at(i) as i64);
            assert_eq!(common::table(&row["retile_table"]), Some(table));
        }
    };
}

feeds!(operand_a "tiled_copy_mma/p0000" make_tiled_copy_A partition_A);
feeds!(operand_b "tiled_copy_mma/p0001" make_tiled_copy_B partition_B);

/// The tutorial's first kernel: tiles of a block, the share of each thread.
#[test]
fn sgemm_1() {
    use azulejo_layout::{coord, tile};
    use azulejo_tensor::{SharedBy, SharedByProj};
    let row = common::row("tiled.jsonl", "tutorial_sgemm_1/p0000");
    let data: Vec<i64> = (0..512 * 256).collect();
    let (m, n, k) = (512i32, 256i32, 64i32);
    let a = make_tensor(&data[..], layout!((m, k):(_1, 512i32))).unwrap();
    let b = make_tensor(&data[..], layout!((n, k):(_1, 256i32))).unwrap();
    let c = make_tensor(&data[..], layout!((m, n):(_1, 512i32))).unwrap();
    let (block_m, block_n) = (2i32, 1i32);
    let tiler = tile!(_128, _128, _8);
    let coord = coord!(block_m, block_n, _);
    let ga = a.local_tile_proj(tiler, coord, coord!(_1, _, _1));
    let gb = b.local_tile_proj(tiler, coord, coord!(_, _1, _1));
    let gc = c.local_tile_proj(tiler, coord, coord!(_1, _1, _));
    for (name, tile, start) in [
        ("gA", ga.layout().to_string(), ga.at(0)),
        ("gB", gb.layout().to_string(), gb.at(0)),
        ("gC", gc.layout().to_string(), gc.at(0)),
    ] {
        assert_eq!(row[name], tile);
        assert_eq!(row[format!("{name}_offset")], start);
    }
    let thr_a = layout!((_32, _8):(_1, _32));
    let thr_c = layout!((_16, _16):(_1, _16));
    let sa = layout!((_128, _8):(_1, _128));
    for thread in 0..256usize {
        let check = |key: &str, layout: String, offset: i64| {
            assert_eq!(row[key]["layout"], layout, "{key}");
            assert_eq!(row[key]["offsets"][thread], offset, "{key}");
        };
        let part = ga.local_partition(thr_a, thread);
        check("tAgA", part.layout().to_string(), part.at(0));
        let part = gb.local_partition(thr_a, thread);
        check("tBgB", part.layout().to_string(), part.at(0));
        let (part, offset) = sa.share(thr_a, thread);
        check("tAsA", part.to_string(), offset.value());
        let (part, offset) = sa.share_proj(thr_c, thread, coord!(_1, _));
        check("tCsA", part.to_string(), offset.value());
        let (part, offset) = sa.share_proj(thr_c, thread, coord!(_, _1));
        check("tCsB", part.to_string(), offset.value());
        let part = gc.local_partition(thr_c, thread);
        check("tCgC", part.layout().to_string(), part.at(0));
    }
}

/// The tile behind `Sw<3,3,3>`.
fn composed<L>(layout: L) -> ComposedLayout<Swizzle<_3, _3, _3>, _0, L> {
    ComposedLayout::new(Swizzle::default(), _0, layout)
}

/// Offset plus table of one thread.
fn expected_elements(partition: &serde_json::Value, thread: usize) -> Vec<i64> {
    let start = partition["offsets"][thread].as_i64().unwrap();
    let table = match partition.get("tables") {
        Some(all) => common::table(&all[thread]),
        None => common::table(&partition["table"]),
    };
    table.unwrap().into_iter().map(|x| start + x).collect()
}

/// Compares the elements of every thread.
macro_rules! elements {
    ($row:ident $key:literal $copy:ident $partition:ident $tensor:ident) => {
        for thread in 0..$copy.threads() {
            let part = $copy.get_slice(thread).$partition(&$tensor);
            let mine = common::elements(part.size(), &|i| part.at(i));
            assert_eq!(expected_elements(&$row[$key], thread), mine);
        }
    };
}

#[test]
fn swizzled_tile() {
    let tile = composed(layout!(((_8, _4), (_64, _1)):((_64, _512), (_1, _0))));
    let copy = make_tiled_copy(
        CopyAtom::<UniversalCopy<_128>, f16>::new(),
        layout!((_16, _8):(_8, _1)),
        layout!((_1, _8):(_0, _1)),
    );
    let data: Vec<i64> = (0..2048).collect();
    let tensor = make_tensor(&data[..], tile).unwrap();
    let row = common::row("tiled.jsonl", "tiled_copy/p0010");
    assert_eq!(row["in"]["tensor"], tile.to_string());
    elements!(row "partition" copy partition_S tensor);
    let row = common::row("tiled.jsonl", "tiled_copy/p0011");
    elements!(row "partition" copy partition_D tensor);
}

/// `ldmatrix` out of swizzled shared memory for operand `A`.
#[test]
fn swizzled_operand_a() {
    let row = common::row("tiled.jsonl", "tiled_copy_mma/p0002");
    let smem = composed(layout!(((_8, _8), (_64, _1)):((_64, _512), (_1, _0))));
    assert_eq!(row["in"]["smem"], smem.to_string());
    let copy = make_tiled_copy_A(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), Mma::new());
    let data: Vec<i64> = (0..4096).collect();
    let tensor = make_tensor(&data[..], smem).unwrap();
    elements!(row "partition_S" copy partition_S tensor);
}

/// Vectors along the first mode that has more than one element: a row of a tile, and its last mode.
#[test]
fn vectors_lie_along_a_mode_beside_modes_of_one_element() {
    let data: Vec<f32> = (0..2048).map(|i| i as f32).collect();
    let atom = CopyAtom::<UniversalCopy<_128>, f32>::new();

    let row = make_tensor(&data[..], layout!((_1, _2048):(_2048, _1))).unwrap();
    let along_n = make_tiled_copy(
        atom,
        layout!((_1, _256):(_0, _1)),
        layout!((_1, _8):(_0, _1)),
    );
    let part = along_n.get_slice(3usize);
    let mine = part.partition_S(&row);
    assert_eq!((mine.size(), mine.at(0), mine.at(7)), (8, 24.0, 31.0));

    let slab = make_tensor(&data[..], layout!((_1, _1, _2048):(_0, _0, _1))).unwrap();
    let along_k = make_tiled_copy(
        atom,
        layout!((_1, _1, _256):(_0, _0, _1)),
        layout!((_1, _1, _8):(_0, _0, _1)),
    );
    let part = along_k.get_slice(255usize);
    let mine = part.partition_S(&slab);
    assert_eq!((mine.size(), mine.at(0)), (8, 2040.0));
}
