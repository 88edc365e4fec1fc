//! What a kernel of one atom must store.

use alloc::vec;
use alloc::vec::Vec;

use azulejo_tensor::atom::{CopyAtom, CopyOp, StaticLayout, ValueBits, emulate_copy};

/// The memories on the two sides of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Both sides in memory, a tile each.
    Memory,
    /// From a tile in memory to the registers of threads.
    ToRegisters,
    /// From the registers of threads to a tile in memory.
    FromRegisters,
    /// Between registers.
    Registers,
}

/// One atom's kernel.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The entry point.
    pub name: &'static str,
    /// Bytes of the input, which are those of the output.
    pub bytes: usize,
    /// Whether the instruction needs compute capability 9.0.
    pub hopper: bool,
    /// The output for an input.
    pub expected: fn(&[u8]) -> Vec<u8>,
}

/// The output of a warp for `input`, by the emulation of the atom.
///
/// Registers are stored by thread, then by value: value `v` of thread `t` is element `t + 32 * v`.
pub fn expected<Op: CopyOp, T: ValueBits>(route: Route, input: &[T]) -> Vec<T> {
    let (threads, bits) = (Op::ThrId::SIZE, 8 * size_of::<T>());
    let (src, dst) = (
        Op::SrcBits::SIZE / threads / bits,
        Op::DstBits::SIZE / threads / bits,
    );
    let groups = 32 / threads;
    let tile = input.len() / groups;
    let mut output = vec![T::default(); input.len()];
    for group in 0..groups {
        let first = threads * group;
        let got = emulate_copy(CopyAtom::<Op, T>::new(), |thread, value| match route {
            Route::FromRegisters | Route::Registers => input[first + thread + 32 * value],
            _ => input[tile * group + place::<Op::SrcBits>(thread, value, threads, bits)],
        });
        assert!(src > 0 && got.len() == threads * dst);
        for (index, &item) in got.iter().enumerate() {
            let (thread, value) = (index % threads, index / threads);
            match route {
                Route::ToRegisters | Route::Registers => output[first + thread + 32 * value] = item,
                _ => {
                    output[tile * group + place::<Op::DstBits>(thread, value, threads, bits)] =
                        item;
                }
            }
        }
    }
    output
}

/// The element of the tile that a thread's value is.
fn place<L: StaticLayout>(thread: usize, value: usize, threads: usize, bits: usize) -> usize {
    L::offset_of(thread + threads * value * bits) as usize / bits
}
