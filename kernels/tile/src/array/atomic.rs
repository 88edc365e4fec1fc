//! [`AtomicArray`]: elements that all blocks may change, one indivisible step at a time.

use core::marker::PhantomData;

use azulejo_tensor::Integer;

use super::{
    Pattern,
    object::extent,
    step::{AtomicElement, AtomicOp},
};
use crate::{Extent, Formula, Raw, Tile, TileShape, convert};

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

/// For whom a step is indivisible and ordered: PTX's `gpu` and `sys`. On the CPU every scope is all of it.
///
/// There is no scope of one block: every block of a launch reaches an [`AtomicArray`], and steps that are indivisible for
/// one block alone would race with another's.
///
/// ```compile_fail,E0599
/// use azulejo_tile::{AtomicArray, Scope};
/// fn f(x: AtomicArray<i32, (usize,)>) {
///     x.within(Scope::Block);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All blocks of the device.
    #[default]
    Device,
    /// The host and other devices too.
    System,
}

/// An array that all blocks of a launch may change, by atomic steps alone.
///
/// What a step orders is the [`Order`] given; for whom, the [`Scope`], the device's unless [`AtomicArray::within`] says
/// otherwise.
pub struct AtomicArray<'a, T, S> {
    pub(crate) raw: Raw<T>,
    pub(crate) scope: Scope,
    pub(crate) memory: PhantomData<(&'a mut [T], S)>,
}

impl<T, S> Clone for AtomicArray<'_, T, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S> Copy for AtomicArray<'_, T, S> {}

impl<T: AtomicElement, S: Pattern<Index = (usize,)>> AtomicArray<'_, T, S> {
    /// The same array, its steps for this scope.
    #[inline(always)]
    pub fn within(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

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
        let copies = cfg!(target_arch = "nvptx64") && N::SIZE < crate::THREADS;
        let owner = !copies || crate::value::thread() < N::SIZE;
        let before = Tile::of(N::Count::generate(|v| {
            let index = convert::<I, i64>(indices.held(v));
            if owner && 0 <= index && (index as u64) < extent {
                f(data.wrapping_offset((index * stride) as isize), v)
            } else {
                T::ZERO
            }
        }));
        if copies {
            // The copies of an element learn what its owner saw.
            before.rearranged(|number| number)
        } else {
            before
        }
    }

    #[inline(always)]
    fn update_any<I: Integer, N: TileShape>(
        &self,
        op: AtomicOp,
        indices: Tile<I, N>,
        values: Tile<T, N>,
        order: Order,
    ) -> Tile<T, N> {
        // SAFETY: inside the extents; the launch checked alignment and borrowed the array for this alone.
        self.each(indices, |at, v| unsafe {
            T::step(at, op, values.held(v), order, self.scope)
        })
    }

    /// One atomic step at each index of a tile with the value in its place: the values before. An index outside is left
    /// out, and gives 0.
    #[inline(always)]
    pub fn update<I: Integer, N: TileShape>(
        &self,
        op: AtomicOp,
        indices: impl Formula<Element = I, Shape = N>,
        values: impl Formula<Element = T, Shape = N>,
        order: Order,
    ) -> Tile<T, N>
    where
        T: Integer,
    {
        self.update_any(op, indices.tile(), values.tile(), order)
    }

    /// Puts `desired` at each index where `expected` stands, bit for bit: the values before.
    #[inline(always)]
    pub fn compare_exchange<I: Integer, N: TileShape>(
        &self,
        indices: impl Formula<Element = I, Shape = N>,
        expected: impl Formula<Element = T, Shape = N>,
        desired: impl Formula<Element = T, Shape = N>,
        order: Order,
    ) -> Tile<T, N> {
        let (expected, desired) = (expected.tile(), desired.tile());
        self.each(indices.tile(), |at, v| {
            // SAFETY: `each` gives places inside the extents alone; the launch checked their alignment and borrowed the array for
            // atomic steps alone.
            unsafe { T::compare(at, expected.held(v), desired.held(v), order, self.scope) }
        })
    }
}

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {
        impl<T: AtomicElement, S: Pattern<Index = (usize,)>> AtomicArray<'_, T, S> {$(
            $(#[$doc])*
            /// The values before; 0 for an index outside. It orders both ways.
            #[inline(always)]
            pub fn $name<I: Integer, N: TileShape>(
                &self,
                indices: impl Formula<Element = I, Shape = N>,
                values: impl Formula<Element = T, Shape = N>,
            ) -> Tile<T, N> {
                self.update_any(AtomicOp::$op, indices.tile(), values.tile(), Order::default())
            }
        )*}
    };
}

steps! {
    /// Adds each value at its index; of floats in the order in which they come.
    add Add;
    /// Leaves the larger of each value and the element at its index; a NaN is passed over.
    max Max;
    /// Leaves the smaller of each value and the element at its index; a NaN is passed over.
    min Min;
    /// Puts each value at its index.
    exchange Exchange;
}
