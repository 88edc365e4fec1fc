//! [`Locked`]: an array that blocks change one after the other, by a ticket lock.
//!
//! The lock is eight `i32` of 16-byte alignment: `line` at 0 is the next ticket, `current` at byte 16 the one that is
//! served (the ticket mutex of CUDA Python's heterogeneous types). Both are 0 before the first launch.

use core::marker::PhantomData;

use azulejo_layout::C;
use typenum::U8;

use super::{
    Argument, ArgumentElement, ArrayMut, AtomicElement, AtomicOp, Block, FEW, Order, Pass, Passed,
    Pattern, Raw, Scope,
};

#[cfg(feature = "std")]
use super::{Places, TileError};
#[cfg(feature = "std")]
use azulejo_runtime::Stream;

/// The memory of a lock that nobody holds.
pub const TICKET_LOCK: [i32; 8] = [0; 8];

/// Where `current` is.
const CURRENT: usize = 4;

/// An array and its lock: every block may change it, one block at a time.
///
/// The program takes two views, the array's and the lock's: `(ViewMut<T>, ViewMut<i32>)`. A launch has the lock to itself. On the CPU one
/// that is held before is [`TileError::Lock`](crate::TileError::Lock). On a device a launch first makes it free: to read it there
/// would wait for all work of the stream.
pub struct Locked<T, S>(PhantomData<(T, S)>);

/// A locked array as a kernel takes it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RawLocked<A> {
    array: A,
    lock: Passed<i32, FEW>,
}

/// What a program sees of a [`Locked`] array.
pub struct LockedArray<'a, T, S> {
    array: Raw<T>,
    lock: Raw<i32>,
    memory: PhantomData<(&'a mut [T], S)>,
}

impl<T, S: Pattern> LockedArray<'_, T, S> {
    /// Runs `f` on the array while no other block does; blocks are served in the order in which they come.
    ///
    /// `f` must not call `with` on the same array: it would wait for itself. Where `f` panics or an assertion in it fails,
    /// the array stays as it is then, and the next block is served: on the CPU the others run on, and `run` gives the
    /// panic or [`TileError::Assertion`](crate::TileError::Assertion); on a device the launch fails.
    ///
    /// ```
    /// use azulejo_cpu::{View, ViewMut};
    /// use azulejo_tile::{Array, Block, Locked, LockedArray, Part, TICKET_LOCK, tile_program};
    /// use azulejo_layout::{ints::{_1, _16}, tile};
    ///
    /// fn total(_: &Block, x: Array<f32, (usize,)>, sum: LockedArray<f32, (usize,)>) {
    ///     let part = x.load(tile!(_16), (0,)).sum_all().reshape(tile!(_1));
    ///     sum.with(|sum| {
    ///         let before = sum.load(tile!(_1), (0,));
    ///         sum.store((0,), before + part);
    ///     });
    /// }
    /// tile_program! {
    ///     /// The sum of a vector.
    ///     pub Total = total "example_total" (x: Part<f32, (usize,), (_16,)>, sum: Locked<f32, (usize,)>);
    /// }
    /// let (x, mut sum, mut lock) = ([1.0; 100], [0.0], TICKET_LOCK);
    /// Total::run(View::from_slice(&x), (ViewMut::from_slice(&mut sum), ViewMut::from_slice(&mut lock)))?;
    /// assert_eq!((sum[0], lock[0], lock[4]), (100.0, 7, 7));
    /// # Ok::<(), azulejo_tile::TileError>(())
    /// ```
    #[inline(always)]
    pub fn with<R>(&self, f: impl FnOnce(&mut ArrayMut<'_, T, S>) -> R) -> R {
        let line = self.lock.data;
        let current = line.wrapping_offset(CURRENT as isize * self.lock.strides[0] as isize);
        let first = super::value::thread() == 0;
        meet();
        if first {
            // SAFETY: the word belongs to the lock, aligned and alive through the launch, which borrowed it for atomic steps alone.
            let ticket =
                unsafe { i32::step(line, AtomicOp::Add, 1, Order::Relaxed, Scope::Device) };
            // SAFETY: the lock's second word, aligned and alive through the launch, which borrowed it for atomic steps alone.
            let served =
                |order| unsafe { i32::compare(current, ticket, ticket, order, Scope::Device) };
            while served(Order::Relaxed) != ticket {
                pause();
            }
            // What the block before wrote is seen from here on.
            served(Order::Acquire);
        }
        meet();
        let _turn = Turn { current, first };
        let mut array = ArrayMut {
            raw: self.array,
            used: true,
            memory: PhantomData,
        };
        f(&mut array)
    }
}

