//! Where a call puts what it makes.

use std::mem::MaybeUninit;

use crate::status::Failure;
use crate::tensor::{null, optional};

/// Where a call puts what it makes.
///
/// # Safety
/// A place that is neither null nor misaligned is writable.
pub(crate) unsafe fn place<'a, T>(
    name: &'static str,
    place: *mut T,
) -> Result<&'a mut MaybeUninit<T>, Failure> {
    let place = place.cast::<MaybeUninit<T>>();
    // SAFETY: the caller has a place that is neither null nor misaligned writable; as `MaybeUninit` it may hold anything.
    unsafe { optional(name, place.cast_const()) }?.ok_or_else(|| null(name))?;
    // SAFETY: neither null nor misaligned, as checked, and writable by the caller; as `MaybeUninit` it may hold anything.
    Ok(unsafe { &mut *place })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C gives the address of a variable that it has not set: it is written, and never a `&mut T` before.
    #[test]
    fn a_place_may_be_uninitialized() {
        let mut opened = MaybeUninit::<bool>::uninit();
        // SAFETY: a place of this function, which nothing else uses.
        let place = unsafe { place("opened", opened.as_mut_ptr()) };
        let Ok(place) = place else {
            panic!("a place that is aligned and not null");
        };
        let place: &mut MaybeUninit<bool> = place;
        assert!(*place.write(true));
    }

    #[test]
    fn a_place_is_neither_null_nor_misaligned() {
        let mut room = [0u64; 2];
        let crooked = room.as_mut_ptr().cast::<u8>().wrapping_add(1).cast::<u64>();
        for wrong in [std::ptr::null_mut(), crooked] {
            // SAFETY: null, or misaligned: neither is written.
            let place = unsafe { place("bytes", wrong) };
            assert!(place.is_err(), "{wrong:?}");
        }
    }
}
