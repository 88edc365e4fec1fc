//! Programs over the parts of the model beyond arithmetic: locks, float atomics, batches, records, regions of any extent,
//! products of every type, text and assertions.

use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{F8E4M3, F8E5M2, ImplicitCast, Tf32, bf16, f16};

use crate::{
    Aligned, Array, ArrayMut, Atomic, AtomicArray, Block, Compute, Factor, Float32x3, In, Locked,
    LockedArray, Order, Out, Part, Scope, Tile, Value, heterogeneous, pad,
};

type V = (usize,);
type M = (usize, usize);

heterogeneous! {
    /// A plane, a weight on a boundary of 16 bytes, and an integer: every kind of field.
    pub struct Plane {
        pub normal: Float32x3,
        pub weight: Aligned<f32, crate::A16>,
        pub offset: i32,
    }
}

/// A block takes its number from a counter under a lock.
fn counted(
    blk: &Block,
    numbers: Array<'_, i32, V>,
    mut ticket: ArrayMut<'_, i32, V>,
    counter: LockedArray<'_, i32, V>,
) {
    let _ = (blk, numbers);
    let own = counter.with(|counter| {
        let now = counter.load(tile!(_1), (0,));
        counter.store((0,), now + 1);
        now
    });
    ticket.store((0,), own);
}

/// Sums and extremes of all blocks by atomic steps on floats.
fn float_totals(blk: &Block, x: Array<'_, f32, V>, totals: AtomicArray<'_, f32, V>) {
    let t = x.load(tile!(_64), (0,));
    let at = |place| Tile::<i32, _>::full(blk, tile!(_1), place);
    totals.add(at(0), t.sum_all().reshape(tile!(_1)));
    totals.max(at(1), t.max_all().reshape(tile!(_1)));
    totals
        .within(Scope::System)
        .min(at(2), t.min_all().reshape(tile!(_1)));
}

/// Atomic steps of each order and scope on one word each.
fn orders(blk: &Block, x: Array<'_, i32, V>, words: AtomicArray<'_, i32, V>) {
    let one = Tile::<i32, _>::ones(blk, tile!(_1));
    let step = |place: i32, order, scope| {
        let at = Tile::<i32, _>::full(blk, tile!(_1), place);
        words
            .within(scope)
            .update(crate::AtomicOp::Add, at, one, order);
    };
    step(0, Order::Relaxed, Scope::Device);
    step(1, Order::Acquire, Scope::Device);
    step(2, Order::Release, Scope::System);
    step(3, Order::AcquireRelease, Scope::System);
    let at = Tile::<i32, _>::iota(blk, tile!(_4)) + 4;
    let (zero, own) = (
        Tile::<i32, _>::zeros(blk, tile!(_4)),
        x.load(tile!(_4), (0,)),
    );
    words.compare_exchange(at, zero, own, Order::AcquireRelease);
}

/// A batch of products, and a tile put into another.
fn batches(
    blk: &Block,
    a: Array<'_, f32, (_2, _4, _8)>,
    b: Array<'_, f32, (_8, _4)>,
    mut products: ArrayMut<'_, f32, (usize, usize, usize)>,
    mut inserted: ArrayMut<'_, f32, M>,
) {
    let a = a.load(tile!(_2, _4, _8), (0, 0, 0));
    let b = b.load(tile!(_8, _4), (0, 0));
    let sums = Tile::<f32, _>::ones(blk, tile!(_2, _4, _4))
        .mma_batched(a, b.broadcast_to(tile!(_2, _8, _4)));
    products.store((0, 0, 0), sums);
    inserted.store(
        (0, 0),
        b.insert(Tile::<f32, _>::full(blk, tile!(_4, _2), -1.0), (1, 1)),
    );
}

/// A record by value.
fn beside(blk: &Block, plane: Plane, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    let n = plane.normal;
    let t = x.load(tile!(_16), blk.id()) * Tile::scalar(blk, n.x + n.y + n.z);
    y.store(
        (0,),
        t * Tile::scalar(blk, *plane.weight) + Tile::scalar(blk, plane.offset),
    );
}

/// Regions of 3 × 5 from tiles of 4 × 8.
fn odd_regions(_: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.load(tile!(_4, _8), (0, 0)) * 2.0);
}

/// Tiles wholly outside the array, in each padding mode.
fn outside(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut zero: ArrayMut<'_, f32, V>,
    mut neg_zero: ArrayMut<'_, f32, V>,
    mut nan: ArrayMut<'_, f32, V>,
    mut pos_inf: ArrayMut<'_, f32, V>,
    mut neg_inf: ArrayMut<'_, f32, V>,
) {
    let at = (blk.at::<0>() + 1000,);
    zero.store((0,), x.load(tile!(_16), at));
    neg_zero.store((0,), x.load_padded(tile!(_16), at, pad::NegZero));
    nan.store((0,), x.load_padded(tile!(_16), at, pad::NaN));
    pos_inf.store((0,), x.load_padded(tile!(_16), at, pad::PosInf));
    neg_inf.store((0,), x.load_padded(tile!(_16), at, pad::NegInf));
    // Behind the region: left out.
    zero.store((7,), Tile::<f32, _>::full(blk, tile!(_16), 5.0));
}

