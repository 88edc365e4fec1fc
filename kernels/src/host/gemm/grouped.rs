//! [`GroupedGemm`]: a list of products in one launch.

use std::marker::PhantomData;

use super::{Epilogue, HopperGemm, Matrix, Schedule, Sizes};
use crate::device::gemm::hopper::{
    args::{Args, Grouped},
    table::{GROUPED, Row},
};
use crate::host::{Buffer, DeviceCopy, Error, Function, Launch, Replay, Stream};

// SAFETY: integers and floats in C's order, each aligned where the one before it ends; any bytes are a value.
unsafe impl DeviceCopy for Args {}
const _: () = assert!(size_of::<Args>() == 312);

/// One product of a list: what [`HopperGemm::prepare`] takes.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Its sizes.
    pub sizes: Sizes,
    /// A, M by K.
    pub a: Matrix<'a>,
    /// B, N by K.
    pub b: Matrix<'a>,
    /// D, M by N.
    pub d: Matrix<'a>,
    /// What happens to the product.
    pub epilogue: Epilogue<'a>,
}

/// Products of different sizes and operands, of one kernel, that share a launch: tiles of all of them run side by side,
/// so small products fill the device together. Products of one size at unrelated addresses, a batch by pointers, are the
/// case in which all sizes agree.
pub struct GroupedGemm<'a> {
    stream: Stream,
    function: Function,
    row: &'static Row,
    args: Grouped,
    blocks: u32,
    members: Vec<HopperGemm<'a>>,
    _lists: (Buffer<Args>, Buffer<u32>),
    _borrow: PhantomData<&'a ()>,
}

impl<'a> GroupedGemm<'a> {
    /// Checks every member and makes the launch ready; `row` is one of [`GROUPED`]'s. Members may be empty (an expert without
    /// tokens), and so may the list.
    ///
    /// # Errors
    /// [`Error::Argument`] for a kernel that takes no lists or a list with more than 2^31 - 1 tiles, and those of
    /// [`HopperGemm::prepare`] for a member.
    pub fn prepare(
        stream: &Stream,
        row: &'static Row,
        members: &[Member<'a>],
        blocks: u32,
    ) -> Result<Self, Error> {
        if !GROUPED.iter().copied().flatten().any(|r| r == row) {
            return Err(Error::Argument {
                argument: "row",
                why: format!(
                    "{} takes one product, not a list: pass it to HopperGemm, or take a row of GROUPED",
                    row.kernel.name
                ),
            });
        }
        let prepared = members
            .iter()
            .map(|member| {
                let Member {
                    sizes,
                    a,
                    b,
                    d,
                    epilogue,
                } = *member;
                let schedule = Schedule {
                    splits: 1,
                    group: 16,
                    blocks,
                    overlap: false,
                    swap: false,
                };
                HopperGemm::member(stream, row, sizes, a, b, d, epilogue, schedule)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut firsts = vec![0u32];
        let mut units = 0u64;
        for product in &prepared {
            units += product.args().grid.units() as u64;
            firsts.push(units.min(u32::MAX as u64) as u32);
        }
        if units >= 1 << 31 {
            return Err(Error::Argument {
                argument: "members",
                why: format!(
                    "{} products make {units} units of work; 2^31 - 1 can be launched: cut the list",
                    prepared.len()
                ),
            });
        }
        let args: Vec<Args> = prepared.iter().map(|product| *product.args()).collect();
        let lists = (stream.upload(&args)?, stream.upload(&firsts)?);
        Ok(Self {
            stream: stream.clone(),
            function: stream.device().function(row.kernel)?,
            row,
            args: Grouped {
                products: super::Region::read(&lists.0, stream).address(),
                firsts: super::Region::read(&lists.1, stream).address(),
                units: units as u32,
                now: 0,
            },
            blocks: blocks.max(1).min(units as u32),
            members: prepared,
            _lists: lists,
            _borrow: PhantomData,
        })
    }

    /// Starts all products on the stream they were prepared on; returns before they are done.
    ///
    /// # Errors
    /// The driver's.
    pub fn launch(&self) -> Result<(), Error> {
        if self.args.units == 0 {
            return Ok(());
        }
        for member in &self.members {
            member.arrange()?;
        }
        let launch = Launch::new(&self.stream, &self.function)
            .grid(self.blocks, 1, 1)
            .shared(self.row.config.shared);
        // SAFETY: the kernel takes `Grouped`; its lists are this value's, one `Args` a member, each checked against the
        // regions that the members borrow, and one first unit more than members.
        unsafe { launch.run((self.args,)) }
    }
}

// SAFETY: lists and members are owned, operands borrowed.
unsafe impl Replay for GroupedGemm<'_> {
    fn start(&self) -> Result<(), Error> {
        self.launch()
    }
}
