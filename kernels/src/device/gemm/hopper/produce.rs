//! The producer: it keeps the ring of stages full, a ring ahead of the consumers.
//!
//! Where the epilogue adds C in straight-line code, C takes the stages behind those of a tile's sum.

use super::args::Args;
use super::config::Config;
use super::operand::{Major, Operand};
use super::pipeline::{Plan, Ring, Seat};
use super::source::{Source, Unit, unit, units};
use crate::device::ptx::{math, mbarrier, smem::Smem, tma, warpgroup};

/// Copies every stage of every unit of this block.
///
/// # Safety
/// Called by one whole warp, with the launch's arguments.
#[inline(always)]
pub unsafe fn produce<C: Config>(mut source: impl Source, plan: Plan) {
    let seat = Seat::here::<C>();
    let mut units = units::<C>(&source);
    let mut ring = Ring::START;
    while units.next < units.end {
        // SAFETY: the loop's condition.
        let Unit {
            args, work, slice, ..
        } = unsafe { unit::<C>(&mut source, units.next, seat) };
        let m0 = (work.m * C::CLUSTER.0 + seat.m) * C::TILE.0;
        let n0 = (work.n * C::CLUSTER.1 + seat.n) * C::TILE.1;
        let mut block = slice.first;
        let mut left = slice.blocks;
        while left != 0 {
            // SAFETY: one whole warp is here, by the caller; the bytes of both operands' parts come below.
            if let Some(full) = unsafe { acquire::<C>(plan, ring, C::STAGE) } {
                let k = block * C::BLOCK_K;
                let (part, others) = (const { C::A.part(C::CLUSTER.1) }, row::<C>());
                let parts = (C::CLUSTER.1, seat.n, others << seat.rank::<C>(seat.m, 0));
                let to = plan.a::<C>(ring.stage);
                // SAFETY: the launch's map of A; the stage is free, and its barrier expects the bytes.
                unsafe { copy(part, parts, args.maps[0], to, (m0, k, work.batch), full) };
                let (part, others) = (const { C::B.part(C::CLUSTER.0) }, column::<C>());
                let parts = (C::CLUSTER.0, seat.m, others << seat.rank::<C>(0, seat.n));
                let to = plan.b::<C>(ring.stage);
                // SAFETY: the launch's map of B; the stage is free, and its barrier expects the bytes.
                unsafe { copy(part, parts, args.maps[1], to, (n0, k, work.batch), full) };
            }
            ring.advance::<C>();
            block += slice.step;
            left -= math::opaque(1);
        }
        if C::C_STAGES > 0 {
            // SAFETY: one whole warp is here, by the caller; such a launch has maps of C.
            unsafe { bring_c::<C>(args, plan, &mut ring, (m0, n0, work.batch)) };
        }
        units.next += units.step;
    }
}

/// Waits until the ring's stage is free, and announces `bytes` bytes: the barrier that expects them, in one lane.
///
/// # Safety
/// Called by one whole warp, whose lane then copies as many bytes to the stage.
#[inline(always)]
unsafe fn acquire<C: Config>(plan: Plan, ring: Ring, bytes: u32) -> Option<Smem> {
    // SAFETY: the barrier is initialized, and the parity that of the stage's last use.
    unsafe { mbarrier::wait(plan.empty::<C>(ring.stage), ring.parity ^ 1) };
    // SAFETY: the caller has one whole warp here.
    if unsafe { warpgroup::elect() } {
        let full = plan.full::<C>(ring.stage);
        // SAFETY: the one arrival of the stage's phase; the caller copies the bytes.
        unsafe { mbarrier::arrive_expect(full, bytes) };
        Some(full)
    } else {
        None
    }
}

/// C of a tile: blocks of 64 rows, panel by panel, as D will leave.
///
/// # Safety
/// As [`produce`]; the launch has maps of C.
#[inline(always)]
unsafe fn bring_c<C: Config>(
    args: &Args,
    plan: Plan,
    ring: &mut Ring,
    (m0, n0, batch): (u32, u32, u32),
) {
    let mut row = 0;
    while row < C::TILE.0 {
        let blocks = C::C_BLOCKS.min((C::TILE.0 - row) / 64);
        // SAFETY: one whole warp is here, by the caller; the bytes of these blocks come below.
        if let Some(full) = unsafe { acquire::<C>(plan, *ring, blocks * C::C_ROWS) } {
            for i in 0..blocks * C::ACROSS {
                let (block, p) = (i / C::ACROSS, i % C::ACROSS);
                let to = plan.a::<C>(ring.stage) + block * C::C_ROWS + p * C::PANEL;
                let map = args.maps[if p < C::WHOLE_PANELS { 4 } else { 5 }];
                let at = (n0 + p * C::PANEL_COLUMNS, m0 + row + block * 64, batch);
                // SAFETY: the launch's map of C; the stage is free, and its barrier expects the bytes.
                unsafe { tma::load(to, map, at, full) };
            }
        }
        ring.advance::<C>();
        row += math::opaque(C::C_BLOCKS * 64);
    }
}

/// The blocks of one M of a cluster, as a mask of ranks that starts at the first.
const fn row<C: Config>() -> u32 {
    let (mut mask, mut n) = (0, 0);
    while n < C::CLUSTER.1 {
        mask |= 1 << (n * C::CLUSTER.0);
        n += 1;
    }
    mask
}

/// The blocks of one N of a cluster, likewise.
const fn column<C: Config>() -> u32 {
    (1 << C::CLUSTER.0) - 1
}

/// Copies part `index` of an operand's tile, to every block of the cluster where it has several parts.
///
/// # Safety
/// As [`tma::load`].
#[inline(always)]
unsafe fn copy(
    part: Operand,
    (parts, index, mask): (u32, u32, u32),
    map: u64,
    tile: Smem,
    (mn, k, batch): (u32, u32, u32),
    full: Smem,
) {
    let (start, dst) = (mn + index * part.mn.size(), tile + index * part.bytes());
    for i in 0..part.boxes() {
        let at = match part.major {
            Major::K => (k + i * part.tma_box().0, start, batch),
            Major::Mn => (start + i * part.tma_box().0, k, batch),
        };
        let to = dst + i * part.box_step();
        if parts == 1 {
            // SAFETY: the caller has a valid map, memory for the tile and a barrier that expects it; box `i` is inside the part.
            unsafe { tma::load(to, map, at, full) };
        } else {
            // SAFETY: the caller has a valid map, memory for the tile and a barrier that expects it, in every block of the mask; box
            // `i` is inside the part.
            unsafe { tma::load_multicast(to, map, at, full, mask as u16) };
        }
    }
}
