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

/// Bytes from which on memory is reserved on trial first: less is there, or nothing is.
const LARGE: usize = 64 << 20;

/// The memory of a call of [`with_scratch`], or the bytes that it takes where there are not so many.
///
/// The bytes are `usize::MAX` where an address cannot count them.
pub fn reserve<P, S>(packed: [usize; 2], sums: usize) -> Result<(), usize> {
    let bytes = |len: usize, size: usize| len.checked_mul(size)?.checked_next_multiple_of(64);
    let needed = bytes(packed[0], size_of::<P>())
        .zip(bytes(packed[1], size_of::<P>()))
        .zip(bytes(sums, size_of::<S>()))
        .and_then(|((a, b), sums)| a.checked_add(b)?.checked_add(sums))
        .ok_or(usize::MAX)?;
    if needed > LARGE {
        let tried = Vec::<Line>::new().try_reserve_exact(needed / size_of::<Line>());
        tried.map_err(|_| needed)?;
    }
    Ok(())
}

/// Calls `f` with slices of the lengths asked for, each starting on a cache line, of unspecified content.
pub fn with_scratch<P: Pod, S: Pod, R>(
    packed: [usize; 2],
    sums: usize,
    f: impl FnOnce([&mut [P]; 2], &mut [S]) -> R,
) -> R {
    let lines = |len: usize, size: usize| len.saturating_mul(size).div_ceil(size_of::<Line>());
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
