//! [`Staged`]: the kind of argument.

use core::marker::PhantomData;

use super::{STAGES, StagedArray};
use crate::{Argument, ArgumentElement, Array, Block, FEW, Pass, Passed, Pattern, TileShape};

#[cfg(feature = "std")]
use super::StagedView;
#[cfg(feature = "std")]
use crate::{Places, Raw, TileError};
#[cfg(feature = "std")]
use azulejo_runtime::Stream;

/// A matrix that every block reads in tiles of shape `R`, for long products.
///
/// On the CPU the program takes a `cpu::View`, on a device a [`StagedView`](crate::StagedView).
pub struct Staged<T, S, R>(PhantomData<(T, S, R)>);

/// A staged matrix as a kernel takes it: the array, and the device address of its tensor map, 0 where there is none.
#[derive(Debug)]
#[repr(C)]
pub struct RawStaged<T> {
    pub(crate) array: Passed<T, FEW>,
    pub(crate) map: u64,
}

impl<T> Clone for RawStaged<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RawStaged<T> {}

#[cfg(feature = "std")]
impl<T> crate::Described for RawStaged<T> {
    fn extent(&self, axis: usize) -> usize {
        self.array.extent(axis)
    }
}

// SAFETY: `RawStaged` is `repr(C)`; blocks only read.
unsafe impl<
    T: ArgumentElement,
    S: Pattern<Index = (usize, usize)>,
    R: TileShape<Index = (usize, usize)>,
> Argument for Staged<T, S, R>
{
    type Raw = RawStaged<T>;
    type Given<'b> = StagedArray<'b, T, S, R>;
    const SHARED: u32 = STAGES;
    const GROUPED: bool = true;

    #[inline(always)]
    unsafe fn open<'b>(raw: RawStaged<T>, _: &'b Block) -> Self::Given<'b> {
        StagedArray {
            array: Array {
                raw: raw.array.raw(),
                memory: PhantomData,
            },
            map: raw.map,
            shape: PhantomData,
        }
    }

    #[cfg(feature = "std")]
    type Host<'h> = azulejo_cpu::View<'h, T>;
    #[cfg(feature = "std")]
    type Device<'d> = StagedView<'d, T, R>;

    #[cfg(feature = "std")]
    fn host(
        given: &mut azulejo_cpu::View<'_, T>,
        argument: &'static str,
    ) -> Result<RawStaged<T>, TileError> {
        let array = Raw::new::<S>(given.as_ptr().cast_mut(), given.layout(), argument)?;
        Ok(RawStaged {
            array: Pass::pass(array),
            map: 0,
        })
    }

    #[cfg(feature = "std")]
    fn device<'s>(
        given: &'s mut StagedView<'_, T, R>,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<(RawStaged<T>, Places<'s>), TileError> {
        let (map, layout) = (given.map(stream, argument)?, *given.layout());
        let place = given.locate(stream, argument)?;
        let array = Raw::new::<S>(place.address() as *mut T, &layout, argument)?;
        let array = Pass::pass(array);
        Ok((RawStaged { array, map }, [Some(place), None]))
    }
}
