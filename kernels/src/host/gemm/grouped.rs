//! [`Part::grouped`]: a list of products in one launch.

use super::apart::separate;
use super::launch::Product;
use super::prepared::Body;
use super::{Arguments, Part, Schedule, Space};
use crate::device::gemm::hopper::{
    args::{Args, Grouped},
    table::{GROUPED, Row},
};
use crate::host::{DeviceCopy, Error, Function, Launch, Stream};

// SAFETY: integers and floats in C's order, each aligned where the one before it ends; any bytes are a value.
unsafe impl DeviceCopy for Args {}
const _: () = assert!(size_of::<Args>() == 312);

/// Products of different sizes and operands, of one kernel, that share a launch.
struct List {
    function: Function,
    row: &'static Row,
    args: Grouped,
    blocks: u32,
    members: Vec<Product>,
}

impl<'a> Part<'a> {
    /// Products of different sizes and operands, of one kernel, in one launch of at most `blocks` CTAs: tiles of all of them run side by
    /// side, so small products fill the device together. Products of one size at unrelated addresses, a batch by pointers, are the
    /// case in which all sizes agree.
    ///
    /// `row` is one of [`GROUPED`]'s. Members may be empty (an expert without tokens), and so may the list.
    ///
    /// # Errors
    /// [`Error::Argument`] for a kernel that takes no lists or a list with more than 2^31 - 1 tiles, [`Error::Overlap`] if one product
    /// writes what another uses, and those of [`Part::hopper`] for a member.
    pub fn grouped(
        space: &mut Space<'_>,
        row: &'static Row,
        members: &[Arguments<'a>],
        blocks: u32,
    ) -> Result<Self, Error> {
        Error::ensure(
            GROUPED.iter().copied().flatten().any(|r| r == row),
            "row",
            || {
                format!(
                    "{} takes one product, not a list: pass it to Part::hopper, or take a row of GROUPED",
                    row.kernel.name
                )
            },
        )?;
        let schedule = Schedule {
            splits: 1,
            group: 16,
            blocks,
            overlap: false,
            swap: false,
        };
        let prepared = members
            .iter()
            .map(|member| Product::new(space, row, *member, schedule))
            .collect::<Result<Vec<_>, _>>()?;
        let mut firsts = vec![0u32];
        let mut units = 0u64;
        for product in &prepared {
            units += product.args().grid.units() as u64;
            firsts.push(units.min(u32::MAX as u64) as u32);
        }
        Error::ensure(units < 1 << 31, "members", || {
            format!(
                "{} products make {units} units of work; 2^31 - 1 can be launched: cut the list",
                prepared.len()
            )
        })?;
        separate(members, row)?;
        let args: Vec<Args> = prepared.iter().map(|product| *product.args()).collect();
        let list = List {
            function: space.stream().device().function(row.kernel)?,
            row,
            args: Grouped {
                products: space.values(&args)?,
                firsts: space.values(&firsts)?,
                units: units as u32,
                now: 0,
            },
            blocks: blocks.max(1).min(units as u32),
            members: prepared,
        };
        Ok(Part {
            body: Box::new(list),
            regions: members.iter().flat_map(Arguments::regions).collect(),
            kernel: row.kernel.name,
            space: space.number(),
        })
    }
}

impl Body for List {
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        if self.args.units == 0 {
            return Ok(());
        }
        for member in &self.members {
            member.arrange(stream)?;
        }
        let launch = Launch::new(stream, &self.function)
            .grid(self.blocks, 1, 1)
            .shared(self.row.config.shared);
        // SAFETY: the kernel takes `Grouped`; its lists are in the space, one `Args` a member, each checked against the
        // regions that the members borrow, and one first unit more than members.
        unsafe { launch.run((self.args,)) }
    }
}
