//! Exchange between the lanes of a warp (PTX ISA, `shfl.sync`), through LLVM's intrinsics, which are convergent.

unsafe extern "C" {
    #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
    fn butterfly(mask: i32, value: i32, lanes: i32, clamp: i32) -> i32;
}

/// A value that lanes exchange.
pub trait Exchange: Copy {
    /// The value of the lane whose number differs from this one's in the bits of `mask`.
    ///
    /// # Safety
    /// All 32 lanes of the warp must make the same call.
    unsafe fn across(self, mask: u32) -> Self;
}

impl Exchange for u32 {
    #[inline(always)]
    unsafe fn across(self, mask: u32) -> Self {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call; 31 is the clamp of a whole
        // warp.
        unsafe { butterfly(-1, self as i32, mask as i32, 31) as u32 }
    }
}

impl Exchange for f32 {
    #[inline(always)]
    unsafe fn across(self, mask: u32) -> Self {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        f32::from_bits(unsafe { self.to_bits().across(mask) })
    }
}

impl Exchange for i32 {
    #[inline(always)]
    unsafe fn across(self, mask: u32) -> Self {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        unsafe { (self as u32).across(mask) as i32 }
    }
}

impl Exchange for u64 {
    #[inline(always)]
    unsafe fn across(self, mask: u32) -> Self {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        let low = unsafe { (self as u32).across(mask) };
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        let high = unsafe { ((self >> 32) as u32).across(mask) };
        low as u64 | (high as u64) << 32
    }
}

impl Exchange for i64 {
    #[inline(always)]
    unsafe fn across(self, mask: u32) -> Self {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        unsafe { (self as u64).across(mask) as i64 }
    }
}

impl Exchange for f64 {
    #[inline(always)]
    unsafe fn across(self, mask: u32) -> Self {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        f64::from_bits(unsafe { self.to_bits().across(mask) })
    }
}
