//! [`Product`]: a product of matrices with its epilogue on guarded operands, and what every element of D must be.

use azulejo_cpu::Strided;
use azulejo_gemm::Activation;
use azulejo_gemm::gpu::{GpuEpilogue, gemm};
use azulejo_kernels::device::gemm::args::activation;
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_runtime::gemm::{
    self, Algorithm, Epilogue, GpuBias, GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, ProblemShape,
    Sums,
};
use azulejo_runtime::{Buffer, Error, Stream};
use azulejo_tensor::DType;

use super::Failure;
use super::elementwise::Laid;
use super::gaps::Gaps;
use super::guarded::Guarded;
use super::numbers::{Random, raw, uniform, value};
use super::run::Case;

/// An element by its batch, its row of A or column of B, and k.
pub type Element = fn(usize, usize, usize) -> f64;

/// The elements of A and B.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// Small whole ones, of which every sum is exact.
    Whole,
    /// Between -1 and 1, integers of a byte; sums within their bound.
    Random,
    /// These, of which every sum is exact or NaN.
    Given(Element, Element),
}

/// A batch of products `D = out · activation(alpha · scales · A · B + beta · C + bias)`.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    pub sizes: ProblemShape,
    /// Types of A, B and D.
    pub types: [DType; 3],
    /// [`Major::K`] where K of A and of B is contiguous, and N of D.
    pub orders: [Major; 3],
    /// Those of A, B and D with C.
    pub gaps: [Gaps; 3],
    /// In place of lines, strides of A, B, D and C along two axes of the batch, rows and columns: 0 repeats, a negative one goes
    /// backwards.
    pub strides: [Option<[isize; 4]>; 4],
    /// How many times the batches of `sizes` there are, along an axis of their own.
    pub outer: usize,
    pub alpha: f64,
    /// Of C, which is there where this is not 0.
    pub beta: f64,
    /// `true` if C is D itself.
    pub in_place: bool,
    pub bias: Option<Major>,
    /// One of [`activation`].
    pub activation: u32,
    /// Factors of A and of B, one for each row and column or one; one for D, and the largest magnitude asked for.
    pub scales: Option<[bool; 2]>,
    /// `false` if, beside such factors, D has none, and no magnitude is asked for.
    pub measured: bool,
    pub sums: Sums,
    pub numbers: Numbers,
}

impl Product {
    /// Compact matrices of integers, D by rows.
    pub fn new(extents: [u32; 3], types: [DType; 3]) -> Self {
        Self {
            sizes: sizes(extents),
            types,
            orders: [Major::K; 3],
            gaps: [Gaps::NONE; 3],
            strides: [None; 4],
            outer: 1,
            alpha: 1.0,
            beta: 0.0,
            in_place: false,
            bias: None,
            activation: activation::NONE,
            scales: None,
            measured: true,
            sums: Sums::Fast,
            numbers: Numbers::Whole,
        }
    }

    /// M, N, K and how many products.
    fn extents(&self) -> [usize; 4] {
        let ProblemShape { m, n, k, batches } = self.sizes;
        let [m, n, k, batches] = [m, n, k, batches].map(|extent| extent as usize);
        [m, n, k, self.outer * batches]
    }

    /// Extents and strides of A, B, D or C: axes of the batch, rows and columns.
    fn modes(&self, at: usize) -> ([usize; 4], [isize; 4]) {
        let ([m, n, k, _], batches) = (self.extents(), self.sizes.batches as usize);
        let [rows, columns] = [[m, k], [k, n], [m, n], [m, n]][at];
        let of = at.min(2);
        let by_rows = (self.orders[of] == Major::K) != (at == 1);
        let lines = self.gaps[of].strides([rows, columns], by_rows, self.types[of]);
        let [matrix, row, column] = lines;
        let lines = [batches as isize * matrix, matrix, row, column];
        let strides = self.strides[at].or(self.strides[of]).unwrap_or(lines);
        ([self.outer, batches, rows, columns], strides)
    }

