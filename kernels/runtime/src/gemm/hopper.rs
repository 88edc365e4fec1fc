//! [`Tiles`]: a launch of a kernel for Hopper, checked, with all that it takes.

use super::copies::{copy_aligned, copy_lines};
use super::epilogue::address;
use super::{Arguments, Matrix, ProblemShape};
use crate::{Error, Launch, preparation::Preparation};
use azulejo_kernels::device::gemm::hopper::{
    args::{Args, route},
    config::Description,
    repack::Part,
    scheduler::TileSchedulerParams,
    split_k_reduce::{self, ReduceArgs},
    table::{FAMILIES, KernelEntry},
};
use azulejo_kernels::table::Kernel;

/// How a kernel is run over its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Splits of K: more than one take a second grid, which adds them up.
    pub splits: u32,
    /// Rows of tiles per group of the rasterization order.
    pub group_m: u32,
    /// CTAs at most.
    pub ctas: u32,
    /// `true` if the launch may overlap the kernel before it in the stream.
    pub pdl: bool,
    /// `true` if to compute the transpose: B takes the place of A, and the kernel stores columns of its D contiguously.
    pub swap_ab: bool,
}

/// The arguments of a kernel for Hopper at certain places.
pub(super) struct Tiles {
    pub(super) args: Args,
    blocks: u32,
}

