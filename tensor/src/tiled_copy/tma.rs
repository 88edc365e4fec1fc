//! TMA copies from layouts: which box an instruction moves, and what the host tells the driver.

use azulejo_layout::law::{Desc, Describe};
use azulejo_layout::{AnyLayout, Cons, Int, Known, Layout, M, Nil};

use crate::MemoryLayout;

/// A run of a tile's axis: `size` steps of `step` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaMode {
    /// The axis of the tile.
    pub axis: usize,
    /// Elements of the axis from one to the next.
    pub step: u32,
    /// How many.
    pub size: u32,
}

const NONE: TmaMode = TmaMode {
    axis: 0,
    step: 0,
    size: 1,
};

/// How a tile in shared memory is filled: a box in the order of its bytes, and what is left to further instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaPlan {
    /// The box, contiguous first.
    pub boxed: [TmaMode; 5],
    /// How many.
    pub boxes: usize,
    /// Repetitions of the box, one behind the other in shared memory.
    pub rest: [TmaMode; 5],
    /// How many.
    pub rests: usize,
    /// Bytes of a swizzled line, 0 for none.
    pub swizzle: u32,
    /// Bytes of the box.
    pub box_bytes: u32,
    /// Bytes of the tile.
    pub bytes: u32,
}

#[derive(Clone, Copy)]
struct Leaf {
    stride: i64,
    size: i64,
    axis: usize,
    step: i64,
}

const fn known(x: Known) -> i64 {
    match x {
        Known::Static(x) => x,
        _ => panic!("the layout of a tile in shared memory is static"),
    }
}

const fn collect(
    mode: &Desc,
    axis: usize,
    step: i64,
    out: &mut [Leaf; 16],
    len: &mut usize,
) -> i64 {
    match mode {
        Desc::Nil => step,
        Desc::Mode(size, stride, _) => {
            let size = known(*size);
            if size > 1 {
                out[*len] = Leaf {
                    stride: known(*stride),
                    size,
                    axis,
                    step,
                };
                *len += 1;
            }
            step * size
        }
        Desc::Cons(head, tail) => {
            let step = collect(head, axis, step, out, len);
            collect(tail, axis, step, out, len)
        }
    }
}

/// The plan of a tile whose modes are axes.
pub const fn tma_plan(tile: &Desc, element: usize, bits: i64) -> TmaPlan {
    let mut leaves = [Leaf {
        stride: 0,
        size: 1,
        axis: 0,
        step: 1,
    }; 16];
    let (mut len, mut axis, mut rest) = (0, 0, tile);
    while let Desc::Cons(head, tail) = rest {
        collect(head, axis, 1, &mut leaves, &mut len);
        axis += 1;
        rest = tail;
    }
    let mut plan = TmaPlan {
        boxed: [NONE; 5],
        boxes: 0,
        rest: [NONE; 5],
        rests: 0,
        swizzle: if bits > 0 { 16 << bits } else { 0 },
        box_bytes: 0,
        bytes: 0,
    };
    // In the order of the bytes: right_inverse, then composition with the axes.
    let (mut expect, mut seen, mut open) = (1, 0u32, true);
    let mut found = 0;
    while found < len {
        let mut i = 0;
        while i < len && leaves[i].stride != expect {
            i += 1;
        }
        assert!(i < len, "the tile has gaps in shared memory");
        let leaf = leaves[i];
        expect *= leaf.size;
        found += 1;
        let mode = TmaMode {
            axis: leaf.axis,
            step: leaf.step as u32,
            size: leaf.size as u32,
        };
        if plan.boxes > 0 && open {
            let last = plan.boxed[plan.boxes - 1];
            if last.axis == mode.axis
                && last.step * last.size == mode.step
                && last.size * mode.size <= 256
            {
                plan.boxed[plan.boxes - 1].size *= mode.size;
                continue;
            }
        }
        if open && leaf.step == 1 && seen >> leaf.axis & 1 == 0 && leaf.size <= 256 {
            seen |= 1 << leaf.axis;
            plan.boxed[plan.boxes] = mode;
            plan.boxes += 1;
        } else {
            open = false;
            plan.rest[plan.rests] = mode;
            plan.rests += 1;
        }
    }
    let mut i = 0;
    let mut elements = 1;
    while i < plan.boxes {
        elements *= plan.boxed[i].size;
        i += 1;
    }
    plan.box_bytes = elements * element as u32;
    plan.bytes = expect as u32 * element as u32;
    assert!(
        plan.swizzle == 0 || plan.boxed[0].size * element as u32 == plan.swizzle,
        "lines of the box are not as wide as the swizzle"
    );
    plan
}

