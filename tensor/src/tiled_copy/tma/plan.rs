//! [`TmaPlan`]: a tile in shared memory as boxes, from layouts alone.

use azulejo_layout::Known;
use azulejo_layout::check::rules::{Desc, Describe};

use super::TmaCoordTree;
use crate::tensor::MemoryLayout;

/// A run of an axis of global memory: `size` steps of `step` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaMode {
    /// The axis, a leaf of the coordinate.
    pub axis: usize,
    /// Elements of the axis from one step to the next.
    pub step: u32,
    /// Steps.
    pub size: u32,
}

const NONE: TmaMode = TmaMode {
    axis: 0,
    step: 0,
    size: 1,
};

/// How a tile in shared memory is copied: a box in the order of its bytes, and its repetitions.
///
/// One instruction copies a box. Boxes lie back to back in shared memory, and step through `rest_modes`, the first fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaPlan {
    /// The modes of the box, the contiguous one first.
    pub box_modes: [TmaMode; 5],
    /// Modes of the box.
    pub box_rank: usize,
    /// The modes of its repetitions.
    pub rest_modes: [TmaMode; 5],
    /// Modes of its repetitions.
    pub rest_rank: usize,
    /// Bytes of a swizzled line, 0 for none.
    pub swizzle: u32,
    /// Bytes of the box.
    pub box_bytes: u32,
    /// Bytes of the tile.
    pub bytes: u32,
}

/// Leaves that a plan is made of.
const LEAVES: usize = 24;

/// A run of the tile: an axis on one side, a stride in shared memory on the other.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    size: i64,
    stride: i64,
    axis: usize,
    step: i64,
}

/// A list of runs in the order of the tile's coordinates.
#[derive(Clone, Copy)]
pub(super) struct Leaves {
    list: [Leaf; LEAVES],
    len: usize,
}

impl Leaves {
    pub(super) const fn new() -> Self {
        let none = Leaf {
            size: 1,
            stride: 0,
            axis: 0,
            step: 1,
        };
        Leaves {
            list: [none; LEAVES],
            len: 0,
        }
    }

    const fn push(&mut self, leaf: Leaf) -> Result<(), &'static str> {
        if leaf.size < 1 {
            return Err("TMA: the tile has no elements; give each mode an extent of at least 1");
        }
        if leaf.size == 1 {
            return Ok(());
        }
        if self.len == LEAVES {
            return Err("TMA: the tile has too many modes; coalesce its layout");
        }
        self.list[self.len] = leaf;
        self.len += 1;
        Ok(())
    }

    /// Appends `size` steps of `axis`, `step` elements each.
    pub(super) const fn axis(
        &mut self,
        axis: usize,
        step: i64,
        size: i64,
    ) -> Result<(), &'static str> {
        self.push(Leaf {
            size,
            stride: 0,
            axis,
            step,
        })
    }

    /// Appends the leaves of a layout in shared memory.
    const fn strides(&mut self, modes: &Desc) -> Result<(), &'static str> {
        match modes {
            Desc::Nil => Ok(()),
            Desc::Mode(Known::Static(size), Known::Static(stride), _) => self.push(Leaf {
                size: *size,
                stride: *stride,
                axis: 0,
                step: 0,
            }),
            Desc::Mode(..) => Err("TMA: the layout of a tile in shared memory is static"),
            Desc::Cons(head, tail) => match self.strides(head) {
                Ok(()) => self.strides(tail),
                error => error,
            },
        }
    }

    /// Appends the leaves of an identity tensor's layout; `codes` says where the axes are.
    const fn basis(
        &mut self,
        modes: &Desc,
        codes: &[u64; 8],
        rank: usize,
    ) -> Result<(), &'static str> {
        match modes {
            Desc::Nil => Ok(()),
            Desc::Mode(Known::Static(1), ..) => Ok(()),
            Desc::Mode(Known::Static(size), Known::Static(step), code) => {
                let mut axis = 0;
                // A tensor of one mode may count by integers.
                while axis < rank && codes[axis] != *code && !(rank == 1 && *code == 0) {
                    axis += 1;
                }
                if axis == rank {
                    return Err("TMA: the coordinates are not those of an identity tensor");
                }
                self.axis(axis, *step, *size)
            }
            Desc::Mode(..) => {
                Err("TMA: the tile of coordinates is static; slice or tile its dynamic modes")
            }
            Desc::Cons(head, tail) => match self.basis(head, codes, rank) {
                Ok(()) => self.basis(tail, codes, rank),
                error => error,
            },
        }
    }

    /// The runs that two lists of the same tile have in common: axes from `self`, strides from `smem`.
    const fn refine(&self, smem: &Leaves) -> Result<Leaves, &'static str> {
        let (mut out, mut i, mut j) = (Leaves::new(), 0, 0);
        let (mut a, mut s) = (self.list[0], smem.list[0]);
        while i < self.len && j < smem.len {
            let size = if a.size < s.size { a.size } else { s.size };
            if a.size % size != 0 || s.size % size != 0 {
                return Err(
                    "TMA: a mode of global memory and one of the tile do not divide each other; choose a tile that the nested extents divide",
                );
            }
            let leaf = Leaf {
                size,
                stride: s.stride,
                axis: a.axis,
                step: a.step,
            };
            if let Err(error) = out.push(leaf) {
                return Err(error);
            }
            a.size /= size;
            a.step *= size;
            s.size /= size;
            s.stride *= size;
            if a.size == 1 {
                i += 1;
                if i < self.len {
                    a = self.list[i];
                }
            }
            if s.size == 1 {
                j += 1;
                if j < smem.len {
                    s = smem.list[j];
                }
            }
        }
        if i < self.len || j < smem.len {
            return Err(
                "TMA: the tile of coordinates and the tile in shared memory have different extents",
            );
        }
        Ok(out)
    }
}

