//! [`Raw`] and [`Passed`]: what a block sees of an array, and what a kernel takes of it.

use super::{MAX_RANK, headed, unrolled};

#[cfg(feature = "std")]
use super::{Pattern, RUN, TileError};
#[cfg(feature = "std")]
use azulejo_cpu::Strided;
#[cfg(feature = "std")]
use azulejo_tensor::Element;

/// An array as a block sees it: address, extents, strides in elements; and whether runs of four elements along the last
/// axis can be moved at once.
#[derive(Debug)]
pub struct Raw<T> {
    pub(crate) data: *mut T,
    pub(crate) extents: [u64; MAX_RANK],
    pub(crate) strides: [i64; MAX_RANK],
    pub(crate) vector: u32,
}

/// An array as a kernel takes it, with `N` axes: [`FEW`] or [`MAX_RANK`].
#[derive(Debug)]
#[repr(C)]
pub struct Passed<T, const N: usize> {
    data: *mut T,
    extents: [u64; N],
    strides: [i64; N],
    vector: u32,
    reserved: u32,
}

/// Axes that a kernel takes of an array of so many or fewer, and of a grid.
pub const FEW: usize = 4;

/// Axes that a kernel takes where the most that it needs is the largest of `ranks`.
#[doc(hidden)]
pub const fn width(ranks: &[usize]) -> usize {
    if super::most(ranks) <= FEW {
        FEW
    } else {
        MAX_RANK
    }
}

/// What a kernel takes of an array.
pub trait Pass<T>: Copy + Send + Sync {
    /// Of this array, whose axes it has room for.
    fn pass(raw: Raw<T>) -> Self;
    /// The array.
    fn raw(self) -> Raw<T>;
}

impl<T, const N: usize> Pass<T> for Passed<T, N> {
    #[inline(always)]
    fn pass(raw: Raw<T>) -> Self {
        let (mut extents, mut strides) = ([1; N], [0; N]);
        unrolled!(AXIS in N => {
            extents[AXIS] = raw.extents[AXIS];
            strides[AXIS] = raw.strides[AXIS];
        });
        Self {
            data: raw.data,
            extents,
            strides,
            vector: raw.vector,
            reserved: 0,
        }
    }

    #[inline(always)]
    fn raw(self) -> Raw<T> {
        Raw {
            data: self.data,
            extents: headed(self.extents, 1),
            strides: headed(self.strides, 0),
            vector: self.vector,
        }
    }
}

impl<T, const N: usize> Clone for Passed<T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Passed<T, N> {}

// SAFETY: a description of memory; the launch that made it holds the borrow, and blocks use disjoint regions of outputs.
unsafe impl<T, const N: usize> Send for Passed<T, N> {}
// SAFETY: a description of memory; the launch that made it holds the borrow, and blocks use disjoint regions of outputs.
unsafe impl<T, const N: usize> Sync for Passed<T, N> {}

impl<T> Clone for Raw<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Raw<T> {}

#[cfg(feature = "std")]
impl<T: Element> Raw<T> {
    /// The array at `address` with this layout.
    pub(crate) fn new<S: Pattern>(
        data: *mut T,
        layout: &Strided,
        argument: &'static str,
    ) -> Result<Self, TileError> {
        if layout.rank() != S::RANK {
            return Err(TileError::Rank {
                argument,
                expected: S::RANK,
                found: layout.rank(),
            });
        }
        let (mut extents, mut strides) = ([1; MAX_RANK], [0; MAX_RANK]);
        for (axis, (extent, stride)) in layout.extents().iter().zip(layout.strides()).enumerate() {
            let fixed = S::FIXED[axis];
            if fixed.is_some_and(|fixed| fixed != *extent)
                || !extent.is_multiple_of(S::DIVISORS[axis])
            {
                return Err(TileError::Extent {
                    argument,
                    axis,
                    expected: S::DIVISORS[axis],
                    exact: fixed.is_some(),
                    found: *extent,
                });
            }
            extents[axis] = *extent as u64;
            strides[axis] = *stride as i64;
        }
        let last = S::RANK.checked_sub(1);
        let runs = (data as usize).is_multiple_of((RUN * size_of::<T>()).min(16))
            && last.is_some_and(|last| {
                strides[last] == 1
                    && (0..last).all(|axis| extents[axis] == 1 || strides[axis] % RUN as i64 == 0)
            });
        Ok(Self {
            data,
            extents,
            strides,
            vector: runs as u32,
        })
    }
}

/// A parameter that describes an array.
#[cfg(feature = "std")]
#[doc(hidden)]
pub trait Described {
    /// The extent along an axis.
    fn extent(&self, axis: usize) -> usize;
}

#[cfg(feature = "std")]
impl<T, const N: usize> Described for Passed<T, N> {
    fn extent(&self, axis: usize) -> usize {
        self.extents.get(axis).map_or(1, |extent| *extent as usize)
    }
}
