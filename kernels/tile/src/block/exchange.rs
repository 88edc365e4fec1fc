//! Elements that go from one thread of a block to another: through shared memory, or across the lanes of a warp.
//!
//! On the CPU a thread has them all, and an exchange is an indexed copy.

use crate::Extent;

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

    use crate::{Extent, SHARED, THREADS, held_part, thread_part};
    use azulejo_kernels::device::ptx::{
        shared,
        thread::{sync, tid},
    };

    /// Places for a `T` in the scratch, at least one for each thread. A type that does not fit does not compile.
    const fn places<T>() -> usize {
        // The scratch starts at a multiple of 16.
        assert!(
            align_of::<T>() <= 16,
            "an element that is exchanged is aligned to 16 bytes or less"
        );
        assert!(
            size_of::<T>() > 0 && size_of::<T>() * THREADS <= SHARED as usize,
            "an element that is exchanged has 1 to 64 bytes"
        );
        SHARED as usize / size_of::<T>()
    }

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
        let room = const { places::<T>() };
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
                            // SAFETY: `at` is below the places of the scratch.
                            let place = unsafe { scratch.add(at) };
                            // SAFETY: inside the scratch and aligned (`places`); between the two barriers each place has one
                            // writer: slots of different elements are different.
                            unsafe { place.write(held.as_ref()[v]) };
                        }
                    }
                },
            );
            // SAFETY: the control flow up to here is still the same in the whole block.
            unsafe { sync() };
            written::<D>(
                #[inline(always)]
                |v: usize| {
                    let at = source(to + held_part(D::N, v)).wrapping_sub(pass * room);
                    if passes == 1 || at < room {
                        // SAFETY: `into` has room for each element of `each`.
                        let element = unsafe { into.add(v) };
                        // SAFETY: `at` is below the places of the scratch, by the test or because one pass has all slots.
                        let place = unsafe { scratch.add(at) };
                        // SAFETY: inside the scratch and aligned (`places`), and written before the barrier.
                        let value = unsafe { place.read() };
                        // SAFETY: an element of `out`.
                        unsafe { element.write(value) };
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
        let room = const { places::<T>() };
        let scratch = shared::generic(shared::base()).cast::<T>();
        let from = thread_part(S::N, thread);
        let first = S::N >= THREADS || thread < S::N;
        let mut begin = 0;
        while begin < S::N {
            let count = if S::N - begin < room {
                S::N - begin
            } else {
                room
            };
            // SAFETY: the control flow is the same in the whole block: it follows numbers of the types.
            unsafe { sync() };
            S::each(&mut |v| {
                let at = (from + held_part(S::N, v)).wrapping_sub(begin);
                if first && at < count {
                    // SAFETY: `at` is below the places of the scratch.
                    let place = unsafe { scratch.add(at) };
                    // SAFETY: inside the scratch and aligned (`places`); of the copies of an element one is written.
                    unsafe { place.write(held.as_ref()[v]) };
                }
            });
            // SAFETY: the control flow is still the same in the whole block.
            unsafe { sync() };
            if thread == 0 {
                for at in 0..count {
                    // SAFETY: `at` is below the places of the scratch.
                    let place = unsafe { scratch.add(at) };
                    // SAFETY: inside the scratch and aligned (`places`), and written before the barrier.
                    let value = unsafe { place.read() };
                    f(begin + at, value);
                }
            }
            begin += count;
        }
    }

    #[inline(always)]
    pub fn across<T: Copy>(value: T, mask: usize) -> (T, bool) {
        let low = tid() as usize & mask == 0;
        if mask >= 32 {
            const { places::<T>() };
            let scratch = shared::generic(shared::base()).cast::<T>();
            // SAFETY: the whole block is here, as in every operation on tiles.
            unsafe { sync() };
            // SAFETY: the scratch has a place for each of the block's threads (`places`).
            let own = unsafe { scratch.add(tid() as usize) };
            // SAFETY: inside the scratch and aligned (`places`); the thread's own place.
            unsafe { own.write(value) };
            // SAFETY: the whole block is here.
            unsafe { sync() };
            // SAFETY: `mask` is a bit of the number of a thread, so the place is that of another thread.
            let other = unsafe { scratch.add(tid() as usize ^ mask) };
            // SAFETY: inside the scratch and aligned (`places`), and written before the barrier.
            (unsafe { other.read() }, low)
        } else {
            // SAFETY: the whole block is here, so the whole warp. What is folded is a number, or one and its place, which has 8 bytes or
            // 16.
            (unsafe { words(value, mask as u32) }, low)
        }
    }

    unsafe extern "C" {
        /// `shfl.sync.bfly.b32`, which takes a word of padding, too: it asks nothing of the bits.
        #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
        fn butterfly(lanes: i32, word: Word, mask: i32, clamp: i32) -> Word;
    }

    /// A word of an element: where the element has padding, none of its bits need be there.
    type Word = MaybeUninit<u32>;

    /// # Safety
    /// All lanes of the warp must make the call, and an element of 1 or 2 bytes must have no padding.
    #[inline(always)]
    unsafe fn words<T: Copy>(value: T, mask: u32) -> T {
        const {
            assert!(
                matches!(size_of::<T>(), 1 | 2 | 4 | 8 | 16),
                "an element that lanes exchange has 1, 2, 4, 8 or 16 bytes"
            )
        }
        // SAFETY: all lanes of the warp are here, by the caller; 31 is the clamp of a whole warp.
        let across = |word| unsafe { butterfly(-1, word, mask as i32, 31) };
        let filled = |word| {
            // SAFETY: another lane's word of the same element, which is so small that it has no padding, by the caller: it is there.
            unsafe { across(Word::new(word)).assume_init() }
        };
        macro_rules! exchanged {
            ($words:ty, |$word:ident| $exchange:expr) => {{
                // SAFETY: a value of as many bytes as these words; those of 4 bytes may be padding.
                let $word = unsafe { transmute_copy::<T, $words>(&value) };
                let there: $words = $exchange;
                // SAFETY: the bytes of another lane's value of the same type.
                unsafe { transmute_copy::<$words, T>(&there) }
            }};
        }
        match size_of::<T>() {
            1 => exchanged!(u8, |byte| filled(byte as u32) as u8),
            2 => exchanged!(u16, |half| filled(half as u32) as u16),
            4 => exchanged!(Word, |word| across(word)),
            8 => exchanged!([Word; 2], |words| words.map(across)),
            _ => exchanged!([Word; 4], |words| words.map(across)),
        }
    }
}
