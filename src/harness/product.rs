//! [`Product`]: a product of matrices with its epilogue on guarded operands, and what every element of D must be.

use azulejo_kernels::cpu::{ArrayError, Strided};
use azulejo_kernels::device::gemm::args::activation;
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::gemm::{self, Epilogue, GpuBias, GpuVecMut, GpuVecRef, Sizes, Sums};
use azulejo_kernels::host::{Buffer, Error, Stream};
use azulejo_tensor::DType;

use super::Failure;
use super::guarded::Guarded;
use super::numbers::{raw, uniform, value};
use super::rotating::sizes;

/// Space between the lines of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    /// Lines take a multiple of so many elements.
    pub multiple: usize,
    /// So many more elements, as many before the first line, and five between matrices: nothing is aligned.
    pub pad: usize,
    /// From one element of a line to the next.
    pub step: usize,
}

impl Gaps {
    /// Lines and matrices one after the other.
    pub const NONE: Self = Self {
        multiple: 1,
        pad: 0,
        step: 1,
    };
    /// Lines at multiples of 16 elements.
    pub const ALIGNED: Self = Self {
        multiple: 16,
        ..Self::NONE
    };

    /// Batches of matrices of these extents, whose columns are contiguous or their rows, each at 16 bytes where nothing is padded.
    fn layout(
        self,
        batches: usize,
        [rows, columns]: [usize; 2],
        by_rows: bool,
        dtype: DType,
    ) -> Result<Strided, ArrayError> {
        let (run, lines) = if by_rows {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let line = self.step * run.next_multiple_of(self.multiple).max(self.multiple) + self.pad;
        let matrix = match self.pad {
            0 => (line * lines.max(1)).next_multiple_of(16 / dtype.bytes()),
            _ => line * lines.max(1) + 5,
        };
        let (row, column) = if by_rows {
            (line, self.step)
        } else {
            (self.step, line)
        };
        Strided::new(&[batches, rows, columns], &[matrix, row, column])
    }
}

/// An element by its batch, its row of A or column of B, and k.
pub type Element = fn(usize, usize, usize) -> f64;

/// The elements of A and B.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// Small whole ones, of which every sum is exact.
    Whole,
    /// Between -1 and 1, integers of a byte; sums within their bound.
    Random,
    /// These, of which every sum is exact or no number.
    Given(Element, Element),
}

/// A batch of products `D = out · activation(alpha · scales · A · B + beta · C + bias)`.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    pub sizes: Sizes,
    /// Types of A, B and D.
    pub types: [DType; 3],
    /// [`Major::K`] where K of A and of B is contiguous, and N of D.
    pub orders: [Major; 3],
    /// Those of A, B and D with C.
    pub gaps: [Gaps; 3],
    pub alpha: f64,
    /// Of C, which is there where this is not 0.
    pub beta: f64,
    pub bias: Option<Major>,
    /// One of [`activation`].
    pub activation: u32,
    /// A factor for each row or one for A, one for each column, one for D, and the largest magnitude asked for.
    pub factored: bool,
    pub numbers: Numbers,
}

impl Product {
    /// Compact matrices of whole numbers, D by rows.
    pub fn new(extents: [u32; 3], types: [DType; 3]) -> Self {
        Self {
            sizes: sizes(extents),
            types,
            orders: [Major::K; 3],
            gaps: [Gaps::NONE; 3],
            alpha: 1.0,
            beta: 0.0,
            bias: None,
            activation: activation::NONE,
            factored: false,
            numbers: Numbers::Whole,
        }
    }

