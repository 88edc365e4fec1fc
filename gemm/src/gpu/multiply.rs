//! The call: [`gemm`], and [`Plan`] for calls that are made again and again.

use std::ops::Deref;

use azulejo_runtime::gemm::{GpuMatMut, GpuMatRef, Prepared, Product, run};
use azulejo_runtime::{DeviceDataMut, Error, Stream};

use super::GpuEpilogue;
use super::algorithm::algorithm;

/// Computes `D = activation(alpha · A B + beta · C + bias)` on the stream's GPU; returns when it is queued.
///
/// A is (M, K), B is (K, N), D is (M, N), each with strides of its own, in any of the types of the table; batches are leading axes,
/// broadcast to D's by NumPy's rule. It runs after all work queued so far on the memory of its arguments, on whatever stream, and later
/// work on them runs after it. Kernels for compute capability 9.0 are chosen where they take the types, by a cost model or by the file
/// that `AZULEJO_TUNED` names; products of a few dozen rows take one of 8.0 that reads any strides. Operands that a kernel cannot read are
/// copied first. A second call with the same arguments finds what the first one prepared.
///
/// | A and B | D | compute capability |
/// |---|---|---|
/// | f16, bf16 | the same, or f32 | 8.0 |
/// | tf32 ([`GpuMatRef::as_tf32`]), f32 | f32 | 8.0 |
/// | f64 | f64 | 8.0 |
/// | i8 | i32 | 8.0 |
/// | 8-bit floats, also two different ones | bf16, f16, f32, 8-bit floats | 9.0 |
///
/// # Errors
/// [`Error::Shape`], [`Error::Argument`], [`Error::Strides`] and [`Error::Overlap`] name the argument that does not fit, with its value;
/// [`Error::WrongDevice`], [`Error::OutOfMemory`], or any CUDA driver error. Nothing is launched then.
///
/// ```
/// use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, gemm};
/// use azulejo_runtime::{Device, Error};
///
/// fn product() -> Result<Vec<f32>, Error> {
///     let stream = Device::new(0)?.stream()?;
///     let (a, b) = (stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?, stream.upload(&[5.0f32, 6.0])?);
///     let mut d = stream.zeros::<f32>(2)?;
///     gemm(
///         &stream,
///         GpuMatRef::row_major(&a, 2, 2)?,
///         GpuMatRef::row_major(&b, 2, 1)?,
///         &mut GpuMatMut::row_major(&mut d, 2, 1)?,
///         &GpuEpilogue::default(),
///     )?;
///     stream.download(&d)
/// }
/// match product() {
///     Ok(d) => assert_eq!(d, [17.0, 39.0]),
///     Err(error) => println!("{error}"), // no GPU here
/// }
/// ```
pub fn gemm(
    stream: &Stream,
    a: GpuMatRef<'_>,
    b: GpuMatRef<'_>,
    d: &mut GpuMatMut<'_>,
    epilogue: &GpuEpilogue<'_>,
) -> Result<(), Error> {
    let product = Product::new(&a, &b, d, epilogue)?;
    run(stream, &product, |launch| {
        algorithm(stream.device(), launch)
    })
}

