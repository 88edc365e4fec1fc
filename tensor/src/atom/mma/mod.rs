//! Multiply-accumulate atoms: `D = A * B + C` with `A` an M×K tile, `B` an N×K tile and `C` an M×N tile.
//!
//! The three layouts send (thread, value) to a flat coordinate: `m + M k` for `A`, `n + N k` for `B`, `m + M n` for `C`.
//!
//! ```text
//! ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))      accumulator of SM80_16x8x16: 32 threads, 4 values each
//!         n=0    1     2     3    …    6     7
//!  m=0   T0V0  T0V1  T1V0  T1V1      T3V0  T3V1
//!  m=1   T4V0  T4V1  T5V0  T5V1      T7V0  T7V1
//!   …
//!  m=8   T0V2  T0V3  T1V2  T1V3      T3V2  T3V3
//! ```

mod accumulates;
mod combine;
mod fragment;
mod gmma_smem;
pub mod layouts;
mod traits;

pub use crate::element::{AtomValue, S4, U1, U4};
pub use accumulates::Accumulates;
pub use combine::Combine;
#[doc(hidden)]
pub use fragment::{DescriptorFragment, Fragment, RegisterFragment};
pub use gmma_smem::*;
pub use traits::{MmaAtom, MmaInstruction, MmaVisitor, Operand};

/// Declares the families, one file each, and the visit of all their atoms.
macro_rules! families {
    ($($family:ident)*) => {
        $(mod $family; pub use $family::*;)*

        /// Calls `visitor` for every atom: generic families at their usual types, `wgmma` at every N with K-major operands.
        ///
        /// ```
        /// use azulejo_tensor::atom::{MmaAtom, MmaVisitor, StaticShape, visit_mma_atoms};
        /// struct Largest(usize);
        /// impl MmaVisitor for Largest {
        ///     fn visit<A: MmaAtom>(&mut self) {
        ///         let [m, n, k] = A::ShapeMnk::EXTENTS;
        ///         self.0 = self.0.max(m * n * k);
        ///     }
        /// }
        /// let mut largest = Largest(0);
        /// visit_mma_atoms(&mut largest);
        /// assert!(largest.0 >= 64 * 256 * 16);
        /// ```
        pub fn visit_mma_atoms(visitor: &mut impl MmaVisitor) {
            $($family::visit_all(visitor);)*
        }
    };
}

families! { universal sm61 sm70 sm75 sm80 sm80_narrow sm89 sm90 gmma }
