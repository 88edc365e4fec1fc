//! Single accesses: a coordinate to an offset, or to the element there.

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Int, Swizzle, layout};
use azulejo_tensor::engine::GmemPtr;
use azulejo_tensor::make_tensor;

/// Row and column of a column-major matrix with a leading dimension.
#[unsafe(no_mangle)]
pub extern "C" fn typed_column_major(m: usize, n: usize, ld: usize, i: usize, j: usize) -> usize {
    layout!((m, n):(_1, ld)).at((i, j))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_column_major(_m: usize, _n: usize, ld: usize, i: usize, j: usize) -> usize {
    i + j * ld
}

/// A static tile, row by row.
#[unsafe(no_mangle)]
pub extern "C" fn typed_static_rows(i: usize, j: usize) -> usize {
    layout!((_32, _64):(_64, _1)).at((i, j))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_static_rows(i: usize, j: usize) -> usize {
    i * 64 + j
}

/// Which element of a 16×8 tile is value `v` of thread `t` of a tensor-core accumulator: nested modes.
#[unsafe(no_mangle)]
pub extern "C" fn typed_nested_accumulator(t: usize, v: usize) -> usize {
    layout!(((_4, _8), (_2, _2)):((_32, _1), (_16, _8))).at((t, v))
}

/// By hand; the last digit of each coordinate is not reduced, as in every layout.
#[unsafe(no_mangle)]
pub extern "C" fn hand_nested_accumulator(t: usize, v: usize) -> usize {
    t % 4 * 32 + t / 4 + v % 2 * 16 + v / 2 * 8
}

/// A 1-D coordinate of a matrix of static rows.
#[unsafe(no_mangle)]
pub extern "C" fn typed_linear_index(ld: usize, i: usize) -> usize {
    layout!((_16, _8):(ld, _1)).at(i)
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_linear_index(ld: usize, i: usize) -> usize {
    i % 16 * ld + i / 16
}

/// A tile in shared memory whose 16-byte units are permuted.
#[unsafe(no_mangle)]
pub extern "C" fn typed_swizzled_tile(i: usize, j: usize) -> usize {
    let smem = ComposedLayout::new(
        Swizzle::<_3, _3, _3>::default(),
        _0,
        layout!((_8, _64):(_64, _1)),
    );
    Int::value(smem.at((i, j))) as usize
}

/// By hand: bits 6 to 8 onto bits 3 to 5.
#[unsafe(no_mangle)]
pub extern "C" fn hand_swizzled_tile(i: usize, j: usize) -> usize {
    let offset = i * 64 + j;
    offset ^ (offset >> 3 & 0b111000)
}

/// An element of a 4-D tensor of which two extents are dynamic.
#[unsafe(no_mangle)]
pub extern "C" fn typed_mixed_strides(
    a: usize,
    b: usize,
    i: usize,
    j: usize,
    k: usize,
    l: usize,
) -> usize {
    layout!((_8, a, _4, b):(_1, 128usize, _32, a)).at((i, j, k, l))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_mixed_strides(
    a: usize,
    _b: usize,
    i: usize,
    j: usize,
    k: usize,
    l: usize,
) -> usize {
    i + j * 128 + k * 32 + l * a
}

/// An access that is rejected outside the shape.
#[unsafe(no_mangle)]
pub extern "C" fn typed_checked_element(data: GmemPtr<u32>, i: usize, j: usize) -> u32 {
    let tensor = make_tensor(data, layout!((_16, _16):(_16, _1)));
    tensor.get((i, j)).unwrap_or(0)
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_checked_element(data: GmemPtr<u32>, i: usize, j: usize) -> u32 {
    if i < 16 && j < 16 {
        // SAFETY: the caller of either function passes a tile of 256 elements, of which this is one.
        let element = unsafe { data.raw().add(i * 16 + j) };
        // SAFETY: the element is initialized and nothing writes it.
        unsafe { element.read() }
    } else {
        0
    }
}