/// A product of given operands, or a list of them, checked and prepared once: a launch checks, copies to the device and allocates nothing.
///
/// The operands' memory is borrowed as long as the plan lives. [`Prepared::launch`] starts it;
/// [`Graph::record`](azulejo_runtime::Graph::record) takes `&*plan` for a graph.
///
/// ```
/// use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, Plan};
/// use azulejo_runtime::{Device, Error, Graph};
///
/// fn product() -> Result<Vec<f32>, Error> {
///     let stream = Device::new(0)?.stream()?;
///     let a = stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?;
///     let mut d = stream.zeros::<f32>(4)?;
///     let view = GpuMatRef::row_major(&a, 2, 2)?;
///     let epilogue = GpuEpilogue { alpha: 0.5, beta: 1.0, ..GpuEpilogue::default() }; // D = A Aᵀ / 2 + D
///     let bytes = Plan::workspace_bytes(&stream, view, view.t(), &GpuMatMut::row_major(&mut d, 2, 2)?, &epilogue)?;
///     let mut workspace = stream.zeros::<u8>(bytes)?;
///     let plan = Plan::with_workspace(
///         &stream,
///         view,
///         view.t(),
///         GpuMatMut::row_major(&mut d, 2, 2)?,
///         &epilogue,
///         &mut workspace,
///     )?;
///     plan.launch()?;
///     let graph = Graph::record(&stream, &[&*plan], 2)?;
///     graph.replay(&stream)?;
///     drop(graph);
///     drop(plan);
///     stream.download(&d)
/// }
/// match product() {
///     Ok(d) => assert_eq!(d, [7.5, 16.5, 16.5, 37.5]),
///     Err(error) => println!("{error}"), // no GPU here
/// }
/// ```
pub struct Plan<'a>(pub(super) Prepared<'a>);

impl<'a> Plan<'a> {
    /// Prepares the product that [`gemm`] computes.
    ///
    /// # Errors
    /// As [`gemm`].
    pub fn new(
        stream: &Stream,
        a: GpuMatRef<'a>,
        b: GpuMatRef<'a>,
        d: GpuMatMut<'a>,
        epilogue: &GpuEpilogue<'a>,
    ) -> Result<Self, Error> {
        let product = Product::new(&a, &b, &d, epilogue)?;
        let prepared = Prepared::new(stream, &[product], |of| algorithm(stream.device(), of));
        prepared.map(Self)
    }

    /// As [`Plan::new`], in memory of the caller's: nothing is allocated, neither here nor by a launch.
    ///
    /// The workspace is the plan's alone while it lives: it holds where the operands are.
    ///
    /// ```compile_fail,E0499
    /// use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, Plan};
    /// use azulejo_runtime::{Buffer, Error, Stream};
    /// fn two(s: &Stream, a: GpuMatRef<'_>, d: [GpuMatMut<'_>; 2], workspace: &mut Buffer<u8>) -> Result<(), Error> {
    ///     let ([d, e], epilogue) = (d, GpuEpilogue::default());
    ///     let first = Plan::with_workspace(s, a, a, d, &epilogue, workspace)?;
    ///     let second = Plan::with_workspace(s, a, a, e, &epilogue, workspace)?;
    ///     first.launch()
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`gemm`]; [`Error::Workspace`] if the workspace has fewer bytes than [`Plan::workspace_bytes`], [`Error::Overlap`] if it shares
    /// memory with an operand.
    pub fn with_workspace(
        stream: &Stream,
        a: GpuMatRef<'a>,
        b: GpuMatRef<'a>,
        d: GpuMatMut<'a>,
        epilogue: &GpuEpilogue<'a>,
        workspace: &'a mut (impl DeviceDataMut<u8> + ?Sized),
    ) -> Result<Self, Error> {
        let product = Product::new(&a, &b, &d, epilogue)?;
        let device = stream.device();
        Prepared::with_workspace(stream, &[product], workspace, |of| algorithm(device, of))
            .map(Self)
    }

    /// Bytes of device memory that [`Plan::with_workspace`] needs besides the operands.
    ///
    /// # Errors
    /// As [`gemm`].
    pub fn workspace_bytes(
        stream: &Stream,
        a: GpuMatRef<'_>,
        b: GpuMatRef<'_>,
        d: &GpuMatMut<'_>,
        epilogue: &GpuEpilogue<'_>,
    ) -> Result<usize, Error> {
        let product = Product::new(&a, &b, d, epilogue)?;
        Prepared::workspace_bytes(stream, &[product], |launch| {
            algorithm(stream.device(), launch)
        })
    }
}

impl<'a> Deref for Plan<'a> {
    type Target = Prepared<'a>;
    fn deref(&self) -> &Prepared<'a> {
        &self.0
    }
}
