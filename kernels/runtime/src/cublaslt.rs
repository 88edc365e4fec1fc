//! cuBLASLt, as a baseline for benchmarks: its first heuristic and as many other algorithms as it offers.
//!
//! Length: the library's handles, their checks and their release belong together.

use std::{ffi::c_void, ptr::null_mut};

use azulejo_tensor::DType;
use cudarc::cublaslt::sys as lt;

use super::{
    Buffer, Error, Graph, Replay, Stream, Use, check,
    gemm::Region,
    map::{operate, types_in_place},
    operand::Raw,
};
use azulejo_cpu::{Op, Strided};

/// What the library takes the addresses of operands for, where a preference says nothing else (cuBLAS documentation,
/// `CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES`).
const ALIGN: u64 = 256;

/// Returns `true` if the library can be loaded.
pub fn is_present() -> bool {
    // SAFETY: tries to open the library, whose initialisers have no requirement.
    unsafe { lt::is_culib_present() }
}

/// A handle and its workspace.
pub struct Cublas {
    handle: lt::cublasLtHandle_t,
    stream: Stream,
    workspace: Buffer<u8>,
}

/// Column-major `D (m × n) = op(A) · op(B)` with compact operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Rows of D.
    pub m: u64,
    /// Columns of D.
    pub n: u64,
    /// Terms of each sum.
    pub k: u64,
    /// `true` if A is stored k × m.
    pub transpose_a: bool,
    /// `true` if B is stored n × k.
    pub transpose_b: bool,
    /// Types of A, B and D.
    pub types: [DType; 3],
    /// Products, each after the other in memory.
    pub batches: u32,
}

impl Product {
    /// Contiguous lines of D in all matrices of the batch; `u64::MAX` where they are more.
    fn lines(&self) -> u64 {
        self.n.saturating_mul(self.batches.max(1).into())
    }
}

/// A product described to the library, with the algorithms that it offers.
pub struct Prepared<'a> {
    cublas: &'a Cublas,
    description: lt::cublasLtMatmulDesc_t,
    layouts: [lt::cublasLtMatrixLayout_t; 3],
    algorithms: Vec<lt::cublasLtMatmulAlgo_t>,
    product: Product,
}

fn status(status: lt::cublasStatus_t, call: &'static str) -> Result<(), Error> {
    match status {
        lt::cublasStatus_t::CUBLAS_STATUS_SUCCESS => Ok(()),
        other => Err(Error::Driver {
            call,
            code: other as i32,
            text: format!("{other:?}"),
        }),
    }
}

/// Bytes of compact matrices; `u64::MAX` where they are more.
fn bytes(extents: [u64; 2], batches: u32, dtype: DType) -> u64 {
    let elements = extents[0].saturating_mul(extents[1]);
    let elements = elements.saturating_mul(batches.max(1) as u64);
    elements.saturating_mul(dtype.bytes() as u64)
}

/// Rejects a region of fewer bytes than `needed`, or that does not begin at a multiple of `align`.
fn holds(
    argument: &'static str,
    region: &Region<'_>,
    needed: u64,
    align: u64,
) -> Result<(), Error> {
    check::in_bounds(argument, needed.into(), region.bytes())?;
    check::aligned(argument, region.address(), align)
}

fn data_type(dtype: DType) -> Result<lt::cudaDataType, Error> {
    Ok(match dtype {
        DType::BF16 => lt::cudaDataType::CUDA_R_16BF,
        DType::F16 => lt::cudaDataType::CUDA_R_16F,
        DType::F32 | DType::TF32 => lt::cudaDataType::CUDA_R_32F,
        DType::F64 => lt::cudaDataType::CUDA_R_64F,
        DType::F8E4M3 => lt::cudaDataType::CUDA_R_8F_E4M3,
        DType::F8E5M2 => lt::cudaDataType::CUDA_R_8F_E5M2,
        DType::I8 => lt::cudaDataType::CUDA_R_8I,
        DType::I32 => lt::cudaDataType::CUDA_R_32I,
        other => {
            return Err(Error::Dtype {
                argument: "types",
                found: format!("{other:?}"),
                expected: "bfloat16, float16, float32, tfloat32, float64, float8_e4m3, float8_e5m2, int8 or int32".into(),
                casts: true,
            });
        }
    })
}

