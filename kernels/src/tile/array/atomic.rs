//! [`AtomicArray`]: elements that all blocks may change, one indivisible step at a time.

use core::marker::PhantomData;
use core::sync::atomic::{
    AtomicI32, AtomicI64, AtomicU32, AtomicU64,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release},
};

use azulejo_tensor::Integer;

use super::{Pattern, object::extent};
use crate::tile::{Extent, Raw, Tile, TileShape, convert};

/// What an atomic step orders (the memory model of C++ and PTX).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Nothing but itself.
    Relaxed,
    /// What comes later stays later.
    Acquire,
    /// What comes earlier stays earlier.
    Release,
    /// Both.
    #[default]
    AcquireRelease,
}

impl Order {
    #[inline(always)]
    fn ordering(self) -> Ordering {
        match self {
            Self::Relaxed => Relaxed,
            Self::Acquire => Acquire,
            Self::Release => Release,
            Self::AcquireRelease => AcqRel,
        }
    }
}

/// An element type with atomic steps: `i32`, `u32`, `i64`, `u64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic steps",
    note = "atomics are there for i32, u32, i64 and u64"
)]
#[allow(missing_docs)] // The methods are the steps of their names; each returns the value before.
pub trait AtomicElement: Integer {
    /// # Safety
    /// `at` must be aligned, valid, and changed by atomic steps only while others use it.
    unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order) -> Self;
    /// # Safety
    /// As [`AtomicElement::step`].
    unsafe fn compare(at: *mut Self, expected: Self, desired: Self, order: Order) -> Self;
}

/// The atomic steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Their names say it.
pub enum AtomicOp {
    Add,
    Max,
    Min,
    And,
    Or,
    Xor,
    Exchange,
}

macro_rules! atomics {
    ($($t:ident $atomic:ident;)*) => {$(
        impl AtomicElement for $t {
            #[inline(always)]
            unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order) -> Self {
                // SAFETY: the caller's contract is that of `from_ptr`.
                let cell = unsafe { $atomic::from_ptr(at) };
                let order = order.ordering();
                match op {
                    AtomicOp::Add => cell.fetch_add(value, order),
                    AtomicOp::Max => cell.fetch_max(value, order),
                    AtomicOp::Min => cell.fetch_min(value, order),
                    AtomicOp::And => cell.fetch_and(value, order),
                    AtomicOp::Or => cell.fetch_or(value, order),
                    AtomicOp::Xor => cell.fetch_xor(value, order),
                    AtomicOp::Exchange => cell.swap(value, order),
                }
            }
            #[inline(always)]
            unsafe fn compare(at: *mut Self, expected: Self, desired: Self, order: Order) -> Self {
                // SAFETY: the caller's contract is that of `from_ptr`.
                let cell = unsafe { $atomic::from_ptr(at) };
                let failure = match order {
                    Order::Relaxed | Order::Release => Relaxed,
                    Order::Acquire | Order::AcquireRelease => Acquire,
                };
                match cell.compare_exchange(expected, desired, order.ordering(), failure) {
                    Ok(before) | Err(before) => before,
                }
            }
        }
    )*};
}

atomics! { i32 AtomicI32; u32 AtomicU32; i64 AtomicI64; u64 AtomicU64; }

/// An array that all blocks of a launch may change, by atomic steps alone.
///
/// Steps are indivisible for the whole system; what else they order is the [`Order`] given.
pub struct AtomicArray<'a, T, S> {
    pub(crate) raw: Raw<T>,
    pub(crate) memory: PhantomData<(&'a mut [T], S)>,
}

impl<T: AtomicElement, S: Pattern<Index = (usize,)>> AtomicArray<'_, T, S> {
    /// `f` of the address and number held of each element whose index is inside, by one thread for each element; 0 for
    /// the others.
    #[inline(always)]
    fn each<I: Integer, N: TileShape>(
        &self,
        indices: Tile<I, N>,
        mut f: impl FnMut(*mut T, usize) -> T,
    ) -> Tile<T, N> {
        let extent = extent::<T, S>(&self.raw, 0) as u64;
        let (data, stride) = (self.raw.data, self.raw.strides[0]);
        let copies = cfg!(target_arch = "nvptx64") && N::SIZE < crate::tile::THREADS;
        let owner = !copies || crate::tile::value::thread() < N::SIZE;
        let before = Tile {
            held: N::Count::generate(|v| {
                let index = convert::<I, i64>(indices.held(v));
                if owner && 0 <= index && (index as u64) < extent {
                    f(data.wrapping_offset((index * stride) as isize), v)
                } else {
                    T::ZERO
                }
            }),
        };
        if copies {
            // The copies of an element learn what its owner saw.
            before.rearranged(|number| number)
        } else {
            before
        }
    }

    /// One atomic step at each index of a tile with the value in its place: the values before. An index outside is left
    /// out, and gives 0.
    #[inline(always)]
    pub fn update<I: Integer, N: TileShape>(
        &self,
        op: AtomicOp,
        indices: Tile<I, N>,
        values: Tile<T, N>,
        order: Order,
    ) -> Tile<T, N> {
        // SAFETY: inside the extents; the launch checked alignment and borrowed the array for this alone.
        self.each(indices, |at, v| unsafe {
            T::step(at, op, values.held(v), order)
        })
    }

    /// Adds each value at its index: the values before.
    #[inline(always)]
    pub fn add<I: Integer, N: TileShape>(
        &self,
        indices: Tile<I, N>,
        values: Tile<T, N>,
    ) -> Tile<T, N> {
        self.update(AtomicOp::Add, indices, values, Order::default())
    }

    /// Puts `desired` at each index where `expected` stands: the values before.
    #[inline(always)]
    pub fn compare_exchange<I: Integer, N: TileShape>(
        &self,
        indices: Tile<I, N>,
        expected: Tile<T, N>,
        desired: Tile<T, N>,
        order: Order,
    ) -> Tile<T, N> {
        self.each(indices, |at, v| {
            // SAFETY: as in `update`.
            unsafe { T::compare(at, expected.held(v), desired.held(v), order) }
        })
    }
}
