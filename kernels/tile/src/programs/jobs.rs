//! Small programs over every part of the model: each is one idea, and a test on both machines.
//!
//! Length: one table of programs, each with its function.

use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{bf16, f16, rounding};

use crate::{Array, ArrayMut, Atomic, AtomicArray, Block, Formula, In, Out, Part, Tile, pad};

/// One axis.
type V = (usize,);
/// Two axes.
type M = (usize, usize);

fn scale(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    let t = x.load(tile!(_16), blk.id());
    y.store((0,), t * 2.0);
}

fn add_one(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    y.store((0,), x.load(tile!(_16), blk.id()) + 1.0);
}

/// The extents are known to be multiples of 1024, so nothing is checked.
fn scale_whole(_: &Block, x: Array<'_, f32, (_1024,)>, mut y: ArrayMut<'_, f32, (_1024,)>) {
    y.store((0,), x.load(tile!(_1024), (0,)) * 2.0);
}

/// The same for any length: a tile at the end is checked as a whole, then element by element.
fn scale_any(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    y.store((0,), x.load(tile!(_1024), blk.id()) * 2.0);
}

fn double_tile(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.load(tile!(_4, _4), blk.id()) * 2.0);
}

fn double_in_place(_: &Block, mut x: ArrayMut<'_, f32, V>) {
    let t = x.load(tile!(_16), (0,));
    x.store((0,), t * 2.0);
}

fn plus_hundred(blk: &Block, x: Array<'_, i32, V>, mut y: ArrayMut<'_, i32, V>) {
    y.store((0,), x.load(tile!(_4), blk.id()) + 100);
}

fn sum_of_two(
    blk: &Block,
    a: Array<'_, f32, M>,
    b: Array<'_, f32, M>,
    mut c: ArrayMut<'_, f32, M>,
) {
    let (a, b) = (
        a.load(tile!(_4, _4), blk.id()),
        b.load(tile!(_4, _4), blk.id()),
    );
    c.store((0, 0), a + b);
}

fn affine(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>, factor: f32) {
    y.store(
        (0,),
        x.load(tile!(_16), blk.id()) * Tile::scalar(blk, factor) + 10.0,
    );
}

fn scale_and_shift(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut y: ArrayMut<'_, f32, V>,
    factor: f32,
    shift: i32,
) {
    let t = x.load(tile!(_16), blk.id());
    y.store(
        (0,),
        t * Tile::scalar(blk, factor) + Tile::scalar(blk, shift),
    );
}

fn row_bias(
    blk: &Block,
    x: Array<'_, f32, M>,
    bias: Array<'_, f32, V>,
    mut y: ArrayMut<'_, f32, M>,
) {
    let t = x.load(tile!(_4, _8), blk.id());
    let bias = bias.load(tile!(_8), (blk.at::<1>(),));
    y.store((0, 0), t + bias);
}

fn matrix_row_scalar(
    blk: &Block,
    x: Array<'_, f32, M>,
    row: Array<'_, f32, V>,
    mut y: ArrayMut<'_, f32, M>,
    factor: f32,
) {
    let t = x.load(tile!(_8, _8), blk.id());
    let row = row.load(tile!(_8), (blk.at::<1>(),));
    y.store((0, 0), (t + row) * Tile::scalar(blk, factor));
}

fn lower_precision(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut half: ArrayMut<'_, f16, V>,
    mut brain: ArrayMut<'_, bf16, V>,
) {
    let t = x.load(tile!(_16), blk.id());
    half.store((0,), t.cast::<f16>());
    brain.store((0,), t.cast::<bf16>());
}

fn promotion(
    blk: &Block,
    a: Array<'_, i16, V>,
    b: Array<'_, i32, V>,
    c: Array<'_, f32, V>,
    mut y: ArrayMut<'_, f32, V>,
) {
    let a = a.load(tile!(_16), blk.id());
    let b = b.load(tile!(_16), blk.id());
    let c = c.load(tile!(_16), blk.id());
    y.store((0,), (a + b).cast::<f32>() + (b + c) + (a + 1.0));
}