impl TmaPlan {
    /// The axes of `rank` modes of global memory in the order of the tensor map: those of the box first.
    pub const fn order(&self, rank: usize) -> [usize; 5] {
        let (mut order, mut at, mut seen) = ([0; 5], 0, 0u32);
        while at < self.boxes {
            order[at] = self.boxed[at].axis;
            seen |= 1 << order[at];
            at += 1;
        }
        let mut axis = 0;
        while axis < rank {
            if seen >> axis & 1 == 0 {
                order[at] = axis;
                at += 1;
            }
            axis += 1;
        }
        order
    }
}

/// The plan of the tile `L` of elements `T`.
pub const fn plan_of<L: MemoryLayout, T>() -> TmaPlan {
    tma_plan(L::Modes::DESC, size_of::<T>(), L::SWIZZLE[0])
}

/// What `cuTensorMapEncodeTiled` is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaParams {
    /// Modes, 1 to 5.
    pub rank: usize,
    /// Extents.
    pub sizes: [u64; 5],
    /// Bytes from one to the next; the first is the element's.
    pub strides: [u64; 5],
    /// The box.
    pub boxes: [u32; 5],
    /// Bytes of a swizzled line, 0 for none.
    pub swizzle: u32,
}

/// The modes of a layout as numbers.
pub trait ModeValues {
    /// Appends size and stride of each leaf.
    fn values(self, out: &mut [(i64, i64); 5], len: &mut usize);
}
impl ModeValues for Nil {
    fn values(self, _: &mut [(i64, i64); 5], _: &mut usize) {}
}
impl<S: Int, D: Int> ModeValues for M<S, D> {
    fn values(self, out: &mut [(i64, i64); 5], len: &mut usize) {
        out[*len] = (self.0.value(), self.1.value());
        *len += 1;
    }
}
impl<H: ModeValues, T: ModeValues> ModeValues for Cons<H, T> {
    fn values(self, out: &mut [(i64, i64); 5], len: &mut usize) {
        self.0.values(out, len);
        self.1.values(out, len);
    }
}

/// CuTe's `make_tma_copy`: the tensor map for tiles `L` of a matrix `gmem` of elements `T`. A pure function of layouts.
///
/// # Errors
/// Says what TMA cannot do.
///
/// ```
/// use azulejo_layout::{LayoutLeft, TileToShape, ints::*, layout};
/// use azulejo_tensor::{atom::Layout_K_SW128_Atom, f16, make_tma_copy, plan_of};
/// type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64), LayoutLeft>;
/// let p = make_tma_copy::<f16, Tile, _, _>(layout!((1000usize, 512usize, 3usize):(512usize, _1, 512000usize))).unwrap();
/// assert_eq!((p.rank, &p.sizes[..3], &p.strides[..3], &p.boxes[..3], p.swizzle),
///     (3, &[512, 1000, 3][..], &[2, 1024, 1024000][..], &[64, 128, 1][..], 128));
/// // 128 columns of K: two boxes, one behind the other.
/// type Wide = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _128), LayoutLeft>;
/// let plan = plan_of::<Wide, f16>();
/// assert_eq!((plan.boxes, plan.rests, plan.rest[0].step, plan.box_bytes, plan.bytes), (2, 1, 64, 16384, 32768));
/// ```
pub fn make_tma_copy<T, L: MemoryLayout, S: Copy, D: Copy>(
    gmem: Layout<S, D>,
) -> Result<TmaParams, &'static str>
where
    Layout<S, D>: AnyLayout<L: ModeValues>,
{
    let (mut modes, mut rank) = ([(1, 0); 5], 0);
    gmem.modes().values(&mut modes, &mut rank);
    let (plan, element) = (plan_of::<L, T>(), size_of::<T>() as u64);
    let order = plan.order(rank);
    let mut out = TmaParams {
        rank,
        sizes: [1; 5],
        strides: [0; 5],
        boxes: [1; 5],
        swizzle: plan.swizzle,
    };
    for i in 0..rank {
        let (size, stride) = modes[order[i]];
        (out.sizes[i], out.strides[i]) = (size as u64, stride as u64 * element);
        if i < plan.boxes {
            out.boxes[i] = plan.boxed[i].size;
        }
        if i == 0 && stride != 1 {
            return Err(
                "the axis whose neighbours are neighbours in shared memory is not contiguous in global memory",
            );
        }
        if i > 0 && (stride <= 0 || out.strides[i] % 16 != 0 || out.strides[i] >= 1 << 40) {
            return Err("strides of global memory are multiples of 16 bytes below 2^40");
        }
        if size < 1 || size > 1 << 32 {
            return Err("extents are 1 to 2^32");
        }
    }
    Ok(out)
}
