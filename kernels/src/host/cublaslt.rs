//! cuBLASLt, as a baseline for benchmarks: its first heuristic and as many other algorithms as it offers.

use std::{ffi::c_void, ptr::null_mut};

use azulejo_tensor::DType;
use cudarc::cublaslt::sys as lt;

use super::{Buffer, Error, Replay, Stream, Use, gemm::Region, map::operate, operand::Raw};
use crate::cpu::{Op, Strided};

/// Whether the library can be loaded.
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
    /// Whether A is stored k × m.
    pub transpose_a: bool,
    /// Whether B is stored n × k.
    pub transpose_b: bool,
    /// Types of A, B and D.
    pub types: [DType; 3],
    /// Products, each after the other in memory.
    pub batches: u32,
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
            return Err(Error::NotImplemented {
                what: "a comparison with cuBLASLt: its library is not on the library path".into(),
            });
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
        // SAFETY: handles are written before they are used; attributes are passed with their sizes (cuBLAS
        // documentation, cublasLtMatmulDescCreate and the calls below).
        unsafe {
            status(
                lt::cublasLtMatmulDescCreate(&mut prepared.description, compute, scale),
                "cublasLtMatmulDescCreate",
            )?;
            let set = |attribute, value: i32, size: usize| {
                status(
                    lt::cublasLtMatmulDescSetAttribute(
                        prepared.description,
                        attribute,
                        (&raw const value).cast(),
                        size,
                    ),
                    "cublasLtMatmulDescSetAttribute",
                )
            };
            set(
                Attribute::CUBLASLT_MATMUL_DESC_TRANSA,
                product.transpose_a as i32,
                4,
            )?;
            set(
                Attribute::CUBLASLT_MATMUL_DESC_TRANSB,
                product.transpose_b as i32,
                4,
            )?;
            if product.types[0].bits() == 8 && !integer {
                set(Attribute::CUBLASLT_MATMUL_DESC_FAST_ACCUM, 1, 1)?;
            }
            let (m, n, k) = (product.m, product.n, product.k);
            let shapes = [
                if product.transpose_a { (k, m) } else { (m, k) },
                if product.transpose_b { (n, k) } else { (k, n) },
                (m, n),
            ];
            for (i, (rows, columns)) in shapes.into_iter().enumerate() {
                let dtype = data_type(product.types[i])?;
                status(
                    lt::cublasLtMatrixLayoutCreate(
                        &mut prepared.layouts[i],
                        dtype,
                        rows,
                        columns,
                        rows as i64,
                    ),
                    "cublasLtMatrixLayoutCreate",
                )?;
                if product.batches > 1 {
                    use lt::cublasLtMatrixLayoutAttribute_t as Layout;
                    let (count, stride) = (product.batches as i32, (rows * columns) as i64);
                    status(
                        lt::cublasLtMatrixLayoutSetAttribute(
                            prepared.layouts[i],
                            Layout::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                            (&raw const count).cast(),
                            4,
                        ),
                        "cublasLtMatrixLayoutSetAttribute",
                    )?;
                    status(
                        lt::cublasLtMatrixLayoutSetAttribute(
                            prepared.layouts[i],
                            Layout::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                            (&raw const stride).cast(),
                            8,
                        ),
                        "cublasLtMatrixLayoutSetAttribute",
                    )?;
                }
            }
            let mut preference = null_mut();
            status(
                lt::cublasLtMatmulPreferenceCreate(&mut preference),
                "cublasLtMatmulPreferenceCreate",
            )?;
            let bytes = self.workspace.len();
            status(
                lt::cublasLtMatmulPreferenceSetAttribute(
                    preference,
                    lt::cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                    (&raw const bytes).cast(),
                    size_of::<usize>(),
                ),
                "cublasLtMatmulPreferenceSetAttribute",
            )?;
            let mut results: Vec<lt::cublasLtMatmulHeuristicResult_t> =
                vec![std::mem::zeroed(); most];
            let mut found = 0;
            let [a, b, d] = prepared.layouts;
            let answer = lt::cublasLtMatmulAlgoGetHeuristic(
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
            );
            lt::cublasLtMatmulPreferenceDestroy(preference);
            status(answer, "cublasLtMatmulAlgoGetHeuristic")?;
            prepared.algorithms = results[..found as usize]
                .iter()
                .filter(|r| r.state == lt::cublasStatus_t::CUBLAS_STATUS_SUCCESS)
                .map(|r| r.algo)
                .collect();
        }
        Ok(prepared)
    }
}

