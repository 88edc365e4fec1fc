//! Asynchronous copies of 4 to 16 bytes from global to shared memory (PTX ISA, `cp.async`).

use core::arch::asm;

use crate::immediate;

/// Closes this thread's group of copies.
#[inline(always)]
pub fn commit() {
    // SAFETY: no requirement (PTX ISA, `cp.async.commit_group`).
    unsafe { asm!("cp.async.commit_group;", options(nostack)) };
}

/// Waits until at most `PENDING` of this thread's newest groups are still in flight.
#[inline(always)]
pub fn wait<const PENDING: u32>() {
    // SAFETY: no requirement (PTX ISA, `cp.async.wait_group`).
    unsafe { asm!("cp.async.wait_group {};", const PENDING, options(nostack)) };
}

/// Starts a copy of `WIDTH` bytes: 4 or 8 through L1 and L2, or 16 through L1 and L2 or with `GLOBAL` through L2 alone.
///
/// `PREFETCH` is 0, or 64, 128 or 256: the bytes around the source that L2 loads. Of `read`, where it is given, only so many
/// bytes are read and the others become 0. `policy`, where it is given, is a cache policy of L2.
///
/// # Safety
/// Both addresses are multiples of `WIDTH`, the bytes that are read are readable, and nothing else touches the destination, in this
/// block's shared memory, before the copy was waited for; `read <= WIDTH`, and `policy` is made by `createpolicy`.
#[inline(always)]
pub unsafe fn copy<const WIDTH: u32, const GLOBAL: bool, const PREFETCH: u32>(
    to: u32,
    from: u64,
    read: Option<u32>,
    policy: Option<u64>,
) {
    const { immediate::cp_async(WIDTH, GLOBAL, PREFETCH) };
    macro_rules! copy {
        (@ $qualifiers:expr, $sizes:expr, $($name:ident = $class:ident)*) => {
            // SAFETY: the caller has addresses aligned to the width, a source that is readable for the bytes that are read, a
            // destination that nothing else touches before the wait, and a policy that `createpolicy` made.
            unsafe {
                asm!(
                    concat!("cp.async.", $qualifiers, " [{to}], [{from}], ", $sizes, ";"),
                    to = in(reg32) to, from = in(reg64) from, $($name = in($class) $name,)* options(nostack)
                )
            }
        };
        ($op:literal $prefetch:literal $width:literal) => {
            match (read, policy) {
                (None, None) => copy!(@ concat!($op, ".shared.global", $prefetch), $width,),
                (Some(read), None) => {
                    copy!(@ concat!($op, ".shared.global", $prefetch), concat!($width, ", {read}"), read = reg32)
                }
                (None, Some(policy)) => copy!(
                    @ concat!($op, ".shared.global.L2::cache_hint", $prefetch), concat!($width, ", {policy}"), policy = reg64),
                (Some(read), Some(policy)) => copy!(
                    @ concat!($op, ".shared.global.L2::cache_hint", $prefetch), concat!($width, ", {read}, {policy}"),
                    read = reg32 policy = reg64),
            }
        };
        ($op:literal $width:literal) => {
            match PREFETCH {
                64 => copy!($op ".L2::64B" $width),
                128 => copy!($op ".L2::128B" $width),
                256 => copy!($op ".L2::256B" $width),
                _ => copy!($op "" $width),
            }
        };
    }
    match (WIDTH, GLOBAL) {
        (4, _) => copy!("ca" "4"),
        (8, _) => copy!("ca" "8"),
        (_, false) => copy!("ca" "16"),
        (_, true) => copy!("cg" "16"),
    }
}
