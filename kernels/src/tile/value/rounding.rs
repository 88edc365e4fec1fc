//! Casts and quotients under a rounding mode named by its type.

use azulejo_tensor::{Float, cast_with, rounding};

use super::Tile;
use crate::tile::{Broadcast, TileShape};

impl<T: Float, S: TileShape> Tile<T, S> {
    /// The elements as another floating-point type, rounded by the mode `R`: RN, RZ, RM, RP or RA.
    ///
    /// ```
    /// use azulejo_kernels::tile::Tile;
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::{f16, rounding::{RP, RZ}};
    /// let t = Tile::<f32, _>::full(tile!(_1), 2049.0);
    /// assert_eq!(t.cast_with::<f16, RP>().to_string(), "[2050.0]");
    /// assert_eq!(t.cast_with::<f16, RZ>().to_string(), "[2048.0]");
    /// ```
    /// ```compile_fail
    /// use azulejo_kernels::tile::Tile;
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::{f16, rounding::RZI};
    /// let t = Tile::<f32, _>::ones(tile!(_1)).cast_with::<f16, RZI>(); // rounds to integers
    /// ```
    #[inline(always)]
    pub fn cast_with<U: Float, R: rounding::FloatRounding>(self) -> Tile<U, S> {
        self.map(cast_with::<T, U, R>)
    }
}

/// A mode of division of `f32`: RN, RZ, RM, RP, Full or Approx.
///
/// `Full` and `Approx` are a device's fast forms, within 2 units in the last place for divisors of a usual size; on the
/// CPU they are RN.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no rounding mode of a division",
    note = "use RN, RZ, RM, RP, Full or Approx"
)]
pub trait DivisionMode {
    /// The quotient.
    fn divide(a: f32, b: f32) -> f32;
}

macro_rules! modes {
    ($($mode:ident $device:ident $round:ident;)*) => {$(
        impl DivisionMode for rounding::$mode {
            #[inline(always)]
            fn divide(a: f32, b: f32) -> f32 {
                #[cfg(target_arch = "nvptx64")]
                {
                    crate::device::ptx::divide::$device(a, b)
                }
                // A quotient of two numbers of 24 bits that is no such number is further from every one of them than
                // an f64 errs, so the second rounding sees on which side it lies.
                #[cfg(not(target_arch = "nvptx64"))]
                {
                    cast_with::<f64, f32, rounding::$round>(a as f64 / b as f64)
                }
            }
        }
    )*};
}

modes! {
    RN nearest RN;
    RZ zero RZ;
    RM down RM;
    RP up RP;
    Full full RN;
    Approx approximate RN;
}

impl<S: TileShape> Tile<f32, S> {
    /// The quotient of each pair under the mode `M`.
    ///
    /// ```
    /// use azulejo_kernels::tile::Tile;
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::{RM, RP};
    /// let (one, three) = (Tile::<f32, _>::ones(tile!(_1)), Tile::<f32, _>::full(tile!(_1), 3.0));
    /// assert_eq!(one.divide_with::<RP, _>(three).bitcast::<u32>().to_string(), "[1051372203]");
    /// assert_eq!(one.divide_with::<RM, _>(three).bitcast::<u32>().to_string(), "[1051372202]");
    /// ```
    /// ```compile_fail
    /// use azulejo_kernels::tile::Tile;
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::RZ;
    /// let t = Tile::<i32, _>::ones(tile!(_1));
    /// t.divide_with::<RZ, _>(t); // only f32
    /// ```
    #[inline(always)]
    pub fn divide_with<M: DivisionMode, R: TileShape>(self, by: Tile<f32, R>) -> Tile<f32, S::Out>
    where
        S: Broadcast<R>,
    {
        self.pair(by, M::divide)
    }
}
