//! Operands that nothing delays: vectors of one that are copied asynchronously, or read a block before they are stored, without
//! predicates.

use core::marker::PhantomData;

use super::args::View;
use super::load::Cursor;
use super::singles::{PITCH, Vectors};
use super::tile::{KMajor, MnMajor, Tile};
use crate::device::ptx::{
    cp_async,
    memory::{Wide, load_now},
    shared::Shared,
};
use crate::device::repeat;

/// How vectors of an operand reach shared memory.
pub trait Ahead: Tile {
    /// Whether by `cp.async`; else through registers, read a step before they are stored.
    const ASYNC: bool;

    /// This thread's vectors at `cursor`, unless they arrive by themselves.
    ///
    /// # Safety
    /// The block lies inside the operand.
    unsafe fn read(cursor: &Cursor) -> [Wide; 2];

    /// Brings the block at `cursor`, or what was read of it, to the tile at `stage`.
    ///
    /// # Safety
    /// As [`Ahead::read`]; the tile is free.
    unsafe fn bring(cursor: &Cursor, read: &[Wide; 2], tid: u32, stage: u32);
}

impl Ahead for Vectors<KMajor> {
    const ASYNC: bool = false;

    #[inline(always)]
    unsafe fn read(cursor: &Cursor) -> [Wide; 2] {
        let from = cursor.from;
        // SAFETY: upheld by the caller: the cursor is at a full tile, so 16 aligned bytes are readable; read here and
        // not later.
        let vector = |from: u64| unsafe { load_now(from as *const u8) };
        [vector(from), vector(from.wrapping_add_signed(cursor.step))]
    }

    #[inline(always)]
    unsafe fn bring(_: &Cursor, read: &[Wide; 2], tid: u32, stage: u32) {
        repeat::<2>(
            #[inline(always)]
            |copy| {
                let to = stage + Self::target(tid, copy);
                repeat::<4>(
                    #[inline(always)]
                    // SAFETY: upheld by the caller: the stage is writable shared memory: four values of k of a row.
                    |e| unsafe { u32::store(to + 4 * PITCH * e as u32, read[copy].0[e]) },
                );
            },
        );
    }
}

impl Ahead for Vectors<MnMajor> {
    const ASYNC: bool = true;

    #[inline(always)]
    unsafe fn read(_: &Cursor) -> [Wide; 2] {
        [Wide([0; 4]); 2]
    }

    #[inline(always)]
    unsafe fn bring(cursor: &Cursor, _: &[Wide; 2], tid: u32, stage: u32) {
        let mut from = cursor.from;
        Self::each(
            #[inline(always)]
            |copy| {
                // SAFETY: upheld by the caller: the cursor is at a full tile, and nothing reads the stage before the
                // wait.
                unsafe {
                    cp_async::copy::<16, true, 0>(stage + Self::target(tid, copy), from, None, None)
                };
                from = from.wrapping_add_signed(cursor.step);
            },
        );
    }
}

/// One operand on its way: where its next block is, and what was read of it.
pub struct Feed<T> {
    cursor: Cursor,
    read: [Wide; 2],
    blocks: u32,
    tile: PhantomData<T>,
}

impl<T: Ahead> Feed<T> {
    /// Begins at `first` along M or N.
    ///
    /// # Safety
    /// The `blocks` blocks of K from 0 on lie inside the operand, which has more than none.
    #[inline(always)]
    pub unsafe fn new(
        view: &View,
        size: (u32, u32),
        first: u32,
        batch: u32,
        tid: u32,
        blocks: u32,
    ) -> Self {
        let mut cursor = Cursor::new::<T>(view, size, first, batch, T::source(tid), T::STEP);
        if !T::ASYNC {
            cursor.from = cursor.from.wrapping_add_signed(cursor.block);
        }
        Self {
            // SAFETY: the first block.
            read: unsafe { T::read(&cursor) },
            cursor,
            blocks,
            tile: PhantomData,
        }
    }

    /// Fills `stage` with the next block, number `block`; past the last one with anything.
    ///
    /// # Safety
    /// The stage is free.
    #[inline(always)]
    pub unsafe fn next(&mut self, block: u32, tid: u32, stage: u32) {
        if T::ASYNC {
            self.advance(block);
            // SAFETY: the cursor stays at the last block, a full tile; the caller has the stage free.
            unsafe { T::bring(&self.cursor, &self.read, tid, stage) };
        } else {
            // SAFETY: the cursor stays at the last block, a full tile; the caller has the stage free.
            unsafe { T::bring(&self.cursor, &self.read, tid, stage) };
            self.advance(block + 1);
            // SAFETY: the cursor stays at the last block, a full tile.
            self.read = unsafe { T::read(&self.cursor) };
        }
    }

    /// On to `block`, if there is one.
    #[inline(always)]
    fn advance(&mut self, block: u32) {
        let step = if block < self.blocks {
            self.cursor.block
        } else {
            0
        };
        self.cursor.from = self.cursor.from.wrapping_add_signed(step);
    }
}