impl Tiles {
    /// What `row`'s kernel, which may take lists, needs for a launch.
    ///
    /// Operands that TMA cannot address, or whose contiguous index is not the kernel's, are copied into ones that fit
    /// before every launch. A D without elements is no error: it has no blocks.
    ///
    /// # Errors
    /// [`Error::Strides`] for operands that do not fit, [`Error::Argument`] for other types and a schedule that cannot run,
    /// [`Error::NotImplemented`] for anything but a plain product of integers, [`Error::OutOfMemory`], or any CUDA driver error.
    pub(super) fn new(
        work: &mut Preparation<'_>,
        row: &'static KernelEntry,
        arguments: &Arguments<'_>,
        schedule: Schedule,
    ) -> Result<Self, Error> {
        let (config, name) = (&row.config, row.kernel.name);
        let of = match schedule.swap_ab {
            true => arguments.transposed(),
            false => *arguments,
        };
        let [ta, tb, _, td] = config.types;
        Error::ensure(of.types == [ta, tb, td], "row", || {
            format!("{name} multiplies {ta} by {tb} into {td}: take one of the operands' types")
        })?;
        of.check_integers()?;
        let (element, epilogue) = (config.a.element as u64, of.epilogue);
        let (ProblemShape { m, n, batches, .. }, k) = (of.sizes, of.k());
        // The caller's names are those before a swap.
        let lines = of.lines().map_err(|_| arguments.backwards(name))?;
        let (d, c) = (&lines.d, &lines.c);
        d.check_lines("d")?;
        let empty = [m, n, batches].contains(&0);
        // One zero stands for operands that are not read: everything beyond it loads as zero too.
        let nothing = empty || k == 0;
        let zero_at = if nothing { work.zeros(16)? } else { 0 };
        let mut operand = |lines, major| {
            if nothing {
                let zero = Matrix::new(zero_at, major, [1, 1, 16 / element]);
                return Ok((zero, Part::default()));
            }
            copy_aligned(work, lines, major, element)
        };
        let (a, lines_of_a) = operand(lines.a, config.a.major)?;
        let (b, lines_of_b) = operand(lines.b, config.b.major)?;
        copy_lines(work, [lines_of_a, lines_of_b], schedule.pdl)?;
        let k = if nothing { 1 } else { k };
        let (tiles_m, tiles_n) = tiles(config, m, n);
        let grid = TileSchedulerParams {
            tiles_m,
            tiles_n,
            batches,
            splits: if nothing { 1 } else { schedule.splits.max(1) },
            k_tiles: k.div_ceil(config.block_k).max(1),
            // The kernel multiplies it by the tiles along N: no more rows than there are keep that product below 2^31.
            group_m: schedule.group_m.clamp(1, tiles_m.max(1)),
        };
        let work_tiles = [grid.tiles_n, batches, grid.splits].map(u64::from);
        let work_tiles = work_tiles
            .into_iter()
            .fold(grid.tiles_m.into(), u64::saturating_mul);
        Error::ensure(work_tiles < 1 << 31, "sizes", || {
            format!(
                "{:?} makes {work_tiles} work tiles; 2^31 - 1 can be launched: cut the batch",
                of.sizes
            )
        })?;
        let blocks = grid_ctas(config, work_tiles, schedule.ctas).ok_or_else(|| {
            let why = format!(
                "{:?} makes {work_tiles} work tiles, each a cluster of {} CTAs; 2^31 - 1 CTAs can be launched: cut the batch",
                of.sizes,
                config.blocks()
            );
            Error::argument("sizes", why)
        })?;
        let is_cut = grid.splits == 1 || grid.splits <= grid.k_tiles && config.can_split;
        Error::ensure(is_cut, "schedule", || {
            let remedy = match config.can_split {
                true => "no more splits than k-tiles",
                false => "one, or take a kernel that can_split",
            };
            let (k_tiles, splits) = (grid.k_tiles, grid.splits);
            format!("{name} cannot cut {k_tiles} k-tiles into {splits} splits: ask for {remedy}")
        })?;
        let kind = of.route(&lines, grid.splits);
        if let Some(fusion) = &config.fusion {
            Error::ensure(of.fusion(&lines)[0] == Some(*fusion), "row", || {
                format!(
                    "{name} computes {fusion:?} alone, to rows that TMA takes: take a kernel of any epilogue"
                )
            })?;
        }

        let mut maps = Vec::with_capacity(96);
        for (lines, dtype, extent, swizzle) in [
            (&a, ta, config.boxes[0], config.a.swizzle),
            (&b, tb, config.boxes[1], config.b.swizzle),
        ] {
            maps.extend(lines.tensor_map(dtype, extent, swizzle)?);
        }
        let c_by_tma = c.as_ref().filter(|_| kind & route::TMA_LOAD_C != 0);
        let d_by_tma = Some(d).filter(|_| kind != route::SPLIT_K && kind & route::UNALIGNED_D == 0);
        // No map describes a matrix without elements.
        for matrix in [d_by_tma, c_by_tma].map(|matrix| matrix.filter(|_| !empty)) {
            for (columns, swizzle) in [
                (config.epi_tile, config.epi_tile * config.out),
                (config.rest, 0),
            ] {
                let (extent, swizzle) = match kind & route::COLUMN_MAJOR {
                    0 => ((columns, 64), swizzle),
                    _ => ((128 / config.out, columns), 128),
                };
                maps.extend(match matrix {
                    Some(matrix) if columns > 0 => matrix.tensor_map(td, extent, swizzle)?,
                    _ => [0; 16],
                });
            }
        }
        let base = work.values(&maps)?;
        let tile = u64::from(config.tile.0) * u64::from(config.tile.1) * 4;
        let workspace = if grid.splits > 1 {
            let tiles = u64::from(config.cluster.0 * config.cluster.1);
            work.zeros(work_tiles.saturating_mul(tiles).saturating_mul(tile))?
        } else {
            0
        };
        let [scale_ab, scale_mn] = epilogue
            .scales()
            .map(|pair| pair.map(|scale| address(scale.map(|of| of.0))));
        Ok(Self {
            args: Args {
                maps: [0, 1, 2, 3, 4, 5].map(|map| base + 128 * map),
                a: a.in_bytes(element),
                b: b.in_bytes(element),
                grid,
                m,
                n,
                route: kind,
                activation: epilogue.activation,
                d: of.d,
                c: of.c.unwrap_or_default(),
                bias: of.bias(),
                workspace,
                scale_ab,
                scale_mn,
                scale_d: address(epilogue.scale_d.map(|scale| scale.0)),
                amax: address(epilogue.amax.map(|amax| amax.0)),
                alpha: epilogue.alpha as f32,
                beta: epilogue.beta as f32,
            },
            blocks,
        })
    }

    /// Makes the launch of `row`'s kernel, which takes no lists, ready.
    pub(super) fn push(
        work: &mut Preparation<'_>,
        row: &'static KernelEntry,
        arguments: &Arguments<'_>,
        schedule: Schedule,
    ) -> Result<(), Error> {
        let Self { args, blocks } = Self::new(work, row, arguments, schedule)?;
        let function = work.stream().device().function(row.kernel)?;
        if blocks == 0 {
            return Ok(());
        }
        let (config, pdl) = (&row.config, schedule.pdl);
        work.push(move |stream| {
            let launch = Launch::new(stream, &function)
                .grid(blocks, 1, 1)
                .cluster(config.blocks())
                .shared(config.shared)
                .pdl_if(pdl);
            // SAFETY: the kernel takes `Args`; its maps and views are of memory that the product's views were checked against, which the
            // launch borrows, and were encoded for this row's boxes; D is borrowed for writing.
            unsafe { launch.run((args,)) }
        });
        match args.grid.splits {
            1 => Ok(()),
            _ => add_splits(work, config, args, pdl),
        }
    }
}

