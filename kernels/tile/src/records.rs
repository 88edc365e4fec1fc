//! [`InRecords`] and [`OutRecords`]: arrays of records as arguments.

use core::marker::PhantomData;

use super::{
    Argument, Block, FEW, Heterogeneous, Pass, Passed, RecordArray, RecordArrayMut, Region,
};

#[cfg(feature = "std")]
use super::{MAX_RANK, Places, Raw, TileError, headed};
#[cfg(feature = "std")]
use azulejo_cpu::Strided;
#[cfg(feature = "std")]
use azulejo_runtime::{Buffer, DeviceCopy, Place, Stream};

/// A record that an array of an argument holds: one representation on both machines, without padding.
#[cfg(feature = "std")]
pub trait Record: Heterogeneous + DeviceCopy {}
#[cfg(feature = "std")]
impl<P: Heterogeneous + DeviceCopy> Record for P {}
/// A record that an array of an argument holds: one representation on both machines, without padding.
#[cfg(not(feature = "std"))]
pub trait Record: Heterogeneous {}
#[cfg(not(feature = "std"))]
impl<P: Heterogeneous> Record for P {}

/// An input of records: every block may load all of them.
///
/// On the CPU the program takes a slice, on a device a [`Buffer`](azulejo_runtime::Buffer).
///
/// ```
/// use azulejo_cpu::ViewMut;
/// use azulejo_tile::{ArrayMut, Block, Float32x3, InRecords, Out, RecordArray, tile_program};
/// use azulejo_layout::{ints::_16, tile};
/// fn lengths(blk: &Block, x: RecordArray<Float32x3>, mut y: ArrayMut<f32, (usize,)>) {
///     let v = x.load(tile!(_16), blk.id(), Float32x3::default());
///     y.store((0,), v.map(|v| v.x * v.x + v.y * v.y + v.z * v.z).sqrt());
/// }
/// tile_program! {
///     /// The length of each vector.
///     pub Lengths = lengths "example_lengths" (x: InRecords<Float32x3>, y: Out<f32, (usize,), (_16,)>);
/// }
/// let x = [Float32x3::new(3.0, 4.0, 0.0), Float32x3::new(1.0, 2.0, 2.0)];
/// let mut y = [0.0f32; 2];
/// Lengths::run(&x, ViewMut::from_slice(&mut y))?;
/// assert_eq!(y, [5.0, 3.0]);
/// # Ok::<(), azulejo_tile::TileError>(())
/// ```
pub struct InRecords<P>(PhantomData<P>);

/// An output of records, cut into regions of `R`: block `i` gets region `i` and no other.
pub struct OutRecords<P, R>(PhantomData<(P, R)>);

#[cfg(feature = "std")]
fn raw<P>(data: *mut P, len: usize) -> Passed<P, FEW> {
    Pass::pass(Raw {
        data,
        extents: headed([len as u64], 1),
        strides: headed([1], 0),
        vector: 0,
    })
}

// SAFETY: what is passed is `repr(C)`; blocks only read.
unsafe impl<P: Record> Argument for InRecords<P> {
    type Raw = Passed<P, FEW>;
    type Given<'b> = RecordArray<'b, P>;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, _: &'b Block) -> RecordArray<'b, P> {
        RecordArray {
            raw: raw.raw(),
            memory: PhantomData,
        }
    }

    #[cfg(feature = "std")]
    type Host<'h> = &'h [P];
    #[cfg(feature = "std")]
    type Device<'d> = &'d Buffer<P>;

    #[cfg(feature = "std")]
    fn host(given: &mut &[P], _: &'static str) -> Result<Self::Raw, TileError> {
        Ok(raw(given.as_ptr().cast_mut(), given.len()))
    }

    #[cfg(feature = "std")]
    fn device<'s>(
        given: &'s mut &Buffer<P>,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<(Self::Raw, Places<'s>), TileError> {
        let (len, layout) = (given.len(), Strided::row_major(&[given.len()])?);
        let size = (size_of::<P>(), align_of::<P>());
        let place = Place::read(*given).located(argument, stream, &layout, size)?;
        let raw = raw(place.address() as *mut P, len);
        Ok((raw, [Some(place), None]))
    }
}

// SAFETY: what is passed is `repr(C)`; regions of different blocks have different records.
unsafe impl<P: Record, R: Region> Argument for OutRecords<P, R> {
    type Raw = Passed<P, FEW>;
    type Given<'b> = RecordArrayMut<'b, P>;
    const AXES: usize = 1;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, block: &'b Block) -> RecordArrayMut<'b, P> {
        const { assert!(R::RANK == 1, "an array of records has one axis") };
        let mut raw = raw.raw();
        let start = block.numbers()[0] * R::EXTENTS[0];
        raw.extents[0] = raw.extents[0]
            .saturating_sub(start as u64)
            .min(R::EXTENTS[0] as u64);
        raw.data = raw.data.wrapping_add(start);
        RecordArrayMut {
            raw,
            used: false,
            memory: PhantomData,
        }
    }

    #[cfg(feature = "std")]
    type Host<'h> = &'h mut [P];
    #[cfg(feature = "std")]
    type Device<'d> = &'d mut Buffer<P>;

    #[cfg(feature = "std")]
    fn host(given: &mut &mut [P], _: &'static str) -> Result<Self::Raw, TileError> {
        Ok(raw(given.as_mut_ptr(), given.len()))
    }

    #[cfg(feature = "std")]
    fn device<'s>(
        given: &'s mut &mut Buffer<P>,
        stream: &'s Stream,
        _: &'static str,
    ) -> Result<(Self::Raw, Places<'s>), TileError> {
        let (len, layout) = (given.len(), Strided::row_major(&[given.len()])?);
        let size = (size_of::<P>(), align_of::<P>());
        let place = Place::write(&mut **given).located("output", stream, &layout, size)?;
        let raw = raw(place.address() as *mut P, len);
        Ok((raw, [Some(place), None]))
    }

    #[cfg(feature = "std")]
    fn space(raw: &Self::Raw) -> Option<[usize; MAX_RANK]> {
        let regions = (raw.raw().extents[0] as usize).div_ceil(R::EXTENTS[0]);
        Some(headed([regions], 1))
    }

    #[cfg(feature = "std")]
    const WRITES: bool = true;
}