fn mixed_signs(
    blk: &Block,
    a: Array<'_, u8, V>,
    b: Array<'_, i8, V>,
    mut wide: ArrayMut<'_, i16, V>,
    mut narrow: ArrayMut<'_, i8, V>,
) {
    let a = a.load(tile!(_4), blk.id()).cast::<i16>();
    let b = b.load(tile!(_4), blk.id()).cast::<i16>();
    wide.store((0,), a + b);
    narrow.store((0,), (a + b).cast::<i8>());
}

fn mixed_precision(
    blk: &Block,
    a: Array<'_, f16, V>,
    b: Array<'_, f32, V>,
    mut single: ArrayMut<'_, f32, V>,
    mut half: ArrayMut<'_, f16, V>,
) {
    let t = (a.load(tile!(_16), blk.id()) + b.load(tile!(_16), blk.id())) * 2.0 + 1.0;
    single.store((0,), t);
    half.store((0,), t.cast::<f16>());
}

fn mixed_matrices(
    blk: &Block,
    a: Array<'_, f16, M>,
    b: Array<'_, f32, M>,
    mut y: ArrayMut<'_, f32, M>,
) {
    let a = a.load(tile!(_16, _16), blk.id());
    let b = b.load(tile!(_16, _16), blk.id());
    y.store((0, 0), (a + b) * 2.0 + 1.0);
}

/// Mean, largest, smallest.
fn compute_stats(t: impl Formula<Element = f32>) -> (Tile<f32, ()>, Tile<f32, ()>, Tile<f32, ()>) {
    let t = t.tile();
    (t.mean_all(), t.max_all(), t.min_all())
}

fn stats(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut mean: ArrayMut<'_, f32, V>,
    mut most: ArrayMut<'_, f32, V>,
    mut least: ArrayMut<'_, f32, V>,
) {
    let (a, b, c) = compute_stats(x.load(tile!(_16), blk.id()));
    mean.set((0,), a);
    most.set((0,), b);
    least.set((0,), c);
}

fn filter(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    let t = x.load(tile!(_16, _16), blk.id());
    y.store((0, 0), t * 0.8 + 0.1);
}

/// Rows of a matrix whose width no tile divides.
fn padded_rows(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    let t = x.load_padded(tile!(_4, _1024), blk.id(), pad::NegZero);
    y.store((0, 0), t * 2.0);
}

fn unchanged(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    let t = x.load(tile!(_16), blk.id());
    y.store((0,), t + 1.0 - 0.5 * 2.0);
}

fn precisions(
    blk: &Block,
    x: Array<'_, f64, V>,
    mut single: ArrayMut<'_, f32, V>,
    mut half: ArrayMut<'_, f16, V>,
    mut whole: ArrayMut<'_, i32, V>,
) {
    let t = x.load(tile!(_16), blk.id()).cast::<f32>();
    single.store((0,), t);
    half.store((0,), t.cast::<f16>());
    whole.store((0,), t.cast::<f16>().cast::<i32>());
}

fn paddings(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut zero: ArrayMut<'_, f32, V>,
    mut neg_zero: ArrayMut<'_, f32, V>,
    mut nan: ArrayMut<'_, f32, V>,
    mut pos_inf: ArrayMut<'_, f32, V>,
    mut neg_inf: ArrayMut<'_, f32, V>,
) {
    let at = blk.id();
    zero.store((0,), x.load_padded(tile!(_16), at, pad::Zero));
    neg_zero.store((0,), x.load_padded(tile!(_16), at, pad::NegZero));
    nan.store((0,), x.load_padded(tile!(_16), at, pad::NaN));
    pos_inf.store((0,), x.load_padded(tile!(_16), at, pad::PosInf));
    neg_inf.store((0,), x.load_padded(tile!(_16), at, pad::NegInf));
}

fn mixed_rows(
    blk: &Block,
    a: Array<'_, i32, M>,
    b: Array<'_, f16, V>,
    mut y: ArrayMut<'_, f32, M>,
) {
    let a = a.load(tile!(_4, _4), blk.id());
    y.store((0, 0), a + b.load(tile!(_4), (blk.at::<1>(),)));
}

fn outer_sum(
    blk: &Block,
    column: Array<'_, f32, (usize, _1)>,
    row: Array<'_, f32, (_1, usize)>,
    mut y: ArrayMut<'_, f32, M>,
) {
    let (i, j) = blk.id();
    y.store(
        (0, 0),
        column.load(tile!(_4, _1), (i, 0)) + row.load(tile!(_1, _4), (0, j)),
    );
}

