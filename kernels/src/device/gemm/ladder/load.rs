//! Bringing tiles of an operand from global to shared memory.
//!
//! [`Copies`] starts asynchronous copies and returns; past the edges of the matrix it fills with zeros.

use core::marker::PhantomData;

use azulejo_device::cute::SharedPtr;
use azulejo_tensor::engine::{Engine, GmemPtr, SharedBase};
use azulejo_tensor::{Tensor, make_gmem_ptr};

use super::args::View;
use super::tile::{Along, Tile};
use crate::device::ptx::{cp_async, memory};

/// The same tensor, at an address of which the compiler knows nothing: it keeps that address, and no sum of it for each copy.
#[inline(always)]
pub fn opaque<T, L: Copy>(tensor: Tensor<GmemPtr<T>, L>) -> Tensor<GmemPtr<T>, L> {
    let (engine, layout) = tensor.into_parts();
    let same = memory::opaque(engine.raw() as u64) as *mut T;
    // SAFETY: the pointer that it was.
    Tensor::from_parts(unsafe { make_gmem_ptr(same) }, layout)
}

/// The tensor `bytes` after `first`, in another stage: a sum of the thread's address and of what all threads have alike.
///
/// # Safety
/// As [`SharedPtr::new`].
#[inline(always)]
pub unsafe fn at_stage<E: SharedBase + Engine, L: Copy>(
    first: &Tensor<E, L>,
    bytes: u32,
) -> Tensor<SharedPtr<E::Item>, L> {
    // SAFETY: upheld by the caller: the address of the same element of another stage.
    let ptr = unsafe { SharedPtr::new(first.engine().shared_address() + bytes) };
    Tensor::from_parts(ptr, first.layout())
}

/// A thread's part in loading the tiles of one operand, block of K after block of K.
pub trait Load {
    /// The tile that it fills.
    type Tile: Tile;

    /// Begins at `first` along M or N of an operand of `mn` by `k` elements.
    ///
    /// # Safety
    /// The view reaches those elements of that batch, at the tile's alignment.
    unsafe fn new(view: &View, mn: u32, k: u32, first: u32, batch: u32, tid: u32) -> Self;

    /// Passes over `blocks` blocks of K.
    fn skip(&mut self, blocks: u32);

    /// Goes on to the next block, which [`Load::copy`] then copies.
    fn advance(&mut self);

    /// Starts copy `copy` of this block into the tile at `stage`, whole or as far as the matrix goes; copies are made in order.
    ///
    /// # Safety
    /// The tile is free; `whole` only where the block lies inside the matrix.
    unsafe fn copy(&mut self, stage: u32, copy: usize, whole: bool);

    /// Starts all copies of the next block.
    ///
    /// # Safety
    /// As [`Load::copy`].
    #[inline(always)]
    unsafe fn next(&mut self, stage: u32, whole: bool) {
        self.advance();
        Self::Tile::each(
            #[inline(always)]
            // SAFETY: upheld by the caller: the stage is free, and where `whole` the tile is inside the operand.
            |copy| unsafe { self.copy(stage, copy, whole) },
        );
    }
}

/// Where a thread is in global memory, and how much of the operand lies ahead of it.
pub struct Cursor {
    /// The address of this thread's first element.
    pub from: u64,
    /// Bytes from one copy to the next.
    pub step: i64,
    /// Bytes from one block of K to the next.
    pub block: i64,
    left_mn: i32,
    left_k: i32,
}

impl Cursor {
    /// A block before coordinate `at` of the tile that starts at `first`, with steps of `step` elements along both indices.
    #[inline(always)]
    pub fn new<T: Tile>(
        view: &View,
        (mn, k): (u32, u32),
        first: u32,
        batch: u32,
        at: (u32, u32),
        step: (u32, u32),
    ) -> Self {
        let size = T::SIZE as i64;
        let offset = |mn: u32, k: u32| mn as i64 * view.row + k as i64 * view.column;
        let start = offset(first + at.0, at.1) + batch as i64 * view.batch;
        Self {
            from: view
                .base
                .wrapping_add_signed((start - offset(0, T::BLOCK_K)) * size),
            step: offset(step.0, step.1) * size,
            block: offset(0, T::BLOCK_K) * size,
            left_mn: mn as i32 - (first + at.0) as i32,
            left_k: k as i32 - at.1 as i32 + T::BLOCK_K as i32,
        }
    }

    /// On to the next block.
    #[inline(always)]
    fn advance<T: Tile>(&mut self) {
        self.from = self.from.wrapping_add_signed(self.block);
        self.left_k -= T::BLOCK_K as i32;
    }
}

