//! Products of device memory: calls, their workspace, and plans.

use std::ffi::c_void;

use azulejo_gemm::gpu::{GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuVecRef, Plan, gemm};
use azulejo_runtime::interop::Memory;
use azulejo_runtime::{AnyView, AnyViewMut, Stream};

use super::{AzulejoPlan, AzulejoStream, Kept, Work};
use crate::options::AzulejoEpilogue;
use crate::place::place;
use crate::status::{Failure, call};
use crate::tensor::{AzulejoTensor, Tensor, null};

/// The arguments of a product, checked one by one.
struct Gemm {
    epilogue: AzulejoEpilogue,
    a: Tensor,
    b: Tensor,
    d: Tensor,
    c: Option<Tensor>,
    bias: Option<Tensor>,
}

/// Device memory of a product: of A, B, C and the bias, and of D.
pub(super) struct GemmMemory {
    read: [Option<Memory>; 4],
    d: Memory,
}

impl Gemm {
    /// # Safety
    /// Pointers that are not null are of what they say.
    unsafe fn new(
        [a, b, d]: [*const AzulejoTensor; 3],
        epilogue: *const AzulejoEpilogue,
    ) -> Result<Self, Failure> {
        // SAFETY: `epilogue`, unless null or misaligned, is of an epilogue, by this function's contract.
        let epilogue = unsafe { AzulejoEpilogue::read(epilogue) }?;
        Ok(Self {
            epilogue,
            // SAFETY: `a`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
            a: unsafe { Tensor::new("a", a) }?,
            // SAFETY: `b`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
            b: unsafe { Tensor::new("b", b) }?,
            // SAFETY: `d`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
            d: unsafe { Tensor::new("d", d) }?,
            // SAFETY: `epilogue.c`, unless null or misaligned, is of a tensor with its extents and strides, by this function's contract.
            c: unsafe { Tensor::optional("epilogue.c", epilogue.c) }?,
            // SAFETY: `epilogue.bias`, unless null or misaligned, is of a tensor with its extents and strides, by this function's contract.
            bias: unsafe { Tensor::optional("epilogue.bias", epilogue.bias) }?,
        })
    }

    /// # Safety
    /// As [`Memory::from_raw`], for all tensors.
    unsafe fn memory(&self, stream: &Stream) -> GemmMemory {
        let read = [
            Some(&self.a),
            Some(&self.b),
            self.c.as_ref(),
            self.bias.as_ref(),
        ];
        GemmMemory {
            // SAFETY: the tensors are memory of the stream's device until the work queued on them is done, by this function's contract.
            read: read.map(|tensor| tensor.map(|tensor| unsafe { tensor.memory(stream) })),
            // SAFETY: D too is such memory, and nothing else uses it while this value is borrowed for writing, by this function's contract.
            d: unsafe { self.d.memory(stream) },
        }
    }

    /// A, B, the epilogue and D as the Rust call takes them.
    #[allow(clippy::type_complexity, reason = "the arguments of one call")]
    fn views<'m>(
        &self,
        memory: &'m mut GemmMemory,
    ) -> Result<(GpuMatRef<'m>, GpuMatRef<'m>, GpuMatMut<'m>, GpuEpilogue<'m>), Failure> {
        let GemmMemory {
            read: [a, b, c, bias],
            d,
        } = memory;
        let read = |tensor: &Tensor, memory: &'m Memory| {
            let ((batch, steps), shape, strides) = tensor.matrix()?;
            let view = match tensor.without_matrices()? {
                Some(layout) => {
                    AnyView::new(memory, tensor.dtype, layout).and_then(GpuMatRef::try_from)
                }
                None => GpuMatRef::of_bytes(memory, tensor.dtype, shape, strides)
                    .and_then(|view| view.batched(batch, steps)),
            };
            view.map_err(|error| Failure::argument(tensor.name, error))
        };
        let some = |tensor: &Option<Tensor>, memory: &'m Option<Memory>| {
            let both = tensor.as_ref().zip(memory.as_ref());
            both.map(|(tensor, memory)| read(tensor, memory))
                .transpose()
        };
        let missing = || null("a");
        let (a, b) = (
            a.as_ref().ok_or_else(missing)?,
            b.as_ref().ok_or_else(missing)?,
        );
        let (a, b) = (read(&self.a, a)?, read(&self.b, b)?);
        let c = some(&self.c, c)?;
        let bias = match self.bias.as_ref().zip(bias.as_ref()) {
            None => None,
            Some((tensor, memory)) => {
                tensor.vector()?;
                let vector = GpuVecRef::of_bytes(memory, tensor.dtype);
                Some(match self.epilogue.bias_per_row {
                    0 => GpuBias::PerColumn(vector),
                    _ => GpuBias::PerRow(vector),
                })
            }
        };
        let ((batch, steps), shape, strides) = self.d.matrix()?;
        let d = match self.d.without_matrices()? {
            Some(layout) => AnyViewMut::new(d, self.d.dtype, layout).and_then(GpuMatMut::try_from),
            None => GpuMatMut::of_bytes(d, self.d.dtype, shape, strides)
                .and_then(|d| d.batched(batch, steps)),
        };
        let d = d.map_err(|error| Failure::argument("d", error))?;
        let epilogue = GpuEpilogue {
            alpha: self.epilogue.alpha,
            beta: self.epilogue.beta,
            c,
            bias,
            activation: self.epilogue.activation()?,
            ..GpuEpilogue::default()
        };
        Ok((a, b, d, epilogue))
    }
}

