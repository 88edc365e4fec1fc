//! Bulk copies of contiguous bytes: `SM90_BULK_COPY_G2S`, `SM90_BULK_COPY_S2G`, and from CTA to CTA of a cluster.

use core::marker::PhantomData;

use azulejo_layout::check::rules::{Desc, Describe, Text};
use azulejo_layout::{Int, Known};
use azulejo_tensor::engine::{Engine, EngineMut, Gmem, SharedBase};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, is_vectorized};

use crate::copy::space::{global_address, shared_address};
use crate::copy::tiled::ExecuteTiledCopy;
use crate::engine::SharedPtr;
use crate::ptx::bulk;

/// Loads contiguous tensors from global to shared memory, one instruction a tensor, without a tensor map.
///
/// Source: CuTe, `SM90_BULK_COPY_G2S`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BulkLoad;

/// A [`BulkLoad`] that arrives at a barrier.
#[derive(Clone, Copy, Debug)]
pub struct BulkLoadTo {
    bar: SharedPtr<u64>,
    mask: Option<u16>,
}

/// Stores contiguous tensors from shared to global memory, as part of the thread's group of TMA stores.
///
/// Source: CuTe, `SM90_BULK_COPY_S2G`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BulkStore;

/// Adds contiguous tensors of f32 in shared memory to those in global memory, as part of the thread's group of TMA stores.
///
/// Source: PTX ISA, `cp.reduce.async.bulk` with `.add.f32`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BulkReduceAdd;

/// Copies contiguous tensors from this CTA's shared memory to the same place in another CTA of the cluster.
///
/// Source: PTX ISA, `cp.async.bulk.shared::cluster.shared::cta`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BulkRemote;

/// A [`BulkRemote`] with its CTA and barrier.
#[derive(Clone, Copy, Debug)]
pub struct BulkRemoteTo {
    bar: SharedPtr<u64>,
    rank: u32,
}

impl BulkRemote {
    /// This copy, into CTA `rank` of the cluster, which arrives at `bar` there. `dst` and `bar` are those of this CTA's storage.
    #[inline(always)]
    pub fn with(self, bar: SharedPtr<u64>, rank: u32) -> BulkRemoteTo {
        BulkRemoteTo { bar, rank }
    }
}

/// The global address of a tensor's first element.
#[inline(always)]
fn first_global<E, L>(tensor: &Tensor<E, L>) -> u64
where
    E: Engine<Space = Gmem>,
    L: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    global_address(
        tensor.engine(),
        tensor.layout().offset_at(0).value() as isize,
    )
}

/// The shared address of a tensor's first element.
#[inline(always)]
fn first_shared<E, L>(tensor: &Tensor<E, L>) -> u32
where
    E: SharedBase + Engine,
    L: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    shared_address(
        tensor.engine(),
        tensor.layout().offset_at(0).value() as isize,
    )
}

impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for BulkRemoteTo
where
    ES: SharedBase + Engine,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    ED: SharedBase + Engine<Item = ES::Item>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const CHECKS: () = Bytes::<ES::Item, LS, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        let bytes = const { Bytes::<ES::Item, LS, LD>::COUNT };
        let (from, to) = (first_shared(src), first_shared(dst));
        // SAFETY: upheld by the caller: aligned to 16 bytes, a CTA that runs, and a barrier of it that expects the bytes.
        unsafe { bulk::copy_to_cta(to, from, bytes, self.bar.shared_address(), self.rank) }
    }
}

impl BulkLoad {
    /// This load, which arrives at `bar`.
    #[inline(always)]
    pub fn with(self, bar: SharedPtr<u64>) -> BulkLoadTo {
        BulkLoadTo { bar, mask: None }
    }

    /// This load, which arrives at `bar` in every CTA of the cluster whose bit in `mask` is set.
    #[inline(always)]
    pub fn with_multicast(self, bar: SharedPtr<u64>, mask: u16) -> BulkLoadTo {
        BulkLoadTo {
            bar,
            mask: Some(mask),
        }
    }
}

/// A copy of the bytes of contiguous tensors.
struct Bytes<T, LS, LD>(PhantomData<(T, LS, LD)>);

impl<T, LS: MemoryLayout, LD: MemoryLayout> Bytes<T, LS, LD> {
    /// How many; the build stops where they cannot be copied.
    const COUNT: u32 = bytes::<T, LS, LD>();
    /// The checks of [`COUNT`](Self::COUNT).
    const CHECKS: () = {
        let _ = Self::COUNT;
    };
}

/// Whether both sides have one layout, compact, which begins at its base: equal coordinates are then at equal places of one run.
const fn is_one_run<LS: MemoryLayout, LD: MemoryLayout>(size: i64) -> bool {
    let [bits, base, shift] = LS::SWIZZLE;
    let [of_bits, of_base, of_shift] = LD::SWIZZLE;
    let one_swizzle = bits == of_bits && base == of_base && shift == of_shift;
    one_swizzle
        && matches!((LS::START, LD::START), (Some(0), Some(0)))
        && same_modes(LS::Modes::DESC, LD::Modes::DESC)
        && run_from(LS::Modes::DESC, 1, size)
        && LS::COSIZE == size as usize
}

