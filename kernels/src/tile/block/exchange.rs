//! Elements that go from one thread of a block to another: through shared memory, or across the lanes of a warp.
//!
//! On the CPU a thread has them all, and an exchange is an indexed copy.

use crate::tile::Extent;

/// A tile of `D` elements from one of `S`: element `to` of the result is element `source(to)`.
///
/// `slot` says where, in a sequence of `slots` places, the element `from` of the source is put, `None` for an element
/// that is not needed or is the copy of another; `source` says which place is read. Both go by element numbers.
#[inline(always)]
pub(crate) fn exchange<T: Copy, S: Extent, D: Extent>(
    held: &S::Held<T>,
    slots: usize,
    slot: impl Fn(usize) -> Option<usize>,
    source: impl Fn(usize) -> usize,
) -> D::Held<T> {
    #[cfg(not(target_arch = "nvptx64"))]
    {
        let _ = (slots, slot);
        let from = held.as_ref();
        D::generate(|to| from[source(to)])
    }
    #[cfg(target_arch = "nvptx64")]
    {
        device::exchange::<T, S, D>(held, slots, slot, source)
    }
}

/// The value of the thread whose number differs from this one's in the bit `mask`, and whether this thread's bit is 0.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(crate) fn across<T: Copy>(value: T, mask: usize) -> (T, bool) {
    device::across(value, mask)
}

/// Calls `f` in one thread for each element in row-major order, with its number.
#[cfg(target_arch = "nvptx64")]
pub(crate) fn in_order<T: Copy, S: Extent>(held: &S::Held<T>, f: impl FnMut(usize, T)) {
    device::in_order::<T, S>(held, f)
}

#[cfg(target_arch = "nvptx64")]
mod device {
    use core::mem::{MaybeUninit, transmute_copy};

    use crate::{
        device::ptx::{
            shared,
            shuffle::Exchange,
            thread::{sync, tid},
        },
        tile::{Extent, SHARED, THREADS, held_part, thread_part},
    };

    /// This thread's number, anew each time: places that follow from it are computed where they are used, and do not take
    /// registers around a loop.
    #[inline(always)]
    fn here() -> usize {
        let number: u32;
        // SAFETY: reads a special register. Not `pure`: it must stay where it is.
        unsafe {
            core::arch::asm!("mov.u32 {}, %tid.x;", out(reg32) number, options(nomem, nostack))
        };
        number as usize
    }

    #[inline(always)]
    fn written<N: Extent>(mut f: impl FnMut(usize)) {
        N::each(&mut f)
    }

    #[inline(always)]
    pub fn exchange<T: Copy, S: Extent, D: Extent>(
        held: &S::Held<T>,
        slots: usize,
        slot: impl Fn(usize) -> Option<usize>,
        source: impl Fn(usize) -> usize,
    ) -> D::Held<T> {
        let thread = here();
        let room = SHARED as usize / size_of::<T>();
        let passes = slots.div_ceil(room);
        let scratch = shared::generic(shared::base()).cast::<T>();
        let (from, to) = (thread_part(S::N, thread), thread_part(D::N, thread));
        let first = S::N >= THREADS || thread < S::N;
        let mut out = MaybeUninit::<D::Held<T>>::uninit();
        let into = out.as_mut_ptr().cast::<T>();
        let mut pass = 0;
        while pass < passes {
            // SAFETY: the control flow up to here is the same in the whole block: `passes` is a number of the types.
            unsafe { sync() };
            written::<S>(
                #[inline(always)]
                |v: usize| {
                    if let Some(at) = slot(from + held_part(S::N, v)) {
                        let at = at.wrapping_sub(pass * room);
                        if first && at < room {
                            // SAFETY: `at` is inside the scratch, and between the two barriers each place has one writer:
                            // slots of different elements are different.
                            unsafe { scratch.add(at).write(held.as_ref()[v]) };
                        }
                    }
                },
            );
            // SAFETY: as above.
            unsafe { sync() };
            written::<D>(
                #[inline(always)]
                |v: usize| {
                    let at = source(to + held_part(D::N, v)).wrapping_sub(pass * room);
                    if passes == 1 || at < room {
                        // SAFETY: the place is inside the scratch and was written before the barrier; `into` has room for
                        // each element of `each`.
                        unsafe { into.add(v).write(scratch.add(at).read()) };
                    }
                },
            );
            pass += 1;
        }
        // SAFETY: every source is a slot of one of the passes, so every element was written.
        unsafe { out.assume_init() }
    }

    pub fn in_order<T: Copy, S: Extent>(held: &S::Held<T>, mut f: impl FnMut(usize, T)) {
        let thread = tid() as usize;
        let room = SHARED as usize / size_of::<T>();
        let scratch = shared::generic(shared::base()).cast::<T>();
        let from = thread_part(S::N, thread);
        let mut begin = 0;
        while begin < S::N {
            let count = if S::N - begin < room {
                S::N - begin
            } else {
                room
            };
            // SAFETY: the control flow is the same in the whole block: it follows numbers of the types. Places are inside
            // the scratch; copies of an element write the same; thread 0 reads between two barriers.
            unsafe {
                sync();
                S::each(&mut |v| {
                    let at = (from + held_part(S::N, v)).wrapping_sub(begin);
                    if at < count {
                        scratch.add(at).write(held.as_ref()[v]);
                    }
                });
                sync();
                if thread == 0 {
                    for at in 0..count {
                        f(begin + at, scratch.add(at).read());
                    }
                }
            }
            begin += count;
        }
    }

    #[inline(always)]
    pub fn across<T: Copy>(value: T, mask: usize) -> (T, bool) {
        let low = tid() as usize & mask == 0;
        if mask >= 32 {
            let scratch = shared::generic(shared::base()).cast::<T>();
            // SAFETY: the whole block is here, as every operation on tiles is; each thread writes its own place of 128
            // and reads, after the barrier, the place of another.
            unsafe {
                sync();
                scratch.add(tid() as usize).write(value);
                sync();
                (scratch.add(tid() as usize ^ mask).read(), low)
            }
        } else {
            // SAFETY: the whole block is here, so the whole warp; the words are those of a value of the same type.
            unsafe { (words(value, mask as u32), low) }
        }
    }

    /// # Safety
    /// All lanes of the warp must make the call.
    #[inline(always)]
    unsafe fn words<T: Copy>(value: T, mask: u32) -> T {
        // SAFETY: a value of `size_of::<T>()` bytes is read and written as whole words of that many bytes.
        unsafe {
            match size_of::<T>() {
                1 => transmute_copy(&((transmute_copy::<T, u8>(&value) as u32).across(mask) as u8)),
                2 => {
                    transmute_copy(&((transmute_copy::<T, u16>(&value) as u32).across(mask) as u16))
                }
                4 => transmute_copy(&transmute_copy::<T, u32>(&value).across(mask)),
                8 => transmute_copy(&transmute_copy::<T, u64>(&value).across(mask)),
                _ => {
                    let [a, b] = transmute_copy::<T, [u64; 2]>(&value);
                    transmute_copy(&[a.across(mask), b.across(mask)])
                }
            }
        }
    }
}
