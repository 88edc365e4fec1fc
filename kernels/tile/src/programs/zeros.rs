//! Zeros of every type: matrices and cubes of any strides, and vectors past 2^32 elements.
//!
//! ```text
//! block i        4096 elements ◄── 0, in runs of four
//! ```
//!
//! Roofline: memory, each element written once.

use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{Bool, Element, F8E4M3, F8E5M2, ImplicitCast, Tf32, bf16, f16};

use crate::{Array, ArrayMut, Atomic, AtomicArray, Block, Out, Part, Tile};

type V = (usize,);
type M = (usize, usize);
type Cube = (usize, usize, usize);

fn line<T: ImplicitCast<T>>(blk: &Block, mut y: ArrayMut<'_, T, V>) {
    y.store((0,), Tile::<T, _>::zeros(blk, tile!(_4096)));
}

fn matrix<T: ImplicitCast<T>>(blk: &Block, mut y: ArrayMut<'_, T, M>) {
    y.store((0, 0), Tile::<T, _>::zeros(blk, tile!(_4, _1024)));
}

fn cube<T: ImplicitCast<T>>(blk: &Block, mut y: ArrayMut<'_, T, Cube>) {
    y.store((0, 0, 0), Tile::<T, _>::zeros(blk, tile!(_1, _4, _1024)));
}

/// Adds the number of elements that are not 0 to a counter.
fn left_over<T: Element>(blk: &Block, x: Array<'_, T, V>, count: AtomicArray<'_, u64, V>) {
    let x = x.load(tile!(_4096), (0,));
    let left = x.map(|x| (x.to_raw() != 0) as u32).sum_all().item() as u64;
    count.add(
        Tile::<i32, _>::zeros(blk, tile!(_1)),
        Tile::<u64, _>::full(blk, tile!(_1), left),
    );
}