/// Whether static modes reach each offset from `stride` to `size` once, where smaller ones are reached.
const fn run_from(modes: &Desc, stride: i64, size: i64) -> bool {
    let mut next = stride;
    while next < size {
        let Some(extent) = extent_at(modes, next) else {
            return false;
        };
        next *= extent;
    }
    next == size
}

/// The extent of the mode of this stride that has more than one element.
const fn extent_at(modes: &Desc, at: i64) -> Option<i64> {
    match modes {
        Desc::Mode(Known::Static(extent), Known::Static(stride), _)
            if *extent > 1 && *stride == at =>
        {
            Some(*extent)
        }
        Desc::Cons(head, tail) => match extent_at(head, at) {
            None => extent_at(tail, at),
            found => found,
        },
        _ => None,
    }
}

/// Whether two trees have the same static modes.
const fn same_modes(a: &Desc, b: &Desc) -> bool {
    match (a, b) {
        (Desc::Nil, Desc::Nil) => true,
        (Desc::Cons(x, a), Desc::Cons(y, b)) => same_modes(x, y) && same_modes(a, b),
        (
            Desc::Mode(Known::Static(m), Known::Static(d), _),
            Desc::Mode(Known::Static(n), Known::Static(e), _),
        ) => *m == *n && (*d == *e || *m == 1),
        _ => false,
    }
}

/// Bytes of a tensor in one run, which both sides have.
#[track_caller]
const fn bytes<T, LS: MemoryLayout, LD: MemoryLayout>() -> u32 {
    let (Some(src), Some(dst)) = (LS::Modes::DESC.size(), LD::Modes::DESC.size()) else {
        panic!("copy: a bulk copy moves a static number of elements; tile its dynamic modes")
    };
    assert!(
        src == dst,
        "copy: source and destination of a bulk copy have different extents; slice the larger one"
    );
    let n = src as usize;
    let in_order = is_vectorized::<LS>(n) && is_vectorized::<LD>(n);
    if !in_order && !is_one_run::<LS, LD>(src) {
        let line = Text::new()
            .text("copy: a bulk copy moves one run of bytes; the source ")
            .layout(LS::Modes::DESC, &[])
            .text(" and the destination ")
            .layout(LD::Modes::DESC, &[])
            .text(" are neither contiguous in the order of their coordinates nor one compact layout, with one swizzle: give both the same layout, or slice what is contiguous");
        panic!("{}", line.as_str());
    }
    let bytes = src as usize * size_of::<T>();
    assert!(
        bytes.is_multiple_of(16),
        "copy: a bulk copy moves multiples of 16 bytes; use `UniversalCopy` or `cp.async` for the rest"
    );
    bytes as u32
}

impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for BulkLoadTo
where
    ES: Engine<Space = Gmem>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    ED: SharedBase + Engine<Item = ES::Item>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const CHECKS: () = Bytes::<ES::Item, LS, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        let bytes = const { Bytes::<ES::Item, LS, LD>::COUNT };
        let (from, to) = (first_global(src), first_shared(dst));
        match self.mask {
            // SAFETY: the caller has `bytes` bytes readable and writable, aligned to 16, and a barrier that expects them.
            None => unsafe { bulk::load(to, from, bytes, self.bar.shared_address()) },
            // SAFETY: the caller has `bytes` bytes readable here and writable in every CTA of the mask, aligned to 16, and a barrier
            // in each that expects them.
            Some(mask) => unsafe {
                bulk::load_multicast(to, from, bytes, self.bar.shared_address(), mask)
            },
        }
    }
}

impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for BulkStore
where
    ES: SharedBase + Engine,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    ED: EngineMut<Item = ES::Item, Space = Gmem>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const CHECKS: () = Bytes::<ES::Item, LS, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        let bytes = const { Bytes::<ES::Item, LS, LD>::COUNT };
        let (from, to) = (first_shared(src), first_global(dst));
        // SAFETY: upheld by the caller: readable and writable, aligned to 16 bytes.
        unsafe { bulk::store(to, from, bytes) }
    }
}

impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for BulkReduceAdd
where
    ES: SharedBase + Engine<Item = f32>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    ED: EngineMut<Item = f32, Space = Gmem>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const CHECKS: () = Bytes::<f32, LS, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        let bytes = const { Bytes::<f32, LS, LD>::COUNT };
        let (from, to) = (first_shared(src), first_global(dst));
        // SAFETY: upheld by the caller: readable and writable, aligned to 16 bytes, changed by additions alone.
        unsafe { bulk::add_f32(to, from, bytes) }
    }
}
