//! `copy_with`: a copy by an instruction of stated width, or none at all.

use azulejo_layout::check::rules::Describe;
use azulejo_layout::{Cons, Domain, Int, KnownStride, M, Nil};

use super::pattern::{CopiedFrom, Exact, proved};
use super::repeat::{Extent, Repeat, Step, Words, common};
use crate::atom::{CopyAtom, UniversalCopy};
use crate::engine::{Engine, EngineMut, Space, copy_word};
use crate::tensor::{OffsetAt, Tensor, TensorError};
use crate::tiled_copy::TiledCopy;

/// A copy instruction that moves a stated number of neighbouring elements `T` for one thread.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no plain copy of elements `{T}`",
    note = "`copy_with` takes a `CopyAtom<UniversalCopy<Bits>, T>` or a tiled copy of one; instructions of a warp need the device"
)]
pub trait CopiesWords<T> {
    /// The bytes that one instruction moves.
    const BYTES: usize;
}

impl<Bits: Int, T> CopiesWords<T> for CopyAtom<UniversalCopy<Bits>, T> {
    const BYTES: usize = match Bits::STATIC {
        Some(bits) => bits as usize / 8,
        None => panic!("the width of a copy instruction is static"),
    };
}

impl<Bits: Int, T, Tv, Tiler> CopiesWords<T> for TiledCopy<UniversalCopy<Bits>, T, Tv, Tiler> {
    const BYTES: usize = <CopyAtom<UniversalCopy<Bits>, T> as CopiesWords<T>>::BYTES;
}

/// Modes of whose strides something is known when the program is built: the stride itself, or a number that divides it.
pub trait KnownStrides {
    /// Whether that holds for all of them.
    const ALL: bool;
}

impl KnownStrides for Nil {
    const ALL: bool = true;
}

impl<S: Int, D: Int + KnownStride<Multiple: Int>> KnownStrides for M<S, D> {
    const ALL: bool = D::STATIC.is_some()
        || !matches!(D::Multiple::STATIC, Some(0))
        || matches!(S::STATIC, Some(1));
}

impl<H: KnownStrides, T: KnownStrides> KnownStrides for Cons<H, T> {
    const ALL: bool = H::ALL && T::ALL;
}

/// A layout that a copy of stated width can be checked for.
pub trait Checkable:
    Extent + OffsetAt<usize, Offset: Int> + Domain<L: KnownStrides + Describe>
{
}

impl<L: Extent + OffsetAt<usize, Offset: Int> + Domain<L: KnownStrides + Describe>> Checkable
    for L
{
}

