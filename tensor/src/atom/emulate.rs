//! Running atoms on the host from their layouts alone: the meaning of an instruction, and the oracle of its device form.

use alloc::vec;
use alloc::vec::Vec;

use super::{AtomValue, Combine, CopyAtom, CopyOp, MmaAtom, StaticLayout, StaticShape, ValueBits};
use crate::element::Element;

/// `C += A * B` for all threads of an atom at once.
///
/// Each slice holds one element per (thread, value), thread fastest: index `t + threads * v`, the 1-D coordinate of the operand's
/// layout. Operands that lie in shared memory have thread stride 0: every thread repeats the tile. Products are exact in `f64` for types
/// of at most 24 significant bits and are summed there, `f64` itself in order of k; the sum is rounded to the accumulator once, and
/// integers wrap. Instructions on single bits sum what [`MmaAtom::COMBINE`] says instead of products. Operands of a negative
/// sign ([`MmaAtom::SCALE_A`]) enter negated.
///
/// # Panics
/// Where a slice's length is not the size of its layout.
///
/// ```
/// use azulejo_tensor::atom::{emulate_mma, SM80_8x8x4_F64F64F64F64_TN as Atom};
/// let (a, b) = ([2.0; 32], [3.0; 32]);
/// let mut c = [1.0; 64];
/// emulate_mma::<Atom>(&a, &b, &mut c);
/// assert!(c.iter().all(|&x| x == 1.0 + 4.0 * 6.0));
/// ```
pub fn emulate_mma<Atom: MmaAtom>(a: &[Atom::A], b: &[Atom::B], c: &mut [Atom::C]) {
    let [m, n, k] = Atom::ShapeMnk::extents();
    let tile_a = gather::<Atom::ALayout, _>(a, m * k, "A");
    let tile_b = gather::<Atom::BLayout, _>(b, n * k, "B");
    let mut tile_c = gather::<Atom::CLayout, _>(c, m * n, "C");
    multiply_tiles::<Atom>(&tile_a, &tile_b, &mut tile_c);
    for (index, place) in c.iter_mut().enumerate() {
        *place = tile_c[Atom::CLayout::offset_of(index) as usize];
    }
}

/// `C += A * B` on whole tiles, by the arithmetic of [`emulate_mma`]: element `(m, k)` of `a` at `m + M k`, `(n, k)` of `b` at
/// `n + N k`, `(m, n)` of `c` at `m + M n`.
///
/// # Panics
/// Where a slice is shorter than its tile.
///
/// ```
/// use azulejo_tensor::atom::{multiply_tiles, UniversalFMA};
/// let mut c = [1.0];
/// multiply_tiles::<UniversalFMA<f32>>(&[2.0], &[3.0], &mut c);
/// assert_eq!(c, [7.0]);
/// ```
pub fn multiply_tiles<Atom: MmaAtom>(a: &[Atom::A], b: &[Atom::B], c: &mut [Atom::C]) {
    let [m, n, k] = Atom::ShapeMnk::extents();
    for row in 0..m {
        for col in 0..n {
            let place = &mut c[row + m * col];
            let products = (0..k).map(|i| (a[row + m * i], b[col + n * i]));
            *place = accumulate::<Atom>(products, *place);
        }
    }
}

/// The tile that all threads' values make up.
fn gather<L: StaticLayout, T: AtomValue>(values: &[T], size: usize, operand: &str) -> Vec<T> {
    assert!(
        values.len() == L::SIZE,
        "operand {operand} holds {} values, but its layout has {}",
        values.len(),
        L::SIZE
    );
    let mut tile = vec![T::default(); size];
    for (index, &value) in values.iter().enumerate() {
        tile[L::offset_of(index) as usize] = value;
    }
    tile
}

fn accumulate<Atom: MmaAtom>(
    products: impl Iterator<Item = (Atom::A, Atom::B)>,
    start: Atom::C,
) -> Atom::C {
    let sign = Atom::SCALE_A * Atom::SCALE_B;
    if Atom::C::INTEGER {
        let sum = products.fold(start.integer(), |sum, (a, b)| {
            let (a, b) = (a.integer(), b.integer());
            sum.wrapping_add(match Atom::COMBINE {
                Combine::Multiply => a.wrapping_mul(b).wrapping_mul(sign.into()),
                Combine::XorPopc => a ^ b,
                Combine::AndPopc => a & b,
            })
        });
        sum.cast()
    } else {
        let sum = products.fold(start.real(), |sum, (a, b)| {
            sum + f64::from(sign) * a.real() * b.real()
        });
        Atom::C::from_f64(sum)
    }
}

/// Runs a copy instruction for all threads at once: `source(t, v)` is what thread `t` finds as its value `v`; the result holds value `v`
/// of thread `t` at index `t + threads * v`.
///
/// A value of a destination is the value of a source that holds the same bits of the atom. Of source threads that name the same bits
/// (those beyond the rows of an `ldmatrix.x1`) the first is read.
///
/// # Panics
/// Where no source holds an element that a destination wants whole.
///
/// ```
/// use azulejo_tensor::atom::{CopyAtom, SM75_U32x1_LDSM_N, emulate_copy};
/// // Row r of the 8 x 8 tile holds 8 r, 8 r + 1, …; thread r gives the row's address.
/// let got = emulate_copy(CopyAtom::<SM75_U32x1_LDSM_N, u16>::new(), |thread, i| (8 * thread + i) as u16);
/// assert_eq!((got[5], got[5 + 32]), (10, 11)); // thread 5: row 1, columns 2 and 3
/// ```
pub fn emulate_copy<Op: CopyOp, T: ValueBits>(
    _atom: CopyAtom<Op, T>,
    mut source: impl FnMut(usize, usize) -> T,
) -> Vec<T> {
    let bits = T::BITS as usize;
    let threads = Op::ThrId::SIZE;
    let size = (0..Op::SrcBits::SIZE)
        .map(|i| Op::SrcBits::offset_of(i) as usize + 1)
        .max()
        .unwrap_or(0);
    // The first (thread, value) of the source that starts at each element of the atom.
    let mut holder = vec![None; size / bits];
    for value in 0..Op::SrcBits::SIZE / threads / bits {
        for thread in 0..threads {
            let bit = Op::SrcBits::offset_of(thread + threads * value * bits) as usize;
            holder[bit / bits].get_or_insert((thread, value));
        }
    }
    (0..Op::DstBits::SIZE / bits)
        .map(|index| {
            let (thread, value) = (index % threads, index / threads);
            let bit = Op::DstBits::offset_of(thread + threads * value * bits) as usize;
            let (thread, value) = holder[bit / bits]
                .unwrap_or_else(|| panic!("no source thread holds bit {bit} of the atom"));
            source(thread, value)
        })
        .collect()
}
