//! Copy atoms: which bits each thread reads and writes.
//!
//! The three layouts send (thread, bit) to a bit of the atom: `SrcBits` for what a thread reads, `DstBits` for what it ends up with,
//! `RefBits` for the side in which tilings are written. A [`CopyAtom`] sees them in units of an element type.
//!
//! ```text
//! ldmatrix.x1: SM75_U32x1_LDSM_N           source ((_8,_4),_128):((_128,_0),_1)   destination (_32,_32):(_32,_1)
//!
//!  row 0: bits 0..128 at the address of thread 0      T0 gets bits   0..32, T1 32..64, T2 64..96, T3 96..128
//!  row 1: bits 128..256 at the address of thread 1    T4 gets bits 128..160, …
//! ```

mod cp_async;
mod ldmatrix;
mod shuffle;
mod stmatrix;
mod tma;
mod traits;
mod universal;

pub use cp_async::*;
pub use ldmatrix::*;
pub use shuffle::*;
pub use stmatrix::*;
pub use tma::*;
pub use traits::{
    CopyAtom, CopyOp, CopyVisitor, InvertedThrough, ValueBits, ValueTv, visit_copy_atoms,
};
pub use universal::{AutoVectorizingCopy, UniversalCopy};
