//! Memory and streams of other libraries, in and out, without a copy.
//!
//! | of | in | out |
//! |---|---|---|
//! | raw pointers | [`Memory::from_raw`], which a view of any type reads | [`Buffer::address`](super::Buffer::address) |
//! | raw streams | [`Stream::from_raw`](super::Stream::from_raw) | [`Stream::handle`](super::Stream::handle) |
//! | cudarc | `Buffer::from(slice)`; a [`View`](super::View) of any slice | [`Buffer::into_cudarc`](super::Buffer::into_cudarc) |
//! | DLPack, legacy and versioned | [`dlpack::Import`] | [`AnyBuffer::into_dlpack`](super::AnyBuffer::into_dlpack) |
//! | CUDA Array Interface v3 | [`CudaArray::import`] | [`AnyBuffer::cuda_array`](super::AnyBuffer::cuda_array) |
//! | `cust` (feature `cust` of `azulejo-kernels`) | by raw pointer and stream | `DeviceCopy` of the kernels' parameters |
//!
//! What comes in is checked before anything reads it ([`Description`]): the device, the element type, extents and strides,
//! alignment. The strides of DLPack count elements, those of the CUDA Array Interface bytes; a [`Description`] always
//! counts elements. What owns the memory is released once, after the work queued on it is done.

mod array;
mod cuda_array;
mod description;
pub mod dlpack;
mod exchange;
mod memory;

pub use array::ForeignArray;
pub use cuda_array::CudaArray;
pub use description::Description;
pub use exchange::{Exchange, import};
pub use memory::Memory;
