//! [`make_tma_copy`]: the tensor map of a tile, from the layout of global memory.

use core::marker::PhantomData;

use azulejo_layout::check::rules::{Desc, Describe};
use azulejo_layout::{AnyLayout, Cons, Int, Known, Layout, M, Nil};

use super::plan::{Leaves, TmaPlan, flat_axes, plan, tma_plan};
use crate::element::Element;
use crate::tensor::MemoryLayout;

/// The arguments of `cuTensorMapEncodeTiled` but the address, for tiles `Tile` of elements `T` that `MULTICAST` CTAs load together.
///
/// Fields are named as the driver's. A mode of extent 1 fills a map of lower rank.
#[derive(Debug)]
pub struct TensorMapParams<T, Tile, const MULTICAST: u32 = 1> {
    /// Modes, 1 to 5.
    pub tensor_rank: usize,
    /// Extents, the contiguous mode first.
    pub global_dim: [u64; 5],
    /// Bytes from one element of a mode to the next; that of the first mode, which the driver is not told, is the element's.
    pub global_strides: [u64; 5],
    /// Extents of the box.
    pub box_dim: [u32; 5],
    /// Elements between those that are copied: all 1.
    pub element_strides: [u32; 5],
    /// Bytes of a swizzled line: 0, 32, 64 or 128.
    pub swizzle: u32,
    tile: PhantomData<(T, Tile)>,
}

impl<T, Tile, const MULTICAST: u32> Clone for TensorMapParams<T, Tile, MULTICAST> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, Tile, const MULTICAST: u32> Copy for TensorMapParams<T, Tile, MULTICAST> {}

impl TensorMapParams<(), ()> {
    /// The same as those of a tile.
    fn of_tile<T, Tile, const MULTICAST: u32>(self) -> TensorMapParams<T, Tile, MULTICAST> {
        TensorMapParams {
            tensor_rank: self.tensor_rank,
            global_dim: self.global_dim,
            global_strides: self.global_strides,
            box_dim: self.box_dim,
            element_strides: self.element_strides,
            swizzle: self.swizzle,
            tile: PhantomData,
        }
    }
}

/// Leaves of a layout that `make_tma_copy` counts at most, to say that there are too many.
const LEAVES: usize = 8;

/// The modes of a layout as numbers.
pub trait ModeValues: Describe {
    /// Leaves.
    const RANK: usize;

    /// Writes extent and stride of each leaf from `at` on.
    fn values(self, out: &mut [(i64, i64); LEAVES], at: usize);
}

impl ModeValues for Nil {
    const RANK: usize = 0;

    fn values(self, _: &mut [(i64, i64); LEAVES], _: usize) {}
}

impl<S: Int, D: Int> ModeValues for M<S, D> {
    const RANK: usize = 1;

    fn values(self, out: &mut [(i64, i64); LEAVES], at: usize) {
        if let Some(place) = out.get_mut(at) {
            *place = (self.0.value(), self.1.value());
        }
    }
}

impl<H: ModeValues, T: ModeValues> ModeValues for Cons<H, T> {
    const RANK: usize = H::RANK + T::RANK;

    fn values(self, out: &mut [(i64, i64); LEAVES], at: usize) {
        self.0.values(out, at);
        self.1.values(out, at + H::RANK);
    }
}

/// The number of leaves of a tree.
const fn leaves(modes: &Desc) -> usize {
    match modes {
        Desc::Nil => 0,
        Desc::Mode(..) => 1,
        Desc::Cons(head, tail) => leaves(head) + leaves(tail),
    }
}

/// The stride of leaf `at`.
const fn stride(modes: &Desc, at: usize) -> Known {
    match modes {
        Desc::Nil => Known::Dynamic,
        Desc::Mode(_, stride, _) => *stride,
        Desc::Cons(head, tail) => {
            let first = leaves(head);
            if at < first {
                stride(head, at)
            } else {
                stride(tail, at - first)
            }
        }
    }
}

/// Whether no mode nests.
const fn is_flat(modes: &Desc) -> bool {
    match modes {
        Desc::Cons(head, tail) => leaves(head) == 1 && is_flat(tail),
        _ => true,
    }
}

/// Stops the build where the types say that TMA cannot copy the tile.
#[track_caller]
const fn assert_map<T, L: MemoryLayout>(gmem: &Desc, multicast: u32) {
    assert!(
        leaves(gmem) <= 5,
        "make_tma_copy: a tensor map has at most 5 modes; group modes that are contiguous, or slice batches"
    );
    if !is_flat(gmem) {
        return;
    }
    let plan = tma_plan::<T, L>(multicast);
    let order = plan.order(leaves(gmem));
    let mut i = 0;
    while i < leaves(gmem) {
        match stride(gmem, order[i]) {
            Known::Static(stride) | Known::Multiple(stride) if i == 0 && stride != 1 => panic!(
                "make_tma_copy: the mode that is contiguous in shared memory is not contiguous in global memory; choose a layout of shared memory of the other major"
            ),
            Known::Static(stride) if i > 0 && stride * size_of::<T>() as i64 % 16 != 0 => panic!(
                "make_tma_copy: a stride of global memory is not a multiple of 16 bytes; pad its rows"
            ),
            _ => {}
        }
        i += 1;
    }
}