    /// The first of the places that share an element of A, B, D or C with this one.
    fn element(&self, at: usize, [z, i, j]: [usize; 3]) -> [usize; 3] {
        let Some(strides) = self.strides[at].or(self.strides[at.min(2)]) else {
            return [z, i, j];
        };
        let batches = self.sizes.batches as usize;
        let kept = [z / batches * batches, z % batches, i, j];
        let [outer, batch, i, j] =
            [0, 1, 2, 3].map(|axis| if strides[axis] == 0 { 0 } else { kept[axis] });
        [outer + batch, i, j]
    }

    /// A, B, D or C on the device, of elements by batch, row and column; nothing but poison for an output.
    fn operand(
        &self,
        stream: &Stream,
        at: usize,
        element: Option<&dyn Fn([usize; 3]) -> f64>,
    ) -> Result<Guarded, Failure> {
        let (dtype, shift) = (self.types[at.min(2)], self.gaps[at.min(2)].pad);
        let (extents, strides) = self.modes(at);
        let layout = Strided::new(&extents, &strides.map(isize::unsigned_abs))?;
        let encode = encoder(dtype);
        let along = |axis: usize, index: usize| match strides[axis] {
            ..0 => extents[axis] - 1 - index,
            _ => index,
        };
        let elements = element.into_iter().flat_map(|element| {
            let all = places(extents[0] * extents[1], extents[2], extents[3]);
            let (encode, along) = (&encode, &along);
            all.map(move |[z, i, j]| encode(element([z, along(2, i), along(3, j)])))
        });
        Guarded::poisoned(stream, Laid::new(dtype, layout).at(shift, false), elements)
    }

