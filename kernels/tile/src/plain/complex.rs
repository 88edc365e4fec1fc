//! Complex numbers, for storage and as arguments: they have no arithmetic here.

use super::Heterogeneous;

macro_rules! complex {
    ($($(#[$doc:meta])* $name:ident $t:ty, $align:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C, align($align))]
        pub struct $name {
            /// The real part.
            pub re: $t,
            /// The imaginary part.
            pub im: $t,
        }

        // SAFETY: two floats of one size.
        unsafe impl Heterogeneous for $name {}

        #[cfg(feature = "std")]
        // SAFETY: any bytes are a value, and there is no padding.
        unsafe impl azulejo_runtime::DeviceCopy for $name {}
    )*};
}

complex! {
    /// Two `f32`: `complex64` of NumPy, aligned to 8 bytes as `cuda::std::complex<float>` is.
    Complex32 f32, 8;
    /// Two `f64`: `complex128` of NumPy, aligned to 16 bytes.
    Complex64 f64, 16;
}
