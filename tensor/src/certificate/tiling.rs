//! The certificates of tilings.

use azulejo_layout::check::rules::Desc;

/// A tiling that is proved when its certificate is evaluated: a constructor does so.
///
/// ```
/// use azulejo_layout::{Layout, ints::*};
/// use azulejo_tensor::{Certified, TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, certify};
/// type Mma = TiledMma<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>;
/// certify!(Mma);
/// assert_eq!(Mma::CERTIFICATE.c.elements, 32 * 16);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no certificate",
    note = "only static tilings of atoms can be proved: see `TiledMma` and `TiledCopy`"
)]
pub trait Certified {
    /// What is proved.
    type Certificate: Copy;
    /// The proof; a compile error, with a counterexample, where there is none.
    const CERTIFICATE: Self::Certificate;
    /// What a round writes: (thread, value) to element.
    const WRITES: &'static Desc;
}

/// Proves tilings and atoms in an item, so that `cargo check` sees what fails.
///
/// ```compile_fail
/// use azulejo_layout::{Layout, Underscore, ints::*};
/// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, certify};
/// // The permutation of M visits every second row and leaves the tile.
/// type Mma = TiledMma<Atom, Layout<(_2, _1, _1), (_1, _0, _0)>, (Layout<_32, _2>, Underscore, Underscore)>;
/// certify!(Mma);
/// ```
#[macro_export]
macro_rules! certify {
    ($($tiling:ty),+ $(,)?) => {
        $(const _: <$tiling as $crate::Certified>::Certificate = <$tiling as $crate::Certified>::CERTIFICATE;)+
    };
}
