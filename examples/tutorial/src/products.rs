//! The products: checks `C = 2 A B' + 3 C` bit for bit, then times `C = A B'` beside cuBLASLt.

use azulejo_kernels::table::Kernel;
use azulejo_layout::layout;
use azulejo_runtime::cublaslt::{self, Cublas};
use azulejo_runtime::gemm::Region;
use azulejo_runtime::{Buffer, Error, Function, Launch, Replay, Stream};
use azulejo_tensor::{DType, f16};
use tutorial_wgmma_tma_sm90::storage as tma;

use crate::{Size, function, integers, uniform, whole_tiles};

/// A kernel and what its launch needs.
pub struct Product {
    /// The entry point.
    pub name: &'static str,
    /// Whether it needs compute capability 9.0.
    pub hopper: bool,
    /// The PTX.
    pub ptx: &'static str,
    table: &'static [Kernel],
    tile: Size,
    storage: u32,
    half: bool,
}

macro_rules! products {
    ($($variable:literal $package:ident $hopper:literal $half:literal $tile:expr; $($name:literal $storage:expr),*;)*) => {
        /// All kernels, in the order of the guide.
        pub const KERNELS: &[Product] = &[$($(Product {
            name: $name,
            hopper: $hopper,
            ptx: include_str!(env!($variable)),
            table: $package::KERNELS,
            tile: $tile,
            storage: $storage,
            half: $half,
        },)*)*];
    };
}

products! {
    "SGEMM_1_PTX" tutorial_sgemm_1 false false tutorial_sgemm_1::TILE;
        "tutorial_sgemm_1_nt" tutorial_sgemm_1::SharedStorageNT::BYTES,
        "tutorial_sgemm_1_tn" tutorial_sgemm_1::SharedStorage::BYTES;
    "SGEMM_2_PTX" tutorial_sgemm_2 false false tutorial_sgemm_2::TILE;
        "tutorial_sgemm_2_nt" tutorial_sgemm_2::SharedStorageNT::BYTES,
        "tutorial_sgemm_2_tn" tutorial_sgemm_2::SharedStorage::BYTES;
    "SGEMM_SM80_PTX" tutorial_sgemm_sm80 false true tutorial_sgemm_sm80::TILE;
        "tutorial_sgemm_sm80_nt" tutorial_sgemm_sm80::SharedStorageNT::BYTES,
        "tutorial_sgemm_sm80_tn" tutorial_sgemm_sm80::SharedStorage::BYTES;
    "WGMMA_SM90_PTX" tutorial_wgmma_sm90 true true tutorial_wgmma_sm90::TILE;
        "tutorial_wgmma_sm90_nt" tutorial_wgmma_sm90::SharedStorageNT::BYTES,
        "tutorial_wgmma_sm90_tn" tutorial_wgmma_sm90::SharedStorage::BYTES;
    "WGMMA_TMA_SM90_PTX" tutorial_wgmma_tma_sm90 true true tma::TILE;
        "tutorial_wgmma_tma_sm90_nt" tma::SharedStorageNT::BYTES,
        "tutorial_wgmma_tma_sm90_tn" tma::SharedStorage::BYTES;
}

/// A matrix on the device, in f32 or f16.
enum Matrix {
    Single(Buffer<f32>),
    Half(Buffer<f16>),
}

impl Matrix {
    fn new(stream: &Stream, half: bool, values: &[f32]) -> Result<Self, Error> {
        Ok(if half {
            let values: Vec<f16> = values.iter().map(|x| f16::from_f32(*x)).collect();
            Matrix::Half(stream.upload(&values)?)
        } else {
            Matrix::Single(stream.upload(values)?)
        })
    }

    fn address(&self) -> u64 {
        match self {
            Matrix::Single(buffer) => buffer.address(),
            Matrix::Half(buffer) => buffer.address(),
        }
    }

    fn values(&self, stream: &Stream) -> Result<Vec<f32>, Error> {
        Ok(match self {
            Matrix::Single(buffer) => stream.download(buffer)?,
            Matrix::Half(buffer) => stream
                .download(buffer)?
                .iter()
                .map(|x| x.to_f32())
                .collect(),
        })
    }