fn predicated_copy(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.load(tile!(_4, _8), blk.id()));
}

fn describe(
    blk: &Block,
    x: Array<'_, f32, (usize, usize, usize)>,
    mut numbers: ArrayMut<'_, i64, V>,
    mut sum: ArrayMut<'_, f32, V>,
) {
    let extents = [x.extent::<0>(), x.extent::<1>(), x.extent::<2>()];
    let strides = [x.stride::<0>(), x.stride::<1>(), x.stride::<2>()];
    numbers.set((0,), Tile::scalar(blk, extents[0] as i64));
    numbers.set((1,), Tile::scalar(blk, extents[1] as i64));
    numbers.set((2,), Tile::scalar(blk, extents[2] as i64));
    numbers.set((3,), Tile::scalar(blk, strides[0]));
    numbers.set((4,), Tile::scalar(blk, strides[1]));
    numbers.set((5,), Tile::scalar(blk, strides[2]));
    let at: (usize,) = blk.id();
    sum.set((0,), x.load(tile!(_4, _4, _8), (at.0, 0, 0)).sum_all());
}

fn partition_copy(_: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.tiles(tile!(_128, _4)).load((4, 2)));
}

fn mapped_axes(
    _: &Block,
    x: Array<'_, f32, M>,
    mut plain: ArrayMut<'_, f32, M>,
    mut mapped: ArrayMut<'_, f32, M>,
    mut reversed: ArrayMut<'_, f32, M>,
) {
    let tiles = x.tiles(tile!(_2, _2));
    plain.store((0, 0), tiles.load((3, 5)));
    mapped.store((0, 0), tiles.dim_map::<1, 0>().load((3, 5)));
    reversed.store((0, 0), tiles.reversed().load((3, 5)));
}

fn overlapping(_: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.tiles(tile!(_2, _4)).steps((1, 4)).load((1, 0)));
}

fn rounded_quotients(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut nearest: ArrayMut<'_, f32, V>,
    mut zero: ArrayMut<'_, f32, V>,
    mut down: ArrayMut<'_, f32, V>,
    mut up: ArrayMut<'_, f32, V>,
) {
    let t = x.load(tile!(_16), blk.id());
    let three = Tile::scalar(blk, 3.0);
    nearest.store((0,), t.divide_with::<rounding::RN, _>(three));
    zero.store((0,), t.divide_with::<rounding::RZ, _>(three));
    down.store((0,), t.divide_with::<rounding::RM, _>(three));
    up.store((0,), t.divide_with::<rounding::RP, _>(three));
}

fn rounded_casts(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut nearest: ArrayMut<'_, f16, V>,
    mut zero: ArrayMut<'_, f16, V>,
    mut down: ArrayMut<'_, f16, V>,
    mut up: ArrayMut<'_, f16, V>,
) {
    let t = x.load(tile!(_16), blk.id());
    nearest.store((0,), t.cast_with::<f16, rounding::RN>());
    zero.store((0,), t.cast_with::<f16, rounding::RZ>());
    down.store((0,), t.cast_with::<f16, rounding::RM>());
    up.store((0,), t.cast_with::<f16, rounding::RP>());
}

fn truncations(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut i: ArrayMut<'_, i32, V>,
    mut u: ArrayMut<'_, u8, V>,
    mut l: ArrayMut<'_, i64, V>,
) {
    let t = x.load(tile!(_16), blk.id());
    i.store((0,), t.cast::<i32>());
    u.store((0,), t.cast::<u8>());
    l.store((0,), t.cast::<i64>());
}

/// Sums, extremes, their places and running sums along both axes of 32 × 64 elements.
fn reductions(
    _: &Block,
    x: Array<'_, f32, (_32, _64)>,
    mut rows: ArrayMut<'_, f32, M>,
    mut columns: ArrayMut<'_, f32, M>,
    mut places: ArrayMut<'_, i32, M>,
    mut running: ArrayMut<'_, f32, M>,
    mut all: ArrayMut<'_, f32, M>,
) {
    let t = x.load(tile!(_32, _64), (0, 0));
    rows.store((0, 0), t.sum::<1>());
    columns.store((0, 0), t.max::<0>());
    places.store((0, 0), t.argmax::<1>());
    running.store((0, 0), t.cumsum::<1>(false));
    all.set((0, 0), t.sum_all());
    all.set((0, 1), t.min_all());
    all.store(
        (1, 0),
        (t - t.max_broadcast::<1>())
            .sum_broadcast::<1>()
            .extract(tile!(_1, _2), (3, 0)),
    );
}

