//! [`ExecuteMma`]: the instruction of an atom; [`ExecuteTiledMma`]: what `gemm` takes.

use core::marker::PhantomData;

use azulejo_tensor::TiledMma;
use azulejo_tensor::atom::MmaAtom;

/// An MMA atom with its instruction.
///
/// `RegA`, `RegB` and `RegC` are a thread's operands as the instruction takes them: registers with the values in the order of the
/// atom's value modes, or the 64 bits of a descriptor.
///
/// Source: CuTe, `MMA_Operation::fma` in `arch/mma_*.hpp`.
///
/// # Safety
/// `fma` executes the instruction whose layouts the atom states, and touches only its operands.
#[diagnostic::on_unimplemented(
    message = "this MMA atom has no instruction",
    label = "`{Self}` does not execute",
    note = "`azulejo atoms` lists the atoms; those of GMMA take N from `_8` to `_256` and majors `K` or `MN`"
)]
pub unsafe trait ExecuteMma: MmaAtom {
    /// A: registers or a descriptor.
    type RegA: Copy + Send + 'static;
    /// B: registers or a descriptor.
    type RegB: Copy + Send + 'static;
    /// The accumulator's registers.
    type RegC: Send + 'static;

    /// `c += a * b`.
    ///
    /// # Safety
    /// All threads of the atom make the call together, converged. Operands in shared memory are complete and stay unchanged until
    /// an asynchronous instruction has been waited for; until then nothing touches `c`.
    unsafe fn fma(c: &mut Self::RegC, a: Self::RegA, b: Self::RegB);
}

/// What an instruction adds its products to.
///
/// Source: CuTe, `GMMA::ScaleOut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleOut {
    /// To zero: the accumulator's old values are not read.
    Zero = 0,
    /// To the accumulator.
    One = 1,
}

/// An atom whose instruction takes scale-D: all of GMMA.
///
/// # Safety
/// Same requirements as [`ExecuteMma`].
#[diagnostic::on_unimplemented(
    message = "the instruction of `{Self}` has no scale-D",
    note = "only GMMA atoms take `ScaleOut`; call `clear` on the accumulator instead"
)]
pub unsafe trait ExecuteScaledMma: ExecuteMma {
    /// `c = scale * c + a * b`.
    ///
    /// # Safety
    /// Same requirements as [`ExecuteMma::fma`].
    unsafe fn fma_scaled(c: &mut Self::RegC, a: Self::RegA, b: Self::RegB, scale: ScaleOut);
}

/// A tiled MMA as `gemm` takes it: a [`TiledMma`], or one with a [`ScaleOut`].
pub trait ExecuteTiledMma: Copy {
    /// The atom.
    type Atom: ExecuteMma;

    /// Executes the atom once.
    ///
    /// # Safety
    /// Same requirements as [`ExecuteMma::fma`].
    unsafe fn execute(
        self,
        c: &mut <Self::Atom as ExecuteMma>::RegC,
        a: <Self::Atom as ExecuteMma>::RegA,
        b: <Self::Atom as ExecuteMma>::RegB,
    );

    /// What every k-block after the first is executed with.
    #[inline(always)]
    fn accumulating(self) -> Self {
        self
    }
}

impl<Atom: ExecuteMma, Layout: Copy, Permutation: Copy> ExecuteTiledMma
    for TiledMma<Atom, Layout, Permutation>
{
    type Atom = Atom;

    #[inline(always)]
    unsafe fn execute(self, c: &mut Atom::RegC, a: Atom::RegA, b: Atom::RegB) {
        // SAFETY: upheld by the caller: all threads of the atom are here, the operands are complete.
        unsafe { Atom::fma(c, a, b) }
    }
}

/// A tiled MMA with scale-D for its first k-block; later k-blocks accumulate.
///
/// Source: CuTe, `tiled_mma.accumulate_`.
#[derive(Clone, Copy, Debug)]
pub struct ScaledMma<Mma> {
    scale: ScaleOut,
    mma: PhantomData<Mma>,
}

/// [`Scales::scaled`], for every tiled MMA.
pub trait Scales: Sized {
    /// This tiled MMA, whose first k-block adds to `scale` times the accumulator.
    fn scaled(self, scale: ScaleOut) -> ScaledMma<Self>;
}

impl<Atom, Layout, Permutation> Scales for TiledMma<Atom, Layout, Permutation> {
    #[inline(always)]
    fn scaled(self, scale: ScaleOut) -> ScaledMma<Self> {
        ScaledMma {
            scale,
            mma: PhantomData,
        }
    }
}

impl<Atom: ExecuteScaledMma, Layout: Copy, Permutation: Copy> ExecuteTiledMma
    for ScaledMma<TiledMma<Atom, Layout, Permutation>>
{
    type Atom = Atom;

    #[inline(always)]
    unsafe fn execute(self, c: &mut Atom::RegC, a: Atom::RegA, b: Atom::RegB) {
        // SAFETY: upheld by the caller: all threads of the atom are here, the operands are complete.
        unsafe { Atom::fma_scaled(c, a, b, self.scale) }
    }

    #[inline(always)]
    fn accumulating(self) -> Self {
        ScaledMma {
            scale: ScaleOut::One,
            ..self
        }
    }
}
