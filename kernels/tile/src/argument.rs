//! [`Argument`]: what a program takes, how it is handed over, and what a block sees of it.

use core::marker::PhantomData;

use azulejo_tensor::DType;
#[cfg(not(feature = "std"))]
use azulejo_tensor::Element;

use super::{
    Array, ArrayMut, AtomicArray, AtomicElement, Block, MAX_RANK, Pass, Pattern, RUN, Raw, Region,
    RegionOf, unrolled,
};

#[cfg(feature = "std")]
use super::{Described, TileError};
#[cfg(feature = "std")]
use azulejo_runtime::{DeviceElement, Stream};

/// Rejects two arguments whose extents along an axis of each differ.
///
/// # Errors
/// [`TileError::Unequal`].
#[cfg(feature = "std")]
#[doc(hidden)]
pub fn alike<A: Described, B: Described>(
    (a, argument, axis): (&A, &'static str, usize),
    (b, with, its_axis): (&B, &'static str, usize),
) -> Result<(), TileError> {
    let extents = [a.extent(axis), b.extent(its_axis)];
    if extents[0] == extents[1] {
        return Ok(());
    }
    Err(TileError::Unequal {
        arguments: [argument, with],
        axes: [axis, its_axis],
        extents,
    })
}

/// The places that hold an argument's buffers while a launch is queued.
#[cfg(feature = "std")]
pub type Places<'s> = [Option<azulejo_runtime::Place<'s>>; 2];

/// One parameter of a program.
///
/// # Safety
/// `Raw` is plain data that host and device lay out alike. `host` and `device` give one that describes live memory, as long
/// as their borrow lasts, and `device` gives the places of all of it. `open` gives each block of the grid that `space` names
/// what no other block writes, unless by atomic steps; `WRITES` is true where any block does. `AXES` are the axes of that
/// grid that are not 1, and `SHARED` the bytes of shared memory that what `open` gives uses.
pub unsafe trait Argument {
    /// What the kernel takes.
    type Raw: Copy + Send + Sync;
    /// What the program's function takes.
    type Given<'b>;

    /// Axes of the grid that it asks for.
    const AXES: usize = 0;
    /// Bytes of shared memory that a block keeps for it.
    const SHARED: u32 = 0;
    /// `true` if blocks that run together are best near each other along both axes of the grid.
    const GROUPED: bool = false;

    /// What one block sees.
    ///
    /// # Safety
    /// `raw` must describe live memory for the whole launch, as the host's checks found it, and each block must open it
    /// once.
    unsafe fn open<'b>(raw: Self::Raw, block: &'b Block) -> Self::Given<'b>;

    /// What is passed on the CPU.
    #[cfg(feature = "std")]
    type Host<'h>;
    /// What is passed for a device.
    #[cfg(feature = "std")]
    type Device<'d>;

    /// Checks, and makes the kernel's parameter.
    ///
    /// # Errors
    /// A [`TileError`] that names the argument.
    #[cfg(feature = "std")]
    fn host(given: &mut Self::Host<'_>, argument: &'static str) -> Result<Self::Raw, TileError>;

    /// Checks, and makes the kernel's parameter; with it the place that holds the buffer while the launch is queued.
    ///
    /// # Errors
    /// A [`TileError`] that names the argument.
    #[cfg(feature = "std")]
    fn device<'s>(
        given: &'s mut Self::Device<'_>,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<(Self::Raw, Places<'s>), TileError>;

    /// The grid that an output, or an input cut into regions, asks for.
    #[cfg(feature = "std")]
    fn space(_raw: &Self::Raw) -> Option<[usize; MAX_RANK]> {
        None
    }

    /// Words of it that a launch on a device sets to 0 before it starts: addresses, and bytes from each on.
    #[cfg(feature = "std")]
    fn cleared(_raw: &Self::Raw) -> [(u64, usize); 2] {
        [(0, 0); 2]
    }

    /// `true` if the program writes it.
    #[cfg(feature = "std")]
    const WRITES: bool = false;
}

/// An input: every block may load all of it.
pub struct In<T, S>(PhantomData<(T, S)>);

/// An input of which a block sees its region of shape `R`.
pub struct Part<T, S, R>(PhantomData<(T, S, R)>);

/// An output, cut into regions of shape `R`: block `(i, j, …)` gets region `(i, j, …)` and no other.
///
/// The grid of a launch is the space of regions. So there is neither a block too few nor one too many.
///
/// ```compile_fail,E0080
/// use azulejo_cpu::ViewMut;
/// use azulejo_tile::{ArrayMut, Block, Out, Tile, tile_program};
/// use azulejo_layout::{Dyn, ints::_16, tile};
/// fn ones(blk: &Block, mut y: ArrayMut<f32, (_16,)>) {
///     y.store((0,), Tile::<f32, _>::ones(blk, tile!(_16)));
/// }
/// tile_program! {
///     /// Every extent is a multiple of 1: the last region may be shorter than its type says.
///     pub Ones = ones "example_ones" (y: Out<f32, (Dyn<typenum::U1, usize>,), (_16,)>);
/// }
/// let _ = Ones::run(ViewMut::from_slice(&mut [0.0; 17]));
/// ```
pub struct Out<T, S, R>(PhantomData<(T, S, R)>);

/// An array that all blocks change by atomic steps.
pub struct Atomic<T, S>(PhantomData<(T, S)>);

/// The region of `R` that belongs to a block, of an array.
#[inline(always)]
fn region<T, S: Pattern, R: Region>(raw: S::Passed<T>, block: &Block) -> Raw<T> {
    let raw = raw.raw();
    let mut part = raw;
    let at = block.numbers();
    let mut offset = 0i64;
    unrolled!(AXIS in R::RANK => {
        let start = at[AXIS] * R::EXTENTS[AXIS];
        let extent = super::array_extent::<T, S>(&raw, AXIS);
        offset += start as i64 * raw.strides[AXIS];
        part.extents[AXIS] = extent.saturating_sub(start).min(R::EXTENTS[AXIS]) as u64;
    });
    part.data = raw.data.wrapping_offset(offset as isize);
    // A region begins at a multiple of its extent, which must be one of a run.
    if R::RANK > 0 && !R::EXTENTS[R::RANK - 1].is_multiple_of(RUN) {
        part.vector = 0;
    }
    part
}

#[cfg(feature = "std")]
fn space_of<T, S: Pattern, R: Region>(raw: &S::Passed<T>) -> [usize; MAX_RANK] {
    let raw = raw.raw();
    core::array::from_fn(|axis| {
        if axis < S::RANK {
            (raw.extents[axis] as usize).div_ceil(R::EXTENTS[axis])
        } else {
            1
        }
    })
}

/// Rejects, at compile time, regions whose type gives an extent that the array's type does not know to be a multiple of it.
const fn divides<S: RegionOf<R>, R: Region>() {
    let mut axis = 0;
    while axis < R::RANK {
        let fixed = <S as RegionOf<R>>::Out::FIXED[axis].is_some();
        assert!(
            !fixed || S::DIVISORS[axis].is_multiple_of(R::EXTENTS[axis]),
            "a region's extent does not divide the array's: state the extent as `usize`"
        );
        axis += 1;
    }
}

macro_rules! readable {
    () => {
        #[cfg(feature = "std")]
        type Host<'h> = azulejo_cpu::View<'h, T>;
        #[cfg(feature = "std")]
        type Device<'d> = azulejo_runtime::View<'d, T>;

        #[cfg(feature = "std")]
        fn host(
            given: &mut azulejo_cpu::View<'_, T>,
            argument: &'static str,
        ) -> Result<Self::Raw, TileError> {
            Raw::new::<S>(given.as_ptr().cast_mut(), given.layout(), argument).map(Pass::pass)
        }

        #[cfg(feature = "std")]
        fn device<'s>(
            given: &'s mut azulejo_runtime::View<'_, T>,
            stream: &'s Stream,
            argument: &'static str,
        ) -> Result<(Self::Raw, Places<'s>), TileError> {
            let layout = *given.layout();
            let place = given.locate(stream, argument)?;
            let raw = Raw::new::<S>(place.address() as *mut T, &layout, argument)?;
            Ok((Pass::pass(raw), [Some(place), None]))
        }
    };
}

