//! [`Part::hopper`]: one product by a kernel for Hopper, checked, with all that its launches take.
//!
//! Length: one type, whose preparation is one list of checks that end in its arguments.

use azulejo_tensor::DType;

use super::apart::separate;
use super::arrange::{Arranged, arrange, start};
use super::epilogue_route::epilogue_route;
use super::prepared::Body;
use super::{Arguments, Matrix, Part, Region, Sizes, Space, StridedMatrix, tensor_map};
use crate::device::gemm::hopper::{
    args::{Args, Lines, View, route},
    config::Description,
    scheduler::Grid,
    sum::{self, Sum},
    table::{GROUPED, Row},
};
use crate::host::{Error, Function, Launch, Stream};
use crate::table::Kernel;

/// How a kernel is run over its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Slices of K: more than one take a second grid, which adds them up.
    pub splits: u32,
    /// Block rows in a group of the tile order.
    pub group: u32,
    /// Blocks at most.
    pub blocks: u32,
    /// Whether the launch may overlap the kernel before it in the stream.
    pub overlap: bool,
    /// Whether to compute the transpose: B takes the place of A, and the kernel stores columns of its D contiguously.
    pub swap: bool,
}

impl<'a> Part<'a> {
    /// A product by `row`'s kernel, checked and ready to be launched.
    ///
    /// Operands that TMA cannot address, or whose contiguous index is not the kernel's, are copied into ones that fit
    /// before every launch. A D without elements is no error: nothing is launched.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Strides`], [`Error::OutOfBounds`], [`Error::Misaligned`] for operands that do not fit,
    /// [`Error::Overlap`] for a D that shares memory with what is read, but a C that is D itself, or whose elements share places,
    /// [`Error::Argument`] for a schedule that cannot run or no activation, [`Error::NotImplemented`] for anything but a plain product of
    /// integers, [`Error::OutOfMemory`], and the driver's.
    pub fn hopper(
        space: &mut Space<'_>,
        row: &'static Row,
        arguments: Arguments<'a>,
        schedule: Schedule,
    ) -> Result<Self, Error> {
        Error::ensure(
            !GROUPED.iter().copied().flatten().any(|r| r == row),
            "row",
            || {
                format!(
                    "{} takes a list of products: pass it to Part::grouped, or take a row of FAMILIES",
                    row.kernel.name
                )
            },
        )?;
        let product = Product::new(space, row, arguments, schedule)?;
        separate(&[arguments], row)?;
        Ok(Part {
            body: Box::new(product),
            regions: arguments.regions().collect(),
            kernel: row.kernel.name,
            space: space.number(),
        })
    }
}

/// A product at certain places.
pub(super) struct Product {
    function: Function,
    row: &'static Row,
    args: Args,
    blocks: u32,
    overlap: bool,
    copies: [Option<Arranged>; 2],
}

