//! [`Case`]: an atom, a tile, and the kernel that multiplies it.

use azulejo_layout::Int;
use azulejo_tensor::atom::{MmaAtom, S4, U1, U4};
use azulejo_tensor::engine::{GmemPtr, Subbyte, make_gmem_ptr};
use azulejo_tensor::{F8E4M3, F8E5M2, Tf32, bf16, f16};

/// A kernel of one block that computes `C += A * B` on one tile.
pub trait Case {
    /// The atom.
    type Atom: MmaAtom;
    /// The entry point.
    const NAME: &'static str;
    /// M, N, K of the tile.
    const TILE: [usize; 3];
    /// Threads of the block.
    const THREADS: u32;
    /// Bytes of shared memory.
    const SHARED: usize;
    /// `true` if scale-D is a parameter.
    const SCALES: bool;
}

/// A case whose body is compiled: all on a device, a few on the CPU.
pub trait Runs: Case {
    /// Multiplies: A is (M,K) and B is (N,K) with K contiguous, C is (M,N) with N contiguous. Without `accumulate` C starts at zero.
    ///
    /// # Safety
    /// The pointers are those of whole tiles, C's for writing. All threads of the block make the call.
    unsafe fn run(a: *mut u8, b: *mut u8, c: *mut u8, accumulate: u32);
}

/// Something done for each case of a list.
pub trait CaseVisitor {
    /// Called once per case.
    fn visit<C: Case>(&mut self);

    /// Called instead for cases that also run on the CPU.
    fn visit_run<C: Runs>(&mut self) {
        self.visit::<C>();
    }
}

/// A value as global memory holds it: as it is, or several to a byte.
pub trait Stored {
    /// The engine.
    type Engine;

    /// The values from the byte at `pointer` on.
    ///
    /// # Safety
    /// That of `make_gmem_ptr`.
    unsafe fn at(pointer: *mut u8) -> Self::Engine;
}

macro_rules! stored {
    ($($t:ty)*) => {$(
        impl Stored for $t {
            type Engine = GmemPtr<$t>;

            #[inline(always)]
            unsafe fn at(pointer: *mut u8) -> Self::Engine {
                // SAFETY: the caller has elements of the case at the pointer, which nothing else uses.
                unsafe { make_gmem_ptr(pointer.cast()) }
            }
        }
    )*};
}

macro_rules! packed {
    ($($t:ty)*) => {$(
        impl Stored for $t {
            type Engine = Subbyte<$t, GmemPtr<u8>>;

            #[inline(always)]
            unsafe fn at(pointer: *mut u8) -> Self::Engine {
                // SAFETY: the caller has elements of the case at the pointer, which nothing else uses.
                Subbyte::new(unsafe { make_gmem_ptr(pointer) })
            }
        }
    )*};
}

stored!(f16 bf16 f32 f64 Tf32 F8E4M3 F8E5M2 i8 u8 i16 i32);
packed!(S4 U4 U1);

/// A static extent as a number.
pub(crate) const fn extent<N: Int>() -> usize {
    match N::STATIC {
        Some(n) => n as usize,
        None => panic!("the extents of a tile are static"),
    }
}