impl Cublas {
    /// A handle that works on `stream` with `workspace` bytes.
    ///
    /// # Errors
    /// [`Error::NotImplemented`] where the library is missing, and the library's.
    pub fn new(stream: &Stream, workspace: usize) -> Result<Self, Error> {
        if !is_present() {
            return Err(Error::not_implemented(
                "a comparison with cuBLASLt: its library is not on the library path",
            ));
        }
        let mut handle = null_mut();
        // SAFETY: writes the handle (cuBLAS documentation, cublasLtCreate).
        status(unsafe { lt::cublasLtCreate(&mut handle) }, "cublasLtCreate")?;
        let workspace = stream.zeros(workspace)?;
        Ok(Self {
            handle,
            stream: stream.clone(),
            workspace,
        })
    }

    /// Describes `product` and asks for up to `most` algorithms, the library's favourite first.
    ///
    /// # Errors
    /// The library's.
    pub fn prepare(&self, product: &Product, most: usize) -> Result<Prepared<'_>, Error> {
        let integer = product.types[0] == DType::I8;
        let (compute, scale) = match product.types[0] {
            DType::I8 => (
                lt::cublasComputeType_t::CUBLAS_COMPUTE_32I,
                lt::cudaDataType::CUDA_R_32I,
            ),
            DType::TF32 => (
                lt::cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_TF32,
                lt::cudaDataType::CUDA_R_32F,
            ),
            DType::F64 => (
                lt::cublasComputeType_t::CUBLAS_COMPUTE_64F,
                lt::cudaDataType::CUDA_R_64F,
            ),
            _ => (
                lt::cublasComputeType_t::CUBLAS_COMPUTE_32F,
                lt::cudaDataType::CUDA_R_32F,
            ),
        };
        let mut prepared = Prepared {
            cublas: self,
            description: null_mut(),
            layouts: [null_mut(); 3],
            algorithms: Vec::new(),
            product: *product,
        };
        use lt::cublasLtMatmulDescAttributes_t as Attribute;
        // SAFETY: writes the description's handle (cuBLAS documentation, cublasLtMatmulDescCreate).
        let made =
            unsafe { lt::cublasLtMatmulDescCreate(&mut prepared.description, compute, scale) };
        status(made, "cublasLtMatmulDescCreate")?;
        let description = prepared.description;
        let set = |attribute, value: i32, size: usize| {
            let value = (&raw const value).cast();
            // SAFETY: the description was made above; the value has at least `size` bytes and lives through the call (cuBLAS
            // documentation, cublasLtMatmulDescSetAttribute).
            let end =
                unsafe { lt::cublasLtMatmulDescSetAttribute(description, attribute, value, size) };
            status(end, "cublasLtMatmulDescSetAttribute")
        };
        let (left, right) = (product.transpose_a as i32, product.transpose_b as i32);
        set(Attribute::CUBLASLT_MATMUL_DESC_TRANSA, left, 4)?;
        set(Attribute::CUBLASLT_MATMUL_DESC_TRANSB, right, 4)?;
        if product.types[0].bits() == 8 && !integer {
            set(Attribute::CUBLASLT_MATMUL_DESC_FAST_ACCUM, 1, 1)?;
        }
        let (m, n, k) = (product.m, product.n, product.k);
        let shapes = [
            if product.transpose_a { (k, m) } else { (m, k) },
            if product.transpose_b { (n, k) } else { (k, n) },
            (m, n),
        ];
        for (i, shape) in shapes.into_iter().enumerate() {
            let dtype = data_type(product.types[i])?;
            layout_of(&mut prepared.layouts[i], dtype, shape, product.batches)?;
        }
        prepared.algorithms = self.algorithms(&prepared, most)?;
        Ok(prepared)
    }

    /// Up to `most` algorithms for a product that was described, the library's favourite first.
    fn algorithms(
        &self,
        prepared: &Prepared<'_>,
        most: usize,
    ) -> Result<Vec<lt::cublasLtMatmulAlgo_t>, Error> {
        let most = most.min(i32::MAX as usize);
        let mut preference = null_mut();
        // SAFETY: writes the handle (cuBLAS documentation, cublasLtMatmulPreferenceCreate).
        let made = unsafe { lt::cublasLtMatmulPreferenceCreate(&mut preference) };
        status(made, "cublasLtMatmulPreferenceCreate")?;
        let bytes = self.workspace.len();
        let attribute =
            lt::cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES;
        let (value, size) = ((&raw const bytes).cast(), size_of::<usize>());
        // SAFETY: the preference was made above; the value has `size` bytes and lives through the call (cuBLAS documentation,
        // cublasLtMatmulPreferenceSetAttribute).
        let set =
            unsafe { lt::cublasLtMatmulPreferenceSetAttribute(preference, attribute, value, size) };
        // SAFETY: a result is plain data, for which zero is a value.
        let none: lt::cublasLtMatmulHeuristicResult_t = unsafe { std::mem::zeroed() };
        let (mut results, mut found) = (vec![none; most], 0);
        let [a, b, d] = prepared.layouts;
        // SAFETY: the handles are live, and there is room for `most` results (cuBLAS documentation,
        // cublasLtMatmulAlgoGetHeuristic).
        let answer = unsafe {
            lt::cublasLtMatmulAlgoGetHeuristic(
                self.handle,
                prepared.description,
                a,
                b,
                d,
                d,
                preference,
                most as i32,
                results.as_mut_ptr(),
                &mut found,
            )
        };
        // SAFETY: made above and destroyed once.
        unsafe { lt::cublasLtMatmulPreferenceDestroy(preference) };
        status(set, "cublasLtMatmulPreferenceSetAttribute")?;
        status(answer, "cublasLtMatmulAlgoGetHeuristic")?;
        let found = results.into_iter().take(found.max(0) as usize);
        Ok(found
            .filter(|r| r.state == lt::cublasStatus_t::CUBLAS_STATUS_SUCCESS)
            .map(|r| r.algo)
            .collect())
    }
}

