//! Running atoms on the host from their layouts alone: the meaning of an instruction, and the oracle of its device form.

use alloc::vec;
use alloc::vec::Vec;

use super::{MmaAtom, StaticLayout, StaticShape};
use crate::Element;

/// `C += A * B` for all threads of an atom at once.
///
/// Each slice holds one element per (thread, value), thread fastest: index `t + threads * v`, the 1-D coordinate of the operand's
/// layout. Operands that lie in shared memory have thread stride 0: every thread repeats the tile. Products are exact in `f64` for types
/// of at most 24 significant bits and are summed there, `f64` itself in order of k; the sum is rounded to the accumulator once, and
/// integers wrap.
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
    for row in 0..m {
        for col in 0..n {
            let place = &mut tile_c[row + m * col];
            let products = (0..k).map(|i| (tile_a[row + m * i], tile_b[col + n * i]));
            *place = accumulate(products, *place);
        }
    }
    for (index, place) in c.iter_mut().enumerate() {
        *place = tile_c[Atom::CLayout::offset_of(index) as usize];
    }
}

/// The tile that all threads' values make up.
fn gather<L: StaticLayout, T: Element>(values: &[T], size: usize, operand: &str) -> Vec<T> {
    assert!(
        values.len() == L::SIZE,
        "operand {operand} holds {} values, but its layout has {}",
        values.len(),
        L::SIZE
    );
    let mut tile = vec![T::ZERO; size];
    for (index, &value) in values.iter().enumerate() {
        tile[L::offset_of(index) as usize] = value;
    }
    tile
}

fn accumulate<A: Element, B: Element, C: Element>(
    products: impl Iterator<Item = (A, B)>,
    start: C,
) -> C {
    if C::DTYPE.category() == crate::Category::Int {
        let sum = products.fold(start.cast::<i64>(), |sum, (a, b)| {
            sum.wrapping_add(a.cast::<i64>().wrapping_mul(b.cast()))
        });
        sum.cast()
    } else {
        let sum = products.fold(start.to_f64(), |sum, (a, b)| sum + a.to_f64() * b.to_f64());
        C::from_f64(sum)
    }
}