    /// Runs it, and compares every element of D and around it, and what is only read.
    ///
    /// # Errors
    /// Those of `run`, and what is wrong.
    pub fn check(
        &self,
        stream: &Stream,
        run: impl FnOnce(gemm::Product<'_>) -> Result<(), Error>,
    ) -> Result<(), Failure> {
        let mut operands = self.operands(stream)?;
        run(operands.call()?)?;
        stream.synchronize()?;
        operands.verify(stream)
    }

    fn extents(&self) -> [usize; 4] {
        let Sizes { m, n, k, batches } = self.sizes;
        [m, n, k, batches].map(|extent| extent as usize)
    }

    /// Its operands on the device.
    ///
    /// # Errors
    /// The driver's.
    pub fn operands(&self, stream: &Stream) -> Result<Operands<'_>, Failure> {
        let ([m, n, k, batches], [ta, tb, td]) = (self.extents(), self.types);
        let [by_k, by_column, by_rows] = self.orders.map(|order| order == Major::K);
        let [of_a, of_b, of_d] = self.gaps;
        let la = of_a.layout(batches, [m, k], by_k, ta)?;
        let lb = of_b.layout(batches, [k, n], !by_column, tb)?;
        let ld = of_d.layout(batches, [m, n], by_rows, td)?;
        let (of, to, out) = (encoder(ta), encoder(tb), encoder(td));
        let a = places(batches, m, k).map(|[z, i, l]| of(self.left(z, i, l)));
        let b = places(batches, k, n).map(|[z, l, j]| to(self.right(z, j, l)));
        let c = places(batches, m, n).map(|[_, i, j]| out(c_value(i, j)));
        let along = match self.bias {
            None => 0,
            Some(Major::Mn) => m,
            Some(Major::K) => n,
        };
        let line = Strided::row_major(&[along])?;
        let bias = (0..along).map(|at| out(bias_value(at)));
        let factors = |of: fn(usize) -> f64, count: usize| {
            let factors: Vec<f32> = (0..count).map(|at| of(at) as f32).collect();
            stream.upload(&factors)
        };
        Ok(Operands {
            product: self,
            a: Guarded::poisoned(stream, ta, la, of_a.pad, a)?,
            b: Guarded::poisoned(stream, tb, lb, of_b.pad, b)?,
            c: match self.beta {
                0.0 => None,
                _ => Some(Guarded::poisoned(stream, td, ld, of_d.pad, c)?),
            },
            d: Guarded::poisoned(stream, td, ld, of_d.pad, std::iter::empty())?,
            bias: Guarded::poisoned(stream, td, line, 0, bias)?,
            factors: [
                match self.has_one_factor() {
                    true => factors(|_| LEFT, 1)?,
                    false => factors(row_factor, m)?,
                },
                factors(column_factor, n)?,
                factors(|_| OUT, 1)?,
            ],
            amax: factors(|_| 0.0, 1)?,
        })
    }

    /// An element of A.
    fn left(&self, z: usize, i: usize, l: usize) -> f64 {
        let [m, _, k, _] = self.extents();
        match self.numbers {
            Numbers::Whole => ((3 * i + 5 * l + z) % 7) as f64 - 3.0,
            Numbers::Random => uniform(self.types[0], 1, ((z * m + i) * k + l) as u64),
            Numbers::Given(left, _) => left(z, i, l),
        }
    }

    /// An element of B.
    fn right(&self, z: usize, j: usize, l: usize) -> f64 {
        let [_, n, k, _] = self.extents();
        match self.numbers {
            Numbers::Whole => ((2 * j + 7 * l + 3 * z) % 5) as f64 - 2.0,
            Numbers::Random => uniform(self.types[1], 2, ((z * n + j) * k + l) as u64),
            Numbers::Given(_, right) => right(z, j, l),
        }
    }

