//! Memory for packed panels, kept by each thread from one call to the next.

use std::cell::Cell;

use bytemuck::{Pod, Zeroable};

/// A cache line, so that panels start on one.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([u8; 64]);

thread_local! {
    static LINES: Cell<Vec<Line>> = const { Cell::new(Vec::new()) };
}

/// Calls `f` with slices of the lengths asked for, each starting on a cache line, of unspecified content.
pub fn with_scratch<P: Pod, S: Pod, R>(
    packed: [usize; 2],
    sums: usize,
    f: impl FnOnce([&mut [P]; 2], &mut [S]) -> R,
) -> R {
    let lines = |len: usize, size: usize| (len * size).div_ceil(size_of::<Line>());
    let [first, second] = packed.map(|len| lines(len, size_of::<P>()));
    let third = lines(sums, size_of::<S>());
    let mut memory = LINES.take();
    if memory.len() < first + second + third {
        memory.resize(first + second + third, Line([0; 64]));
    }
    let (a, rest) = memory.split_at_mut(first);
    let (b, rest) = rest.split_at_mut(second);
    let result = f(
        [
            &mut bytemuck::cast_slice_mut(a)[..packed[0]],
            &mut bytemuck::cast_slice_mut(b)[..packed[1]],
        ],
        &mut bytemuck::cast_slice_mut(&mut rest[..third])[..sums],
    );
    LINES.set(memory);
    result
}
