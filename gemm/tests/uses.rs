//! Why each kernel for Hopper is there: the choice takes it, or nothing else takes its types, orders and epilogue.

use std::collections::BTreeMap;

use azulejo_gemm::gpu::{EpilogueKind, GpuProblem, HardwareInfo, choices};
use azulejo_kernels::device::gemm::hopper::fusion::Fusion;
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::hopper::table::{FAMILIES, KernelEntry};
use azulejo_tensor::DType;

/// The GPUs of compute capability 9.0: H100 PCIe, H100 SXM and H200.
const GPUS: [HardwareInfo; 3] = [
    HardwareInfo {
        sm_count: 114,
        memory_bytes: 1165.0,
        l2_bytes: 52_428_800.0,
    },
    HardwareInfo {
        sm_count: 132,
        memory_bytes: 1693.1,
        l2_bytes: 52_428_800.0,
    },
    HardwareInfo::H200,
];

/// Sides of products that are timed in `benches/results`, and the small and crooked ones beside them.
const SIDES: [u32; 18] = [
    16, 64, 128, 300, 512, 588, 1000, 1024, 1152, 1280, 1536, 2048, 2560, 3000, 4096, 5120, 8192,
    16384,
];

/// Products: squares, every triple of some sides, and others of sides between 16 and 16384.
fn sizes() -> Vec<[u32; 3]> {
    let mut all: Vec<[u32; 3]> = SIDES.iter().map(|n| [*n; 3]).collect();
    let few = [16, 128, 1024, 2048, 4096, 8192];
    for m in few {
        for n in few {
            all.extend([64, 512, 1024, 4096, 16384].map(|k| [m, n, k]));
        }
    }
    all.extend([
        [7168, 32, 2048],
        [10240, 1280, 5120],
        [9477, 1152, 588],
        [65536, 128, 128],
        [128, 128, 131_072],
    ]);
    // A generator of fixed steps: the same products in every run.
    let mut state = 20u64;
    let mut side = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let exponent = 4.0 + 10.0 * (state >> 40) as f64 / (1u64 << 24) as f64;
        let side = exponent.exp2() as u32;
        if state & 1 == 0 {
            side
        } else {
            side.next_multiple_of(64)
        }
    };
    all.extend((0..400).map(|_| [side(), side(), side()]));
    all
}

/// What is done to the sums: nothing; something, C, GELU or SiLU, where TMA stores D and elsewhere; and what kernels have a code of their
/// own for.
fn finishes() -> Vec<EpilogueKind> {
    let mut all = vec![EpilogueKind::default()];
    for in_registers in [false, true] {
        for (reads_c, gelu_or_silu) in [(false, false), (true, false), (false, true)] {
            all.push(EpilogueKind {
                generic: true,
                in_registers,
                reads_c,
                gelu_or_silu,
                fusion: [None; 2],
            });
        }
    }
    let mut fusion: Vec<Fusion> = FAMILIES
        .iter()
        .copied()
        .flatten()
        .filter_map(|row| row.config.fusion)
        .collect();
    fusion.sort_by_key(|f| (f.c, f.bias, f.activation));
    fusion.dedup();
    for f in fusion {
        let of = EpilogueKind {
            generic: f != Fusion::STORE_ONLY,
            in_registers: true,
            reads_c: f.c,
            gelu_or_silu: f.activation >= 2,
            fusion: [Some(f), None],
        };
        all.push(of);
        all.push(EpilogueKind {
            fusion: [None, Some(f)],
            ..of
        });
    }
    all
}

/// Why the kernel of a row is there.
#[derive(Clone, Copy, Default)]
struct Use {
    /// `true` if it is chosen for a product.
    chosen: bool,
    /// The most that another kernel would take longer, by the model.
    gain: f64,
}

impl Use {
    /// A kernel that gains less than a hundredth wherever it is chosen is not worth its text.
    fn is_enough(self) -> bool {
        self.chosen && self.gain >= 0.01
    }
}

/// The uses of each kernel, of products enough to show that it has one.
fn uses() -> BTreeMap<&'static str, Use> {
    let mut kinds: Vec<([DType; 3], bool, bool)> = FAMILIES
        .iter()
        .copied()
        .flatten()
        .map(|row| {
            let c = &row.config;
            (
                [c.types[0], c.types[1], c.types[3]],
                c.promotes,
                c.types[2] == DType::F16,
            )
        })
        .collect();
    kinds.sort_by_key(|(t, p, h)| (t.map(|t| t as u8), *p, *h));
    kinds.dedup();
    let (sizes, finishes) = (sizes(), finishes());
    let mut uses: BTreeMap<&'static str, Use> = FAMILIES
        .iter()
        .copied()
        .flatten()
        .map(|row| (row.kernel.name, Use::default()))
        .collect();
    for (types, promote, f16_accumulate) in kinds {
        let fusion = FAMILIES.iter().copied().flatten().any(|row: &KernelEntry| {
            row.config.fusion.is_some() && row.config.types[0] == types[0] && !f16_accumulate
        });
        let kernels: Vec<_> = FAMILIES
            .iter()
            .copied()
            .flatten()
            .filter(|row| {
                let c = &row.config;
                let of = [c.types[0], c.types[1], c.types[3]];
                (of, c.promotes, c.types[2] == DType::F16) == (types, promote, f16_accumulate)
            })
            .map(|row| row.kernel.name)
            .collect();
        for (i, sizes) in sizes.iter().enumerate() {
            if kernels.iter().all(|name| uses[name].is_enough()) {
                break;
            }
            for (a, b) in [
                (Major::K, Major::K),
                (Major::K, Major::Mn),
                (Major::Mn, Major::K),
                (Major::Mn, Major::Mn),
            ] {
                let few = if fusion {
                    &finishes[..]
                } else {
                    &finishes[..5]
                };
                for (j, epilogue) in few.iter().enumerate() {
                    // Epilogues beside the first for one product of three.
                    if j > 0 && (i + j) % 3 != 0 {
                        continue;
                    }
                    let problem = GpuProblem {
                        a,
                        b,
                        promote,
                        f16_accumulate,
                        epilogue: *epilogue,
                        ..GpuProblem::new(*sizes, types)
                    };
                    for hardware in &GPUS {
                        let mut all = choices(&problem, hardware);
                        let Some(first) = all.next() else { continue };
                        let of = uses.get_mut(first.row.kernel.name).unwrap();
                        of.chosen = true;
                        let next = all.find(|c| c.row != first.row);
                        let gain = next.map_or(f64::INFINITY, |next| {
                            next.estimate.clocks / first.estimate.clocks - 1.0
                        });
                        of.gain = of.gain.max(gain);
                    }
                }
            }
        }
    }
    uses
}

#[test]
fn every_kernel_is_chosen_somewhere() {
    let uses = uses();
    let without: Vec<_> = uses
        .iter()
        .filter(|(_, of)| !of.is_enough())
        .map(|(name, of)| format!("{name}: {:.1} % at most", 100.0 * of.gain))
        .collect();
    assert!(
        without.is_empty(),
        "another kernel does as well: {without:?}"
    );
}