/// Describes compact column-major matrices.
fn layout_of(
    layout: &mut lt::cublasLtMatrixLayout_t,
    dtype: lt::cudaDataType,
    (rows, columns): (u64, u64),
    batches: u32,
) -> Result<(), Error> {
    let too_large = || {
        Error::argument(
            "product",
            format!("{batches} matrices of {rows} x {columns} are more than the library counts"),
        )
    };
    let number = |count: Option<u64>| {
        count
            .and_then(|n| i64::try_from(n).ok())
            .ok_or_else(too_large)
    };
    let (ld, stride) = (number(Some(rows))?, number(rows.checked_mul(columns))?);
    let count = i32::try_from(batches).map_err(|_| too_large())?;
    // SAFETY: writes the handle (cuBLAS documentation, cublasLtMatrixLayoutCreate).
    let made = unsafe { lt::cublasLtMatrixLayoutCreate(layout, dtype, rows, columns, ld) };
    status(made, "cublasLtMatrixLayoutCreate")?;
    if batches <= 1 {
        return Ok(());
    }
    use lt::cublasLtMatrixLayoutAttribute_t as Layout;
    let set = |attribute, value: *const c_void, size| {
        // SAFETY: the layout was made above; the value has `size` bytes and lives through the call (cuBLAS documentation,
        // cublasLtMatrixLayoutSetAttribute).
        let end = unsafe { lt::cublasLtMatrixLayoutSetAttribute(*layout, attribute, value, size) };
        status(end, "cublasLtMatrixLayoutSetAttribute")
    };
    let (count, stride) = ((&raw const count).cast(), (&raw const stride).cast());
    set(Layout::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count, 4)?;
    set(
        Layout::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
        stride,
        8,
    )?;
    Ok(())
}