    fn read(&self) -> Region<'_> {
        match self {
            Matrix::Single(buffer) => Region::read(buffer),
            Matrix::Half(buffer) => Region::read(buffer),
        }
    }

    fn write(&mut self) -> Region<'_> {
        match self {
            Matrix::Single(buffer) => Region::write(buffer),
            Matrix::Half(buffer) => Region::write(buffer),
        }
    }
}

/// A, B and C, and the factors of `C = alpha A B' + beta C`.
struct Operands {
    a: Matrix,
    b: Matrix,
    c: Matrix,
    alpha: f32,
    beta: f32,
}

impl Product {
    /// Checks the kernel, then times it.
    pub fn run(&self, stream: &Stream, size: Size) -> Result<(), Error> {
        whole_tiles(size, self.tile)?;
        let function = function(stream, self.ptx, self.table, self.name)?;
        self.check(stream, &function, size)?;
        let (m, n, k) = size;
        if cublaslt::is_present() {
            let [ours, first, best] = self.time(stream, &function, size)?;
            let ratio = first.min(best) / ours;
            let tflops = |milliseconds: f32| 2.0 * (m * n * k) as f64 / (milliseconds as f64 * 1e9);
            println!(
                "{}: {m} x {n} x {k} exact; {:.1} TFLOP/s, cuBLASLt heuristic {:.1}, best of 16 {:.1}: {ratio:.3} of the better",
                self.name,
                tflops(ours),
                tflops(first),
                tflops(best),
            );
        } else {
            println!("{}: {m} x {n} x {k} exact", self.name);
        }
        Ok(())
    }

    fn k_contiguous(&self) -> bool {
        self.name.ends_with("_tn")
    }

    fn check(&self, stream: &Stream, function: &Function, size: Size) -> Result<(), Error> {
        let (m, n, k) = size;
        let (a, b, c) = (integers(m * k, 1), integers(n * k, 2), integers(m * n, 3));
        let operands = Operands {
            a: Matrix::new(stream, self.half, &a)?,
            b: Matrix::new(stream, self.half, &b)?,
            c: Matrix::new(stream, self.half, &c)?,
            alpha: 2.0,
            beta: 3.0,
        };
        self.with_maps(stream, size, &operands, |maps| {
            self.launch(stream, function, size, &operands, maps)
        })?;
        let found = operands.c.values(stream)?;
        let by_k = self.k_contiguous();
        let at = |x: &[f32], i: usize, l: usize, rows: usize| {
            x[if by_k { i * k + l } else { i + l * rows }]
        };
        // Sums of these integers are exact in f32; f16 rounds the result once.
        for j in sample(n) {
            for i in sample(m) {
                let sum: f32 = (0..k).map(|l| at(&a, i, l, m) * at(&b, j, l, n)).sum();
                let exact = 2.0 * sum + 3.0 * c[i + j * m];
                let expected = if self.half {
                    f16::from_f32(exact).to_f32()
                } else {
                    exact
                };
                assert_eq!(found[i + j * m], expected, "{} at ({i}, {j})", self.name);
            }
        }
        Ok(())
    }

    /// Calls `f` with the tensor maps of A and B, for a kernel that takes them.
    fn with_maps<R>(
        &self,
        stream: &Stream,
        (m, n, k): Size,
        operands: &Operands,
        f: impl FnOnce([u64; 2]) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match (&operands.a, &operands.b) {
            (Matrix::Half(a), Matrix::Half(b))
                if self.name.contains("tma") && self.k_contiguous() =>
            {
                let map_a =
                    stream.tensor_map::<f16, tma::TileA, 1, _, _>(a, layout!((m, k):(k, _1)))?;
                let map_b =
                    stream.tensor_map::<f16, tma::TileB, 1, _, _>(b, layout!((n, k):(k, _1)))?;
                f([map_a.address(), map_b.address()])
            }
            (Matrix::Half(a), Matrix::Half(b)) if self.name.contains("tma") => {
                let map_a =
                    stream.tensor_map::<f16, tma::TileAMN, 1, _, _>(a, layout!((m, k):(_1, m)))?;
                let map_b =
                    stream.tensor_map::<f16, tma::TileBMN, 1, _, _>(b, layout!((n, k):(_1, n)))?;
                f([map_a.address(), map_b.address()])
            }
            _ => f([0; 2]),
        }
    }

