//! [`LadderGemm`]: one product, checked and ready to be launched again and again.

use azulejo_tensor::DType;

use super::super::{Part, Prepared, Region, Sizes, Space, checks::known, prepared::Body};
use super::choose::BATCHES;
use super::product::Product;
use super::repack::Repacked;
use super::shared::shared_tiles;
use super::strides::widest_store;
use super::{StridedMatrix, suits};
use crate::device::gemm::hopper::operand::Major;
use crate::device::gemm::ladder::args::{Args, View, activation};
use crate::device::gemm::ladder::slices::Slices;
use crate::device::gemm::ladder::table::{FAMILIES, Row};
use crate::host::{Error, Function, Launch, Replay, Stream, Use};

/// `D = activation(alpha · A · B + beta · C + bias)`.
#[derive(Clone, Copy, Debug)]
pub struct LadderEpilogue<'a> {
    /// Factor of the product; a whole number for integers.
    pub alpha: f64,
    /// Factor of C; a whole number for integers. Where it is 0, C is not read.
    pub beta: f64,
    /// C, in D's type and shape; it may be D itself.
    pub c: Option<StridedMatrix<'a>>,
    /// A bias in D's type: along rows of D ([`Major::K`], one a column) or along columns.
    pub bias: Option<(Region<'a>, Major)>,
    /// One of [`activation`]; sums of f64 and i32 take [`activation::RELU`] alone.
    pub activation: u32,
}

impl Default for LadderEpilogue<'_> {
    fn default() -> Self {
        Self {
            alpha: 1.0,
            beta: 0.0,
            c: None,
            bias: None,
            activation: activation::NONE,
        }
    }
}

/// What a [`LadderGemm`] computes: A of M × K, B of K × N and D of M × N.
#[derive(Clone, Copy, Debug)]
pub struct LadderProblem<'a> {
    /// Types of the operands and of D.
    pub types: (DType, DType),
    /// The kernel; none for the one that suits best.
    pub row: Option<&'static Row>,
    /// M, N, K and the number of products.
    pub sizes: Sizes,
    /// A.
    pub a: StridedMatrix<'a>,
    /// B.
    pub b: StridedMatrix<'a>,
    /// D.
    pub d: StridedMatrix<'a>,
    /// What happens to the product before it is stored.
    pub epilogue: LadderEpilogue<'a>,
}

/// A product of given operands, with any sizes and strides, on any GPU since compute capability 8.0.
///
/// The operands' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on.
pub struct LadderGemm<'a>(Prepared<'a>);

/// A product at certain places.
struct Launched {
    function: Function,
    row: &'static Row,
    args: Args,
    stored: i64,
    batches: u32,
    copies: Vec<Repacked>,
}

impl<'a> LadderGemm<'a> {
    /// Checks the operands, A of M × K, B of K × N and D of M × N, and chooses the kernel for operands and D of `types`.
    ///
    /// | operands | D |
    /// |---|---|
    /// | f16, bf16 | the same, or f32 |
    /// | tf32 (f32 in memory), f32 | f32 |
    /// | f64 | f64 |
    /// | i8 | i32 |
    ///
    /// 8-, 16-bit and tf32 operands that no kernel reads by vectors are copied to ones that it does before every launch. Where `k` or
    /// `alpha` is 0, A and B are not read. On compute capability 9.0 aligned f32 is computed in f64 on tensor cores, D rounded once.
    ///
    /// # Errors
    /// [`Error::Dtype`] for a type without a kernel, [`Error::OutOfBounds`], [`Error::Misaligned`], [`Error::Overlap`],
    /// [`Error::Argument`] for sizes and factors that cannot be, [`Error::NotImplemented`] for an activation that the sums' type has
    /// not, [`Error::OutOfMemory`], and the driver's.
    pub fn prepare(
        stream: &Stream,
        types: (DType, DType),
        sizes: Sizes,
        a: StridedMatrix<'a>,
        b: StridedMatrix<'a>,
        d: StridedMatrix<'a>,
        epilogue: LadderEpilogue<'a>,
    ) -> Result<Self, Error> {
        Self::with(stream, types, None, sizes, a, b, d, epilogue)
    }