macro_rules! writable {
    () => {
        #[cfg(feature = "std")]
        type Host<'h> = azulejo_cpu::ViewMut<'h, T>;
        #[cfg(feature = "std")]
        type Device<'d> = azulejo_runtime::ViewMut<'d, T>;

        #[cfg(feature = "std")]
        fn host(
            given: &mut azulejo_cpu::ViewMut<'_, T>,
            argument: &'static str,
        ) -> Result<Self::Raw, TileError> {
            let layout = *given.layout();
            Raw::new::<S>(given.as_mut_ptr(), &layout, argument).map(Pass::pass)
        }

        #[cfg(feature = "std")]
        fn device<'s>(
            given: &'s mut azulejo_runtime::ViewMut<'_, T>,
            stream: &'s Stream,
            argument: &'static str,
        ) -> Result<(Self::Raw, Places<'s>), TileError> {
            let layout = *given.layout();
            let place = given.locate(stream)?;
            let raw = Raw::new::<S>(place.address() as *mut T, &layout, argument)?;
            Ok((Pass::pass(raw), [Some(place), None]))
        }

        #[cfg(feature = "std")]
        const WRITES: bool = true;
    };
}

/// An element that an argument of a program may have.
#[cfg(feature = "std")]
pub trait ArgumentElement: DeviceElement {}
#[cfg(feature = "std")]
impl<T: DeviceElement> ArgumentElement for T {}
/// An element that an argument of a program may have.
#[cfg(not(feature = "std"))]
pub trait ArgumentElement: Element {}
#[cfg(not(feature = "std"))]
impl<T: Element> ArgumentElement for T {}