impl Prepared<'_> {
    /// How many algorithms the library offered.
    pub fn algorithms(&self) -> usize {
        self.algorithms.len()
    }

    /// The product with algorithm `index` on these compact operands.
    ///
    /// # Errors
    /// [`Error::Argument`] where there is no such algorithm or D is not writable, [`Error::OutOfBounds`] for a region
    /// that is too small.
    pub fn call<'a>(
        &'a self,
        index: usize,
        a: Region<'a>,
        b: Region<'a>,
        d: Region<'a>,
    ) -> Result<Call<'a>, Error> {
        let Some(algorithm) = self.algorithms.get(index) else {
            return Err(Error::Argument {
                argument: "index",
                why: format!("{index} of {} algorithms", self.algorithms.len()),
            });
        };
        let Product {
            m,
            n,
            k,
            types,
            batches,
            ..
        } = self.product;
        for (argument, region, elements, dtype) in [
            ("a", &a, m * k, types[0]),
            ("b", &b, k * n, types[1]),
            ("d", &d, m * n, types[2]),
        ] {
            let needed = elements * batches.max(1) as u64 * dtype.bits() as u64 / 8;
            if region.bytes() < needed {
                return Err(Error::OutOfBounds {
                    argument,
                    needed,
                    len: region.bytes(),
                });
            }
        }
        if !d.is_writable() {
            return Err(Error::Argument {
                argument: "d",
                why: "its memory was borrowed for reading".into(),
            });
        }
        Ok(Call {
            prepared: self,
            algorithm,
            operands: [a.address(), b.address(), d.address()],
            uses: [a.reading(), b.reading(), d.writing()]
                .into_iter()
                .flatten()
                .collect(),
        })
    }
}

/// A product with an algorithm and operands, ready to start.
pub struct Call<'a> {
    prepared: &'a Prepared<'a>,
    algorithm: &'a lt::cublasLtMatmulAlgo_t,
    operands: [u64; 3],
    uses: Vec<Use<'a>>,
}

impl<'a> Call<'a> {
    /// The product, then `op` on every element of D, with `other` as the other operand where there is one.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] for an operand that is too short, [`Error::Array`] for a D that is too large.
    pub fn then(mut self, op: Op, other: Option<Other<'a>>) -> Result<Then<'a>, Error> {
        let Product { m, n, types, .. } = self.prepared.product;
        let (line, lines) = (m as usize, n as usize);
        let raw = |address, lines: Option<usize>| -> Result<Raw, Error> {
            Ok(Raw {
                address,
                layout: match lines {
                    Some(lines) => Strided::new(&[lines, line], &[line, 1])?,
                    None => Strided::new(&[line], &[1])?,
                },
                dtype: types[2],
            })
        };
        let mut operands = vec![raw(self.operands[2], Some(lines))?];
        if let Some(other) = other {
            let (region, count) = match other {
                Other::Row(region) => (region, None),
                Other::Whole(region) => (region, Some(lines)),
            };
            let needed = m * count.unwrap_or(1) as u64 * types[2].bits() as u64 / 8;
            if region.bytes() < needed {
                return Err(Error::OutOfBounds {
                    argument: "other",
                    needed,
                    len: region.bytes(),
                });
            }
            operands.push(raw(region.address(), count)?);
            self.uses.extend(region.reading());
        }
        Ok(Then {
            call: self,
            op,
            operands,
        })
    }
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
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.call.queue(stream)?;
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
        self.uses.iter().copied().chain([workspace]).collect()
    }
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        let ones = (&raw const ONE.0).cast::<c_void>();
        let zeros = (&raw const ZERO.0).cast::<c_void>();
        let (alpha, beta) = match self.prepared.product.types[0] {
            DType::I8 => ((&raw const ONE.1).cast(), (&raw const ZERO.1).cast()),
            DType::F64 => ((&raw const ONE.2).cast(), (&raw const ZERO.2).cast()),
            _ => (ones, zeros),
        };
        let (cublas, [la, lb, ld]) = (self.prepared.cublas, self.prepared.layouts);
        let workspace = cublas.workspace.address() as *mut c_void;
        let [a, b, d] = self.operands.map(|address| address as *mut c_void);
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
        // SAFETY: created by the library or null, destroyed once.
        unsafe {
            for layout in self.layouts {
                if !layout.is_null() {
                    lt::cublasLtMatrixLayoutDestroy(layout);
                }
            }
            if !self.description.is_null() {
                lt::cublasLtMatmulDescDestroy(self.description);
            }
        }
    }
}

impl Drop for Cublas {
    fn drop(&mut self) {
        // SAFETY: created by the library, destroyed once.
        unsafe { lt::cublasLtDestroy(self.handle) };
    }
}
