//! Programs over tiles of any extents, tiles of records, and arithmetic in every rounding mode.

use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{DType, ImplicitCast, bf16, f16, rounding::*};

use crate::{
    Array, ArrayMut, Block, DivisionMode, Float32x3, Float32x4, FunctionMode, In, InRecords, Out,
    OutRecords, Part, RecordArray, RecordArrayMut, RootMode, SumMode, Tile, heterogeneous, pad,
};

type V = (usize,);
type M = (usize, usize);

heterogeneous! {
    /// Three integers.
    #[derive(Default)]
    pub struct Point { pub x: i32, pub y: i32, pub z: i32 }
}

#[cfg(feature = "std")]
// SAFETY: three integers without padding.
unsafe impl azulejo_runtime::DeviceCopy for Point {}

/// Tiles of 3 × 5: doubled, summed, turned, and where their largest elements are.
fn any_extents(
    blk: &Block,
    x: Array<'_, f32, M>,
    mut doubled: ArrayMut<'_, f32, M>,
    mut sums: ArrayMut<'_, f32, M>,
    mut turned: ArrayMut<'_, f32, M>,
    mut places: ArrayMut<'_, i32, M>,
) {
    let t = x.load_trimmed(tile!(_3, _5), blk.id());
    doubled.store_trimmed((0, 0), t * 2.0);
    sums.store_trimmed((0, 0), t.sum::<1>());
    turned.store_trimmed((0, 0), (t - t.max::<0>()).transpose());
    let marked = x.load_trimmed_padded(tile!(_3, _5), blk.id(), pad::NaN);
    places.store_trimmed((0, 0), marked.argmax::<0>());
}

/// A product of 3 × 6 · 6 × 5 and its factors side by side.
fn any_product(
    blk: &Block,
    a: Array<'_, f32, (_3, _6)>,
    b: Array<'_, f32, (_6, _5)>,
    mut product: ArrayMut<'_, f32, M>,
    mut joined: ArrayMut<'_, f32, M>,
    mut shaped: ArrayMut<'_, f32, M>,
) {
    let a = a.load_trimmed(tile!(_3, _6), (0, 0));
    let b = b.load_trimmed(tile!(_6, _5), (0, 0));
    let sums = crate::Trimmed::<f32, _>::ones(blk, tile!(_3, _5)).mma(a, b);
    product.store_trimmed((0, 0), sums);
    joined.store_trimmed((0, 0), a.cat::<1, _>(sums));
    shaped.store_trimmed((0, 0), a.cumsum::<1>(true).reshape(tile!(_2, _9)));
}

fn copied_x3(blk: &Block, x: RecordArray<'_, Float32x3>, mut y: RecordArrayMut<'_, Float32x3>) {
    y.store(
        (0,),
        x.load(tile!(_128), blk.id(), Float32x3::new(0.0, 0.0, 0.0)),
    );
}

fn copied_x4(blk: &Block, x: RecordArray<'_, Float32x4>, mut y: RecordArrayMut<'_, Float32x4>) {
    let zero = Float32x4::new(0.0, 0.0, 0.0, 0.0);
    y.store((0,), x.load(tile!(_128), blk.id(), zero));
}

/// Points moved, and the square of each one's distance from 0.
fn moved(
    blk: &Block,
    x: RecordArray<'_, Point>,
    by: Point,
    mut y: RecordArrayMut<'_, Point>,
    mut squares: ArrayMut<'_, i32, V>,
) {
    let t = x.load(tile!(_64), blk.id(), Point { x: 0, y: 0, z: 0 });
    let t = t.map(move |p| Point {
        x: p.x + by.x,
        y: p.y + by.y,
        z: p.z + by.z,
    });
    y.store((0,), t);
    squares.store((0,), t.map(|p| p.x * p.x + p.y * p.y + p.z * p.z));
}

/// Four axes in another order.
fn turned_4(
    _: &Block,
    x: Array<'_, i32, (_2, _4, _8, _16)>,
    mut y: ArrayMut<'_, i32, (usize, usize, usize, usize)>,
) {
    let t = x.load(tile!(_2, _4, _8, _16), (0, 0, 0, 0));
    y.store((0, 0, 0, 0), t.permute_4::<3, 0, 2, 1>());
}