    /// As [`LadderGemm::prepare`], with the kernel `row`.
    ///
    /// # Errors
    /// As [`LadderGemm::prepare`]; [`Error::Strides`] where the kernel cannot read an operand.
    #[allow(clippy::too_many_arguments)]
    pub fn with(
        stream: &Stream,
        types: (DType, DType),
        row: Option<&'static Row>,
        sizes: Sizes,
        a: StridedMatrix<'a>,
        b: StridedMatrix<'a>,
        d: StridedMatrix<'a>,
        epilogue: LadderEpilogue<'a>,
    ) -> Result<Self, Error> {
        let problem = LadderProblem {
            types,
            row,
            sizes,
            a,
            b,
            d,
            epilogue,
        };
        Prepared::new(stream, problem.memory(), |space| {
            Ok(vec![Self::part(space, problem)?])
        })
        .map(Self)
    }

    /// As [`LadderGemm::with`], as a part of [`Prepared`].
    ///
    /// # Errors
    /// As [`LadderGemm::with`].
    pub fn part(space: &mut Space<'_>, problem: LadderProblem<'a>) -> Result<Part<'a>, Error> {
        let product = Launched::new(space, problem)?;
        Ok(Part {
            kernel: product.row.kernel.name,
            body: Box::new(product),
            regions: problem.memory(),
            space: space.number(),
        })
    }

    /// Starts the product on the stream it was prepared on; returns before it is done.
    ///
    /// # Errors
    /// The driver's.
    pub fn launch(&self) -> Result<(), Error> {
        self.0.launch()
    }

    /// The kernel's name.
    pub fn kernel(&self) -> &'static str {
        self.0.kernels().first().copied().unwrap_or_default()
    }
}

impl<'a> LadderProblem<'a> {
    /// All memory that the product touches.
    fn memory(&self) -> Vec<Region<'a>> {
        let c = self.epilogue.c.map(|c| c.region);
        let bias = self.epilogue.bias.map(|(region, _)| region);
        [Some(self.a.region), Some(self.b.region), c, bias]
            .into_iter()
            .flatten()
            .map(Region::reading)
            .chain([self.d.region])
            .collect()
    }
}

