//! A whole matrix product in CuTe's manner, as one crate to be checked by `cargo xtask compile-time`.
//!
//! ```text
//! C (M,N) += A (M,K) B (N,K)         blocks of 128×128, K by eights
//!   local_tile      gA gB gC         what a block works on
//!   TiledCopy       gA -> sA         256 threads, four neighbours each
//!   TiledMma        sA sB -> rC      256 threads of one multiply-add
//!   axpby           rC -> gC
//! ```
//!
//! The threads of a block run one after the other between its barriers, so that it runs, and is right, on any machine.

use azulejo_layout::ints::*;
use azulejo_layout::{Layout, coord, layout, tile};
use azulejo_tensor::atom::{CopyAtom, UniversalCopy, UniversalFMA};
use azulejo_tensor::{TiledMma, axpby, copy, gemm, make_tensor, make_tiled_copy};

type Mma = TiledMma<UniversalFMA<f32>, Layout<(_16, _16, _1), (_1, _16, _0)>>;

/// Adds `alpha a b` to `beta c`; extents are multiples of the block's.
fn product(a: &[f32], b: &[f32], c: &mut [f32], [m, n, k]: [usize; 3], alpha: f32, beta: f32) {
    let (blocks, mma) = ([m / 128, n / 128, k / 8], Mma::new());
    let load = make_tiled_copy(
        CopyAtom::<UniversalCopy<_128>, f32>::new(),
        layout!((_32, _8)),
        layout!((_4, _1)),
    );
    let a = make_tensor(a, layout!((m, k):(_1, m))).expect("A holds its layout");
    let b = make_tensor(b, layout!((n, k):(_1, n))).expect("B holds its layout");
    let mut c = make_tensor(c, layout!((m, n):(_1, m))).expect("C holds its layout");
    for x in 0..blocks[0] {
        for y in 0..blocks[1] {
            let (mut a_words, mut b_words) = ([0.0; 1024], [0.0; 1024]);
            let mut s_a = make_tensor(&mut a_words[..], layout!((_128, _8))).expect("A's tile");
            let mut s_b = make_tensor(&mut b_words[..], layout!((_128, _8))).expect("B's tile");
            let mut g_c = c.local_tile_mut(tile!(_128, _128), coord!(x, y));
            let mut sums = Vec::new();
            for thread in 0..mma.threads() {
                let mine = mma.get_slice(thread);
                sums.push(mine.make_fragment_C(&mine.partition_C(&g_c)));
            }
            for z in 0..blocks[2] {
                let g_a = a.local_tile(tile!(_128, _8), coord!(x, z));
                let g_b = b.local_tile(tile!(_128, _8), coord!(y, z));
                for thread in 0..load.threads() {
                    let mine = load.get_slice(thread);
                    copy(&mine.partition_S(&g_a), &mut mine.partition_D_mut(&mut s_a));
                    copy(&mine.partition_S(&g_b), &mut mine.partition_D_mut(&mut s_b));
                }
                for (thread, sum) in sums.iter_mut().enumerate() {
                    let mine = mma.get_slice(thread);
                    gemm(&mine.partition_A(&s_a), &mine.partition_B(&s_b), sum);
                }
            }
            for (thread, sum) in sums.iter().enumerate() {
                let mine = mma.get_slice(thread);
                axpby(alpha, sum, beta, &mut mine.partition_C_mut(&mut g_c));
            }
        }
    }
}

fn main() {
    let [m, n, k] = [256, 128, 16];
    let a: Vec<f32> = (0..m * k).map(|i| (i % 7) as f32).collect();
    let b: Vec<f32> = (0..n * k).map(|i| (i % 5) as f32).collect();
    let mut c = vec![1.0; m * n];
    product(&a, &b, &mut c, [m, n, k], 2.0, 3.0);
    for i in 0..m {
        for j in 0..n {
            let sum: f32 = (0..k).map(|l| a[i + l * m] * b[j + l * n]).sum();
            assert_eq!(c[i + j * m], 2.0 * sum + 3.0);
        }
    }
}
