//! The producer: it keeps the ring of stages full, a ring ahead of the consumers.

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
            // SAFETY: the stage is free once its barrier says so; its bytes are announced before they are copied.
            unsafe {
                mbarrier::wait(plan.empty::<C>(ring.stage), ring.parity ^ 1);
                if warpgroup::elect() {
                    let full = plan.full::<C>(ring.stage);
                    mbarrier::arrive_expect(full, C::STAGE);
                    let k = block * C::BLOCK_K;
                    copy(
                        const { C::A.part(C::CLUSTER.1) },
                        (
                            C::CLUSTER.1,
                            seat.n,
                            row::<C>() << seat.rank::<C>(seat.m, 0),
                        ),
                        args.maps[0],
                        plan.a::<C>(ring.stage),
                        (m0, k, work.batch),
                        full,
                    );
                    copy(
                        const { C::B.part(C::CLUSTER.0) },
                        (
                            C::CLUSTER.0,
                            seat.m,
                            column::<C>() << seat.rank::<C>(0, seat.n),
                        ),
                        args.maps[1],
                        plan.b::<C>(ring.stage),
                        (n0, k, work.batch),
                        full,
                    );
                }
            }
            ring.advance::<C>();
            block += slice.step;
            left -= math::opaque(1);
        }
        units.next += units.step;
    }
}

/// The blocks of one M of a cluster, as a mask of ranks that starts at the first.
pub(super) const fn row<C: Config>() -> u32 {
    let (mut mask, mut n) = (0, 0);
    while n < C::CLUSTER.1 {
        mask |= 1 << (n * C::CLUSTER.0);
        n += 1;
    }
    mask
}

/// The blocks of one N of a cluster, likewise.
pub(super) const fn column<C: Config>() -> u32 {
    (1 << C::CLUSTER.0) - 1
}

/// Copies part `index` of an operand's tile, to every block of the cluster where it has several parts.
///
/// # Safety
/// As [`tma::load`].
#[inline(always)]
pub(super) unsafe fn copy(
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
        // SAFETY: the caller's contract; box `i` is inside the part.
        unsafe {
            if parts == 1 {
                tma::load(dst + i * part.box_step(), map, at, full);
            } else {
                tma::load_multicast(dst + i * part.box_step(), map, at, full, mask as u16);
            }
        }
    }
}