    /// Returns the operands on the device.
    pub fn operands(&self, stream: &Stream) -> Result<Operands<'_>, Failure> {
        let ([m, n, ..], out) = (self.extents(), self.types[2]);
        let along = match self.bias {
            None => 0,
            Some(Major::Mn) => m,
            Some(Major::K) => n,
        };
        let bias = (0..along).map(|at| raw(out, bias_value(at)));
        let of_bias = Laid::new(out, Strided::row_major(&[along])?);
        let [rows, columns] = self.scales.unwrap_or_default();
        let [row, column] = [if rows { m } else { 1 }, if columns { n } else { 1 }];
        let row = (0..row).map(|i| row_factor(rows, i) as f32);
        let column = (0..column).map(|j| column_factor(columns, j) as f32);
        let factors = [row.collect(), column.collect(), vec![OUT as f32]];
        let [row, column, out] = factors.map(|all: Vec<f32>| stream.upload(&all));
        let added = |place| self.added(place);
        let added = (self.beta != 0.0).then_some(&added as &dyn Fn([usize; 3]) -> f64);
        Ok(Operands {
            product: self,
            a: self.operand(stream, 0, Some(&|[z, i, l]| self.left(z, i, l)))?,
            b: self.operand(stream, 1, Some(&|[z, l, j]| self.right(z, j, l)))?,
            c: match added {
                Some(_) if !self.in_place => Some(self.operand(stream, 3, added)?),
                _ => None,
            },
            d: self.operand(stream, 2, added.filter(|_| self.in_place))?,
            bias: Guarded::poisoned(stream, of_bias, bias)?,
            factors: [row?, column?, out?],
            amax: stream.zeros(1)?,
        })
    }

    /// An element of C.
    fn added(&self, place: [usize; 3]) -> f64 {
        let [_, i, j] = self.element(if self.in_place { 2 } else { 3 }, place);
        ((i + 2 * j) % 9) as f64 - 4.0
    }

    /// An element of A.
    fn left(&self, z: usize, i: usize, l: usize) -> f64 {
        let [m, _, k, _] = self.extents();
        let [z, i, l] = self.element(0, [z, i, l]);
        match self.numbers {
            Numbers::Whole => whole_left(z, i, l),
            Numbers::Random => uniform(self.types[0], 1, ((z * m + i) * k + l) as u64),
            Numbers::Given(left, _) => left(z, i, l),
        }
    }

    /// An element of B.
    fn right(&self, z: usize, j: usize, l: usize) -> f64 {
        let [_, n, k, _] = self.extents();
        let [z, l, j] = self.element(1, [z, l, j]);
        match self.numbers {
            Numbers::Whole => whole_right(z, j, l),
            Numbers::Random => uniform(self.types[1], 2, ((z * n + j) * k + l) as u64),
            Numbers::Given(_, right) => right(z, j, l),
        }
    }

    /// The sum of a batch, row and column, and that of its terms' magnitudes.
    fn sums(&self) -> Box<dyn Fn(usize, usize, usize) -> (f64, f64) + '_> {
        let [m, n, k, batches] = self.extents();
        if let Numbers::Whole = self.numbers {
            // Seven different rows of A and five different columns of B.
            let term = |at: usize, l| whole_left(0, at % 7, l) * whole_right(0, at / 7, l);
            let sums: Vec<f64> = (0..35)
                .map(|at| (0..k).map(|l| term(at, l)).sum())
                .collect();
            return Box::new(move |z, i, j| {
                let [left, i, _] = self.element(0, [z, i, 0]);
                let [right, _, j] = self.element(1, [z, 0, j]);
                (sums[(i + 5 * left) % 7 + (j + 4 * right) % 5 * 7], 0.0)
            });
        }
        let rounded = |dtype, x| value(dtype, raw(dtype, x));
        let [ta, tb, _] = self.types;
        let a = places(batches, m, k).map(|[z, i, l]| rounded(ta, self.left(z, i, l)));
        let b = places(batches, n, k).map(|[z, j, l]| rounded(tb, self.right(z, j, l)));
        let (a, b): (Vec<f64>, Vec<f64>) = (a.collect(), b.collect());
        Box::new(move |z, i, j| {
            let terms = a[(z * m + i) * k..][..k].iter().zip(&b[(z * n + j) * k..]);
            terms.fold((0.0, 0.0), |(sum, size), (x, y)| {
                (sum + x * y, size + (x * y).abs())
            })
        })
    }

    /// What follows the sum of a row and column, up to D's own factor.
    fn finished(&self, sum: f64, [z, i, j]: [usize; 3]) -> f64 {
        let mut x = if self.alpha == 0.0 {
            0.0
        } else {
            self.alpha * sum
        };
        if let Some([rows, columns]) = self.scales {
            x *= row_factor(rows, i);
            x *= column_factor(columns, j);
        }
        if self.beta != 0.0 {
            x += self.beta * self.added([z, i, j]);
        }
        if let Some(along) = self.bias {
            x += bias_value(if along == Major::Mn { i } else { j });
        }
        match self.activation {
            activation::RELU => x.max(0.0),
            activation::GELU => {
                let z = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
                x / 2.0 * (1.0 + z.tanh())
            }
            activation::SILU => x / (1.0 + (-x).exp()),
            _ => x,
        }
    }

    /// How far an element may be from `x`, whose terms have magnitudes of this sum; 0 where it must be what `x` is rounded to.
    fn slack(&self, x: f64, size: f64) -> f64 {
        let [input, _, out] = self.types;
        let unit = match out {
            DType::F32 | DType::F64 | DType::I32 => 0.0,
            DType::F16 => 1.0 / 1024.0,
            DType::BF16 => 1.0 / 128.0,
            DType::F8E4M3 => 1.0 / 8.0,
            _ => 1.0 / 4.0,
        };
        let is_gelu_or_silu = [activation::GELU, activation::SILU].contains(&self.activation);
        match self.numbers {
            Numbers::Random => {
                let wide = out == DType::F64 || input == DType::I8;
                let epsilon = if wide {
                    f64::EPSILON
                } else {
                    f32::EPSILON as f64
                };
                2.0 * self.sizes.k as f64 * epsilon * size + unit * x.abs()
            }
            // The device has its own exponential.
            _ if is_gelu_or_silu => unit.max(1e-5) * (x.abs() + 0.01),
            _ => 0.0,
        }
    }
}