impl Launched {
    fn new(space: &mut Space<'_>, problem: LadderProblem<'_>) -> Result<Self, Error> {
        let LadderProblem {
            types,
            row,
            sizes,
            a,
            b,
            d,
            epilogue,
        } = problem;
        let stream = space.stream();
        let (input, out) = types;
        let family = FAMILIES
            .iter()
            .copied()
            .flatten()
            .find(|row| row.types.0 == input);
        let Some(natural) = family.map(|row| row.types.1) else {
            return Err(Error::dtype("a", input));
        };
        if out != natural && (natural.bytes() != 2 || out != DType::F32) {
            return Err(Error::dtype("d", out));
        }
        let (element, stored) = (input.bytes() as u64, out.bytes() as u64);
        check_factors(&epilogue, out)?;
        let Sizes { m, n, k, batches } = sizes;
        if [m, n, k].into_iter().any(|extent| extent > i32::MAX as u32) {
            return Err(Error::Argument {
                argument: "sizes",
                why: format!("{sizes:?}: an extent is more than 2^31 - 1"),
            });
        }
        let context = stream.device().context();
        let regions = [
            ("a", Some(a.region)),
            ("b", Some(b.region)),
            ("d", Some(d.region)),
        ];
        let optional = [
            ("c", epilogue.c.map(|c| c.region)),
            ("bias", epilogue.bias.map(|bias| bias.0)),
        ];
        for (argument, region) in regions.into_iter().chain(optional) {
            if let Some(region) = region {
                region.on_device(argument, context)?;
            }
        }
        let k = if epilogue.alpha == 0.0 { 0 } else { k };
        let extents = |rows: u32, columns: u32| [batches as u64, rows as u64, columns as u64];
        let written = d.touched("d", extents(m, n), stored)?;
        d.injective("d", extents(m, n))?;
        if !d.region.is_writable() {
            return Err(Error::Argument {
                argument: "d",
                why: "its memory was borrowed for reading".into(),
            });
        }
        for (argument, matrix, rows, columns) in [("a", &a, m, k), ("b", &b, k, n)] {
            apart(
                written,
                matrix.touched(argument, extents(rows, columns), element)?,
                argument,
            )?;
        }
        let c = match (epilogue.c, epilogue.beta == 0.0) {
            (_, true) => None,
            (None, false) => {
                return Err(Error::Argument {
                    argument: "c",
                    why: "beta is not 0, so C is needed".into(),
                });
            }
            (Some(c), false) => {
                let read = c.touched("c", extents(m, n), stored)?;
                let same = read == written
                    && (c.row, c.column, c.batch, c.start) == (d.row, d.column, d.batch, d.start);
                if !same {
                    apart(written, read, "c")?;
                }
                Some(c.view(stored))
            }
        };
        let bias = match epilogue.bias {
            None => View::default(),
            Some((region, along)) => {
                let (row, column) = if along == Major::K { (0, 1) } else { (1, 0) };
                let bias = StridedMatrix {
                    region,
                    start: 0,
                    row,
                    column,
                    batch: 0,
                };
                apart(
                    written,
                    bias.touched("bias", extents(m, n), stored)?,
                    "bias",
                )?;
                bias.view(stored)
            }
        };
        let mut product = Product {
            m,
            n,
            a: a.view(element),
            b: b.transposed().view(element),
            c,
            d: d.view(stored),
            bias,
        };
        // The kernels store along rows: a D with contiguous columns is the transposed product. One column is one row as well.
        let upright =
            d.column != 1 && (d.row == 1 || d.row.unsigned_abs() < d.column.unsigned_abs());
        if upright || (row.is_none() && n == 1 && m > 1) {
            product = product.transposed();
        }
        let mut copies = Vec::new();
        let row = match row {
            Some(row) => {
                for (argument, view, mn, access) in [
                    ("a", &product.a, product.m, row.access[0]),
                    ("b", &product.b, product.n, row.access[1]),
                ] {
                    if !suits(access, view, [mn as u64, k as u64, batches as u64], element) {
                        return Err(Error::Strides {
                            argument,
                            why: format!("{} reads it by {access:?}", row.kernel.name),
                        });
                    }
                }
                row
            }
            None => product.row(space, input, k, batches, &mut copies)?,
        };
        let (tiles_m, tiles_n) = (
            product.m.div_ceil(row.tile.0),
            product.n.div_ceil(row.tile.1),
        );
        let group = tiles_n
            .next_power_of_two()
            .trailing_zeros()
            .min(row.columns());
        let (across, down) = ((tiles_m as u64) << group, tiles_n.div_ceil(1 << group));
        let lines = if row.sliced.is_some() || row.is_fed() {
            down as u64
        } else {
            1
        };
        if down > 65_535 || across * lines > i32::MAX as u64 {
            return Err(Error::Argument {
                argument: "sizes",
                why: format!("{sizes:?} makes more tiles than a grid has blocks"),
            });
        }
        let slices = match row.sliced {
            Some(stage) if batches == 1 && tiles_n.is_multiple_of(1 << group) => {
                shared_tiles(space, row, tiles_m * tiles_n, k.div_ceil(stage))?
            }
            _ => Slices::default(),
        };
        if row.is_fed() && ![product.m, product.n, k, batches].contains(&0) {
            product.mapped(space, row, k, batches)?;
        }
        Ok(Self {
            function: stream.device().function(row.kernel)?,
            row,
            args: Args {
                m: product.m,
                n: product.n,
                k,
                group,
                single: (out != natural) as u32,
                wide: widest_store(&product.d, out),
                activation: epilogue.activation,
                a: product.a,
                b: product.b,
                c: product.c.unwrap_or_default(),
                d: product.d,
                bias: product.bias,
                alpha: epilogue.alpha,
                beta: epilogue.beta,
                slices,
            },
            stored: stored as i64,
            batches,
            copies,
        })
    }
}