/// A row of results for each operation and mode.
fn rounded<T: ImplicitCast<T>>(
    blk: &Block,
    x: Array<'_, T, V>,
    z: Array<'_, T, V>,
    mut y: ArrayMut<'_, T, M>,
) where
    RN: SumMode<T> + DivisionMode<T> + RootMode<T>,
    RZ: SumMode<T> + DivisionMode<T> + RootMode<T>,
    RM: SumMode<T> + DivisionMode<T> + RootMode<T>,
    RP: SumMode<T> + DivisionMode<T> + RootMode<T>,
{
    let at = (blk.at::<1>(),);
    let (a, b) = (x.load(tile!(_16), at), z.load(tile!(_16), at));
    macro_rules! rows {
        ($($row:literal $tile:expr;)*) => {$( y.store(($row, 0), $tile.expand_dims::<0>()); )*};
    }
    macro_rules! each {
        ($($mode:ident $a:literal $b:literal $c:literal $d:literal $e:literal;)*) => {$(
            rows! {
                $a a.add_with::<$mode, _>(b);
                $b a.sub_with::<$mode, _>(b);
                $c a.mul_with::<$mode, _>(b);
                $d a.divide_with::<$mode, _>(b);
                $e a.sqrt_with::<$mode>();
            }
        )*};
    }
    each! {
        RN 0 1 2 3 4;
        RZ 5 6 7 8 9;
        RM 10 11 12 13 14;
        RP 15 16 17 18 19;
    }
    rows! {
        20 a.fma_with::<RZ>(b, a);
        21 a.fma_with::<RM>(b, a);
        22 a.fma_with::<RP>(b, a);
        23 a.fma_with::<RN>(b, a);
    }
}

/// Stores in another order of axes, through maps of them, and at steps of their own.
fn mapped_stores(
    _: &Block,
    x: Array<'_, f32, M>,
    mut turned: ArrayMut<'_, f32, M>,
    mut mapped: ArrayMut<'_, f32, (usize, usize, usize)>,
    mut apart: ArrayMut<'_, f32, M>,
    mut over: ArrayMut<'_, f32, M>,
) {
    for i in 0..2 {
        for j in 0..4 {
            let t = x.load(tile!(_4, _4), (i, j));
            turned.tiles(tile!(_4, _4)).reversed().store((i, j), t);
            let cube = t.tile().reshape(tile!(_1, _4, _4));
            mapped
                .tiles(tile!(_1, _4, _4))
                .dim_map_3::<2, 0, 1>()
                .store((j, i, 0), cube);
            apart.tiles(tile!(_4, _4)).steps((5, 6)).store((i, j), t);
            over.tiles(tile!(_4, _4))
                .dim_map::<0, 1>()
                .steps((3, 2))
                .store((i, j), t);
        }
    }
    let mut back = turned.tiles(tile!(_4, _4)).reversed();
    let t = back.load((1, 3));
    back.store((0, 0), t + 100.0);
}

/// The number and the width of a type that the launch names.
fn named(blk: &Block, dtype: DType, mut y: ArrayMut<'_, i32, V>) {
    y.set((0,), Tile::scalar(blk, dtype as u8 as i32));
    y.set((1,), Tile::scalar(blk, dtype.bits() as i32));
    y.set((2,), Tile::scalar(blk, (dtype == DType::BF16) as i32));
}

/// The same bits with a sign and without: halved, shifted, compared.
fn signs(
    blk: &Block,
    places: u32,
    x: Array<'_, i8, V>,
    u: Array<'_, u8, V>,
    mut y: ArrayMut<'_, i32, M>,
) {
    macro_rules! rows {
        ($($row:literal $tile:expr;)*) => {$( y.store(($row, 0), $tile.cast::<i32>().expand_dims::<0>()); )*};
    }
    let (x, u) = (
        x.load(tile!(_32), (0,)).tile(),
        u.load(tile!(_32), (0,)).tile(),
    );
    rows! { 0 x.floor_div(Tile::<i8, ()>::scalar(blk, 2)); 1 x >> places; 2 x << places; 3 x.lt_value(0.0); 4 x.bitcast::<u8>(); }
    rows! { 5 u.floor_div(Tile::<u8, ()>::scalar(blk, 2)); 6 u >> places; 7 u << places; 8 u.lt_value(0.0); 9 u.bitcast::<i8>(); }
}