/// The sizes of one product.
pub fn sizes([m, n, k]: [u32; 3]) -> ProblemShape {
    let batches = 1;
    ProblemShape { m, n, k, batches }
}

/// What computes a product.
#[derive(Clone, Copy, Debug)]
pub enum By {
    Algorithm(Algorithm),
    /// The call of users, which chooses a kernel.
    Call,
}

/// A product, checked on guarded operands.
#[derive(Clone, Copy, Debug)]
pub struct Multiplied(pub By, pub Product);

impl Case for Multiplied {
    fn name(&self) -> String {
        let Self(by, product) = self;
        match by {
            By::Algorithm(Algorithm::Hopper(row, schedule)) => {
                format!("{} {schedule:?} {product:?}", row.kernel.name)
            }
            By::Algorithm(Algorithm::Sm80(Some(row))) => format!("{} {product:?}", row.kernel.name),
            _ => format!("chosen {product:?}"),
        }
    }

    /// Kernels for Hopper compute it twice, the second while the first ends.
    fn check(&self, stream: &Stream, _: &mut Random) -> Result<(), Failure> {
        let mut operands = self.1.operands(stream)?;
        match self.0 {
            By::Call => {
                let (a, b, mut d, epilogue) = operands.views()?;
                gemm(stream, a, b, &mut d, &named(epilogue))?;
            }
            By::Algorithm(by) => {
                let prepared = gemm::Prepared::new(stream, &[operands.call()?], |_| Ok(by))?;
                prepared.launch()?;
                if let Algorithm::Hopper(..) = by {
                    prepared.launch()?;
                }
                stream.synchronize()?;
            }
        }
        operands.verify(stream)
    }
}

/// The epilogue with its activation by name.
pub fn named(epilogue: Epilogue<'_>) -> GpuEpilogue<'_> {
    use Activation::{Gelu, None, Relu, Silu};
    epilogue.with([None, Relu, Gelu, Silu][epilogue.activation as usize])
}

/// A, B and D, and what follows their product.
pub type Views<'a> = (GpuMatRef<'a>, GpuMatRef<'a>, GpuMatMut<'a>, Epilogue<'a>);

/// A product's operands on the device.
pub struct Operands<'p> {
    product: &'p Product,
    a: Guarded,
    b: Guarded,
    c: Option<Guarded>,
    d: Guarded,
    bias: Guarded,
    /// Of A, the columns, and D.
    factors: [Buffer<f32>; 3],
    amax: Buffer<f32>,
}