impl Body for Launched {
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        let args = &self.args;
        if args.m == 0 || args.n == 0 {
            return Ok(());
        }
        for copy in &self.copies {
            copy.start(stream)?;
        }
        let x = args.m.div_ceil(self.row.tile.0) << args.group;
        let y = args.n.div_ceil(self.row.tile.1).div_ceil(1 << args.group);
        let (element, stored) = (self.row.types.0.bytes() as i64, self.stored);
        for first in (0..self.batches).step_by(BATCHES as usize) {
            let from = |view: &View, size: i64| View {
                base: match view.base {
                    0 => 0,
                    base => {
                        base.wrapping_add_signed((first as i64).wrapping_mul(view.batch * size))
                    }
                },
                ..*view
            };
            let z = (self.batches - first).min(BATCHES);
            let args = Args {
                slices: Slices {
                    across: x,
                    ..args.slices
                },
                a: from(&args.a, element),
                b: from(&args.b, element),
                c: from(&args.c, stored),
                d: from(&args.d, stored),
                bias: from(&args.bias, stored),
                ..*args
            };
            let launch = Launch::new(stream, &self.function).shared(self.row.shared);
            let launch = if self.row.is_fed() {
                launch.grid((x * y).min(stream.device().multiprocessors()), 1, z)
            } else if self.row.sliced.is_some() {
                launch.grid(args.slices.blocks(x * y), 1, z)
            } else {
                launch.grid(x, y, z)
            };
            // SAFETY: the kernel takes `Args`; its views were checked against the regions, which the launch borrows, and against what the
            // kernel can read; D is borrowed for writing.
            unsafe { launch.run((args,)) }?;
        }
        Ok(())
    }
}

// SAFETY: the prepared product names all that it touches.
unsafe impl Replay for LadderGemm<'_> {
    fn stream(&self) -> &Stream {
        self.0.stream()
    }
    fn uses(&self) -> Vec<Use<'_>> {
        self.0.uses()
    }
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.0.queue(stream)
    }
}

/// Refuses factors and activations that sums of `out` do not have.
fn check_factors(epilogue: &LadderEpilogue<'_>, out: DType) -> Result<(), Error> {
    let whole = |factor: f64| factor.fract() == 0.0 && factor.abs() <= i32::MAX as f64;
    for (argument, factor) in [("alpha", epilogue.alpha), ("beta", epilogue.beta)] {
        if out == DType::I32 && !whole(factor) {
            return Err(Error::Argument {
                argument,
                why: format!("{factor} is no 32-bit integer, as products of integers ask for"),
            });
        }
    }
    known(epilogue.activation)?;
    if epilogue.activation > activation::RELU && matches!(out, DType::I32 | DType::F64) {
        return Err(Error::NotImplemented {
            what: format!("an activation other than ReLU on sums of {out}"),
        });
    }
    Ok(())
}

/// Refuses memory that is written and read.
fn apart(written: (u64, u64), read: (u64, u64), with: &'static str) -> Result<(), Error> {
    let (start, end) = (written.0.max(read.0), written.1.min(read.1));
    if start < end {
        return Err(Error::Overlap {
            argument: "d",
            with,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_rejected() {
        assert!(apart((100, 200), (200, 300), "a").is_ok());
        assert!(apart((100, 200), (199, 300), "a").is_err());
        assert!(apart((100, 200), (150, 150), "a").is_ok());
        assert!(apart((100, 100), (0, 300), "a").is_ok());
    }

    #[test]
    fn integers_take_whole_factors_and_no_curves() {
        let with = |alpha, activation| LadderEpilogue {
            alpha,
            activation,
            ..LadderEpilogue::default()
        };
        assert!(check_factors(&with(2.0, activation::RELU), DType::I32).is_ok());
        assert!(check_factors(&with(0.5, activation::NONE), DType::I32).is_err());
        assert!(check_factors(&with(0.5, activation::GELU), DType::F64).is_err());
        assert!(check_factors(&with(0.5, activation::GELU), DType::F32).is_ok());
    }
}
