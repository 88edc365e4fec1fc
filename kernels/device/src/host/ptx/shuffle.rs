//! Exchange between the lanes of a warp.

use crate::host::{Group, collective};

/// A value that lanes exchange.
pub trait Exchange: Copy {
    /// The value of the lane whose number differs from this one's in the bits of `mask`.
    ///
    /// # Safety
    /// All 32 lanes of the warp must make the same call. Here a lane that does not ends the block with a message.
    unsafe fn across(self, mask: u32) -> Self;
}

macro_rules! exchange {
    ($($ty:ty)*) => {$(
        impl Exchange for $ty {
            unsafe fn across(self, mask: u32) -> Self {
                let mut mine = self;
                collective(Group::Warp, "shfl.sync.bfly", &mut mine, |all| {
                    let old: std::vec::Vec<$ty> = all.iter().map(|lane| **lane).collect();
                    for (lane, value) in all.iter_mut().enumerate() {
                        **value = old[lane ^ (mask as usize & 31)];
                    }
                });
                mine
            }
        }
    )*};
}

exchange!(u32 i32 f32 u64 i64 f64);