impl Product {
    /// A product of operands that are checked here, by a kernel that may take lists.
    pub(super) fn new(
        space: &mut Space<'_>,
        row: &'static Row,
        arguments: Arguments<'_>,
        schedule: Schedule,
    ) -> Result<Self, Error> {
        let stream = space.stream();
        let config = &row.config;
        let (element, out) = (config.a.element as u64, config.out as u64);
        if config.types[3] == DType::I32 {
            arguments.epilogue.check_integers()?;
        }
        arguments.check(stream, [element, out])?;
        let of = if schedule.swap {
            arguments.transposed()
        } else {
            arguments
        };
        let (Sizes { m, n, batches, .. }, k, epilogue) = (of.sizes, of.k(), of.epilogue);
        let d = lines_of(row, "d", of.d, [m, n, batches], out)?;
        d.check_lines("d")?;
        let c = epilogue.needed_c()?;
        let c = c.map(|c| lines_of(row, "c", c, [m, n, batches], out));
        let c = c.transpose()?;
        let empty = [m, n, batches].contains(&0);
        // One zero stands for operands that are not read: everything beyond it loads as zero too.
        let nothing = empty || k == 0;
        let zero_at = if nothing { space.zeros(16)? } else { 0 };
        let mut operand = |argument, matrix, mn, major| {
            if nothing {
                let zero = Matrix {
                    region: Region::at(zero_at, 16),
                    major,
                    run: 1,
                    lines: 1,
                    step: 1,
                    ld: 16 / element,
                    batches: 1,
                    batch_stride: 0,
                };
                return Ok((zero, None));
            }
            let lines = lines_of(row, argument, matrix, [mn, k, batches], element)?;
            arrange(space, lines, major, element)
        };
        let (a, copy_a) = operand("a", of.a, m, config.a.major)?;
        let (b, copy_b) = operand("b", of.b.transposed(), n, config.b.major)?;
        let k = if nothing { 1 } else { k };
        let (tiles_m, tiles_n) = tiles(config, m, n);
        let cluster = config.blocks();
        let grid = Grid {
            tiles_m,
            tiles_n,
            batches,
            splits: if nothing { 1 } else { schedule.splits.max(1) },
            k_blocks: k.div_ceil(config.block_k).max(1),
            group: schedule.group.max(1),
        };
        let units = [grid.tiles_n, batches, grid.splits]
            .into_iter()
            .fold(grid.tiles_m as u64, |units, n| {
                units.saturating_mul(n as u64)
            });
        let clusters = (schedule.blocks / cluster).max(1);
        Error::ensure(units < 1 << 31, "sizes", || {
            format!(
                "{:?} makes {units} units of work; 2^31 - 1 can be launched: cut the batch",
                of.sizes
            )
        })?;
        if grid.splits > 1 && (grid.splits > grid.k_blocks || !config.can_split) {
            return Err(Error::argument(
                "schedule",
                format!(
                    "{} cannot cut {} blocks of K into {} slices: ask for {}",
                    row.kernel.name,
                    grid.k_blocks,
                    grid.splits,
                    if config.can_split {
                        "no more slices than blocks"
                    } else {
                        "one, or take a kernel that can_split"
                    }
                ),
            ));
        }
        let lanes = units.min(clusters as u64) as u32;
        let kind = epilogue_route(&d, c.as_ref(), &epilogue, grid.splits, out);
        if let Some(fixed) = &config.fixed
            && epilogue.fixed(&d, c.as_ref(), out)[0] != Some(*fixed)
        {
            return Err(Error::argument(
                "row",
                format!(
                    "{} computes {fixed:?} alone, to rows that TMA takes: take a kernel of any epilogue",
                    row.kernel.name
                ),
            ));
        }

        let mut maps = Vec::with_capacity(96);
        let parts = [
            config.a.part(config.cluster.1),
            config.b.part(config.cluster.0),
        ];
        for (at, (part, lines)) in parts.iter().zip([&a, &b]).enumerate() {
            let (dtype, extent) = (config.types[at], part.tma_box());
            maps.extend(tensor_map::encode(
                dtype,
                element,
                lines,
                extent,
                part.swizzle,
            )?);
        }
        let c_by_tma = c.as_ref().filter(|_| kind & route::C_BY_TMA != 0);
        let d_by_tma = Some(&d).filter(|_| kind != route::SPLIT && kind & route::BY_WORDS == 0);
        // No map describes a matrix without elements.
        for matrix in [d_by_tma, c_by_tma].map(|matrix| matrix.filter(|_| !empty)) {
            for (columns, swizzle) in [(config.panel, config.panel * config.out), (config.rest, 0)]
            {
                let (extent, swizzle) = if kind & route::COLUMN_MAJOR == 0 {
                    ((columns, 64), swizzle)
                } else {
                    ((128 / config.out, columns), 128)
                };
                maps.extend(match matrix {
                    Some(matrix) if columns > 0 => {
                        tensor_map::encode(config.types[3], out, matrix, extent, swizzle)?
                    }
                    _ => [0; 16],
                });
            }
        }
        let base = space.values(&maps)?;
        let tile = config.tile.0 as usize * config.tile.1 as usize * 4;
        let workspace = if grid.splits > 1 {
            let tiles = (config.cluster.0 * config.cluster.1) as u64;
            space.zeros(units.saturating_mul(tiles).saturating_mul(tile as u64))?
        } else {
            0
        };
        let view = |matrix: Option<StridedMatrix<'_>>| {
            matrix.map_or(View::default(), |matrix| matrix.view(out))
        };
        let address = |region: Option<Region<'_>>| region.map_or(0, |region| region.address());
        Ok(Self {
            function: stream.device().function(row.kernel)?,
            row,
            args: Args {
                maps: [0, 1, 2, 3, 4, 5].map(|map| base + 128 * map),
                a: lines(&a, element),
                b: lines(&b, element),
                grid,
                m,
                n,
                route: kind,
                activation: epilogue.activation,
                d: of.d.view(out),
                c: view(epilogue.needed_c()?),
                bias: view(epilogue.bias()),
                workspace,
                alpha_factors: epilogue.factors.map(address),
                scales: epilogue.scales.map(address),
                out_factor: address(epilogue.out_factor),
                amax: address(epilogue.amax),
                alpha: epilogue.alpha as f32,
                beta: epilogue.beta as f32,
            },
            // Slices of a cluster meet in what were stages, so the unit has to be the block's only one.
            blocks: cluster
                * if config.slices > 1 {
                    units as u32
                } else {
                    lanes
                },
            overlap: schedule.overlap,
            copies: [copy_a, copy_b],
        })
    }

    /// The second grid of a product in slices of K.
    fn add_slices(&self, stream: &Stream) -> Result<(), Error> {
        let config = &self.row.config;
        let kernel = sum_kernel(config).ok_or_else(|| {
            Error::argument(
                "schedule",
                format!(
                    "slices of K are not added up to {}: ask for one slice",
                    config.types[3]
                ),
            )
        })?;
        let (grid, cluster) = (&self.args.grid, config.cluster);
        let consumers = config.threads / 128 - 1;
        let tiles = grid.units() / grid.splits * cluster.0 * cluster.1;
        let pairs = tiles * (config.tile.0 * config.tile.1 / 2);
        // Few pairs of many slices take teams to fill the device.
        let mut teams = 1;
        while teams < 8 && 2 * teams <= grid.splits && pairs * teams < 1 << 17 {
            teams *= 2;
        }
        let all = Sum {
            args: self.args,
            tile: [config.tile.0, config.tile.1],
            cluster: [cluster.0, cluster.1],
            consumers,
            row_blocks: config.tile.0 / 64 / consumers,
            pairs,
            teams,
        };
        let function = stream.device().function(kernel)?;
        let blocks = pairs.div_ceil(sum::THREADS / teams);
        let mut launch = Launch::new(stream, &function)
            .grid(blocks, 1, 1)
            .shared(sum::SHARED);
        if self.overlap {
            launch = launch.overlap();
        }
        // SAFETY: the kernel takes `Sum`: the arguments of the grid before it and its configuration; it waits for that grid
        // before it reads the workspace, which lives in the product's space.
        unsafe { launch.run((all,)) }
    }

    /// Makes the copies that the kernel needs.
    pub(super) fn arrange(&self, stream: &Stream) -> Result<(), Error> {
        start(stream, &self.copies, self.overlap)
    }

    /// What the kernel is told.
    pub(super) fn args(&self) -> &Args {
        &self.args
    }
}

