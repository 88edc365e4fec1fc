//! [`Part::grouped`]: a list of products in one launch.

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
        if !GROUPED.iter().copied().flatten().any(|r| r == row) {
            return Err(Error::Argument {
                argument: "row",
                why: format!(
                    "{} takes one product, not a list: pass it to Part::hopper, or take a row of GROUPED",
                    row.kernel.name
                ),
            });
        }
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
        if units >= 1 << 31 {
            return Err(Error::Argument {
                argument: "members",
                why: format!(
                    "{} products make {units} units of work; 2^31 - 1 can be launched: cut the list",
                    prepared.len()
                ),
            });
        }
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

/// Bytes that a member touches.
#[derive(Clone, Copy)]
struct Touched {
    start: u64,
    end: u64,
    member: usize,
    writes: bool,
}

/// Rejects members one of which writes what another reads or writes: nothing orders them. A magnitude is raised in one
/// step, so that members may share it, but it is apart from all else.
pub(super) fn separate(members: &[Arguments<'_>], row: &Row) -> Result<(), Error> {
    let bytes = [row.config.a.element as u64, row.config.out as u64];
    let mut all = Vec::new();
    for (number, of) in members.iter().enumerate() {
        let mut add = |member: usize, (start, end): (u64, u64), writes| {
            if start < end {
                all.push(Touched {
                    start,
                    end,
                    member,
                    writes,
                });
            }
        };
        add(number, of.d.touched("d", of.extents(), bytes[1])?, true);
        for (argument, matrix, extents, element) in of.reads(bytes)? {
            let raised = argument == "amax";
            let member = if raised { members.len() } else { number };
            add(member, matrix.touched(argument, extents, element)?, raised);
        }
    }
    if all_apart(&mut all) {
        return Ok(());
    }
    Err(Error::Overlap {
        argument: "an output",
        with: "memory that another product of the launch, or amax, uses",
    })
}

/// Whether nothing that one member writes is touched by another.
fn all_apart(all: &mut [Touched]) -> bool {
    all.sort_by_key(|one| one.start);
    // Of what begins before: the furthest end of a member, and that of another, for what is written and for everything.
    let mut furthest = [[(0u64, usize::MAX); 2]; 2];
    for one in all {
        let before = &furthest[if one.writes { 0 } else { 1 }];
        if before
            .iter()
            .any(|(end, member)| *end > one.start && *member != one.member)
        {
            return false;
        }
        for [first, second] in &mut furthest[..if one.writes { 2 } else { 1 }] {
            if first.1 == one.member {
                first.0 = first.0.max(one.end);
            } else if one.end > first.0 {
                (*first, *second) = ((one.end, one.member), *first);
            } else if one.end > second.0 {
                *second = (one.end, one.member);
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
        let all = |list: &[(u64, u64, usize, bool)]| {
            let mut list: Vec<Touched> = list
                .iter()
                .map(|(start, end, member, writes)| Touched {
                    start: *start,
                    end: *end,
                    member: *member,
                    writes: *writes,
                })
                .collect();
            all_apart(&mut list)
        };
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
            let list: Vec<_> = (0..2 + next(4))
                .map(|_| {
                    let start = next(12);
                    (start, start + 1 + next(4), next(3) as usize, next(3) == 0)
                })
                .collect();
            let apart = list.iter().enumerate().all(|(i, x)| {
                list[..i]
                    .iter()
                    .all(|y| x.2 == y.2 || !(x.3 || y.3) || x.1 <= y.0 || y.1 <= x.0)
            });
            assert_eq!(all(&list), apart, "{list:?}");
            found[apart as usize] += 1;
        }
        assert!(found.iter().all(|count| *count > 1000), "{found:?}");
    }
}
