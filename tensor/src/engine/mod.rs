//! Engines: where a tensor's elements are.
//!
//! An engine answers for one offset at a time, counted in elements from its base. All of this package's `unsafe` is here.
//!
//! | engine | owns | space | what guards an access |
//! |---|---|---|---|
//! | [`Slice`], [`SliceMut`] | no | host | the slice's bounds, each time |
//! | [`Array`] | yes | registers | the array's bounds, each time; gone where the offset is constant |
//! | [`Subbyte`] | as its bytes | that of its bytes, [`Packed`] | its bytes' guard; several elements share a byte |
//! | [`Coords`] | - | none: its elements are coordinates | nothing to guard |
//! | [`Ptr`] | no | its tag: [`Gmem`], [`Smem`], [`Rmem`] | the contract of the `unsafe` constructor |

#![allow(unsafe_code)]

mod access;
mod array;
mod coords;
mod descriptor;
mod moves;
mod pointer;
mod recast;
mod refer;
mod registers;
mod slice;
mod space;
mod subbyte;
mod subbyte_recast;
mod wide;

pub use crate::element::{SubByte, Value};
#[cfg(target_arch = "nvptx64")]
pub(crate) use access::stop;
pub use access::{Engine, EngineMut};
pub use array::Array;
pub use coords::Coords;
pub(crate) use descriptor::{DescriptorFields, offset_in};
pub use descriptor::{DescriptorIterator, LowWordDescriptorIterator, SharedBase};
#[doc(hidden)]
pub use moves::{Moves, MovesMut};
pub use pointer::{GmemPtr, Ptr, RmemPtr, SmemPtr, make_gmem_ptr, make_rmem_ptr, make_smem_ptr};
pub use recast::{Recastable, RecastableMut, SharedCast};
pub use refer::{Refer, ReferMut};
pub use registers::{AsRegisters, AsRegistersMut};
pub use slice::{Slice, SliceMut};
pub use space::{Gmem, Host, Packed, Rmem, Smem, Space};
pub use subbyte::{ByteStorage, Packs, Subbyte, SubbyteArray, make_subbyte};
pub use wide::{Word, copy_word};
