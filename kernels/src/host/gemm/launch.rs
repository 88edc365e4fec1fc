//! [`Product`]: one product for Hopper, checked, with all that its launches take.
//!
//! Length: one type, whose preparation is one list of checks that end in its arguments.

use azulejo_tensor::DType;

use super::arrange::{Arranged, arrange, start};
use super::checks::{self, apart, fits, injective, known, values, writable};
use super::epilogue_route::epilogue_route;
use super::grouped::Member;
use super::prepared::Body;
use super::{Matrix, Region, Schedule, Sizes, Space, tensor_map};
use crate::device::gemm::hopper::{
    args::{Args, Lines, View, route},
    config::Description,
    operand::Major,
    scheduler::Grid,
    sum::{self, Sum},
    table::Row,
};
use crate::host::{Error, Function, Launch, Stream};
use crate::table::Kernel;

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
        member: Member<'_>,
        schedule: Schedule,
    ) -> Result<Self, Error> {
        let stream = space.stream();
        let Member {
            sizes,
            a,
            b,
            d,
            epilogue,
        } = member;
        let config = &row.config;
        let (sizes, a, b, d, epilogue) = if schedule.swap {
            let transposed = Sizes {
                m: sizes.n,
                n: sizes.m,
                ..sizes
            };
            (transposed, b, a, d.transposed(), epilogue.transposed())
        } else {
            (sizes, a, b, d, epilogue)
        };
        let Sizes { m, n, k, batches } = sizes;
        let (element, out) = (config.a.element as u64, config.out as u64);
        if config.types[3] == DType::I32 {
            epilogue.check_integers()?;
        }
        let context = stream.device().context();
        let operands = [("a", &a.region), ("b", &b.region), ("d", &d.region)];
        for (argument, region) in operands.into_iter().chain(epilogue.regions()) {
            region.on_device(argument, context)?;
        }
        fits("a", &a, m, k, batches, element)?;
        fits("b", &b, n, k, batches, element)?;
        fits("d", &d, m, n, batches, out)?;
        d.check_lines("d")?;
        let amax = epilogue.amax.as_ref().map(|amax| ("amax", amax));
        for (argument, region) in [("d", &d.region)].into_iter().chain(amax) {
            writable(argument, region)?;
        }
        injective(&d)?;
        known(epilogue.activation)?;
        let empty = [m, n, batches].contains(&0);
        // One zero stands for operands that are not read: everything beyond it loads as zero too.
        let nothing = empty || k == 0 || epilogue.alpha == 0.0;
        if !nothing {
            apart((&d, out), "a", (&a, element))?;
            apart((&d, out), "b", (&b, element))?;
        }
        let zero_at = if nothing { space.zeros(16)? } else { 0 };
        let mut operand = |matrix, major| {
            if nothing {
                let mut one = checks::row(Region::at(zero_at, 16), 1);
                (one.major, one.ld) = (major, 16 / element);
                return Ok((one, None));
            }
            arrange(space, matrix, major, element)
        };
        let ((a, copy_a), (b, copy_b)) = (operand(a, config.a.major)?, operand(b, config.b.major)?);
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
        if units >= 1 << 31 {
            return Err(Error::Argument {
                argument: "sizes",
                why: format!(
                    "{sizes:?} makes {units} units of work; 2^31 - 1 can be launched: cut the batch"
                ),
            });
        }
        if grid.splits > 1 && (grid.splits > grid.k_blocks || !config.can_split) {
            return Err(Error::Argument {
                argument: "schedule",
                why: format!(
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
            });
        }
        let lanes = units.min(clusters as u64) as u32;
        let c = epilogue.needed_c()?;
        if let Some(c) = c {
            fits("c", c, m, n, batches, out)?;
            apart((&d, out), "c", (c, out))?;
        }
        let kind = epilogue_route(&d, c, &epilogue, grid.splits, out);
        if let Some(fixed) = &config.fixed
            && epilogue.fixed(&d, out)[0] != Some(*fixed)
        {
            return Err(Error::Argument {
                argument: "row",
                why: format!(
                    "{} computes {fixed:?} alone, to rows that TMA takes: take a kernel of any epilogue",
                    row.kernel.name
                ),
            });
        }

        let part_a = config.a.part(config.cluster.1);
        let part_b = config.b.part(config.cluster.0);
        let mut maps = Vec::with_capacity(96);
        maps.extend(tensor_map::encode(
            config.types[0],
            element,
            &a,
            part_a.tma_box(),
            part_a.swizzle,
        )?);
        maps.extend(tensor_map::encode(
            config.types[1],
            element,
            &b,
            part_b.tma_box(),
            part_b.swizzle,
        )?);
        let c_by_tma = c.filter(|_| kind & route::C_BY_TMA != 0);
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
        let base = space.words(&maps)?;
        let tile = config.tile.0 as usize * config.tile.1 as usize * 4;
        let workspace = if grid.splits > 1 {
            let tiles = (config.cluster.0 * config.cluster.1) as u64;
            space.zeros(units.saturating_mul(tiles).saturating_mul(tile as u64))?
        } else {
            0
        };
        let view = |matrix: &Matrix<'_>| {
            let (row, column) = if matrix.major == Major::K {
                (matrix.ld as i64, matrix.step as i64)
            } else {
                (matrix.step as i64, matrix.ld as i64)
            };
            View {
                base: matrix.region.address(),
                row,
                column,
                batch: matrix.batch_stride as i64,
            }
        };
        let bias = match &epilogue.bias {
            None => View::default(),
            Some((region, along)) => {
                let run = if *along == Major::K { n } else { m } as u64;
                let read = checks::row(*region, run);
                read.check("bias", out)?;
                apart((&d, out), "bias", (&read, out))?;
                let (row, column) = if *along == Major::K { (0, 1) } else { (1, 0) };
                View {
                    base: region.address(),
                    row,
                    column,
                    batch: 0,
                }
            }
        };
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
                d: view(&d),
                c: c.map(view).unwrap_or_default(),
                bias,
                workspace,
                alpha_factors: [
                    values("factors", &epilogue.factors[0], 1, (&d, out))?,
                    values("factors", &epilogue.factors[1], 1, (&d, out))?,
                ],
                scales: [
                    values("scales", &epilogue.scales[0], m, (&d, out))?,
                    values("scales", &epilogue.scales[1], n, (&d, out))?,
                ],
                out_factor: values("out_factor", &epilogue.out_factor, 1, (&d, out))?,
                amax: values("amax", &epilogue.amax, 1, (&d, out))?,
                alpha: epilogue.alpha,
                beta: epilogue.beta,
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

    /// The product on a stream whose order the caller has seen to.
    fn queue_on(&self, stream: &Stream) -> Result<(), Error> {
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

    /// The second grid of a product in slices of K.
    fn add_slices(&self, stream: &Stream) -> Result<(), Error> {
        let config = &self.row.config;
        let kernel = sum_kernel(config).ok_or_else(|| Error::Argument {
            argument: "schedule",
            why: format!(
                "slices of K are not added up to {}: ask for one slice",
                config.types[3]
            ),
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
        self.queue_on(stream)
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
