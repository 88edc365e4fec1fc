//! The same kernels on the CPU: a thread block's threads exchange their operands, and `gemm` computes what the instruction does.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use azulejo_atoms::{Tile, bytes, expected};
use azulejo_atoms_device::{Case, CaseVisitor, Runs, gmma, warp};
use azulejo_device::host::run_block;

/// Runs each case by `run_block` and compares bit by bit.
#[derive(Default)]
struct Host(usize);

impl CaseVisitor for Host {
    fn visit<C: Case>(&mut self) {}

    fn visit_run<C: Runs>(&mut self) {
        for accumulate in [true, false] {
            if !accumulate && !C::SCALES {
                continue;
            }
            let tile = Tile::<C>::default();
            let operands =
                [bytes(&tile.a), bytes(&tile.b), bytes(&tile.c)].map(|it| Words::of(&it));
            let [a, b, c] = [0, 1, 2].map(|i| operands[i].0.as_ptr() as usize);
            run_block(C::THREADS, C::SHARED, |_| {
                // SAFETY: the pointers are those of whole tiles that outlive the block, aligned to 16 bytes; every thread makes
                // the call, and each writes its own elements of C.
                unsafe { C::run(a as *mut u8, b as *mut u8, c as *mut u8, accumulate.into()) }
            });
            let wanted = bytes(&expected::<C>(&tile, accumulate));
            assert!(
                operands[2].bytes(wanted.len()) == wanted,
                "{} ({accumulate})",
                C::NAME
            );
            self.0 += 1;
        }
    }
}

/// Bytes that start at a multiple of 8, and that threads write.
struct Words(Vec<AtomicU64>);

impl Words {
    fn of(bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            AtomicU64::new(u64::from_ne_bytes(word))
        };
        Words(bytes.chunks(8).map(word).collect())
    }

    fn bytes(&self, count: usize) -> Vec<u8> {
        let all = self
            .0
            .iter()
            .flat_map(|word| word.load(Relaxed).to_ne_bytes());
        all.take(count).collect()
    }
}

#[test]
fn tiles_of_warps_are_multiplied_on_the_cpu() {
    let mut host = Host::default();
    warp::visit_tiled(&mut host);
    assert!(host.0 >= 3);
}

#[test]
fn tiles_of_warpgroups_are_multiplied_on_the_cpu() {
    let mut host = Host::default();
    gmma::visit_forms(&mut host);
    assert!(host.0 >= 18);
}
