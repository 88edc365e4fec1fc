//! Tile programs: a block loads tiles from arrays, computes on whole tiles, stores tiles.
//!
//! No thread index, no barrier and no shared memory in the program; the same function runs on the CPU, where a block is
//! one loop, and on a device, where the threads of a block share each tile. The model is that of CUDA Tile (cuTile).
//!
//! ```
//! use azulejo_cpu::{View, ViewMut};
//! use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
//! use azulejo_layout::{ints::_16, tile};
//!
//! /// Doubles a vector.
//! fn double(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
//!     let t = x.load(tile!(_16), blk.id());
//!     y.store((0,), t * 2.0);
//! }
//!
//! tile_program! {
//!     /// `y = 2 x`, 16 elements a block.
//!     pub Double = double "example_double" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_16,)>);
//! }
//!
//! let x: Vec<f32> = (0..100).map(|i| i as f32).collect();
//! let mut y = vec![0.0; 100];
//! Double::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?;
//! assert_eq!(y[99], 198.0);
//! # Ok::<(), azulejo_tile::TileError>(())
//! ```
//!
//! # Where an element of a tile lives
//!
//! A tile's elements are numbered in row-major order. A block has [`THREADS`] threads on a device and one on the CPU;
//! which thread holds which elements depends on nothing but their number `n`, as a layout of CuTe's thread-value kind:
//!
//! | tile | (thread, value) → element | on the CPU |
//! |---|---|---|
//! | `n = 4096` | `(_128,(_4,_8)):(_4,(_1,_512))` | `(_1,_4096):(_0,_1)` |
//! | `n = 256` | `(_128,_2):(_2,_1)` | `(_1,_256):(_0,_1)` |
//! | `n = 32` | `((_32,_4),_1):((_1,_0),_0)` | `(_1,_32):(_0,_1)` |
//!
//! So a reshape moves nothing, an operation on two tiles of a shape is one on registers, and loads of rows are
//! contiguous across a warp.
//!
//! # One pass over memory
//!
//! A load gives a [`Lazy`] tile: on the CPU, arithmetic with it is done where it is stored, in the loop that one would have
//! written by hand, vectorised and spread over the cores. On a device it is in registers at once.
//!
//! # One order of summation
//!
//! A reduction folds the bits of an element's number one after the other, in an order fixed by the shape: the same on
//! the CPU and on a device, so that sums of floats have the same bits.
//!
//! # Safety
//!
//! Outputs are cut into regions before a launch ([`Out`]): a block gets the region that is its own, and stores outside
//! it are left out, so two blocks never write one element. Programs are safe code.
//!
//! All threads of a block make an operation on tiles together, so none may get to one by itself, or past one:
//!
//! - A tile is made from an array or where there is a [`Block`]. Neither these nor tiles are `Send` or `Sync`.
//! - A function of elements, as [`Tile::map`] takes, runs in each thread by itself. It is `Copy`, `Send` and `'static`: it
//!   owns what it captures, and can neither capture what has operations on tiles nor leave a value behind.
//! - What a program gets out of a tile, as [`Tile::item`], is the same in all threads. On a device tiles are therefore not
//!   compared by `==`, which would answer for a thread's own elements, and have no text.
//!
//! One thing is left to the program: it uses no `static` that changes, and of `azulejo_device` no function that tells one
//! thread from another.
// Types of tiles and the operations on them nest deep.
#![cfg_attr(not(target_arch = "nvptx64"), recursion_limit = "512")]
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(
        abi_ptx,
        asm_experimental_arch,
        stdarch_nvptx,
        link_llvm_intrinsics,
        stmt_expr_attributes
    )
)]
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]

mod argument;
mod array;
mod block;
#[cfg(feature = "std")]
mod error;
mod locked;

mod plain;
mod program;
pub mod programs;
mod raw;
mod records;
#[cfg(feature = "std")]
pub mod registry;
#[cfg(feature = "std")]
mod run;
mod sealed;
mod shape;
#[cfg(feature = "std")]
mod space;
mod staged;
#[cfg(feature = "std")]
mod types;
mod value;
mod whole;

/// What the macros of this crate name.
#[doc(hidden)]
pub mod reexport {
    pub use azulejo_kernels::table;
    #[cfg(feature = "std")]
    pub use azulejo_runtime;
}

#[cfg(feature = "std")]
pub use argument::Places;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use argument::alike;
pub use argument::{Argument, ArgumentElement, Atomic, In, Out, Part};
pub use array::*;
pub(crate) use array::{Window, array_extent, array_window};
pub use block::{Block, SHARED, Space, WholeBlock};
#[cfg(feature = "std")]
pub use error::TileError;

pub use locked::{Locked, LockedArray, RawLocked, TICKET_LOCK};
pub use plain::*;
#[doc(hidden)]
pub use program::{is_own, most};
#[cfg(feature = "std")]
#[doc(hidden)]
pub use raw::Described;
pub use raw::{FEW, Pass, Passed, Raw, width};
pub use records::{InRecords, OutRecords, Record};
#[cfg(feature = "std")]
pub use run::{Plan, run};
pub use shape::*;
#[cfg(feature = "std")]
pub use space::TileSpace;
pub use staged::*;
#[cfg(feature = "std")]
pub use types::{TypeDesc, TypeError, ViewDesc};
pub(crate) use value::convert;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use value::row_length;

#[cfg(target_arch = "nvptx64")]
pub(crate) use value::tensor;
pub use value::*;
pub use whole::Value;

/// The code of README, tested.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
mod readme {}