impl Operands<'_> {
    /// The arguments of a call: A, B, D, and what follows.
    pub fn views(&mut self) -> Result<Views<'_>, Error> {
        let (product, factored) = (self.product, self.product.scales.is_some());
        let [of_a, of_b, of_d, of_c] = [0, 1, 2, 3].map(|at| product.modes(at).1);
        let [rows, columns, out] = &self.factors;
        let measured = factored && product.measured;
        let factor = |of| factored.then(|| GpuVecRef::new(of));
        let bias = GpuVecRef::of_region(self.bias.region(), product.types[2]);
        let epilogue = Epilogue {
            alpha: product.alpha,
            beta: product.beta,
            c: self.c.as_ref().map(|c| c.matrix(of_c)).transpose()?,
            bias: product.bias.map(|along| match along {
                Major::K => GpuBias::PerColumn(bias),
                Major::Mn => GpuBias::PerRow(bias),
            }),
            activation: product.activation,
            scale_a: factor(rows),
            scale_b: factor(columns),
            scale_d: factor(out).filter(|_| measured),
            amax: measured.then(|| GpuVecMut::new(&mut self.amax)),
            sums: product.sums,
        };
        let (a, b) = (self.a.matrix(of_a)?, self.b.matrix(of_b)?);
        Ok((a, b, self.d.matrix_mut(of_d)?, epilogue))
    }

    /// The same, checked.
    pub fn call(&mut self) -> Result<gemm::Product<'_>, Error> {
        let (a, b, d, epilogue) = self.views()?;
        gemm::Product::new(&a, &b, &d, &epilogue)
    }

    /// Compares every element of D, what is around it, what is only read, and the largest magnitude.
    pub fn verify(&self, stream: &Stream) -> Result<(), Failure> {
        let product = self.product;
        let measured = product.scales.is_some() && product.measured;
        let [m, n, _, batches] = product.extents();
        for (name, of) in [("A", &self.a), ("B", &self.b), ("the bias", &self.bias)] {
            of.unchanged(stream, name)?;
        }
        self.c
            .as_ref()
            .map_or(Ok(()), |c| c.unchanged(stream, "C"))?;
        let (td, sums) = (product.types[2], product.sums());
        let largest = std::cell::Cell::new(0.0f64);
        let encode = encoder(td);
        let want = places(batches, m, n).map(|[z, i, j]| {
            let (sum, size) = sums(z, i, j);
            let mut x = product.finished(sum, [z, i, j]);
            largest.set(largest.get().max(x.abs()));
            if measured {
                x *= OUT;
            }
            // Stores to 8-bit floats take what is too large to the largest.
            match td {
                DType::F8E4M3 => (x.clamp(-448.0, 448.0), size),
                DType::F8E5M2 => (x.clamp(-57_344.0, 57_344.0), size),
                _ => (x, size),
            }
        });
        self.d.compare(stream, want, |found, (x, size)| {
            let want = encode(x);
            if found == want {
                return Ok(());
            }
            let (found, want, slack) = (value(td, found), value(td, want), product.slack(x, size));
            let is_near = match product.numbers {
                Numbers::Random => (found - x).abs() <= slack,
                _ => (found - want).abs() <= slack || (found.is_nan() && want.is_nan()),
            };
            let near = is_near.then_some(());
            near.ok_or_else(|| format!("is {found}, not {want}"))
        })?;
        if measured {
            let found = f64::from(stream.download(&self.amax)?[0]);
            if found != largest.get() {
                let largest = largest.get();
                return Err(format!("the largest magnitude is {found}, not {largest}").into());
            }
        }
        Ok(())
    }
}

/// The factor of D.
const OUT: f64 = 0.5;

/// Elements of A and B: those of a batch begin with row 5 z and column 4 z of the first.
fn whole_left(z: usize, i: usize, l: usize) -> f64 {
    ((3 * i + 5 * l + z) % 7) as f64 - 3.0
}
fn whole_right(z: usize, j: usize, l: usize) -> f64 {
    ((2 * j + 7 * l + 3 * z) % 5) as f64 - 2.0
}
fn bias_value(at: usize) -> f64 {
    (at % 5) as f64 - 1.0
}
/// Of each row of A and column of B, or of all.
fn row_factor(each: bool, i: usize) -> f64 {
    if each { (1 + i % 2) as f64 } else { 4.0 }
}
fn column_factor(each: bool, j: usize) -> f64 {
    if each { (1 + j % 3) as f64 } else { 2.0 }
}

/// Batch, row and column of every element, the last fastest.
fn places(batches: usize, rows: usize, columns: usize) -> impl Iterator<Item = [usize; 3]> {
    let all = (0..batches).flat_map(move |z| (0..rows).map(move |i| (z, i)));
    all.flat_map(move |(z, i)| (0..columns).map(move |j| [z, i, j]))
}

/// The bits of numbers of a type, those of small whole ones from a table.
fn encoder(dtype: DType) -> impl Fn(f64) -> u64 {
    let table: Vec<u64> = (-16..=16).map(|x| raw(dtype, f64::from(x))).collect();
    move |x| {
        let is_small = x.fract() == 0.0 && x.abs() <= 16.0 && x.to_bits() != (-0.0f64).to_bits();
        if is_small {
            table[(x + 16.0) as usize]
        } else {
            raw(dtype, x)
        }
    }
}
