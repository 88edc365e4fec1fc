//! Barriers in shared memory that count arrivals and bytes.

use super::smem::Smem;
use crate::host::{pointer, update, wait_until};

/// Bytes of one barrier.
pub const BYTES: u32 = 8;

/// What the eight bytes hold.
#[derive(Clone, Copy)]
#[repr(C)]
struct Barrier {
    /// Bytes that are expected and have not arrived.
    bytes: i32,
    /// Arrivals of a phase.
    arrivals: u16,
    /// Pending arrivals, and the parity of the phase in bit 15.
    pending: u16,
}

const PARITY: u16 = 1 << 15;

/// Changes a barrier, and ends its phase where nothing is pending.
fn change(bar: Smem, how: impl FnOnce(&mut Barrier)) {
    update(|| {
        let place = pointer(bar, 8).cast::<Barrier>();
        // SAFETY: `pointer` checks that the bytes are the block's, any of which are a barrier; `update` lets one thread in.
        let mut barrier = unsafe { place.read_unaligned() };
        how(&mut barrier);
        if barrier.pending & !PARITY == 0 && barrier.bytes == 0 {
            barrier.pending = ((barrier.pending ^ PARITY) & PARITY) | barrier.arrivals;
        }
        // SAFETY: `pointer` checked that the bytes are the block's; `update` lets one thread in.
        unsafe { place.write_unaligned(barrier) };
    });
}

/// Makes a barrier that expects `arrivals` arrivals in each phase.
///
/// # Safety
/// No thread uses the barrier yet.
pub unsafe fn init(bar: Smem, arrivals: u32) {
    change(bar, |barrier| {
        let arrivals = arrivals as u16 & !PARITY;
        *barrier = Barrier {
            bytes: 0,
            arrivals,
            pending: arrivals,
        };
    });
}

/// Ends a barrier.
///
/// # Safety
/// No thread uses the barrier any more.
pub unsafe fn invalidate(_bar: Smem) {}

/// Arrives once.
///
/// # Safety
/// `bar` is a barrier with an arrival left in its current phase.
pub unsafe fn arrive(bar: Smem) {
    change(bar, |barrier| barrier.pending -= 1);
}

/// Arrives once, when this thread's copies have arrived, which they have.
///
/// # Safety
/// Same requirements as [`arrive`].
pub unsafe fn arrive_after_cp_async(bar: Smem) {
    // SAFETY: the caller has an initialized barrier, which counts this arrival.
    unsafe { arrive(bar) }
}

/// Arrives once and expects `bytes` more in this phase.
///
/// # Safety
/// Same requirements as [`arrive`].
pub unsafe fn arrive_and_expect_tx(bar: Smem, bytes: u32) {
    change(bar, |barrier| {
        barrier.bytes += bytes as i32;
        barrier.pending -= 1;
    });
}

/// Counts bytes that have arrived.
pub(super) fn complete(bar: Smem, bytes: u32) {
    change(bar, |barrier| barrier.bytes -= bytes as i32);
}

/// Arrives once at the barrier of block `rank`; a block here is a cluster of its own.
///
/// # Panics
/// Where `rank` is not 0.
///
/// # Safety
/// Same requirements as [`arrive`].
pub unsafe fn arrive_cluster(bar: Smem, rank: u32) {
    super::cluster::alone(rank);
    // SAFETY: upheld by the caller: a barrier with an arrival left in its phase.
    unsafe { arrive(bar) }
}

/// `true` if the phase of this parity has ended.
///
/// # Safety
/// Same requirements as [`wait`].
pub unsafe fn try_wait(bar: Smem, parity: u32) -> bool {
    update(|| has_ended(bar, parity))
}

/// Whether the phase of this parity has ended.
fn has_ended(bar: Smem, parity: u32) -> bool {
    // SAFETY: `pointer` checks that the bytes are the block's; callers let no thread change them meanwhile.
    let barrier = unsafe { pointer(bar, 8).cast::<Barrier>().read_unaligned() };
    u32::from(barrier.pending >> 15) != parity & 1
}

/// Waits until the phase of this parity has ended.
///
/// # Safety
/// `bar` is a barrier, and `parity` (0 or 1) that of its current or its last phase.
pub unsafe fn wait(bar: Smem, parity: u32) {
    wait_until("mbarrier", || has_ended(bar, parity));
}
