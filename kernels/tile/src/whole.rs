//! [`Value`]: a record by value, as an argument.

use core::marker::PhantomData;

use super::{Argument, Block, Heterogeneous};

#[cfg(feature = "std")]
use super::{Places, TileError};
#[cfg(feature = "std")]
use azulejo_runtime::Stream;

/// A [`Heterogeneous`] value that every block gets.
///
/// ```
/// use azulejo_cpu::ViewMut;
/// use azulejo_tile::{ArrayMut, Block, Float32x3, Out, Tile, Value, heterogeneous, tile_program};
/// use azulejo_layout::ints::_1;
///
/// heterogeneous! {
///     /// A plane: its normal and its distance.
///     pub struct Plane { pub normal: Float32x3, pub distance: f32 }
/// }
/// fn at_ones(blk: &Block, plane: Plane, mut y: ArrayMut<f32, (usize,)>) {
///     let n = plane.normal;
///     y.set((0,), Tile::scalar(blk, n.x + n.y + n.z - plane.distance));
/// }
/// tile_program! {
///     /// Where (1, 1, 1) lies.
///     pub AtOnes = at_ones "example_at_ones" (plane: Value<Plane>, y: Out<f32, (usize,), (_1,)>);
/// }
/// let mut y = [0.0];
/// AtOnes::run(Plane { normal: Float32x3::new(1.0, 2.0, 3.0), distance: 4.0 }, ViewMut::from_slice(&mut y))?;
/// assert_eq!(y, [2.0]);
/// # Ok::<(), azulejo_tile::TileError>(())
/// ```
/// ```compile_fail
/// use azulejo_tile::{Argument, Value};
/// fn argument<A: Argument>() {}
/// argument::<Value<(i32, i32)>>(); // a Rust tuple has no fixed layout: use `Record2`
/// ```
pub struct Value<T>(PhantomData<T>);

// SAFETY: `Heterogeneous`: plain data, laid out alike.
unsafe impl<T: Heterogeneous> Argument for Value<T> {
    type Raw = T;
    type Given<'b> = T;

    #[inline(always)]
    unsafe fn open(raw: T, _: &Block) -> T {
        raw
    }

    #[cfg(feature = "std")]
    type Host<'h> = T;
    #[cfg(feature = "std")]
    type Device<'d> = T;

    #[cfg(feature = "std")]
    fn host(given: &mut T, _: &'static str) -> Result<T, TileError> {
        Ok(*given)
    }

    #[cfg(feature = "std")]
    fn device<'s>(
        given: &'s mut T,
        _: &'s Stream,
        _: &'static str,
    ) -> Result<(T, Places<'s>), TileError> {
        Ok((*given, [None, None]))
    }
}