impl Prepared<'_> {
    /// How many algorithms the library offered.
    pub fn algorithms(&self) -> usize {
        self.algorithms.len()
    }

    /// The product with algorithm `index` on each of these sets of a row-major product's A, B and D: the library's A is that B.
    ///
    /// # Errors
    /// As [`Prepared::call`].
    pub fn calls<'a>(
        &'a self,
        index: usize,
        sets: &[[Region<'a>; 3]],
    ) -> Result<Vec<Call<'a>>, Error> {
        let call = |[a, b, d]: &[Region<'a>; 3]| self.call(index, *b, *a, *d);
        sets.iter().map(call).collect()
    }

    /// Seconds of one of `count` launches in a graph on these sets, by each algorithm; infinite for one that rejects the product.
    ///
    /// # Errors
    /// As [`Prepared::call`].
    pub fn times(&self, sets: &[[Region<'_>; 3]], count: usize) -> Result<Vec<f64>, Error> {
        let stream = &self.cublas.stream;
        let time = |index| {
            let calls = self.calls(index, sets)?;
            // An algorithm may fail at its first launch.
            let first = calls.first().map_or(Ok(()), Call::start);
            let time = first.and_then(|()| {
                let work: Vec<&dyn Replay> = calls.iter().map(|call| call as _).collect();
                let graph = Graph::record(stream, &work, count)?;
                let mut times = [0.0; 3];
                for time in &mut times {
                    let start = stream.record()?;
                    graph.replay(stream)?;
                    let end = stream.record()?;
                    end.synchronize()?;
                    *time = f64::from(start.milliseconds_to(&end)?) / 1e3 / count as f64;
                }
                Ok(times[1].min(times[2]))
            });
            Ok(time.unwrap_or(f64::INFINITY))
        };
        (0..self.algorithms()).map(time).collect()
    }

    /// The product with algorithm `index` on these compact operands, whose addresses are multiples of 256, as algorithms were asked for.
    ///
    /// # Errors
    /// [`Error::Argument`] where there is no such algorithm or D is not writable, [`Error::OutOfBounds`] for a region
    /// that is too small, [`Error::Misaligned`], [`Error::WrongDevice`], [`Error::Overlap`] for a D that shares memory with A or B.
    pub fn call<'a>(
        &'a self,
        index: usize,
        a: Region<'a>,
        b: Region<'a>,
        d: Region<'a>,
    ) -> Result<Call<'a>, Error> {
        let Some(algorithm) = self.algorithms.get(index) else {
            return Err(Error::argument(
                "index",
                format!(
                    "{index}, and the library offered {} algorithms: pass a number below that",
                    self.algorithms.len()
                ),
            ));
        };
        let Product {
            m,
            n,
            k,
            types,
            batches,
            ..
        } = self.product;
        for (argument, region, extents, dtype) in [
            ("a", &a, [m, k], types[0]),
            ("b", &b, [k, n], types[1]),
            ("d", &d, [m, n], types[2]),
        ] {
            region.on_device(argument, self.cublas.stream.device().context())?;
            holds(argument, region, bytes(extents, batches, dtype), ALIGN)?;
        }
        check::apart("d", "a", [d.range(), a.range()])?;
        check::apart("d", "b", [d.range(), b.range()])?;
        d.check_writable("d")?;
        Ok(Call {
            prepared: self,
            algorithm,
            regions: vec![a.reading(), b.reading(), d],
        })
    }
}

/// A product with an algorithm and operands, ready to start.
pub struct Call<'a> {
    prepared: &'a Prepared<'a>,
    algorithm: &'a lt::cublasLtMatmulAlgo_t,
    /// Of A, B and D, and of what else is read.
    regions: Vec<Region<'a>>,
}