/// The axes of a tile whose modes may nest as `values` does, in trees `gmem` and `tile`.
fn nested_axes(
    gmem: &Desc,
    tile: &Desc,
    values: &[(i64, i64); LEAVES],
) -> Result<Leaves, &'static str> {
    if is_flat(gmem) {
        return flat_axes(tile);
    }
    let (mut axes, mut axis, mut gmem, mut tile) = (Leaves::new(), 0, gmem, tile);
    while let (Desc::Cons(mode, more), Desc::Cons(part, parts)) = (gmem, tile) {
        let Some(mut left) = part.size() else {
            return Err("TMA: the layout of a tile in shared memory is static");
        };
        let last = axis + leaves(mode);
        while axis < last {
            let extent = values[axis].0;
            if extent < 1 {
                return Err("an extent of global memory is not between 1 and 2^32");
            }
            let size = if axis + 1 == last || left <= extent {
                left
            } else if left % extent == 0 {
                extent
            } else {
                return Err(
                    "a nested extent does not divide the tile; choose a tile that it divides",
                );
            };
            axes.axis(axis, 1, size)?;
            left /= size;
            axis += 1;
        }
        (gmem, tile) = (more, parts);
    }
    match tile {
        Desc::Nil => Ok(axes),
        _ => Err("the tile has more modes than global memory"),
    }
}

/// The tensor map for tiles `L` of a tensor in global memory of layout `gmem` with elements `T`.
///
/// The modes of the tile are the first of `gmem`; modes of `gmem` may nest, and each leaf is an axis. `MULTICAST` CTAs share out the
/// boxes of a tile; without multicast it is 1. Extents need not be multiples of the tile's: elements past them load as zeros and are
/// not stored, but that a store writes whole chunks of 16 bytes along the contiguous mode. What types say is checked at compile time,
/// the rest here.
///
/// Source: CuTe, `make_tma_copy` in `atom/copy_traits_sm90_tma.hpp`.
///
/// # Errors
/// Says what TMA cannot do: a stride that is not a multiple of 16 bytes or not below 2^40, an extent outside 1 to 2^32, a mode that is
/// not contiguous.
///
/// ```
/// use azulejo_layout::{LayoutLeft, TileToShape, ints::*, layout};
/// use azulejo_tensor::{atom::Layout_K_SW128_Atom, f16, make_tma_copy};
/// type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64), LayoutLeft>;
/// let map = make_tma_copy::<f16, Tile, 1, _, _>(layout!((1000usize, 512usize, 3usize):(512usize, _1, 512000usize)))?;
/// assert_eq!((map.tensor_rank, &map.global_dim[..3]), (3, &[512, 1000, 3][..]));
/// assert_eq!((&map.global_strides[..3], &map.box_dim[..3]), (&[2, 1024, 1024000][..], &[64, 128, 1][..]));
/// // Two CTAs load one half each.
/// let half = make_tma_copy::<f16, Tile, 2, _, _>(layout!((1000usize, 512usize):(512usize, _1)))?;
/// assert_eq!(half.box_dim[..2], [64, 64]);
/// # Ok::<(), &'static str>(())
/// ```
pub fn make_tma_copy<T: Element, L: MemoryLayout, const MULTICAST: u32, S: Copy, D: Copy>(
    gmem: Layout<S, D>,
) -> Result<TensorMapParams<T, L, MULTICAST>, &'static str>
where
    Layout<S, D>: AnyLayout<L: ModeValues>,
{
    const {
        assert_map::<T, L>(
            <<Layout<S, D> as AnyLayout>::L as Describe>::DESC,
            MULTICAST,
        );
    }
    let mut values = [(1, 0); LEAVES];
    gmem.modes().values(&mut values, 0);
    let desc = <<Layout<S, D> as AnyLayout>::L as Describe>::DESC;
    let axes = nested_axes(desc, <L::Modes as Describe>::DESC, &values)?;
    let plan = plan::<L>(&axes, size_of::<T>(), MULTICAST)?;
    let rank = <<Layout<S, D> as AnyLayout>::L as ModeValues>::RANK;
    let params = params(&plan, rank, &values, size_of::<T>() as u64)?;
    Ok(params.of_tile())
}

/// The map of a plan for elements of `element` bytes: one function for all layouts.
fn params(
    plan: &TmaPlan,
    rank: usize,
    values: &[(i64, i64); LEAVES],
    element: u64,
) -> Result<TensorMapParams<(), ()>, &'static str> {
    let order = plan.order(rank);
    let mut out = TensorMapParams {
        tensor_rank: rank,
        global_dim: [1; 5],
        global_strides: [element; 5],
        box_dim: [1; 5],
        element_strides: [1; 5],
        swizzle: plan.swizzle,
        tile: PhantomData,
    };
    for (i, &axis) in order.iter().enumerate().take(rank) {
        let (size, stride) = values[axis];
        if !(1..=1 << 32).contains(&size) {
            return Err("an extent of global memory is not between 1 and 2^32");
        }
        // The stride of one element is never used.
        let stride = if size == 1 && i > 0 { 16 } else { stride };
        let bytes = stride.checked_mul(element as i64).unwrap_or(-1);
        if i == 0 && stride != 1 && size != 1 {
            return Err(
                "the mode that is contiguous in shared memory is not contiguous in global memory; choose a layout of shared memory of the other major",
            );
        }
        if i > 0 && (bytes % 16 != 0 || !(0..1 << 40).contains(&bytes)) {
            return Err(
                "a stride of global memory is not a multiple of 16 bytes below 2^40; pad its rows",
            );
        }
        out.global_dim[i] = size as u64;
        if i > 0 {
            out.global_strides[i] = bytes as u64;
        }
        if i < plan.box_rank {
            out.box_dim[i] = plan.box_modes[i].size;
        }
    }
    Ok(out)
}
