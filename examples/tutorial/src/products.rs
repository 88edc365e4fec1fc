//! The products: checks `C = 2 A B' + 3 C` bit for bit, then times it.

use azulejo_kernels::host::{Error, Function, Launch, Stream};
use azulejo_kernels::table::Kernel;
use azulejo_tensor::f16;

use crate::{Size, function, integers, whole_tiles};

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
    shared: u32,
    half: bool,
}

/// Dynamic shared memory starts at 16 bytes, and the storage at a multiple of 1024 in it.
const ALIGN: u32 = 1024;

macro_rules! products {
    ($($variable:literal $package:ident $hopper:literal $half:literal $tile:expr; $($name:literal $shared:expr),*;)*) => {
        /// All kernels, in the order of the guide.
        pub const KERNELS: &[Product] = &[$($(Product {
            name: $name,
            hopper: $hopper,
            ptx: include_str!(env!($variable)),
            table: $package::KERNELS,
            tile: $tile,
            shared: $shared,
            half: $half,
        },)*)*];
    };
}

products! {
    "SGEMM_1_PTX" tutorial_sgemm_1 false false tutorial_sgemm_1::TILE;
        "tutorial_sgemm_1_nt" 0, "tutorial_sgemm_1_tn" 0;
    "SGEMM_2_PTX" tutorial_sgemm_2 false false tutorial_sgemm_2::TILE;
        "tutorial_sgemm_2_nt" 0, "tutorial_sgemm_2_tn" 0;
    "SGEMM_SM80_PTX" tutorial_sgemm_sm80 false true tutorial_sgemm_sm80::TILE;
        "tutorial_sgemm_sm80_nt" tutorial_sgemm_sm80::SharedStorageNT::BYTES + ALIGN,
        "tutorial_sgemm_sm80_tn" tutorial_sgemm_sm80::SharedStorage::BYTES + ALIGN;
    "WGMMA_SM90_PTX" tutorial_wgmma_sm90 true true tutorial_wgmma_sm90::TILE;
        "tutorial_wgmma_sm90_nt" tutorial_wgmma_sm90::SharedStorageNT::BYTES + ALIGN,
        "tutorial_wgmma_sm90_tn" tutorial_wgmma_sm90::SharedStorage::BYTES + ALIGN;
}

/// A matrix on the device, in f32 or f16.
enum Matrix {
    Single(azulejo_kernels::host::Buffer<f32>),
    Half(azulejo_kernels::host::Buffer<f16>),
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
}

impl Product {
    /// Checks the kernel, then times it.
    pub fn run(&self, stream: &Stream, size: Size) -> Result<(), Error> {
        whole_tiles(size, self.tile)?;
        let (m, n, k) = size;
        let k_contiguous = self.name.ends_with("_tn");
        let (a, b, c) = (integers(m * k, 1), integers(n * k, 2), integers(m * n, 3));
        let function = function(stream, self.ptx, self.table, self.name)?;
        let matrices = [
            Matrix::new(stream, self.half, &a)?,
            Matrix::new(stream, self.half, &b)?,
            Matrix::new(stream, self.half, &c)?,
        ];
        self.launch(stream, &function, size, &matrices)?;
        let found = matrices[2].values(stream)?;
        // Sums of these integers are exact in f32; f16 rounds the result once.
        let at = |x: &[f32], i: usize, l: usize, rows: usize| {
            x[if k_contiguous {
                i * k + l
            } else {
                i + l * rows
            }]
        };
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
        let tflops = self.time(stream, &function, size, &matrices)?;
        println!("{}: {m} x {n} x {k} exact, {tflops:.2} TFLOP/s", self.name);
        Ok(())
    }

    fn launch(
        &self,
        stream: &Stream,
        function: &Function,
        (m, n, k): Size,
        matrices: &[Matrix; 3],
    ) -> Result<(), Error> {
        let k_contiguous = self.name.ends_with("_tn");
        let (lda, ldb) = if k_contiguous { (k, k) } else { (m, n) };
        let [a, b, c] = matrices.each_ref().map(Matrix::address);
        let (grid_m, grid_n) = ((m / self.tile.0) as u32, (n / self.tile.1) as u32);
        let launch = Launch::new(stream, function)
            .grid(grid_m, grid_n, 1)
            .shared(self.shared);
        let params = (
            m as u32, n as u32, k as u32, 2.0f32, a, lda as u32, b, ldb as u32, 3.0f32, c, m as u32,
        );
        // SAFETY: the kernel's parameters are (m, n, k, alpha, a, lda, b, ldb, beta, c, ldc); the matrices hold as many elements as
        // these extents and live until the caller has downloaded C or synchronized.
        unsafe { launch.run(params) }
    }

    /// TFLOP/s, the median of ten launches.
    fn time(
        &self,
        stream: &Stream,
        function: &Function,
        size: Size,
        matrices: &[Matrix; 3],
    ) -> Result<f64, Error> {
        let mut times = Vec::new();
        for _ in 0..10 {
            let start = stream.record()?;
            self.launch(stream, function, size, matrices)?;
            let end = stream.record()?;
            end.synchronize()?;
            times.push(start.milliseconds_to(&end)?);
        }
        times.sort_by(f32::total_cmp);
        let (m, n, k) = size;
        Ok(2.0 * (m * n * k) as f64 / (times[5] as f64 * 1e9))
    }
}

/// All indices of a short axis, some of a long one, the first and the last among them.
fn sample(extent: usize) -> impl Iterator<Item = usize> {
    let step = (extent / 128).max(1);
    (0..extent).step_by(step).chain([extent - 1])
}