impl<'a> Call<'a> {
    /// The product, then `op` on every element of D, with `other` as the other operand where there is one.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] for an operand that is too short, [`Error::Array`] for a D that is too large and for an `op` of another
    /// number of operands or that D's type lacks, [`Error::Dtype`] for one whose result has another type than D,
    /// [`Error::WrongDevice`], [`Error::Overlap`] for an operand that shares memory with D.
    pub fn then(mut self, op: Op, other: Option<Other<'a>>) -> Result<Then<'a>, Error> {
        let Product { m, types, .. } = self.prepared.product;
        follows(op, types[2], other.is_some())?;
        let (line, lines) = (m as usize, self.prepared.product.lines() as usize);
        let raw = |address, lines: Option<usize>| -> Result<Raw, Error> {
            Ok(Raw::new(
                address,
                match lines {
                    Some(lines) => Strided::new(&[lines, line], &[line, 1])?,
                    None => Strided::new(&[line], &[1])?,
                },
                types[2],
            ))
        };
        let target = self.regions[2];
        let mut operands = vec![raw(target.address(), Some(lines))?];
        if let Some(other) = other {
            let (region, count) = match other {
                Other::Row(region) => (region, None),
                Other::Whole(region) => (region, Some(lines)),
            };
            region.on_device("other", self.stream().device().context())?;
            check::apart("d", "other", [target.range(), region.range()])?;
            let needed = bytes([m, count.unwrap_or(1) as u64], 1, types[2]);
            holds("other", &region, needed, types[2].bytes() as u64)?;
            operands.push(raw(region.address(), count)?);
            self.regions.push(region.reading());
        }
        Ok(Then {
            call: self,
            op,
            operands,
        })
    }
}

/// Rejects an operator that does not make another D of D and, if there `is_other`, of an operand of its type.
fn follows(op: Op, dtype: DType, is_other: bool) -> Result<(), Error> {
    types_in_place(op, &[dtype; 2][..1 + usize::from(is_other)]).map(drop)
}

/// The other operand of the kernel behind a product.
#[derive(Clone, Copy, Debug)]
pub enum Other<'a> {
    /// A value for each element of D's contiguous lines.
    Row(Region<'a>),
    /// A value for each element of D, in D's order.
    Whole(Region<'a>),
}

/// A product by the library and an elementwise kernel on its result.
pub struct Then<'a> {
    call: Call<'a>,
    op: Op,
    operands: Vec<Raw>,
}

// SAFETY: what the product borrows, and the other operand, are named by the product.
unsafe impl Replay for Then<'_> {
    fn stream(&self) -> &Stream {
        self.call.stream()
    }
    fn uses(&self) -> Vec<Use<'_>> {
        self.call.uses()
    }
    unsafe fn queue(&self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: upheld by the caller: a stream of the same device, in order among other work on what `uses` names.
        unsafe { self.call.queue(stream) }?;
        let to = &self.operands[0];
        // SAFETY: D is borrowed for writing and equal to the first operand place for place; the other is borrowed and as long
        // as a line of D or as D.
        unsafe { operate(stream, self.op, to.dtype, to, self.operands.clone()) }
    }
}

/// The factors, in the types that sums have.
static ONE: (f32, i32, f64) = (1.0, 1, 1.0);
static ZERO: (f32, i32, f64) = (0.0, 0, 0.0);

// SAFETY: description, workspace and operands are borrowed; the memory among them is named.
unsafe impl Replay for Call<'_> {
    fn stream(&self) -> &Stream {
        &self.prepared.cublas.stream
    }
    fn uses(&self) -> Vec<Use<'_>> {
        let workspace = self.prepared.cublas.workspace.usage().write();
        let regions = self.regions.iter().filter_map(Region::usage);
        regions.chain([workspace]).collect()
    }
    unsafe fn queue(&self, stream: &Stream) -> Result<(), Error> {
        let ones = (&raw const ONE.0).cast::<c_void>();
        let zeros = (&raw const ZERO.0).cast::<c_void>();
        let (alpha, beta) = match self.prepared.product.types[0] {
            DType::I8 => ((&raw const ONE.1).cast(), (&raw const ZERO.1).cast()),
            DType::F64 => ((&raw const ONE.2).cast(), (&raw const ZERO.2).cast()),
            _ => (ones, zeros),
        };
        let (cublas, [la, lb, ld]) = (self.prepared.cublas, self.prepared.layouts);
        let workspace = cublas.workspace.address() as *mut c_void;
        let [a, b, d] = [0, 1, 2].map(|at| self.regions[at].address() as *mut c_void);
        let stream = stream.raw().cu_stream() as lt::cudaStream_t;
        // SAFETY: all handles are live, the scalars live through the call, the regions hold the operands as `call`
        // checked (cuBLAS documentation, cublasLtMatmul).
        let answer = unsafe {
            lt::cublasLtMatmul(
                cublas.handle,
                self.prepared.description,
                alpha,
                a,
                la,
                b,
                lb,
                beta,
                d,
                ld,
                d,
                ld,
                self.algorithm,
                workspace,
                cublas.workspace.len(),
                stream,
            )
        };
        status(answer, "cublasLtMatmul")
    }
}