crate::tile_program! {
    file "tile_zeros";
    /// A vector of zeros.
    pub ZeroLineU8 = line "azulejo_tile_zero_line_u8" (y: Out<u8, V, (_4096,)>);
    /// A vector of zeros.
    pub ZeroLineF32 = line "azulejo_tile_zero_line_f32" (y: Out<f32, V, (_4096,)>);
    /// How many elements are not 0.
    pub LeftOverU8 = left_over "azulejo_tile_left_over_u8" (x: Part<u8, V, (_4096,)>, count: Atomic<u64, V>);
    /// How many elements are not 0.
    pub LeftOverF32 = left_over "azulejo_tile_left_over_f32" (x: Part<f32, V, (_4096,)>, count: Atomic<u64, V>);
    /// A matrix of zeros of `Bool`.
    pub ZeroMatrixBool = matrix "azulejo_tile_zero_matrix_bool" (y: Out<Bool, M, (_4, _1024)>);
    /// A cube of zeros of `Bool`.
    pub ZeroCubeBool = cube "azulejo_tile_zero_cube_bool" (y: Out<Bool, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `u8`.
    pub ZeroMatrixU8 = matrix "azulejo_tile_zero_matrix_u8" (y: Out<u8, M, (_4, _1024)>);
    /// A cube of zeros of `u8`.
    pub ZeroCubeU8 = cube "azulejo_tile_zero_cube_u8" (y: Out<u8, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `u16`.
    pub ZeroMatrixU16 = matrix "azulejo_tile_zero_matrix_u16" (y: Out<u16, M, (_4, _1024)>);
    /// A cube of zeros of `u16`.
    pub ZeroCubeU16 = cube "azulejo_tile_zero_cube_u16" (y: Out<u16, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `u32`.
    pub ZeroMatrixU32 = matrix "azulejo_tile_zero_matrix_u32" (y: Out<u32, M, (_4, _1024)>);
    /// A cube of zeros of `u32`.
    pub ZeroCubeU32 = cube "azulejo_tile_zero_cube_u32" (y: Out<u32, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `u64`.
    pub ZeroMatrixU64 = matrix "azulejo_tile_zero_matrix_u64" (y: Out<u64, M, (_4, _1024)>);
    /// A cube of zeros of `u64`.
    pub ZeroCubeU64 = cube "azulejo_tile_zero_cube_u64" (y: Out<u64, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `i8`.
    pub ZeroMatrixI8 = matrix "azulejo_tile_zero_matrix_i8" (y: Out<i8, M, (_4, _1024)>);
    /// A cube of zeros of `i8`.
    pub ZeroCubeI8 = cube "azulejo_tile_zero_cube_i8" (y: Out<i8, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `i16`.
    pub ZeroMatrixI16 = matrix "azulejo_tile_zero_matrix_i16" (y: Out<i16, M, (_4, _1024)>);
    /// A cube of zeros of `i16`.
    pub ZeroCubeI16 = cube "azulejo_tile_zero_cube_i16" (y: Out<i16, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `i32`.
    pub ZeroMatrixI32 = matrix "azulejo_tile_zero_matrix_i32" (y: Out<i32, M, (_4, _1024)>);
    /// A cube of zeros of `i32`.
    pub ZeroCubeI32 = cube "azulejo_tile_zero_cube_i32" (y: Out<i32, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `i64`.
    pub ZeroMatrixI64 = matrix "azulejo_tile_zero_matrix_i64" (y: Out<i64, M, (_4, _1024)>);
    /// A cube of zeros of `i64`.
    pub ZeroCubeI64 = cube "azulejo_tile_zero_cube_i64" (y: Out<i64, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `f16`.
    pub ZeroMatrixF16 = matrix "azulejo_tile_zero_matrix_f16" (y: Out<f16, M, (_4, _1024)>);
    /// A cube of zeros of `f16`.
    pub ZeroCubeF16 = cube "azulejo_tile_zero_cube_f16" (y: Out<f16, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `bf16`.
    pub ZeroMatrixBf16 = matrix "azulejo_tile_zero_matrix_bf16" (y: Out<bf16, M, (_4, _1024)>);
    /// A cube of zeros of `bf16`.
    pub ZeroCubeBf16 = cube "azulejo_tile_zero_cube_bf16" (y: Out<bf16, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `f32`.
    pub ZeroMatrixF32 = matrix "azulejo_tile_zero_matrix_f32" (y: Out<f32, M, (_4, _1024)>);
    /// A cube of zeros of `f32`.
    pub ZeroCubeF32 = cube "azulejo_tile_zero_cube_f32" (y: Out<f32, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `f64`.
    pub ZeroMatrixF64 = matrix "azulejo_tile_zero_matrix_f64" (y: Out<f64, M, (_4, _1024)>);
    /// A cube of zeros of `f64`.
    pub ZeroCubeF64 = cube "azulejo_tile_zero_cube_f64" (y: Out<f64, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `Tf32`.
    pub ZeroMatrixTf32 = matrix "azulejo_tile_zero_matrix_tf32" (y: Out<Tf32, M, (_4, _1024)>);
    /// A cube of zeros of `Tf32`.
    pub ZeroCubeTf32 = cube "azulejo_tile_zero_cube_tf32" (y: Out<Tf32, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `F8E4M3`.
    pub ZeroMatrixE4m3 = matrix "azulejo_tile_zero_matrix_e4m3" (y: Out<F8E4M3, M, (_4, _1024)>);
    /// A cube of zeros of `F8E4M3`.
    pub ZeroCubeE4m3 = cube "azulejo_tile_zero_cube_e4m3" (y: Out<F8E4M3, Cube, (_1, _4, _1024)>);
    /// A matrix of zeros of `F8E5M2`.
    pub ZeroMatrixE5m2 = matrix "azulejo_tile_zero_matrix_e5m2" (y: Out<F8E5M2, M, (_4, _1024)>);
    /// A cube of zeros of `F8E5M2`.
    pub ZeroCubeE5m2 = cube "azulejo_tile_zero_cube_e5m2" (y: Out<F8E5M2, Cube, (_1, _4, _1024)>);
}

/// Calls a macro with each element type and its two programs: `each_zero!(check)` is `check! { Bool ZeroMatrixBool ZeroCubeBool; … }`.
#[macro_export]
#[doc(hidden)]
macro_rules! each_zero {
    ($then:ident) => {
        $then! {
            Bool ZeroMatrixBool ZeroCubeBool;
            u8 ZeroMatrixU8 ZeroCubeU8;
            u16 ZeroMatrixU16 ZeroCubeU16;
            u32 ZeroMatrixU32 ZeroCubeU32;
            u64 ZeroMatrixU64 ZeroCubeU64;
            i8 ZeroMatrixI8 ZeroCubeI8;
            i16 ZeroMatrixI16 ZeroCubeI16;
            i32 ZeroMatrixI32 ZeroCubeI32;
            i64 ZeroMatrixI64 ZeroCubeI64;
            f16 ZeroMatrixF16 ZeroCubeF16;
            bf16 ZeroMatrixBf16 ZeroCubeBf16;
            f32 ZeroMatrixF32 ZeroCubeF32;
            f64 ZeroMatrixF64 ZeroCubeF64;
            Tf32 ZeroMatrixTf32 ZeroCubeTf32;
            F8E4M3 ZeroMatrixE4m3 ZeroCubeE4m3;
            F8E5M2 ZeroMatrixE5m2 ZeroCubeE5m2;
        }
    };
}
