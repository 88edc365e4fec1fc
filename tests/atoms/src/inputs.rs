//! Operands of small integers, which every type holds exactly and whose sums every accumulator does.

use azulejo_atoms_device::Case;
use azulejo_tensor::atom::{AtomValue, MmaAtom};

/// The operands of a case, each with the contiguous index fastest: A is (M,K), B is (N,K), C is (M,N).
pub struct Tile<C: Case> {
    /// `m K + k`.
    pub a: Vec<<C::Atom as MmaAtom>::A>,
    /// `n K + k`.
    pub b: Vec<<C::Atom as MmaAtom>::B>,
    /// `m N + n`.
    pub c: Vec<<C::Atom as MmaAtom>::C>,
}

impl<C: Case> Default for Tile<C> {
    fn default() -> Self {
        let [m, n, k] = C::TILE;
        Tile {
            a: values(m * k, 1),
            b: values(n * k, 2),
            c: values(m * n, 3),
        }
    }
}

/// Values that depend on their index, of both signs where the type has signs, of all values where it is narrow.
fn values<T: AtomValue>(count: usize, seed: u64) -> Vec<T> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let random = state >> 40;
            match (T::INTEGER, T::BITS) {
                // Every bit pattern.
                (true, ..=8) => T::from_bits(random),
                _ => T::nearest((random % 7) as f64 - 3.0),
            }
        })
        .collect()
}

/// The bytes of values, those narrower than a byte packed from the low bits on.
pub fn bytes<T: AtomValue>(values: &[T]) -> Vec<u8> {
    let mut bytes = vec![0; (values.len() * T::BITS as usize).div_ceil(8)];
    for (index, value) in values.iter().enumerate() {
        let bit = index * T::BITS as usize;
        let word = value.to_bits() << (bit % 8);
        for (at, byte) in word.to_le_bytes().iter().enumerate() {
            if *byte != 0 {
                bytes[bit / 8 + at] |= byte;
            }
        }
    }
    bytes
}
