//! `inlined!` and `unroll!`: closures that must be part of their caller.

/// `inlined!(|k: usize| ...)`: a closure that is always inlined on a device.
#[cfg(target_arch = "nvptx64")]
#[doc(hidden)]
#[macro_export]
macro_rules! inlined {
    ($closure:expr) => {
        #[inline(always)]
        $closure
    };
}

/// The closure as it is: the attribute is not stable on expressions.
#[cfg(not(target_arch = "nvptx64"))]
#[doc(hidden)]
#[macro_export]
macro_rules! inlined {
    ($closure:expr) => {
        $closure
    };
}

/// `unroll!(k in _4 => { ... })`: the block for k of 0, 1, 2, 3, each with a constant `k`, unrolled.
///
/// The count is a static integer. A plain loop is unrolled later by the compiler, when arrays no longer become registers.
///
/// ```
/// use azulejo_device::unroll;
/// use azulejo_layout::ints::_4;
/// let mut sum = 0;
/// unroll!(k in _4 => { sum += k; });
/// assert_eq!(sum, 6);
/// ```
#[macro_export]
macro_rules! unroll {
    ($k:ident in $n:ty => $body:block) => {
        $crate::reexport::azulejo_tensor::Repeat::repeat(
            <$n>::NEW,
            $crate::inlined!(|$k: usize| $body),
        )
    };
}