impl Drop for Prepared<'_> {
    fn drop(&mut self) {
        for layout in self.layouts.into_iter().filter(|layout| !layout.is_null()) {
            // SAFETY: created by the library, destroyed once.
            unsafe { lt::cublasLtMatrixLayoutDestroy(layout) };
        }
        if !self.description.is_null() {
            // SAFETY: created by the library, destroyed once.
            unsafe { lt::cublasLtMatmulDescDestroy(self.description) };
        }
    }
}

impl Drop for Cublas {
    fn drop(&mut self) {
        // SAFETY: created by the library, destroyed once.
        unsafe { lt::cublasLtDestroy(self.handle) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_no_number_counts_fit_nowhere() {
        assert_eq!(bytes([3, 5], 2, DType::F32), 120);
        assert_eq!(bytes([3, 5], 0, DType::F16), 30);
        for extents in [[1 << 33, 1 << 33], [u64::MAX, 1], [1 << 62, 1]] {
            assert_eq!(bytes(extents, 1, DType::F32), u64::MAX, "{extents:?}");
        }
    }

    #[test]
    fn what_follows_a_product_reaches_every_matrix() {
        let lines = |n, batches| {
            let product = Product {
                m: 4,
                n,
                k: 8,
                transpose_a: false,
                transpose_b: false,
                types: [DType::F32; 3],
                batches,
            };
            product.lines()
        };
        assert_eq!([lines(5, 0), lines(5, 1), lines(5, 3)], [5, 5, 15]);
        assert_eq!(lines(u64::MAX, 2), u64::MAX);
    }

    #[test]
    fn what_follows_a_product_makes_another_d() {
        for (op, is_other) in [(Op::Relu, false), (Op::Add, true), (Op::Exp, false)] {
            assert_eq!(follows(op, DType::BF16, is_other), Ok(()), "{op:?}");
        }
        // An operand too few or too many, a truth value, no integer.
        for (op, dtype, is_other) in [
            (Op::Add, DType::BF16, false),
            (Op::Relu, DType::BF16, true),
            (Op::Where, DType::BF16, true),
            (Op::Lt, DType::BF16, true),
            (Op::Exp, DType::I32, false),
            (Op::Add, DType::F8E4M3, true),
        ] {
            assert!(follows(op, dtype, is_other).is_err(), "{op:?}");
        }
    }

    #[test]
    fn operands_begin_where_algorithms_were_asked_for() {
        let at = |address| holds("a", &Region::at(address, 64), 64, ALIGN);
        assert_eq!(at(512), Ok(()));
        for address in [514, 528, 640] {
            let wrong = matches!(at(address), Err(Error::Misaligned { align: 256, .. }));
            assert!(wrong, "{address}");
        }
    }

    #[test]
    fn outputs_share_no_memory_with_operands() {
        let apart = |address| {
            let [d, a] = [1024, address].map(|address| Region::at(address, 64).range());
            check::apart("d", "a", [d, a])
        };
        assert_eq!(apart(1088), Ok(()));
        for address in [961, 1024, 1087] {
            let end = apart(address);
            assert!(
                matches!(end, Err(Error::Overlap { with: "a", .. })),
                "{address}"
            );
        }
    }
}