/// A tile turned, cut, joined and spread.
fn rearrangements(
    _: &Block,
    x: Array<'_, i32, (_16, _32)>,
    mut turned: ArrayMut<'_, i32, M>,
    mut joined: ArrayMut<'_, i32, M>,
    mut cut: ArrayMut<'_, i32, M>,
    mut spread: ArrayMut<'_, i32, M>,
) {
    let t = x.load(tile!(_16, _32), (0, 0));
    turned.store((0, 0), t.transpose());
    joined.store((0, 0), t.cat::<1>(t * 10));
    cut.store((0, 0), t.extract(tile!(_4, _8), (1, 2)));
    let column = t.extract(tile!(_16, _1), (0, 5));
    spread.store((0, 0), column.broadcast_to(tile!(_16, _32)) + t.sum::<0>());
}

fn indexed(
    blk: &Block,
    x: Array<'_, i32, V>,
    indices: Array<'_, i32, V>,
    mut gathered: ArrayMut<'_, i32, V>,
    mut scattered: ArrayMut<'_, i32, V>,
) {
    let at = indices.load(tile!(_8), blk.id());
    let values = x.gather(at);
    gathered.store((0,), values);
    scattered.scatter(at, values + 1);
}

fn histogram(blk: &Block, x: Array<'_, i32, (_256,)>, bins: AtomicArray<'_, i32, V>) {
    let _ = blk;
    let t = x.load(tile!(_256), (0,));
    bins.add(t % 16, Tile::ones(blk, tile!(_256)));
}

fn chosen(
    blk: &Block,
    x: Array<'_, f32, V>,
    mut positive: ArrayMut<'_, f32, V>,
    mut inner: ArrayMut<'_, f32, V>,
) {
    let t = x.load(tile!(_16), blk.id());
    positive.store(
        (0,),
        t.gt_value(0.0).select(t, Tile::<f32, _>::scalar(blk, 0.0)),
    );
    let between = t.ge_value(-1.0) & t.le_value(1.0);
    inner.store((0,), between.select(t, Tile::<f32, _>::scalar(blk, -5.0)));
}

fn functions(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, M>) {
    let t = x.load(tile!(_16), (blk.at::<1>(),)).expand_dims::<0>();
    y.store((0, 0), t.exp());
    y.store((1, 0), t.abs().sqrt());
    y.store((2, 0), t.tanh());
    y.store((3, 0), t.floor());
    y.store((4, 0), t.sigmoid());
    y.store((5, 0), t.clip(-1.0, 1.0));
    y.store((6, 0), t.modulo(Tile::<f32, _>::scalar(blk, 3.0)));
    y.store((7, 0), t / 3);
}