/// The greatest divisor of `x` that is at most `most`.
const fn divisor(x: i64, most: i64) -> i64 {
    let mut d = if x < most { x } else { most };
    while d > 1 && x % d != 0 {
        d -= 1;
    }
    if d < 1 { 1 } else { d }
}

/// The plan of the tile `axes` in shared memory of layout `L`, whose box `multicast` CTAs share out.
pub(super) const fn plan<L: MemoryLayout>(
    axes: &Leaves,
    element: usize,
    multicast: u32,
) -> Result<TmaPlan, &'static str> {
    plan_of(axes, element, multicast, L::Modes::DESC, L::SWIZZLE)
}

/// [`plan`] of a layout's modes and swizzle: one function for all layouts.
const fn plan_of(
    axes: &Leaves,
    element: usize,
    multicast: u32,
    modes: &Desc,
    swizzle: [i64; 3],
) -> Result<TmaPlan, &'static str> {
    let mut smem = Leaves::new();
    if let Err(error) = smem.strides(modes) {
        return Err(error);
    }
    let mut leaves = match axes.refine(&smem) {
        Ok(leaves) => leaves,
        Err(error) => return Err(error),
    };
    let (element, [bits, base, shift]) = (element as i64, swizzle);
    if bits > 0 && ((element << base) != 16 || shift != 3 || bits > 3) {
        return Err(
            "TMA: the swizzle is not one of TMA's; use `Layout_K_SW128_Atom`, `_SW64_`, `_SW32_` or their `MN` forms",
        );
    }
    let (mut total, mut i) = (1, 0);
    while i < leaves.len {
        total *= leaves.list[i].size;
        i += 1;
    }
    let mut plan = TmaPlan {
        box_modes: [NONE; 5],
        box_rank: 0,
        rest_modes: [NONE; 5],
        rest_rank: 0,
        swizzle: if bits > 0 { 16 << bits } else { 0 },
        box_bytes: 0,
        bytes: (total * element) as u32,
    };
    if total % multicast as i64 != 0 {
        return Err("TMA: the CTAs of a multicast do not divide the tile; choose a larger tile");
    }
    // In the order of the bytes: right_inverse of the tile, then its composition with the axes.
    let (mut elements, mut expect, mut seen, mut open) = (1, 1, 0u32, true);
    let mut found = 0;
    while found < leaves.len {
        let mut i = 0;
        while i < leaves.len && leaves.list[i].stride != expect {
            i += 1;
        }
        if i == leaves.len {
            return Err(
                "TMA: the tile in shared memory has gaps or overlaps; TMA fills contiguous bytes",
            );
        }
        let leaf = leaves.list[i];
        leaves.list[i].stride = 0;
        expect *= leaf.size;
        found += 1;
        let mut left = leaf;
        let last = if plan.box_rank > 0 {
            plan.box_modes[plan.box_rank - 1]
        } else {
            NONE
        };
        let grows = plan.box_rank > 0
            && last.axis == leaf.axis
            && (last.step * last.size) as i64 == leaf.step;
        let fresh = seen >> leaf.axis & 1 == 0 && leaf.step == 1 && plan.box_rank < 5;
        if open && (grows || fresh) {
            let most = if grows { 256 / last.size as i64 } else { 256 };
            let share = total / multicast as i64 / elements;
            let size = divisor(leaf.size, if most < share { most } else { share });
            if grows {
                plan.box_modes[plan.box_rank - 1].size *= size as u32;
            } else if size > 1 {
                plan.box_modes[plan.box_rank] = TmaMode {
                    axis: leaf.axis,
                    step: 1,
                    size: size as u32,
                };
                plan.box_rank += 1;
                seen |= 1 << leaf.axis;
            }
            elements *= size;
            left.size /= size;
            left.step *= size;
        }
        if left.size > 1 {
            open = false;
            if plan.rest_rank == 5 {
                return Err(
                    "TMA: the tile has too many boxes; use a smaller tile or a wider swizzle",
                );
            }
            plan.rest_modes[plan.rest_rank] = TmaMode {
                axis: left.axis,
                step: left.step as u32,
                size: left.size as u32,
            };
            plan.rest_rank += 1;
        }
    }
    plan.box_bytes = (elements * element) as u32;
    if plan.box_rank == 0
        || !plan.box_bytes.is_multiple_of(16)
        || (plan.box_modes[0].size as i64 * element) % 16 != 0
    {
        return Err("TMA: the contiguous mode of the box is not a multiple of 16 bytes");
    }
    if plan.swizzle != 0 && plan.box_modes[0].size as i64 * element != plan.swizzle as i64 {
        return Err(
            "TMA: the contiguous mode of the box is not as wide as the swizzle; make the tile as wide as the swizzle's atom",
        );
    }
    if !plan.bytes.is_multiple_of(plan.box_bytes)
        || !(plan.bytes / plan.box_bytes).is_multiple_of(multicast)
    {
        return Err(
            "TMA: the CTAs of a multicast do not share the boxes of the tile; choose a tile that they divide",
        );
    }
    Ok(plan)
}