/// `dst(i) = src(i)` for every 1-D coordinate, in words as wide as the instruction and no other.
///
/// Where [`copy`](super::copy) falls back to narrower words, this is rejected when the program is built: unless both layouts keep as many
/// neighbours together as the instruction moves, and every other stride is known to be a multiple of their number (a static stride, or
/// a dynamic one that states it, [`azulejo_layout::Dyn`]). Elements in registers have no address: the other side decides alone.
///
/// Source: CuTe, `copy(Copy_Atom, src, dst)` in `algorithm/copy.hpp`.
///
/// # Panics
/// Where dynamic sizes differ, or a base in memory is not at a multiple of the word's bytes ([`try_copy_with`] returns both).
///
/// ```
/// use azulejo_layout::{ints::_128, layout};
/// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, copy_with, make_rmem, make_tensor};
/// #[repr(align(16))]
/// struct Aligned([u32; 16]);
/// let data = Aligned(core::array::from_fn(|i| i as u32));
/// let source = make_tensor(&data.0[..], layout!((_4, _4)))?;
/// let mut mine = make_rmem::<u32, _>(layout!((_4, _4)));
/// copy_with(CopyAtom::<UniversalCopy<_128>, u32>::new(), &source, &mut mine);
/// assert_eq!(mine.at((1, 3)), 13);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
/// A stride of 2 keeps no four neighbours together:
/// ```compile_fail
/// use azulejo_layout::{ints::_128, layout};
/// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, copy_with, make_rmem, make_tensor};
/// let data = [0u32; 32];
/// let source = make_tensor(&data[..], layout!(_16:_2)).unwrap();
/// copy_with(CopyAtom::<UniversalCopy<_128>, u32>::new(), &source, &mut make_rmem::<u32, _>(layout!(_16)));
/// ```
#[inline(always)]
pub fn copy_with<A, ES, LS, ED, LD>(_atom: A, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
where
    A: CopiesWords<ES::Item>,
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Checkable,
    LD: Checkable + CopiedFrom<LS>,
{
    const { proved::<A, ES::Item, LS, LD, ES::Space, ED::Space>() };
    let extent = common::<LS, LD>(src.layout(), dst.layout());
    if let Err(error) = bases::<A, ES, ED>(&src.engine, &dst.engine) {
        reject(error);
    }
    extent.repeat_words::<ExactFor<A, ES, LS, ED, LD>>(Whole::<A, ES, LS, ED, LD> {
        src,
        dst,
        atom: core::marker::PhantomData,
    });
}

/// [`copy_with`] that returns what only the run time knows.
///
/// # Errors
/// [`TensorError::SizeMismatch`] and [`TensorError::Misaligned`]; nothing is copied then.
///
/// ```
/// use azulejo_layout::{ints::_64, layout};
/// use azulejo_tensor::{TensorError, atom::{CopyAtom, UniversalCopy}, make_rmem, make_tensor, try_copy_with};
/// let atom = CopyAtom::<UniversalCopy<_64>, u8>::new();
/// #[repr(align(8))]
/// struct Aligned([u8; 16]);
/// let data = Aligned([7; 16]);
/// let mut mine = make_rmem::<u8, _>(layout!(_8));
/// assert_eq!(try_copy_with(atom, &make_tensor(&data.0[8..], layout!(_8))?, &mut mine), Ok(()));
/// let odd = make_tensor(&data.0[1..], layout!(_8))?;
/// assert!(matches!(try_copy_with(atom, &odd, &mut mine), Err(TensorError::Misaligned { bytes: 8, .. })));
/// # Ok::<(), TensorError>(())
/// ```
#[inline]
pub fn try_copy_with<A, ES, LS, ED, LD>(
    atom: A,
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
) -> Result<(), TensorError>
where
    A: CopiesWords<ES::Item>,
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Checkable,
    LD: Checkable + CopiedFrom<LS>,
{
    let (lhs, rhs) = (src.layout().extent().count(), dst.layout().extent().count());
    if lhs != rhs {
        return Err(TensorError::SizeMismatch { lhs, rhs });
    }
    bases::<A, ES, ED>(&src.engine, &dst.engine)?;
    copy_with(atom, src, dst);
    Ok(())
}

/// The words of a copy between two tensors.
type ExactFor<A, ES, LS, ED, LD> =
    Exact<A, <ES as Engine>::Item, LS, LD, <ES as Engine>::Space, <ED as Engine>::Space>;

/// Checks that both bases are places for a word.
#[inline(always)]
fn bases<A, ES, ED>(src: &ES, dst: &ED) -> Result<(), TensorError>
where
    A: CopiesWords<ES::Item>,
    ES: Engine,
    ED: Engine<Item = ES::Item>,
{
    let sides = [
        (ES::Space::ADDRESSED, src.address()),
        (ED::Space::ADDRESSED, dst.address()),
    ];
    for (addressed, address) in sides {
        if addressed && !address.is_multiple_of(A::BYTES) {
            let bytes = A::BYTES;
            return Err(TensorError::Misaligned { address, bytes });
        }
    }
    Ok(())
}

/// Ends a copy whose base is no place for a word. On a device the grid ends.
#[cold]
fn reject(error: TensorError) -> ! {
    #[cfg(target_arch = "nvptx64")]
    {
        let _ = error;
        crate::engine::stop(c"copy_with: a base is not a multiple of the instruction's bytes");
    }
    #[cfg(not(target_arch = "nvptx64"))]
    panic!("{error}")
}

/// Copies the `j`-th word.
struct Whole<'a, A, ES, LS, ED, LD> {
    src: &'a Tensor<ES, LS>,
    dst: &'a mut Tensor<ED, LD>,
    atom: core::marker::PhantomData<A>,
}

impl<A, ES, LS, ED, LD> Step for Whole<'_, A, ES, LS, ED, LD>
where
    A: CopiesWords<ES::Item>,
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Checkable,
    LD: Checkable + CopiedFrom<LS>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self, j: usize) {
        let words = const { &ExactFor::<A, ES, LS, ED, LD>::PATTERN };
        let i = words.start(j);
        let start = self.src.layout.offset_at(i).value() as isize;
        let end = self.dst.layout.offset_at(i).value() as isize;
        let (src, dst) = (&self.src.engine, &mut self.dst.engine);
        if const { ExactFor::<A, ES, LS, ED, LD>::ELEMENTS == 1 } {
            dst.store(end, src.load(start));
        } else if const { A::BYTES == 2 } {
            copy_word::<u16, _, _>(src, start, dst, end);
        } else if const { A::BYTES == 4 } {
            copy_word::<u32, _, _>(src, start, dst, end);
        } else if const { A::BYTES == 8 } {
            copy_word::<u64, _, _>(src, start, dst, end);
        } else {
            copy_word::<u128, _, _>(src, start, dst, end);
        }
    }
}
