//! `cust_core::DeviceCopy` for what kernels take (feature `cust`), so that `cust` moves it to a device and launches with
//! it.
//!
//! `cust` itself links to the CUDA driver wherever it is built; this crate does not. Its memory and streams come in by
//! their raw values, in `azulejo-runtime`, without a dependency in between:
//!
//! ```ignore
//! // `buffer` is a cust DeviceBuffer<f32>, `queue` a cust Stream, both of the device's primary context.
//! // SAFETY: both outlive `memory` and `stream`.
//! let stream = unsafe { Stream::from_raw(&device, queue.as_inner() as _) };
//! let memory = unsafe { Memory::from_raw(&stream, buffer.as_device_ptr().as_raw(), 4 * buffer.len()) };
//! let view = View::<f32>::row_major(&memory, &[buffer.len()])?;
//! ```

use crate::device::{
    copy::Transpose,
    gemm::{
        args::View,
        hopper::{self, repack::Repack, split_k_reduce::ReduceArgs},
        sm80,
    },
    map::Args,
    modes::{FastDiv, Modes},
    probe::ArrayDescriptor,
    rows::{Columns, Reduce, Rows},
};

macro_rules! plain {
    ($($parameter:ty)*) => {$(
        // SAFETY: plain numbers without references, `#[repr(C)]`, as the kernels read them; addresses in it are those of device memory.
        unsafe impl cust_core::DeviceCopy for $parameter {}
    )*};
}

plain! {
    FastDiv Transpose Rows Reduce Columns View sm80::args::Args sm80::args::SplitK hopper::args::Args hopper::args::Grouped
    hopper::args::OperandRows hopper::scheduler::TileSchedulerParams hopper::repack::Part Repack ReduceArgs
}

// SAFETY: numbers alone, in `repr(C)`, without pointers to memory of the host.
unsafe impl<const N: usize> cust_core::DeviceCopy for Modes<N> {}
// SAFETY: numbers and device addresses alone, in `repr(C)`.
unsafe impl<const N: usize, const M: usize> cust_core::DeviceCopy for Args<N, M> {}
// SAFETY: numbers and device addresses alone, in `repr(C)`; it holds no element of `T`.
unsafe impl<T: Copy, const N: usize> cust_core::DeviceCopy for ArrayDescriptor<T, N> {}

// What entry points take, beside numbers and addresses.
const _: () = {
    const fn takes<T: cust_core::DeviceCopy>() {}
    takes::<Modes<3>>();
    takes::<Args<2, 3>>();
    takes::<Transpose>();
    takes::<Rows>();
    takes::<Reduce>();
    takes::<Columns>();
    takes::<sm80::args::Args>();
    takes::<hopper::args::Args>();
    takes::<hopper::args::Grouped>();
    takes::<Repack>();
    takes::<ReduceArgs>();
};
