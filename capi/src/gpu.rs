//! Products and attention on device memory: streams, calls, and plans that are launched again and again.

mod backward;
mod cache;
mod product;

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use azulejo_attention::gpu::{self, AttentionForward, Family, GpuTensorMut, GpuTensorRef};
use azulejo_attention::{AttentionError, CuSeqlens, Options};
use azulejo_gemm::gpu::Plan;
use azulejo_runtime::interop::Memory;
use azulejo_runtime::{AnyView, AnyViewMut, Device, Replay, Stream};

use crate::options::AzulejoAttentionOptions;
use crate::place::place;
use crate::status::{Failure, call};
use crate::tensor::{AzulejoTensor, Tensor, null, optional};

pub use backward::azulejo_gpu_attention_backward_plan;
pub use cache::azulejo_gpu_attention_cache_plan;
pub use product::{azulejo_gpu_gemm, azulejo_gpu_gemm_plan, azulejo_gpu_gemm_workspace};

use product::GemmMemory;

/// A stream of the caller's, with what was prepared for calls on it.
#[derive(Debug)]
pub struct AzulejoStream(Stream);

/// A product or an attention on given memory, ready to be launched.
pub struct AzulejoPlan {
    /// Dropped before the memory that it borrows.
    work: Option<Work>,
    stream: Stream,
    memory: Vec<Kept>,
}

/// Memory that a plan borrows, from [`Box::into_raw`].
enum Kept {
    One(*mut Memory),
    Gemm(*mut GemmMemory),
}

/// What a plan launches.
enum Work {
    Gemm(Plan<'static>),
    Attention(Box<dyn Replay>),
}

/// The devices that were opened: their kernels are loaded once.
static DEVICES: Mutex<Vec<Device>> = Mutex::new(Vec::new());

fn device(ordinal: i32) -> Result<Device, Failure> {
    let wrong = || {
        Failure::argument(
            "device",
            format!("{ordinal} is below 0; pass a GPU's number"),
        )
    };
    let ordinal = usize::try_from(ordinal).map_err(|_| wrong())?;
    let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = devices.iter().find(|device| device.ordinal() == ordinal) {
        return Ok(found.clone());
    }
    let device = Device::new(ordinal)?;
    devices.push(device.clone());
    Ok(device)
}

/// Rejects what has memory to give back while a graph is being captured from its stream.
fn not_captured(name: &str, stream: &Stream, ended: &str) -> Result<(), Failure> {
    // A stream that cannot be asked is of a context that has failed, where nothing is captured.
    if !stream.is_captured().unwrap_or(false) {
        return Ok(());
    }
    let why = format!(
        "a graph is being captured from its stream, so it is not {ended}; repeat the call after the capture"
    );
    Err(Failure::argument(name, why))
}

/// # Safety
/// A stream that is neither null nor misaligned is of `azulejo_stream_open` and not closed.
unsafe fn stream<'a>(stream: *const AzulejoStream) -> Result<&'a Stream, Failure> {
    // SAFETY: `stream`, unless null or misaligned, is of azulejo_stream_open and not closed, by this function's contract.
    let stream = unsafe { optional("stream", stream) }?;
    stream.map(|stream| &stream.0).ok_or_else(|| null("stream"))
}

/// Opens a stream of the primary context of GPU `device` for calls of azulejo; null is the default stream.
///
/// # Safety
/// As in the header: `cuda_stream` lives until `azulejo_stream_close`, and `opened` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_stream_open(
    device: i32,
    cuda_stream: *mut c_void,
    opened: *mut *mut AzulejoStream,
) -> i32 {
    call(|| {
        // SAFETY: the caller has `opened` writable, unless it is null or misaligned.
        let opened = unsafe { place("opened", opened) }?;
        let device = self::device(device)?;
        // SAFETY: the caller has null or a stream of this GPU's primary context, and keeps it until azulejo_stream_close.
        // Clones and buffers are of a call, of this value or of plans; the caller frees the plans before it closes the stream.
        let stream = unsafe { Stream::from_raw(&device, cuda_stream.cast()) };
        opened.write(Box::into_raw(Box::new(AzulejoStream(stream))));
        Ok(())
    })
}

/// Frees what was prepared for a stream; null is allowed.
///
/// # Safety
/// As in the header: the stream is of `azulejo_stream_open`, not closed, and its plans are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_stream_close(stream: *mut AzulejoStream) -> i32 {
    call(|| {
        if !stream.is_null() {
            // SAFETY: a stream of azulejo_stream_open that is not closed, by the caller's promise.
            not_captured("stream", unsafe { &(*stream).0 }, "closed")?;
            // SAFETY: `stream` is boxed by azulejo_stream_open and closed once, unused by others, by the caller's promise.
            drop(unsafe { Box::from_raw(stream) });
        }
        Ok(())
    })
}