/// Queues `D = activation(alpha A B + beta C + bias)` of device memory on a stream.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, until the work is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_gemm(
    stream: *const AzulejoStream,
    a: *const AzulejoTensor,
    b: *const AzulejoTensor,
    d: *const AzulejoTensor,
    epilogue: *const AzulejoEpilogue,
) -> i32 {
    call(|| {
        // SAFETY: the caller has null or a stream that `azulejo_stream_open` gave and that is not closed.
        let stream = unsafe { super::stream(stream) }?;
        // SAFETY: the caller has null or what the header says at each pointer.
        let product = unsafe { Gemm::new([a, b, d], epilogue) }?;
        // SAFETY: the caller keeps the tensors in device memory until the work on this stream is done, and D out of other calls now.
        let mut memory = unsafe { product.memory(stream) };
        let (a, b, mut d, epilogue) = product.views(&mut memory)?;
        Ok(gemm(stream, a, b, &mut d, &epilogue)?)
    })
}

/// Tells how many bytes of device memory `azulejo_gpu_gemm_plan` takes as a workspace.
///
/// # Safety
/// As [`azulejo_gpu_gemm`]; `bytes` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_gemm_workspace(
    stream: *const AzulejoStream,
    a: *const AzulejoTensor,
    b: *const AzulejoTensor,
    d: *const AzulejoTensor,
    epilogue: *const AzulejoEpilogue,
    bytes: *mut usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller has null or a stream that `azulejo_stream_open` gave and that is not closed.
        let stream = unsafe { super::stream(stream) }?;
        // SAFETY: the caller has null or what the header says at each pointer.
        let product = unsafe { Gemm::new([a, b, d], epilogue) }?;
        // SAFETY: the caller has `bytes` writable, unless it is null or misaligned.
        let bytes = unsafe { place("bytes", bytes) }?;
        // SAFETY: the tensors are the device's memory, by the caller's promise; no work is queued on them, so none outlasts the call.
        let mut memory = unsafe { product.memory(stream) };
        let (a, b, d, epilogue) = product.views(&mut memory)?;
        bytes.write(Plan::workspace_bytes(stream, a, b, &d, &epilogue)?);
        Ok(())
    })
}

/// Prepares [`azulejo_gpu_gemm`], in a workspace of the caller's or, where that is null, of its own.
///
/// # Safety
/// As [`azulejo_gpu_gemm`], until the plan is freed; `plan` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_gemm_plan(
    stream: *const AzulejoStream,
    a: *const AzulejoTensor,
    b: *const AzulejoTensor,
    d: *const AzulejoTensor,
    epilogue: *const AzulejoEpilogue,
    workspace: *mut c_void,
    workspace_bytes: usize,
    plan: *mut *mut AzulejoPlan,
) -> i32 {
    call(|| {
        // SAFETY: the caller has null or a stream that `azulejo_stream_open` gave and that is not closed.
        let stream = unsafe { super::stream(stream) }?;
        // SAFETY: the caller has null or what the header says at each pointer.
        let product = unsafe { Gemm::new([a, b, d], epilogue) }?;
        // SAFETY: the caller has `plan` writable, unless it is null or misaligned.
        let plan = unsafe { place("plan", plan) }?;
        let mut made = AzulejoPlan::new(stream);
        // SAFETY: the caller keeps the tensors in memory of the stream's device until the plan is freed and its launches are done.
        // That nothing else uses D while the plan borrows it is not in the contract: the caller orders its uses around the launches.
        let memory = Box::into_raw(Box::new(unsafe { product.memory(stream) }));
        made.memory.push(Kept::Gemm(memory));
        // SAFETY: kept by the plan, which drops its work first; borrowed once.
        let (a, b, d, epilogue) = product.views(unsafe { &mut *memory })?;
        let work = if workspace.is_null() {
            Plan::new(stream, a, b, d, &epilogue)?
        } else {
            // SAFETY: the caller keeps `workspace_bytes` bytes of the device here until the plan is freed and its launches are done,
            // and uses them for nothing else.
            let memory =
                unsafe { Memory::from_raw(stream, workspace.addr() as u64, workspace_bytes) };
            let memory = made.keep(memory);
            // SAFETY: `made` keeps this memory until it is dropped, and drops its work first; borrowed once.
            let workspace = unsafe { &mut *memory };
            Plan::with_workspace(stream, a, b, d, &epilogue, workspace)?
        };
        made.work = Some(Work::Gemm(work));
        plan.write(Box::into_raw(Box::new(made)));
        Ok(())
    })
}