impl Body for Product {
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        if self.blocks == 0 {
            return Ok(());
        }
        self.arrange(stream)?;
        let mut launch = Launch::new(stream, &self.function)
            .grid(self.blocks, 1, 1)
            .cluster(self.row.config.blocks())
            .shared(self.row.config.shared);
        if self.overlap {
            launch = launch.overlap();
        }
        // SAFETY: the kernel takes `Args`; its maps and views were checked against the regions, which the launch borrows,
        // and were encoded for this row's boxes; D is borrowed for writing.
        unsafe { launch.run((self.args,)) }?;
        if self.args.grid.splits > 1 {
            self.add_slices(stream)?;
        }
        Ok(())
    }
}

/// The kernel that adds up slices of K.
pub(in crate::host) fn sum_kernel(config: &Description) -> Option<&'static Kernel> {
    let name = format!("azulejo_gemm_sum_{}", config.types[3].short_name());
    sum::KERNELS.iter().find(|kernel| kernel.name == name)
}

/// Tiles of clusters that a D of `m` by `n` takes, along both.
pub const fn tiles(config: &Description, m: u32, n: u32) -> (u32, u32) {
    (
        m.div_ceil(config.tile.0 * config.cluster.0),
        n.div_ceil(config.tile.1 * config.cluster.1),
    )
}

/// The lines of an argument of `row`'s kernel, of so many rows, columns and matrices.
fn lines_of<'a>(
    row: &Row,
    argument: &'static str,
    matrix: StridedMatrix<'a>,
    extents: [u32; 3],
    element: u64,
) -> Result<Matrix<'a>, Error> {
    Matrix::of(matrix, extents, element).ok_or_else(|| {
        Error::strides(
            argument,
            format!(
                "{} walks no operand backwards: copy what has a negative stride first",
                row.kernel.name
            ),
        )
    })
}

/// A matrix as the kernel finds its lines; one too long for a line's count of bytes is left out.
fn lines(matrix: &Matrix<'_>, element: u64) -> Lines {
    let (Ok(count), Ok(bytes)) = (
        u32::try_from(matrix.lines),
        u32::try_from(matrix.run * element),
    ) else {
        return Lines::default();
    };
    Lines {
        base: matrix.region.address(),
        step: matrix.ld * element,
        batch: matrix.batch_stride * element,
        count,
        bytes,
    }
}
