//! The thread program on the host: 256 threads and a barrier.

use super::*;
use azulejo_tensor::{make_gmem_ptr, make_smem_ptr};
use std::sync::Barrier;

/// Raw pointers that the threads of a block share.
#[derive(Clone, Copy)]
struct Shared([*mut f32; 5]);
// SAFETY: the program writes an element from one thread only, with barriers between writes and reads.
unsafe impl Sync for Shared {}

#[test]
fn blocks_of_threads_make_the_product() {
    let (m, n, k) = (256, 128, 24);
    let p = Problem {
        m,
        n,
        k,
        lda: m + 3,
        ldb: n + 5,
        ldc: m + 1,
        alpha: 2.0,
        beta: 3.0,
    };
    let value = |i: usize, j: usize, step: usize, modulus: usize| {
        ((step * i + 5 * j) % modulus) as f32 - 3.0
    };
    let mut a: Vec<f32> = (0..p.lda * k)
        .map(|i| value(i % p.lda, i / p.lda, 3, 7))
        .collect();
    let mut b: Vec<f32> = (0..p.ldb * k)
        .map(|i| value(i % p.ldb, i / p.ldb, 2, 5))
        .collect();
    let before: Vec<f32> = (0..p.ldc * n)
        .map(|i| value(i % p.ldc, i / p.ldc, 1, 9))
        .collect();
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
                    // SAFETY: the vectors above, of the problem's sizes; see `Shared`.
                    let (matrices, arrays) = unsafe {
                        (
                            (make_gmem_ptr(a), make_gmem_ptr(b), make_gmem_ptr(c)),
                            (make_smem_ptr(x), make_smem_ptr(y)),
                        )
                    };
                    thread(p, matrices, arrays, block, tid, || {
                        barrier.wait();
                    });
                });
            }
        });
    }
    for j in 0..n {
        for i in 0..p.ldc {
            let at = i + j * p.ldc;
            let sum: f32 = (0..k)
                .map(|l| a[(i % m) + l * p.lda] * b[j + l * p.ldb])
                .sum();
            let expected = if i < m {
                2.0 * sum + 3.0 * before[at]
            } else {
                before[at]
            };
            assert_eq!(c[at], expected, "C[{i}, {j}]");
        }
    }
}