/// One product of whole tiles.
fn small<T: Factor<A>, A: Compute + ImplicitCast<A>>(
    _: &Block,
    a: Array<'_, T, M>,
    b: Array<'_, T, M>,
    mut c: ArrayMut<'_, A, M>,
) {
    let a = a.load(tile!(_32, _64), (0, 0));
    let b = b.load(tile!(_64, _32), (0, 0));
    c.store((0, 0), Tile::<A, _>::matmul(a, b));
}

/// Every second column; the rows one after the other, and whether they lie so.
fn sliced(
    blk: &Block,
    x: Array<'_, f32, M>,
    mut columns: ArrayMut<'_, f32, M>,
    mut flat: ArrayMut<'_, f32, V>,
) {
    columns.store((0, 0), x.columns(0, 2).load(tile!(_4, _4), (0, 0)));
    let lies = x.flat().is_some();
    if let Some(x) = x.flat() {
        flat.store((0,), x.load(tile!(_32), (0,)));
    }
    flat.set((24,), Tile::scalar(blk, lies as i32 as f32));
}

crate::tile_program! {
    file "tile_parts";
    /// Slices and a reshape that copy nothing.
    pub Sliced = sliced "azulejo_tile_sliced" (x: In<f32, M>, columns: Out<f32, M, (_4, _3)>, flat: Out<f32, V, (_25,)>);
    /// Tickets from a counter under a lock, a block a ticket.
    pub Counted = counted "azulejo_tile_counted" (numbers: In<i32, V>, ticket: Out<i32, V, (_1,)>, counter: Locked<i32, V>);
    /// Sum, largest and smallest of all blocks, by atomic steps.
    pub FloatTotals = float_totals "azulejo_tile_float_totals" (x: Part<f32, V, (_64,)>, totals: Atomic<f32, V>);
    /// Atomic steps of each order.
    pub Orders = orders "azulejo_tile_orders" (x: Part<i32, V, (_4,)>, words: Atomic<i32, V>);
    /// A batch of products; a tile in another.
    pub Batches = batches "azulejo_tile_batches" (a: Part<f32, (_2, _4, _8), (_2, _4, _8)>, b: In<f32, (_8, _4)>,
        products: Out<f32, (usize, usize, usize), (_2, _4, _4)>, inserted: Out<f32, M, (_8, _4)>);
    /// `weight (n · 1) x + offset`, all of it in one record.
    pub Beside = beside "azulejo_tile_beside" (plane: Value<Plane>, x: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// `y = 2 x` in regions of 3 × 5.
    pub OddRegions = odd_regions "azulejo_tile_odd_regions" (x: Part<f32, M, (_3, _5)>, y: Out<f32, M, (_3, _5)>);
    /// Tiles wholly outside.
    pub Outside = outside "azulejo_tile_outside" (x: In<f32, V>, zero: Out<f32, V, (_16,)>, neg_zero: Out<f32, V, (_16,)>,
        nan: Out<f32, V, (_16,)>, pos_inf: Out<f32, V, (_16,)>, neg_inf: Out<f32, V, (_16,)>);
    /// A product of tiles of `f16`.
    pub SmallF16 = small "azulejo_tile_small_f16" (a: In<f16, M>, b: In<f16, M>, c: Out<f32, M, (_32, _32)>);
    /// A product of tiles of `f16`, summed in it.
    pub SmallF16F16 = small "azulejo_tile_small_f16_f16" (a: In<f16, M>, b: In<f16, M>, c: Out<f16, M, (_32, _32)>);
    /// A product of tiles of `bf16`.
    pub SmallBf16 = small "azulejo_tile_small_bf16" (a: In<bf16, M>, b: In<bf16, M>, c: Out<f32, M, (_32, _32)>);
    /// A product of tiles of `Tf32`.
    pub SmallTf32 = small "azulejo_tile_small_tf32" (a: In<Tf32, M>, b: In<Tf32, M>, c: Out<f32, M, (_32, _32)>);
    /// A product of tiles of `F8E4M3`.
    pub SmallE4m3 = small "azulejo_tile_small_e4m3" @Sm80 (a: In<F8E4M3, M>, b: In<F8E4M3, M>, c: Out<f32, M, (_32, _32)>);
    /// A product of tiles of `F8E5M2`.
    pub SmallE5m2 = small "azulejo_tile_small_e5m2" (a: In<F8E5M2, M>, b: In<F8E5M2, M>, c: Out<f32, M, (_32, _32)>);
    /// A product of tiles of `i8`.
    pub SmallI8 = small "azulejo_tile_small_i8" (a: In<i8, M>, b: In<i8, M>, c: Out<i32, M, (_32, _32)>);
    /// A product of tiles of `u8`.
    pub SmallU8 = small "azulejo_tile_small_u8" (a: In<u8, M>, b: In<u8, M>, c: Out<i32, M, (_32, _32)>);
}
