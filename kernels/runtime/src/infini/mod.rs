//! Elementwise operators by InfiniCore's descriptor interface: create, ask for the workspace, calculate, read a status.
//!
//! ```text
//! create(output, inputs)  dtype, shapes, strides are checked, in this order; the metadata is packed
//! workspace_size()        what calculate must be given: the metadata and a pointer an input
//! calculate(…, stream)    pointers and workspace are checked; the kernel is queued on the stream
//! ```
//!
//! It complements the native functions ([`zeros`](super::zeros), [`map`](super::map)) for programs that have such
//! descriptors. Layouts travel by value with the launch, so the workspace is checked and left as it is, nothing is copied
//! to the device, and a descriptor may be dropped as soon as `calculate` has returned. [`Info::pack`] writes the bytes that
//! InfiniCore would have put there. The native functions need no workspace.
//!
//! | status | error |
//! |--:|---|
//! | 0 | `Ok` |
//! | 2, not implemented | [`Error::NotImplemented`](super::Error::NotImplemented): a complex dtype |
//! | 3, bad parameter | [`Error::Argument`](super::Error::Argument): too few inputs, a workspace off an 8-byte boundary |
//! | 4, null pointer | [`Error::NullPointer`](super::Error::NullPointer) |
//! | 10, bad dtype | [`Error::Dtype`](super::Error::Dtype) |
//! | 11, bad shape | [`Error::Shape`](super::Error::Shape) |
//! | 12, bad strides | [`Error::Strides`](super::Error::Strides): an output that repeats or overlaps itself, a negative stride |
//! | 13, insufficient workspace | [`Error::Workspace`](super::Error::Workspace) |
//!
//! [`Error::infini_status`](super::Error::infini_status) is the number.
//!
//! ```no_run
//! use azulejo_runtime::{Device, infini::{Dtype, Elementwise, TensorDescriptor, Workspace, Zeros}};
//! let stream = Device::new(0)?.stream()?;
//! let x = TensorDescriptor::new(Dtype::F32, &[1024, 1024], None)?;
//! let zeros = Elementwise::<Zeros>::create(&x, &[&x])?;
//! let workspace = stream.zeros::<u64>(zeros.workspace_size().div_ceil(8))?;
//! let output = stream.upload(&vec![1.0f32; 1024 * 1024])?;
//! let workspace = Workspace { address: workspace.address(), bytes: zeros.workspace_size() };
//! // SAFETY: the output has the described elements; the input is never read.
//! unsafe { zeros.calculate(workspace, output.address(), &[0], &stream) }?;
//! # Ok::<(), azulejo_runtime::Error>(())
//! ```

mod descriptor;
mod dtype;
mod elementwise;
mod info;

pub use descriptor::TensorDescriptor;
pub use dtype::Dtype;
pub use elementwise::{Add, Elementwise, Operation, Workspace, Zeros};
pub use info::{Info, Segments};