crate::tile_program! {
    file "tile_jobs";
    /// `y = 2 x`, 16 elements a block.
    pub Scale = scale "azulejo_tile_scale" (x: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// `y = 2 x` for lengths that 1024 divides, which the launch checks: no element is.
    pub ScaleWhole = scale_whole "azulejo_tile_scale_whole" (
        x: Part<f32, (azulejo_layout::Dyn<typenum::U1024, usize>,), (_1024,)>, y: Out<f32, (azulejo_layout::Dyn<typenum::U1024, usize>,), (_1024,)>);
    /// `y = 2 x` for any length, 1024 elements a block.
    pub ScaleAny = scale_any "azulejo_tile_scale_any" (x: In<f32, V>, y: Out<f32, V, (_1024,)>);
    /// `y = x + 1`.
    pub AddOne = add_one "azulejo_tile_add_one" (x: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// `y = 2 x` in tiles of 4 × 4.
    pub DoubleTile = double_tile "azulejo_tile_double" (x: In<f32, M>, y: Out<f32, M, (_4, _4)>);
    /// `x = 2 x`.
    pub DoubleInPlace = double_in_place "azulejo_tile_in_place" (x: Out<f32, V, (_16,)>);
    /// `y = x + 100`.
    pub PlusHundred = plus_hundred "azulejo_tile_plus_hundred" (x: In<i32, V>, y: Out<i32, V, (_4,)>);
    /// `c = a + b`, each in its own majorness.
    pub SumOfTwo = sum_of_two "azulejo_tile_sum_of_two" (a: In<f32, M>, b: In<f32, M>, c: Out<f32, M, (_4, _4)>) where a[0] == c[0], a[1] == c[1], b[0] == c[0], b[1] == c[1];
    /// `y = factor x + 10`.
    pub Affine = affine "azulejo_tile_affine" (x: In<f32, V>, y: Out<f32, V, (_16,)>, factor: f32);
    /// `y = factor x + shift`, numbers of two types.
    pub ScaleAndShift = scale_and_shift "azulejo_tile_scale_and_shift" (x: In<f32, V>, y: Out<f32, V, (_16,)>, factor: f32, shift: i32);
    /// A matrix and a row.
    pub RowBias = row_bias "azulejo_tile_row_bias" (x: In<f32, M>, bias: In<f32, V>, y: Out<f32, M, (_4, _8)>) where x[0] == y[0], x[1] == y[1], bias[0] == x[1];
    /// `(matrix + row) factor`.
    pub MatrixRowScalar = matrix_row_scalar "azulejo_tile_matrix_row_scalar" (x: In<f32, M>, row: In<f32, V>, y: Out<f32, M, (_8, _8)>, factor: f32) where x[0] == y[0], x[1] == y[1], row[0] == x[1];
    /// `f32` to both 16-bit floats.
    pub LowerPrecision = lower_precision "azulejo_tile_lower_precision" (x: In<f32, V>, half: Out<f16, V, (_16,)>, brain: Out<bf16, V, (_16,)>);
    /// Three types and a literal in one expression.
    pub Promotion = promotion "azulejo_tile_promotion" (a: In<i16, V>, b: In<i32, V>, c: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// Signed and unsigned bytes, cast to meet.
    pub MixedSigns = mixed_signs "azulejo_tile_mixed_signs" (a: In<u8, V>, b: In<i8, V>, wide: Out<i16, V, (_4,)>, narrow: Out<i8, V, (_4,)>);
    /// `2 (a + b) + 1` of `f16` and `f32`.
    pub MixedPrecision = mixed_precision "azulejo_tile_mixed_precision" (a: In<f16, V>, b: In<f32, V>, single: Out<f32, V, (_16,)>, half: Out<f16, V, (_16,)>);
    /// The same on matrices.
    pub MixedMatrices = mixed_matrices "azulejo_tile_mixed_matrices" (a: In<f16, M>, b: In<f32, M>, y: Out<f32, M, (_16, _16)>) where a[0] == y[0], a[1] == y[1], b[0] == y[0], b[1] == y[1];
    /// Mean, largest and smallest of 16 elements.
    pub Stats = stats "azulejo_tile_stats" (x: In<f32, V>, mean: Out<f32, V, (_1,)>, most: Out<f32, V, (_1,)>, least: Out<f32, V, (_1,)>);
    /// `y = 0.8 x + 0.1` on an image.
    pub Filter = filter "azulejo_tile_filter" (x: In<f32, M>, y: Out<f32, M, (_16, _16)>);
    /// `y = 2 x` of a matrix with edges, 4 × 1024 elements a block, what lies outside -0.
    pub PaddedRows = padded_rows "azulejo_tile_padded_rows" (x: In<f32, M>, y: Out<f32, M, (_4, _1024)>) where x[0] == y[0], x[1] == y[1];
    /// `y = x + 1 - 0.5 · 2`.
    pub Unchanged = unchanged "azulejo_tile_unchanged" (x: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// `f64` to `f32` to `f16` to `i32`.
    pub Precisions = precisions "azulejo_tile_precisions" (x: In<f64, V>, single: Out<f32, V, (_16,)>, half: Out<f16, V, (_16,)>, whole: Out<i32, V, (_16,)>);
    /// Every padding mode side by side, in outputs of whole tiles.
    pub Paddings = paddings "azulejo_tile_paddings" (x: In<f32, V>, zero: Out<f32, V, (_16,)>, neg_zero: Out<f32, V, (_16,)>,
        nan: Out<f32, V, (_16,)>, pos_inf: Out<f32, V, (_16,)>, neg_inf: Out<f32, V, (_16,)>);
    /// An `i32` matrix and an `f16` row.
    pub MixedRows = mixed_rows "azulejo_tile_mixed_rows" (a: In<i32, M>, b: In<f16, V>, y: Out<f32, M, (_4, _4)>) where a[0] == y[0], a[1] == y[1], b[0] == y[1];
    /// A column and a row.
    pub OuterSum = outer_sum "azulejo_tile_outer_sum" (column: In<f32, (usize, _1)>, row: In<f32, (_1, usize)>, y: Out<f32, M, (_4, _4)>) where column[0] == y[0], row[1] == y[1];
    /// A matrix copied in tiles that do not divide it.
    pub PredicatedCopy = predicated_copy "azulejo_tile_predicated_copy" (x: In<f32, M>, y: Out<f32, M, (_4, _8)>);
    /// What a program sees of an array's description.
    pub Describe = describe "azulejo_tile_describe" (x: In<f32, (usize, usize, usize)>, numbers: Out<i64, V, (_8,)>, sum: Out<f32, V, (_1,)>);
    /// Tile (4, 2) of 128 × 4.
    pub PartitionCopy = partition_copy "azulejo_tile_partition_copy" (x: In<f32, M>, y: Out<f32, M, (_128, _4)>);
    /// A tile by three maps of its axes.
    pub MappedAxes = mapped_axes "azulejo_tile_mapped_axes" (x: In<f32, M>, plain: Out<f32, M, (_2, _2)>, mapped: Out<f32, M, (_2, _2)>, reversed: Out<f32, M, (_2, _2)>);
    /// A tile of a view whose tiles overlap.
    pub Overlapping = overlapping "azulejo_tile_overlapping" (x: In<f32, M>, y: Out<f32, M, (_2, _4)>);
    /// `x / 3` in four rounding modes.
    pub RoundedQuotients = rounded_quotients "azulejo_tile_rounded_quotients" (x: In<f32, V>, nearest: Out<f32, V, (_16,)>,
        zero: Out<f32, V, (_16,)>, down: Out<f32, V, (_16,)>, up: Out<f32, V, (_16,)>);
    /// `f32` to `f16` in four rounding modes.
    pub RoundedCasts = rounded_casts "azulejo_tile_rounded_casts" (x: In<f32, V>, nearest: Out<f16, V, (_16,)>,
        zero: Out<f16, V, (_16,)>, down: Out<f16, V, (_16,)>, up: Out<f16, V, (_16,)>);
    /// Float to integer.
    pub Truncations = truncations "azulejo_tile_truncations" (x: In<f32, V>, i: Out<i32, V, (_16,)>, u: Out<u8, V, (_16,)>, l: Out<i64, V, (_16,)>);
    /// Reductions and scans of 32 × 64 elements.
    pub Reductions = reductions "azulejo_tile_reductions" (x: Part<f32, (_32, _64), (_32, _64)>, rows: Out<f32, M, (_32, _1)>,
        columns: Out<f32, M, (_1, _64)>, places: Out<i32, M, (_32, _1)>, running: Out<f32, M, (_32, _64)>, all: Out<f32, M, (_2, _2)>);
    /// Transpose, cat, extract, broadcast of 16 × 32 elements.
    pub Rearrangements = rearrangements "azulejo_tile_rearrangements" (x: Part<i32, (_16, _32), (_16, _32)>, turned: Out<i32, M, (_32, _16)>,
        joined: Out<i32, M, (_16, _64)>, cut: Out<i32, M, (_4, _8)>, spread: Out<i32, M, (_16, _32)>);
    /// Gather and scatter.
    pub Indexed = indexed "azulejo_tile_indexed" (x: In<i32, V>, indices: In<i32, V>, gathered: Out<i32, V, (_8,)>, scattered: Out<i32, V, (_64,)>);
    /// Sixteen bins by atomic addition.
    pub Histogram = histogram "azulejo_tile_histogram" (x: Part<i32, (azulejo_layout::Dyn<typenum::U256, usize>,), (_256,)>, bins: Atomic<i32, V>);
    /// Comparisons and selection.
    pub Chosen = chosen "azulejo_tile_chosen" (x: In<f32, V>, positive: Out<f32, V, (_16,)>, inner: Out<f32, V, (_16,)>);
    /// Functions of each element, a row each.
    pub Functions = functions "azulejo_tile_functions" (x: In<f32, V>, y: Out<f32, M, (_8, _16)>);
}