/// How the addresses of a block's copies follow from the block's.
///
/// Which is faster only the assembler's registers say: where it makes an address in one that an instruction has yet to read, the thread
/// waits for that. What each kernel takes is the best of those that were measured (`benches/record/gpu-ladder/steps.md`).
pub trait Addresses {
    /// Whether the compiler knows a block's address as no sum with that of the block before, which then needs no register.
    const AFRESH: bool;
    /// Whether each is the block's and a step that no block changes; else the one before it and a step.
    const FAN: bool;
}

/// As the compiler likes them.
pub struct Free;
/// One after the other from the block's.
pub struct Chain;
/// Each from the block's.
pub struct Fan;

impl Addresses for Free {
    const AFRESH: bool = false;
    const FAN: bool = false;
}

impl Addresses for Chain {
    const AFRESH: bool = true;
    const FAN: bool = false;
}

impl Addresses for Fan {
    const AFRESH: bool = true;
    const FAN: bool = true;
}

/// Loads by `cp.async`, as the tile `T` says, from addresses made as `W` says.
pub struct Copies<T, W = Free> {
    cursor: Cursor,
    /// The address of the next copy, or of the block's first.
    at: u64,
    tid: u32,
    kind: PhantomData<(T, W)>,
}

/// The steps of copy `copy` along the tile, and how far aside of them it lies.
#[inline(always)]
const fn of_pair<T: Tile>(copy: usize) -> (usize, u32) {
    if T::PAIR == 0 {
        (copy, 0)
    } else {
        (copy / 2, copy as u32 % 2 * T::PAIR)
    }
}

impl<T: Tile, W: Addresses> Copies<T, W> {
    /// Where copy `copy` of the block comes from.
    #[inline(always)]
    fn from(&self, copy: usize) -> u64 {
        let (steps, aside) = of_pair::<T>(copy);
        let first = if W::FAN {
            let step = memory::opaque((self.cursor.step * steps as i64) as u64);
            self.at.wrapping_add(step)
        } else {
            self.at
        };
        if T::PAIR == 0 {
            first
        } else {
            first.wrapping_add((aside * T::SIZE) as u64)
        }
    }
}

impl<T: Tile, W: Addresses> Load for Copies<T, W> {
    type Tile = T;

    #[inline(always)]
    unsafe fn new(view: &View, mn: u32, k: u32, first: u32, batch: u32, tid: u32) -> Self {
        let cursor = Cursor::new::<T>(view, (mn, k), first, batch, T::source(tid), T::STEP);
        Self {
            at: cursor.from,
            cursor,
            tid,
            kind: PhantomData,
        }
    }

    #[inline(always)]
    fn skip(&mut self, blocks: u32) {
        let bytes = self.cursor.block * blocks as i64;
        self.cursor.from = self.cursor.from.wrapping_add_signed(bytes);
        self.cursor.left_k -= (blocks * T::BLOCK_K) as i32;
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.cursor.advance::<T>();
        self.at = if W::AFRESH {
            memory::opaque(self.cursor.from)
        } else {
            self.cursor.from
        };
    }

    #[inline(always)]
    unsafe fn copy(&mut self, stage: u32, copy: usize, whole: bool) {
        let (c, from) = (&self.cursor, self.from(copy));
        let to = stage + T::target(self.tid, copy);
        macro_rules! copy {
            ($read:expr) => {
                match T::WIDTH {
                    // SAFETY: the tile is free; the bytes that are read lie inside the matrix, from a multiple of 16 on.
                    16 => unsafe { cp_async::copy::<16, true, 0>(to, from, $read, None) },
                    // SAFETY: the tile is free; the bytes that are read lie inside the matrix, from a multiple of 8 on.
                    _ => unsafe { cp_async::copy::<8, true, 0>(to, from, $read, None) },
                }
            };
        }
        if whole {
            copy!(None);
        } else {
            let (copy, aside) = of_pair::<T>(copy);
            let left_mn = c.left_mn - copy as i32 * T::STEP.0 as i32 - aside as i32;
            let left_k = c.left_k - copy as i32 * T::STEP.1 as i32;
            let (along, across) = match T::ALONG {
                Along::K => (left_k, left_mn),
                Along::Mn => (left_mn, left_k),
            };
            let run = (T::WIDTH / T::SIZE) as i32;
            let elements = if across > 0 { along.clamp(0, run) } else { 0 };
            let bytes = elements as u32 * T::SIZE;
            copy!(Some(bytes));
        }
        if T::PAIR == 0 && !W::FAN {
            self.at = from.wrapping_add_signed(c.step);
        } else if !W::FAN && copy % 2 == 1 {
            self.at = self.at.wrapping_add_signed(c.step);
        }
    }
}