impl AzulejoPlan {
    fn new(stream: &Stream) -> Self {
        Self {
            work: None,
            stream: stream.clone(),
            memory: Vec::new(),
        }
    }

    /// Keeps memory until the plan is dropped.
    fn keep(&mut self, memory: Memory) -> *mut Memory {
        let kept = Box::into_raw(Box::new(memory));
        self.memory.push(Kept::One(kept));
        kept
    }

    /// A tensor that the work reads.
    ///
    /// # Safety
    /// It is memory of the stream's device until the plan is dropped and its launches are done; the result is used by the plan's work alone.
    unsafe fn input<'a>(&mut self, tensor: &Tensor) -> Result<GpuTensorRef<'a>, Failure> {
        // SAFETY: such memory until the plan is dropped and its launches are done, by this function's contract.
        let memory = self.keep(unsafe { tensor.memory(&self.stream) });
        // SAFETY: kept by the plan, which drops its work first.
        let view = AnyView::new(unsafe { &*memory }, tensor.dtype, tensor.layout()?);
        Ok(named(tensor, view)?.into())
    }

    /// A tensor that the work writes.
    ///
    /// # Safety
    /// As [`AzulejoPlan::input`]. That nothing else uses it while the plan borrows it is not in the contract: the caller orders its uses
    /// around the launches.
    unsafe fn output<'a>(&mut self, tensor: &Tensor) -> Result<GpuTensorMut<'a>, Failure> {
        // SAFETY: memory of the device until the plan is dropped and its launches are done, by this function's contract.
        let memory = self.keep(unsafe { tensor.memory(&self.stream) });
        // SAFETY: kept by the plan, which drops its work first; borrowed once.
        let view = AnyViewMut::new(unsafe { &mut *memory }, tensor.dtype, tensor.layout()?);
        Ok(named(tensor, view)?.into())
    }

    /// Queues the work; the order among other streams is the caller's.
    fn launch(&self) -> Result<(), Failure> {
        match &self.work {
            // SAFETY: the plan's own stream, on which the caller orders all other work (azulejo.h).
            Some(Work::Gemm(plan)) => unsafe { plan.queue(&self.stream) }?,
            // SAFETY: as above.
            Some(Work::Attention(plan)) => unsafe { plan.queue(&self.stream) }?,
            None => {}
        }
        Ok(())
    }
}

impl Drop for AzulejoPlan {
    fn drop(&mut self) {
        self.work = None;
        for kept in self.memory.drain(..) {
            match kept {
                // SAFETY: from `Box::into_raw`, and the work that borrowed it is gone.
                Kept::One(memory) => drop(unsafe { Box::from_raw(memory) }),
                // SAFETY: from the `Box::into_raw` of azulejo_gpu_gemm_plan, and the work that borrowed it is gone.
                Kept::Gemm(memory) => drop(unsafe { Box::from_raw(memory) }),
            }
        }
    }
}

/// Makes a plan for a stream and hands it to the caller.
///
/// # Safety
/// The stream, unless null or misaligned, is of `azulejo_stream_open` and not closed; `plan`, likewise, is writable.
unsafe fn give(
    stream: *const AzulejoStream,
    plan: *mut *mut AzulejoPlan,
    make: impl FnOnce(&Stream) -> Result<AzulejoPlan, Failure>,
) -> Result<(), Failure> {
    // SAFETY: `plan`, unless null or misaligned, is writable, by this function's contract.
    let plan = unsafe { place("plan", plan) }?;
    // SAFETY: `stream` is null or a stream that `azulejo_stream_open` gave and that is not closed, by this function's contract.
    let made = make(unsafe { self::stream(stream) }?)?;
    plan.write(Box::into_raw(Box::new(made)));
    Ok(())
}

