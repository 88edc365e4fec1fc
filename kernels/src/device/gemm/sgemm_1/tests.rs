//! The thread program on the host: 256 threads and a barrier.

use super::*;
use azulejo_tensor::{make_gmem_ptr, make_smem_ptr};
use std::sync::Barrier;

/// Raw pointers that the threads of a block share.
#[derive(Clone, Copy)]
struct Shared([*mut f32; 5]);
// SAFETY: the program writes an element from one thread only, with barriers between writes and reads.
unsafe impl Sync for Shared {}

/// Runs every block of a product with ragged edges and compares it with sums over the operands.
fn check(k_contiguous: bool) {
    let (m, n, k) = (193, 70, 21);
    let (pad_a, pad_b) = (3, 5);
    let (lda, ldb) = if k_contiguous {
        (k + pad_a, k + pad_b)
    } else {
        (m + pad_a, n + pad_b)
    };
    let p = Problem {
        m,
        n,
        k,
        lda,
        ldb,
        ldc: m + 1,
        alpha: 2.0,
        beta: 3.0,
    };
    let value = |i: usize, step: usize, modulus: usize| ((step * i) % modulus) as f32 - 3.0;
    let lines = |mn: usize| if k_contiguous { mn } else { k };
    let mut a: Vec<f32> = (0..lda * lines(m)).map(|i| value(i, 3, 7)).collect();
    let mut b: Vec<f32> = (0..ldb * lines(n)).map(|i| value(i, 2, 5)).collect();
    let before: Vec<f32> = (0..p.ldc * n).map(|i| value(i, 1, 9)).collect();
    let mut c = before.clone();
    let (mut shared_a, mut shared_b) = (vec![f32::NAN; SHARED], vec![f32::NAN; SHARED]);
    let shared = Shared([
        a.as_mut_ptr(),
        b.as_mut_ptr(),
        c.as_mut_ptr(),
        shared_a.as_mut_ptr(),
        shared_b.as_mut_ptr(),
    ]);
    for block in [(0, 0), (1, 0)] {
        let barrier = Barrier::new(THREADS as usize);
        std::thread::scope(|scope| {
            for tid in 0..THREADS as usize {
                let (shared, barrier) = (&shared, &barrier);
                scope.spawn(move || {
                    let [a, b, c, x, y] = shared.0;
                    let [a, b, c] = [a, b, c].map(|matrix| {
                        // SAFETY: a vector above, of the problem's sizes, which outlives the threads; no two write one element.
                        unsafe { make_gmem_ptr(matrix) }
                    });
                    let [x, y] = [x, y].map(|array| {
                        // SAFETY: a vector above, of `SHARED` elements, which outlives the threads; barriers are between its
                        // writes and reads.
                        unsafe { make_smem_ptr(array) }
                    });
                    let (matrices, arrays) = ((a, b, c), (x, y));
                    let sync = || {
                        barrier.wait();
                    };
                    if k_contiguous {
                        thread_tn(p, matrices, arrays, block, tid, sync);
                    } else {
                        thread_nt(p, matrices, arrays, block, tid, sync);
                    }
                });
            }
        });
    }
    let at = |i: usize, l: usize, ld: usize| if k_contiguous { i * ld + l } else { i + l * ld };
    for j in 0..n {
        for i in 0..p.ldc {
            let place = i + j * p.ldc;
            let expected = if i < m {
                let sum: f32 = (0..k).map(|l| a[at(i, l, lda)] * b[at(j, l, ldb)]).sum();
                2.0 * sum + 3.0 * before[place]
            } else {
                before[place]
            };
            assert_eq!(c[place], expected, "C[{i}, {j}]");
        }
    }
}

#[test]
fn blocks_of_threads_multiply_operands_with_m_and_n_contiguous() {
    check(false);
}

#[test]
fn blocks_of_threads_multiply_operands_with_k_contiguous() {
    check(true);
}
