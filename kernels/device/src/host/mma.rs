//! The instructions of a warp: operands in registers.

use std::vec::Vec;

use azulejo_tensor::atom::{AtomValue, MmaAtom, StaticLayout, emulate_mma};

use super::collective::{Group, collective};
use crate::mma::ExecuteMma;

/// What a thread brings to the call.
struct Operands<A, B> {
    a: A,
    b: B,
    /// The accumulator's registers, little-endian.
    c: Vec<u8>,
}

/// The bytes of registers.
pub(crate) fn bytes_of<R>(registers: &R) -> &[u8] {
    let first: *const R = registers;
    // SAFETY: registers are integers or floats without padding; the slice spans the borrowed value.
    unsafe { core::slice::from_raw_parts(first.cast(), size_of::<R>()) }
}

/// The bytes of registers, to be written.
pub(crate) fn bytes_of_mut<R>(registers: &mut R) -> &mut [u8] {
    let first: *mut R = registers;
    // SAFETY: as `bytes_of`; every bit pattern is a value of a register, and the borrow is exclusive.
    unsafe { core::slice::from_raw_parts_mut(first.cast(), size_of::<R>()) }
}

/// Value `v` of registers that hold values of `T` one after the other.
pub(crate) fn value<T: AtomValue>(bytes: &[u8], v: usize) -> T {
    let (bit, width) = (v * T::BITS as usize, (T::BITS as usize).div_ceil(8));
    let word = bytes[bit / 8..][..width]
        .iter()
        .rev()
        .fold(0u64, |word, &byte| word << 8 | u64::from(byte));
    T::from_bits(word >> (bit % 8))
}

/// Writes value `v`, of whole bytes.
pub(crate) fn put<T: AtomValue>(bytes: &mut [u8], v: usize, value: T) {
    let width = T::BITS as usize / 8;
    bytes[v * width..][..width].copy_from_slice(&value.to_bits().to_le_bytes()[..width]);
}

/// The (thread, value) list of an operand, thread fastest, as [`emulate_mma`] takes it.
pub(crate) fn gather<T: AtomValue>(size: usize, registers: &[&[u8]]) -> Vec<T> {
    let threads = registers.len();
    (0..size)
        .map(|index| value(registers[index % threads], index / threads))
        .collect()
}

/// Executes the instruction of `Atom` with the other threads of the warp, by [`emulate_mma`].
pub(crate) fn warp<Atom: ExecuteMma>(c: &mut Atom::RegC, a: Atom::RegA, b: Atom::RegB) {
    let mut mine = Operands {
        a,
        b,
        c: bytes_of(c).to_vec(),
    };
    let what = core::any::type_name::<Atom>();
    collective(Group::Warp, what, &mut mine, |all| {
        // A quad pair of SM70 is 8 lanes, which the warp has four times, 4 lanes apart.
        let threads = Atom::ThrId::SIZE;
        let lanes: Vec<usize> = (0..threads)
            .map(|thread| Atom::ThrId::offset_of(thread) as usize)
            .collect();
        let mut taken = [false; 32];
        for first in 0..32 {
            if !taken[first]
                && lanes
                    .iter()
                    .all(|lane| first + lane < 32 && !taken[first + lane])
            {
                let lanes: Vec<usize> = lanes.iter().map(|lane| first + lane).collect();
                lanes.iter().for_each(|&lane| taken[lane] = true);
                group::<Atom, _, _>(all, &lanes);
            }
        }
    });
    bytes_of_mut(c).copy_from_slice(&mine.c);
}

/// Executes the atom for the threads `lanes`.
fn group<Atom: MmaAtom, A, B>(all: &mut [&mut Operands<A, B>], lanes: &[usize]) {
    let a: Vec<&[u8]> = lanes.iter().map(|&lane| bytes_of(&all[lane].a)).collect();
    let b: Vec<&[u8]> = lanes.iter().map(|&lane| bytes_of(&all[lane].b)).collect();
    let c: Vec<&[u8]> = lanes.iter().map(|&lane| &all[lane].c[..]).collect();
    let a = gather::<Atom::A>(Atom::ALayout::SIZE, &a);
    let b = gather::<Atom::B>(Atom::BLayout::SIZE, &b);
    let mut c = gather::<Atom::C>(Atom::CLayout::SIZE, &c);
    emulate_mma::<Atom>(&a, &b, &mut c);
    for (index, &sum) in c.iter().enumerate() {
        put(
            &mut all[lanes[index % lanes.len()]].c,
            index / lanes.len(),
            sum,
        );
    }
}