    /// The sum of a batch, row and column, and that of its terms' magnitudes.
    fn sums(&self) -> Box<dyn Fn(usize, usize, usize) -> (f64, f64) + '_> {
        let [m, n, k, batches] = self.extents();
        if let Numbers::Whole = self.numbers {
            // Seven different rows of A and five different columns of B: batch z begins with row 5 z and column 4 z of the first.
            let term = |at: usize, l| self.left(0, at % 7, l) * self.right(0, at / 7, l);
            let sums: Vec<f64> = (0..35)
                .map(|at| (0..k).map(|l| term(at, l)).sum())
                .collect();
            return Box::new(move |z, i, j| (sums[(i + 5 * z) % 7 + (j + 4 * z) % 5 * 7], 0.0));
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

    /// Whether A has one factor, and not one for each row.
    fn has_one_factor(&self) -> bool {
        self.sizes.m.is_multiple_of(2)
    }

    /// What follows the sum of a row and column, up to D's own factor.
    fn finished(&self, sum: f64, [i, j]: [usize; 2]) -> f64 {
        let mut x = if self.alpha == 0.0 {
            0.0
        } else {
            self.alpha * sum
        };
        if self.factored {
            let of_row = if self.has_one_factor() {
                LEFT
            } else {
                row_factor(i)
            };
            x *= of_row * column_factor(j);
        }
        if self.beta != 0.0 {
            x += self.beta * c_value(i, j);
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
        let curved = [activation::GELU, activation::SILU].contains(&self.activation);
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
            _ if curved => unit.max(1e-5) * (x.abs() + 0.01),
            _ => 0.0,
        }
    }
}

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
    /// The arguments of a call.
    ///
    /// # Errors
    /// Those of the views.
    pub fn call(&mut self) -> Result<gemm::Product<'_>, Error> {
        let (product, factored) = (self.product, self.product.factored);
        let [rows, columns, out] = &self.factors;
        let factor = |of| factored.then(|| GpuVecRef::new(of));
        let bias = GpuVecRef::of_region(self.bias.region(), self.bias.dtype);
        let epilogue = Epilogue {
            alpha: product.alpha,
            beta: product.beta,
            c: self.c.as_ref().map(Guarded::matrix).transpose()?,
            bias: product.bias.map(|along| match along {
                Major::K => GpuBias::PerColumn(bias),
                Major::Mn => GpuBias::PerRow(bias),
            }),
            activation: product.activation,
            scale_a: factor(rows),
            scale_b: factor(columns),
            scale_d: factor(out),
            amax: factored.then(|| GpuVecMut::new(&mut self.amax)),
            sums: Sums::Fast,
        };
        let (a, b) = (self.a.matrix()?, self.b.matrix()?);
        gemm::Product::new(&a, &b, &self.d.matrix_mut()?, &epilogue)
    }

    /// Compares every element of D, what is around it, what is only read, and the largest magnitude.
    ///
    /// # Errors
    /// What is wrong.
    pub fn verify(&self, stream: &Stream) -> Result<(), Failure> {
        let product = self.product;
        let [m, n, _, batches] = product.extents();
        for (name, of) in [("A", &self.a), ("B", &self.b), ("the bias", &self.bias)] {
            of.unchanged(stream, name)?;
        }
        self.c
            .as_ref()
            .map_or(Ok(()), |c| c.unchanged(stream, "C"))?;
        let (td, sums, largest) = (
            product.types[2],
            product.sums(),
            std::cell::Cell::new(0.0f64),
        );
        let encode = encoder(td);
        let want = places(batches, m, n).map(|[z, i, j]| {
            let (sum, size) = sums(z, i, j);
            let mut x = product.finished(sum, [i, j]);
            largest.set(largest.get().max(x.abs()));
            if product.factored {
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
            if is_near {
                Ok(())
            } else {
                Err(format!("is {found}, not {want}"))
            }
        })?;
        if product.factored {
            let found = f64::from(stream.download(&self.amax)?[0]);
            if found != largest.get() {
                let largest = largest.get();
                return Err(format!("the largest magnitude is {found}, not {largest}").into());
            }
        }
        Ok(())
    }
}

/// Of A, and of D.
const LEFT: f64 = 4.0;
const OUT: f64 = 0.5;

fn c_value(i: usize, j: usize) -> f64 {
    ((i + 2 * j) % 9) as f64 - 4.0
}
fn bias_value(at: usize) -> f64 {
    (at % 5) as f64 - 1.0
}
fn row_factor(i: usize) -> f64 {
    (1 + i % 2) as f64
}
fn column_factor(j: usize) -> f64 {
    (1 + j % 3) as f64
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
