//! Devices, streams and buffers of NVIDIA's driver, and a launcher for each kernel.
//!
//! ```no_run
//! use azulejo_runtime::Device;
//! let device = Device::new(0)?;
//! let stream = device.stream()?;
//! let buffer = stream.upload(&[1.0f32, 2.0, 3.0])?;
//! assert_eq!(stream.download(&buffer)?, [1.0, 2.0, 3.0]);
//! # Ok::<(), azulejo_runtime::Error>(())
//! ```
//!
//! Work is queued on a [`Stream`] and runs in its order; a call returns when it is queued. Inputs are borrowed shared
//! and outputs exclusively, so an output that is also an input is a borrow error. Everything that a call can check it
//! checks before it launches.

mod any;
pub mod attention;
mod buffer;
mod cast;
mod check;
mod copy;
pub mod cubin;
#[cfg(feature = "cublaslt")]
pub mod cublaslt;
mod data;
mod device;
mod doctor;
mod driver;
mod elementwise;
mod error;
mod fill;
pub mod gemm;
mod graph;
mod hardware;
pub mod infini;
pub mod interop;
mod launch;
mod launches;
mod map;
mod module;
mod operand;
mod order;
mod packed;
mod pinned;
mod plain;
mod plan;
mod preparation;
pub mod ptx;
mod reduce;
mod region;
mod rows;
mod signature;
mod slice;
mod stream;
mod tma;
mod turn;
#[cfg(test)]
mod uses;
mod view;

pub use any::{AnyBuffer, AnyView, AnyViewMut};
pub use buffer::Buffer;
pub use cast::{cast, cast_by};
pub use copy::copy;
pub use data::{DeviceData, DeviceDataMut};
pub use device::Device;
pub use doctor::{Gpu, Report, doctor};
pub use error::Error;
pub use fill::{fill, fill_bits, fill_bits_capped, zeros};
pub use graph::{Graph, Replay};
pub use hardware::HardwareInfo;
pub use launch::{Launch, Params};
pub use map::{map, map_in_place, types_of};
pub use module::{Code, Function, Module};
pub use operand::{Operand, Target};
#[doc(hidden)]
pub use order::{Order, Use};
pub use pinned::Pinned;
pub use plain::DeviceCopy;
pub use reduce::reduce;
#[doc(hidden)]
pub use region::Region as Place;
pub use rows::{layer_norm, softmax};
pub use slice::{BufferSlice, BufferSliceMut};
pub use stream::{Event, Stream};
pub use tma::TensorMap;
#[doc(hidden)]
pub use tma::{Encoded, encode as encode_tensor_map};
pub use view::{DeviceElement, View, ViewMut};

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