/// The axes of a tile whose modes are those of global memory.
pub(super) const fn flat_axes(tile: &Desc) -> Result<Leaves, &'static str> {
    let (mut axes, mut axis, mut rest) = (Leaves::new(), 0, tile);
    while let Desc::Cons(head, tail) = rest {
        match head.size() {
            Some(size) => {
                if let Err(error) = axes.axis(axis, 1, size) {
                    return Err(error);
                }
            }
            None => return Err("TMA: the layout of a tile in shared memory is static"),
        }
        axis += 1;
        rest = tail;
    }
    if let (Desc::Mode(..), Some(size)) = (rest, rest.size())
        && let Err(error) = axes.axis(0, 1, size)
    {
        return Err(error);
    }
    Ok(axes)
}

/// The plan of the tile `L` of elements `T`, each of whose modes is a mode of global memory, shared out over `multicast` CTAs.
///
/// # Panics
/// At compile time, with what TMA cannot do.
#[track_caller]
pub const fn tma_plan<T, L: MemoryLayout>(multicast: u32) -> TmaPlan {
    let axes = match flat_axes(L::Modes::DESC) {
        Ok(axes) => axes,
        Err(error) => panic!("{}", error),
    };
    match plan::<L>(&axes, size_of::<T>(), multicast) {
        Ok(plan) => plan,
        Err(error) => panic!("{}", error),
    }
}

/// The plan of a tile of coordinates with layout `LC` and origin `C` in shared memory of layout `L`.
///
/// # Panics
/// At compile time, with what TMA cannot do.
#[track_caller]
pub const fn tma_plan_of_partition<T, C: TmaCoordTree, LC: Describe, L: MemoryLayout>(
    multicast: u32,
) -> TmaPlan {
    let mut axes = Leaves::new();
    if let Err(error) = axes.basis(LC::DESC, &C::CODES, C::RANK) {
        panic!("{}", error)
    }
    match plan::<L>(&axes, size_of::<T>(), multicast) {
        Ok(plan) => plan,
        Err(error) => panic!("{}", error),
    }
}

impl TmaPlan {
    /// The axes of `rank` leaves of global memory in the order of the tensor map: those of the box first.
    pub const fn order(&self, rank: usize) -> [usize; 5] {
        let (mut order, mut at, mut seen) = ([0; 5], 0, 0u32);
        while at < self.box_rank && at < 5 {
            order[at] = self.box_modes[at].axis;
            seen |= 1 << order[at];
            at += 1;
        }
        let mut axis = 0;
        while axis < rank && at < 5 {
            if seen >> axis & 1 == 0 {
                order[at] = axis;
                at += 1;
            }
            axis += 1;
        }
        order
    }

    /// Boxes of the tile.
    pub const fn boxes(&self) -> u32 {
        self.bytes / self.box_bytes
    }

    /// Whether both copy the same boxes in the same order.
    pub const fn same(&self, other: &Self) -> bool {
        const fn equal(a: &[TmaMode; 5], b: &[TmaMode; 5]) -> bool {
            let mut i = 0;
            while i < 5 {
                if a[i].axis != b[i].axis || a[i].step != b[i].step || a[i].size != b[i].size {
                    return false;
                }
                i += 1;
            }
            true
        }
        self.bytes == other.bytes
            && self.box_bytes == other.box_bytes
            && self.swizzle == other.swizzle
            && equal(&self.box_modes, &other.box_modes)
            && equal(&self.rest_modes, &other.rest_modes)
    }
}
