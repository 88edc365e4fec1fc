//! What most checks and timings name.

pub use azulejo_cpu::{self, AnyArray, Array, Op, Reduction, Stored, Strided};
pub use azulejo_gemm::gpu::{
    GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuProduct, GpuVecRef, Plan, gemm,
};
pub use azulejo_kernels::device::gemm::hopper::operand::Major;
pub use azulejo_runtime::gemm::{Algorithm, Epilogue, Prepared, Region, Schedule};
pub use azulejo_runtime::interop::{Description, ForeignArray, Memory};
pub use azulejo_runtime::ptx::Variant;
pub use azulejo_runtime::{
    AnyBuffer, AnyView, AnyViewMut, Buffer, Device, DeviceCopy, DeviceData, DeviceElement, Error,
    Graph, Launch, Operand, Replay, Stream, Target, View, ViewMut, copy, fill, map, map_in_place,
    reduce,
};
pub use azulejo_tensor::{
    Bool, DType, Element, F8E4M3, F8E5M2, Number, Overflow, RoundingMode, Tf32, bf16, f16,
    with_dtype,
};

pub use crate::both::Both;
pub use crate::harness::*;