    fn launch(
        &self,
        stream: &Stream,
        function: &Function,
        (m, n, k): Size,
        operands: &Operands,
        maps: [u64; 2],
    ) -> Result<(), Error> {
        let Operands {
            a,
            b,
            c,
            alpha,
            beta,
        } = operands;
        let (grid_m, grid_n) = ((m / self.tile.0) as u32, (n / self.tile.1) as u32);
        let launch = Launch::new(stream, function)
            .grid(grid_m, grid_n, 1)
            .shared_storage(self.storage);
        let (rows, columns, depth) = (m as u32, n as u32, k as u32);
        if self.name.contains("tma") {
            let params = (
                maps[0],
                maps[1],
                rows,
                columns,
                depth,
                *alpha,
                *beta,
                c.address(),
                rows,
            );
            // SAFETY: the kernel's parameters are (map_a, map_b, m, n, k, alpha, beta, c, ldc); the maps are of matrices of these
            // extents; all are freed in the order of the stream.
            unsafe { launch.run(params) }
        } else {
            let (lda, ldb) = if self.k_contiguous() {
                (depth, depth)
            } else {
                (rows, columns)
            };
            let params = (
                rows,
                columns,
                depth,
                *alpha,
                a.address(),
                lda,
                b.address(),
                ldb,
                *beta,
                c.address(),
                rows,
            );
            // SAFETY: the kernel's parameters are (m, n, k, alpha, a, lda, b, ldb, beta, c, ldc); the matrices hold as many elements as
            // these extents and are freed in the order of the stream.
            unsafe { launch.run(params) }
        }
    }

    /// Milliseconds of the kernel, of cuBLASLt's first heuristic and of its best of 16: medians of 25 rounds, each of the three in turn, on
    /// uniform random data.
    fn time(&self, stream: &Stream, function: &Function, size: Size) -> Result<[f32; 3], Error> {
        let (m, n, k) = size;
        let operands = Operands {
            a: Matrix::new(stream, self.half, &uniform(m * k, 4))?,
            b: Matrix::new(stream, self.half, &uniform(n * k, 5))?,
            c: Matrix::new(stream, self.half, &vec![0.0; m * n])?,
            alpha: 1.0,
            beta: 0.0,
        };
        let mut theirs = Matrix::new(stream, self.half, &vec![0.0; m * n])?;
        let cublas = Cublas::new(stream, 64 << 20)?;
        let dtype = if self.half { DType::F16 } else { DType::F32 };
        let product = cublaslt::Product {
            m: m as u64,
            n: n as u64,
            k: k as u64,
            transpose_a: self.k_contiguous(),
            transpose_b: !self.k_contiguous(),
            types: [dtype; 3],
            batches: 1,
        };
        let prepared = cublas.prepare(&product, 16)?;
        let (a, b, d) = (operands.a.read(), operands.b.read(), theirs.write());
        let library = |index: usize| elapsed(stream, || prepared.call(index, a, b, d)?.start());
        let mut best = (f32::MAX, 0);
        for index in 0..prepared.algorithms() {
            let run = || -> Result<f32, Error> {
                library(index)?;
                library(index)?;
                library(index)
            };
            // An algorithm that the library offers may reject the operands.
            if let Ok(time) = run()
                && time < best.0
            {
                best = (time, index);
            }
        }
        let mut rounds = [Vec::new(), Vec::new(), Vec::new()];
        self.with_maps(stream, size, &operands, |maps| {
            for _ in 0..25 {
                rounds[0].push(elapsed(stream, || {
                    self.launch(stream, function, size, &operands, maps)
                })?);
                rounds[1].push(library(0)?);
                rounds[2].push(library(best.1)?);
            }
            Ok(())
        })?;
        Ok(rounds.map(|mut times| {
            times.sort_by(f32::total_cmp);
            times[times.len() / 2]
        }))
    }
}

/// Milliseconds on the stream.
fn elapsed(stream: &Stream, start: impl FnOnce() -> Result<(), Error>) -> Result<f32, Error> {
    let before = stream.record()?;
    start()?;
    let after = stream.record()?;
    after.synchronize()?;
    before.milliseconds_to(&after)
}

/// All indices of a short axis, some of a long one, the first and the last among them.
fn sample(extent: usize) -> impl Iterator<Item = usize> {
    let step = (extent / 128).max(1);
    (0..extent).step_by(step).chain([extent - 1])
}