// SAFETY: what is passed is `repr(C)`; blocks only read.
unsafe impl<T: ArgumentElement, S: Pattern> Argument for In<T, S> {
    type Raw = S::Passed<T>;
    type Given<'b> = Array<'b, T, S>;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, _: &'b Block) -> Array<'b, T, S> {
        Array {
            raw: raw.raw(),
            memory: PhantomData,
        }
    }

    readable!();
}

// SAFETY: what is passed is `repr(C)`; blocks only read.
unsafe impl<T: ArgumentElement, S: RegionOf<R>, R: Region> Argument for Part<T, S, R> {
    type Raw = S::Passed<T>;
    type Given<'b> = Array<'b, T, <S as RegionOf<R>>::Out>;
    const AXES: usize = R::RANK;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, block: &'b Block) -> Self::Given<'b> {
        const { divides::<S, R>() };
        Array {
            raw: region::<T, S, R>(raw, block),
            memory: PhantomData,
        }
    }

    #[cfg(feature = "std")]
    fn space(raw: &Self::Raw) -> Option<[usize; MAX_RANK]> {
        Some(space_of::<T, S, R>(raw))
    }

    readable!();
}

// SAFETY: what is passed is `repr(C)`; regions of different blocks have different elements, and an output is injective
// (`ViewMut`), so no two blocks reach one place.
unsafe impl<T: ArgumentElement, S: RegionOf<R>, R: Region> Argument for Out<T, S, R> {
    type Raw = S::Passed<T>;
    type Given<'b> = ArrayMut<'b, T, <S as RegionOf<R>>::Out>;
    const AXES: usize = R::RANK;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, block: &'b Block) -> Self::Given<'b> {
        const { divides::<S, R>() };
        ArrayMut {
            raw: region::<T, S, R>(raw, block),
            used: false,
            memory: PhantomData,
        }
    }

    #[cfg(feature = "std")]
    fn space(raw: &Self::Raw) -> Option<[usize; MAX_RANK]> {
        Some(space_of::<T, S, R>(raw))
    }

    writable!();
}

// SAFETY: what is passed is `repr(C)`; blocks change it by atomic steps only.
unsafe impl<T: ArgumentElement + AtomicElement, S: Pattern> Argument for Atomic<T, S> {
    type Raw = S::Passed<T>;
    type Given<'b> = AtomicArray<'b, T, S>;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, _: &'b Block) -> Self::Given<'b> {
        AtomicArray {
            raw: raw.raw(),
            scope: super::Scope::default(),
            memory: PhantomData,
        }
    }

    writable!();
}

macro_rules! scalars {
    ($($t:ty)*) => {$(
        // SAFETY: plain data, handed over by value.
        unsafe impl Argument for $t {
            type Raw = $t;
            type Given<'b> = $t;

            #[inline(always)]
            unsafe fn open(raw: $t, _: &Block) -> $t {
                raw
            }

            #[cfg(feature = "std")]
            type Host<'h> = $t;
            #[cfg(feature = "std")]
            type Device<'d> = $t;

            #[cfg(feature = "std")]
            fn host(given: &mut $t, _: &'static str) -> Result<$t, TileError> {
                Ok(*given)
            }

            #[cfg(feature = "std")]
            fn device<'s>(given: &'s mut $t, _: &'s Stream, _: &'static str) -> Result<($t, Places<'s>), TileError> {
                Ok((*given, [None, None]))
            }
        }
    )*};
}

scalars!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 DType);