/// The second grid of a product in splits of K.
fn add_splits(
    work: &mut Preparation<'_>,
    config: &Description,
    args: Args,
    pdl: bool,
) -> Result<(), Error> {
    let kernel = reduce_kernel(config).ok_or_else(|| {
        Error::argument(
            "schedule",
            format!(
                "splits of K are not added up to {}: ask for one split",
                config.types[3]
            ),
        )
    })?;
    let (grid, cluster) = (&args.grid, config.cluster);
    let mut all = ReduceArgs {
        args,
        tile: [config.tile.0, config.tile.1],
        cluster: [cluster.0, cluster.1],
        consumers: config.consumers(),
        row_blocks: config.row_blocks(),
        transposed_a: match config.a.has_descriptor() {
            true => 0,
            false => config.a.element,
        },
        teams_log2: 0,
    };
    let tiles = grid.work_tiles() / grid.splits;
    let (shares, vectors) = (all.shares(), all.share_vectors());
    all.teams_log2 = teams_log2(tiles * shares * vectors, grid.splits);
    let chunks = (vectors << all.teams_log2) / split_k_reduce::THREADS;
    let function = work.stream().device().function(kernel)?;
    work.push(move |stream| {
        let launch = Launch::new(stream, &function)
            .grid(tiles, shares, chunks)
            .shared(split_k_reduce::SHARED)
            .pdl_if(pdl);
        // SAFETY: the kernel takes `ReduceArgs`: the arguments of the grid before it and its configuration; it waits for that grid
        // before it reads the workspace, which lives in the preparation's memory.
        unsafe { launch.run((all,)) }
    });
    Ok(())
}

/// Few vectors of many splits take teams to fill the device: so many, as a power of 2, that add up `vectors` of `splits`.
pub(super) fn teams_log2(vectors: u32, splits: u32) -> u32 {
    let fits = |teams: &u32| 1 << teams <= splits && u64::from(vectors) << (teams - 1) < 1 << 16;
    (1..=3).take_while(fits).last().unwrap_or(0)
}

/// The kernel that adds up splits of K.
pub(crate) fn reduce_kernel(config: &Description) -> Option<&'static Kernel> {
    let name = format!("azulejo_split_k_reduce_{}", config.types[3].short_name());
    split_k_reduce::KERNELS
        .iter()
        .find(|kernel| kernel.name == name)
}

/// Returns the kernels of plain products for Hopper by their families: the constant [`FAMILIES`], of which a crate that names it has a copy.
#[inline(never)]
pub fn hopper_families() -> &'static [&'static [KernelEntry]] {
    FAMILIES
}

/// CTAs of a launch over so many work tiles, about `most` where each may take several. `None` where a grid has too few.
fn grid_ctas(config: &Description, work_tiles: u64, most: u32) -> Option<u32> {
    let cluster = config.blocks();
    let fit = u64::from(i32::MAX as u32 / cluster);
    let clusters = match config.cluster_k {
        1 => work_tiles.min((most / cluster).max(1).into()).min(fit),
        // Splits of a cluster meet in what were stages, so the work tile has to be the block's only one.
        _ => work_tiles,
    };
    (clusters <= fit).then(|| cluster * clusters as u32)
}

/// Tiles of clusters that a D of `m` by `n` takes, along both.
pub const fn tiles(config: &Description, m: u32, n: u32) -> (u32, u32) {
    (
        m.div_ceil(config.tile.0 * config.cluster.0),
        n.div_ceil(config.tile.1 * config.cluster.1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_a_cluster_for_each_tile_or_is_rejected() {
        let row = |splits: bool| {
            let mut rows = FAMILIES.iter().copied().flatten();
            let found =
                rows.find(|row| row.config.blocks() > 1 && (row.config.cluster_k > 1) == splits);
            found.unwrap().config
        };
        let (alone, persistent) = (row(true), row(false));
        let fit = (i32::MAX as u32 / alone.blocks()) as u64;
        assert_eq!(grid_ctas(&alone, 3, 1), Some(3 * alone.blocks()));
        assert_eq!(grid_ctas(&alone, fit, 1), Some(fit as u32 * alone.blocks()));
        assert_eq!(grid_ctas(&alone, fit + 1, u32::MAX), None);
        let cluster = persistent.blocks();
        for (work_tiles, most, clusters) in [
            (0, 9, 0),
            (5, 1, 1),
            (5, 3 * cluster + 1, 3),
            (2, u32::MAX, 2),
        ] {
            assert_eq!(
                grid_ctas(&persistent, work_tiles, most),
                Some(clusters * cluster)
            );
        }
        let all = grid_ctas(&persistent, (1 << 31) - 1, u32::MAX);
        assert!(all.is_some_and(|ctas| ctas < 1 << 31));
    }
}