/// The fast forms of a device, a row each.
fn approximate(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, M>)
where
    Approx: FunctionMode<f32>,
{
    let t = x.load(tile!(_16), (blk.at::<1>(),));
    let three = Tile::<f32, _>::scalar(blk, 3.0);
    y.store((0, 0), t.divide_with::<Full, _>(three).expand_dims::<0>());
    y.store((1, 0), t.divide_with::<Approx, _>(three).expand_dims::<0>());
    y.store((2, 0), t.abs().sqrt_with::<Approx>().expand_dims::<0>());
    y.store((3, 0), t.tanh_with::<Approx>().expand_dims::<0>());
    y.store((4, 0), t.exp2_with::<Approx>().expand_dims::<0>());
    y.store((5, 0), t.tanh_with::<Full>().expand_dims::<0>());
    y.store((6, 0), t.exp2_with::<Full>().expand_dims::<0>());
}

crate::tile_program! {
    file "tile_shapes";
    /// Tiles of 3 × 5.
    pub AnyExtents = any_extents "azulejo_tile_any_extents" (x: In<f32, M>, doubled: Out<f32, M, (_3, _5)>, sums: Out<f32, M, (_3, _1)>,
        turned: Out<f32, M, (_5, _3)>, places: Out<i32, M, (_1, _5)>);
    /// Products, joins and reshapes of tiles whose extents are no powers of two.
    pub AnyProduct = any_product "azulejo_tile_any_product" (a: Part<f32, (_3, _6), (_3, _6)>, b: Part<f32, (_6, _5), (_6, _5)>,
        product: Out<f32, M, (_3, _5)>, joined: Out<f32, M, (_3, _11)>, shaped: Out<f32, M, (_2, _9)>);
    /// Stores through views in tiles.
    pub MappedStores = mapped_stores "azulejo_tile_mapped_stores" (x: In<f32, M>, turned: Out<f32, M, (_16, _8)>,
        mapped: Out<f32, (usize, usize, usize), (_8, _4, _4)>, apart: Out<f32, M, (_8, _32)>, over: Out<f32, M, (_8, _16)>);
    /// A type by name.
    pub Named = named "azulejo_tile_named" (dtype: DType, y: Out<i32, V, (_4,)>);
    /// Integers by their signs.
    pub Signs = signs "azulejo_tile_signs" (places: u32, x: In<i8, V>, u: In<u8, V>, y: Out<i32, M, (_10, _32)>);
    /// An array of `float3` copied.
    pub CopiedX3 = copied_x3 "azulejo_tile_copied_x3" (x: InRecords<Float32x3>, y: OutRecords<Float32x3, (_128,)>);
    /// An array of `float4` copied.
    pub CopiedX4 = copied_x4 "azulejo_tile_copied_x4" (x: InRecords<Float32x4>, y: OutRecords<Float32x4, (_128,)>);
    /// Points moved.
    pub Moved = moved "azulejo_tile_moved" (x: InRecords<Point>, by: crate::Value<Point>, y: OutRecords<Point, (_64,)>, squares: Out<i32, V, (_64,)>);
    /// Four axes in another order.
    pub Turned4 = turned_4 "azulejo_tile_turned_4" (x: Part<i32, (_2, _4, _8, _16), (_2, _4, _8, _16)>,
        y: Out<i32, (usize, usize, usize, usize), (_16, _2, _8, _4)>);
    /// Arithmetic of `f32` in each mode.
    pub RoundedF32 = rounded "azulejo_tile_rounded_f32" (x: In<f32, V>, z: In<f32, V>, y: Out<f32, M, (_24, _16)>);
    /// Arithmetic of `f64` in each mode.
    pub RoundedF64 = rounded "azulejo_tile_rounded_f64" (x: In<f64, V>, z: In<f64, V>, y: Out<f64, M, (_24, _16)>);
    /// Arithmetic of `f16` in each mode.
    pub RoundedF16 = rounded "azulejo_tile_rounded_f16" (x: In<f16, V>, z: In<f16, V>, y: Out<f16, M, (_24, _16)>);
    /// Arithmetic of `bf16` in each mode.
    pub RoundedBf16 = rounded "azulejo_tile_rounded_bf16" (x: In<bf16, V>, z: In<bf16, V>, y: Out<bf16, M, (_24, _16)>);
    /// The fast forms.
    pub Approximate = approximate "azulejo_tile_approximate" (x: In<f32, V>, y: Out<f32, M, (_7, _16)>);
}