/// A block's turn: its end, also by a panic, is the next block's beginning. On a device a panic ends the grid.
struct Turn {
    current: *mut i32,
    first: bool,
}

impl Drop for Turn {
    #[inline(always)]
    fn drop(&mut self) {
        meet();
        if self.first {
            // SAFETY: the word belongs to the lock, aligned and alive through the launch, which borrowed it for atomic
            // steps alone.
            unsafe {
                i32::step(
                    self.current,
                    AtomicOp::Add,
                    1,
                    Order::Release,
                    Scope::Device,
                )
            };
        }
    }
}

/// The block's barrier.
#[inline(always)]
fn meet() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: every thread of a block runs the same operations on whole tiles, so all of them are here.
    unsafe {
        azulejo_kernels::device::ptx::thread::sync()
    };
}

/// Lets others go on.
#[inline(always)]
fn pause() {
    #[cfg(feature = "std")]
    std::thread::yield_now();
}

// SAFETY: `RawLocked` is `repr(C)`; blocks reach the array while they hold the lock, one at a time.
unsafe impl<T: ArgumentElement, S: Pattern> Argument for Locked<T, S> {
    type Raw = RawLocked<S::Passed<T>>;
    type Given<'b> = LockedArray<'b, T, S>;

    #[inline(always)]
    unsafe fn open<'b>(raw: Self::Raw, _: &'b Block) -> Self::Given<'b> {
        LockedArray {
            array: raw.array.raw(),
            lock: raw.lock.raw(),
            memory: PhantomData,
        }
    }

    #[cfg(feature = "std")]
    type Host<'h> = (azulejo_cpu::ViewMut<'h, T>, azulejo_cpu::ViewMut<'h, i32>);
    #[cfg(feature = "std")]
    type Device<'d> = (
        azulejo_runtime::ViewMut<'d, T>,
        azulejo_runtime::ViewMut<'d, i32>,
    );

    #[cfg(feature = "std")]
    fn host(given: &mut Self::Host<'_>, argument: &'static str) -> Result<Self::Raw, TileError> {
        let (layout, lock) = (*given.0.layout(), *given.1.layout());
        let array = Raw::new::<S>(given.0.as_mut_ptr(), &layout, argument)?;
        let lock = Raw::new::<(C<U8>,)>(given.1.as_mut_ptr(), &lock, argument)?;
        let (line, step) = (lock.data, lock.strides[0] as isize);
        let current = line.wrapping_offset(CURRENT as isize * step);
        // SAFETY: the view has eight elements, checked above, `step` apart, and is borrowed through this call: the first is aligned,
        // alive and nobody writes it.
        let line = unsafe { line.read() };
        // SAFETY: the view has eight elements, checked above, `step` apart, and is borrowed through this call: element `CURRENT` is
        // aligned, alive and nobody writes it.
        let current = unsafe { current.read() };
        if line != current {
            return Err(TileError::Lock { argument });
        }
        Ok(RawLocked {
            array: Pass::pass(array),
            lock: Pass::pass(lock),
        })
    }

    #[cfg(feature = "std")]
    fn device<'s>(
        given: &'s mut Self::Device<'_>,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<(Self::Raw, Places<'s>), TileError> {
        let (layout, lock) = (*given.0.layout(), *given.1.layout());
        let places = [given.0.locate(stream)?, given.1.locate(stream)?];
        let [of_array, of_lock] = &places;
        let raw = RawLocked {
            array: Raw::new::<S>(of_array.address() as *mut T, &layout, argument)
                .map(Pass::pass)?,
            lock: Raw::new::<(C<U8>,)>(of_lock.address() as *mut i32, &lock, argument)
                .map(Pass::pass)?,
        };
        Ok((raw, places.map(Some)))
    }

    #[cfg(feature = "std")]
    fn cleared(raw: &Self::Raw) -> [(u64, usize); 2] {
        let lock = raw.lock.raw();
        let (line, word) = (lock.data as u64, size_of::<i32>());
        match lock.strides[0] {
            1 => [(line, TICKET_LOCK.len() * word), (0, 0)],
            step => [
                (line, word),
                (line + (CURRENT * word) as u64 * step as u64, word),
            ],
        }
    }

    #[cfg(feature = "std")]
    const WRITES: bool = true;
}
