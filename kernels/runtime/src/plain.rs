//! [`DeviceCopy`]: what may cross between host and device byte for byte.

use azulejo_tensor::{Bool, F8E4M3, F8E5M2, Tf32, bf16, f16};

/// Types that a host and a device share bit for bit.
///
/// # Safety
/// Any bytes must be a value of the type, and it must hold no reference, no padding and no resource: integers, floats,
/// and `#[repr(C)]` structs and arrays of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied to a device byte for byte",
    note = "element types, integers, floats and arrays of them can; for a `#[repr(C)]` struct of them write `unsafe impl DeviceCopy`"
)]
pub unsafe trait DeviceCopy: Copy + 'static {}

macro_rules! plain {
    ($($t:ty)*) => { $(
        // SAFETY: a number, or a transparent wrapper of one: any bytes are a value, and there is no padding.
        unsafe impl DeviceCopy for $t {}
    )* };
}

plain! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 f16 bf16 Tf32 F8E4M3 F8E5M2 Bool }

// SAFETY: an array of such values has no padding.
unsafe impl<T: DeviceCopy, const N: usize> DeviceCopy for [T; N] {}
