//! [`push_list`]: GEMMs of different sizes in one launch of a kernel for Hopper.

use super::hopper::Tiles;
use super::{Product, Schedule};
use crate::{DeviceCopy, Error, Launch, preparation::Preparation};
use azulejo_kernels::device::gemm::hopper::{
    args::{Args, Grouped},
    table::KernelEntry,
};

// SAFETY: integers and floats in C's order, each aligned where the one before it ends; any bytes are a value.
unsafe impl DeviceCopy for Args {}
const _: () = assert!(size_of::<Args>() == 312);

/// Makes one launch of at most `blocks` CTAs ready, for products of different sizes and operands.
///
/// # Errors
/// [`Error::Argument`] for a batch that takes several launches and for more than 2^31 - 1 tiles, [`Error::Overlap`] if one product
/// writes what another uses, and those of [`Tiles::new`].
pub(super) fn push_list(
    work: &mut Preparation<'_>,
    row: &'static KernelEntry,
    products: &[Product<'_>],
    blocks: u32,
) -> Result<(), Error> {
    let schedule = Schedule {
        splits: 1,
        group_m: 16,
        ctas: blocks,
        pdl: false,
        swap_ab: false,
    };
    let mut members = Vec::with_capacity(products.len());
    let (mut tile_offsets, mut work_tiles) = (vec![0u32], 0u64);
    for product in products {
        let [arguments] = &product.launches()?[..] else {
            let why = "the batch of a product takes several launches: pass its matrices one by one";
            return Err(Error::argument("products", why));
        };
        let Tiles { args, .. } = Tiles::new(work, row, arguments, schedule)?;
        work_tiles += u64::from(args.grid.work_tiles());
        tile_offsets.push(work_tiles.min(u32::MAX.into()) as u32);
        members.push(args);
    }
    Error::ensure(work_tiles < 1 << 31, "products", || {
        format!(
            "{} products make {work_tiles} work tiles; 2^31 - 1 can be launched: cut the list",
            members.len()
        )
    })?;
    separate(products)?;
    let work_tiles = work_tiles as u32;
    let function = work.stream().device().function(row.kernel)?;
    let args = Grouped {
        problems: work.values(&members)?,
        tile_offsets: work.values(&tile_offsets)?,
        work_tiles,
        current: 0,
    };
    if work_tiles == 0 {
        return Ok(());
    }
    let blocks = blocks.clamp(1, work_tiles);
    work.push(move |stream| {
        let launch = Launch::new(stream, &function)
            .grid(blocks, 1, 1)
            .shared(row.config.shared);
        // SAFETY: the kernel takes `Grouped`; its lists are in the preparation's memory, one `Args` a member, each checked against
        // the memory that the launch borrows, and one tile offset more than members.
        unsafe { launch.run((args,)) }
    });
    Ok(())
}

/// Bytes that a member touches, from one up to another, and whether it writes them.
type Touched = ((u64, u64), usize, bool);

/// Rejects products one of which writes what another reads or writes: nothing orders them. A magnitude is raised in one
/// step, so that products may share it, but it is apart from all else.
fn separate(products: &[Product<'_>]) -> Result<(), Error> {
    let mut all: Vec<Touched> = Vec::new();
    for (number, product) in products.iter().enumerate() {
        let raised = product.raised().map(|range| (range, products.len(), true));
        let read = product.reads().map(|(_, range)| (range, number, false));
        let written = [(product.written(), number, true)];
        let ranges = read.chain(written).chain(raised);
        all.extend(ranges.filter(|((start, end), ..)| start < end));
    }
    match all_apart(&mut all) {
        true => Ok(()),
        false => Err(Error::overlap(
            "an output",
            "memory that another product of the launch, or amax, uses",
        )),
    }
}

/// Returns `true` if nothing that one member writes is touched by another.
fn all_apart(all: &mut [Touched]) -> bool {
    all.sort_unstable();
    // Of what begins before: the furthest end of a member, and that of another, for what is written and for everything.
    let mut furthest = [[(0u64, usize::MAX); 2]; 2];
    for &mut ((start, end), member, writes) in all {
        let before = &furthest[if writes { 0 } else { 1 }];
        if before.iter().any(|of| of.0 > start && of.1 != member) {
            return false;
        }
        for [first, second] in &mut furthest[..if writes { 2 } else { 1 }] {
            if first.1 == member {
                first.0 = first.0.max(end);
            } else if end > first.0 {
                (*first, *second) = ((end, member), *first);
            } else if end > second.0 {
                *second = (end, member);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_apart_from_all_else() {
        // Every pair of short ranges of two and three members, against each pair by itself.
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let mut list: Vec<_> = (0..2 + next(4))
                .map(|_| {
                    let start = next(12);
                    let end = start + 1 + next(4);
                    ((start, end), next(3) as usize, next(3) == 0)
                })
                .collect();
            let apart = list.iter().enumerate().all(|(i, x)| {
                let apart = |y: &Touched| x.0.1 <= y.0.0 || y.0.1 <= x.0.0;
                let mut before = list[..i].iter();
                before.all(|y| x.1 == y.1 || !(x.2 || y.2) || apart(y))
            });
            assert_eq!(all_apart(&mut list), apart, "{list:?}");
            found[apart as usize] += 1;
        }
        assert!(found.iter().all(|count| *count > 1000), "{found:?}");
    }
}
