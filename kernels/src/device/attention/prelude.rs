//! What the main loops of all families name, whose kernels are a module each.
#![allow(unused_imports, reason = "each family names some of them")]

pub(super) use azulejo_device::cute::*;
pub(super) use azulejo_device::pipeline::PipelineTmaParams;
pub(super) use azulejo_device::ptx::{counter, cp_async, math, named_barrier, vector::Vector};
pub(super) use azulejo_device::{inlined, repeat, unroll, unrolled};
pub(super) use azulejo_tensor::engine::AsRegistersMut;
pub(super) use azulejo_tensor::{Extent, OffsetAt, Repeat, RmemTensor};

pub(super) use super::hidden::{has_nan, nan_elements, redo};
pub(super) use super::packed::Packed;
pub(super) use super::scores::{change, clear_outside, mask};
pub(super) use super::softmax::{Accumulators, Softmax, finish_rows, scale_rows};
pub(super) use super::store::{store_lse, store_rows};
pub(super) use super::tiles::{Tiles, Times, extent, tiles_of};