/// A plan of attention's forward.
///
/// # Safety
/// Pointers that are not null are of what they say, until the plan is dropped and its launches are done.
unsafe fn attention(
    stream: &Stream,
    tensors: [(&'static str, *const AzulejoTensor); 4],
    lse: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
) -> Result<AzulejoPlan, Failure> {
    // SAFETY: `options`, unless null or misaligned, is of options with as many values as they say, by this function's contract.
    let family = unsafe { AzulejoAttentionOptions::family(options) }?;
    // SAFETY: as above.
    let (options, packed) = unsafe { AzulejoAttentionOptions::read(options) }?;
    // SAFETY: each of `tensors`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
    let [q, k, v, out] = tensors.map(|(name, tensor)| unsafe { Tensor::new(name, tensor) });
    let (read, out) = ([q?, k?, v?], out?);
    // SAFETY: `lse`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
    let lse = unsafe { Tensor::optional("lse", lse) }?;
    let mut made = AzulejoPlan::new(stream);
    // SAFETY: the inputs are memory of the device until the plan is dropped and its launches are done, by this function's contract.
    let [q, k, v] = read.map(|tensor| unsafe { made.input(&tensor) });
    // SAFETY: the outputs are such memory too; the caller orders its uses of them around the launches, by this function's contract.
    let mut output = |tensor: &Tensor| unsafe { made.output(tensor) };
    let (out, lse) = (output(&out)?, lse.as_ref().map(&mut output).transpose()?);
    let views = [q?, k?, v?];
    let work = prepared(stream, views, out, lse, &options, (packed, family))?;
    made.work = Some(Work::Attention(Box::new(work)));
    Ok(made)
}

fn named<T>(tensor: &Tensor, view: Result<T, azulejo_runtime::Error>) -> Result<T, Failure> {
    view.map_err(|error| Failure::argument(tensor.name, error))
}

fn prepared<'a>(
    stream: &Stream,
    tensors: [GpuTensorRef<'a>; 3],
    out: GpuTensorMut<'a>,
    lse: Option<GpuTensorMut<'a>>,
    options: &Options<'_>,
    by: (Option<CuSeqlens<'_>>, Option<Family>),
) -> Result<AttentionForward<'a>, AttentionError> {
    match by {
        (None, None) => gpu::prepare(stream, tensors, out, lse, options),
        (None, Some(family)) => gpu::prepare_by(family, stream, tensors, out, lse, options),
        (Some(cut), _) => gpu::prepare_varlen(stream, tensors, cut, out, lse, options),
    }
}

/// Queues attention's forward of device memory on a stream.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, until the work is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_attention_forward(
    stream: *const AzulejoStream,
    q: *const AzulejoTensor,
    k: *const AzulejoTensor,
    v: *const AzulejoTensor,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
) -> i32 {
    call(|| {
        let tensors = [("q", q), ("k", k), ("v", v), ("out", out)];
        // SAFETY: the caller has null or a stream that `azulejo_stream_open` gave and that is not closed.
        let stream = unsafe { self::stream(stream) }?;
        // SAFETY: the caller has null or what the header says at each pointer.
        unsafe { attention(stream, tensors, lse, options) }?.launch()
    })
}

/// Prepares [`azulejo_gpu_attention_forward`].
///
/// # Safety
/// As [`azulejo_gpu_attention_forward`], until the plan is freed; `plan` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_attention_plan(
    stream: *const AzulejoStream,
    q: *const AzulejoTensor,
    k: *const AzulejoTensor,
    v: *const AzulejoTensor,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
    plan: *mut *mut AzulejoPlan,
) -> i32 {
    call(|| {
        let tensors = [("q", q), ("k", k), ("v", v), ("out", out)];
        // SAFETY: the caller has null or what the header says at each pointer.
        let make = |stream: &Stream| unsafe { attention(stream, tensors, lse, options) };
        // SAFETY: the caller has null or a stream that is not closed, and `plan` writable, unless it is null or misaligned.
        unsafe { give(stream, plan, make) }
    })
}

/// Queues a plan on its stream; it allocates nothing, and a CUDA graph can capture it.
///
/// # Safety
/// As in the header: the plan is live, and its tensors are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_plan_launch(plan: *const AzulejoPlan) -> i32 {
    call(|| {
        // SAFETY: `plan`, unless null or misaligned, is of a call that makes plans and not freed, by the caller's promise.
        let plan = unsafe { optional("plan", plan) }?;
        plan.ok_or_else(|| null("plan"))?.launch()
    })
}

/// Frees a plan; null is allowed.
///
/// # Safety
/// As in the header: the plan is of a call that makes plans and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_plan_free(plan: *mut AzulejoPlan) -> i32 {
    call(|| {
        if !plan.is_null() {
            // SAFETY: a plan of a call that makes plans, not freed, by the caller's promise.
            not_captured("plan", unsafe { &(*plan).stream }, "freed")?;
            // SAFETY: `plan` is boxed by a call that makes plans and freed once, unused by others, by the caller's promise.
            drop(unsafe { Box::from_raw(plan) });
        }
        Ok(())
    })
}
