//! The products that are timed: the suite, random ones, and those of other epilogues, types of D, orders and numbers.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_tensor::DType;

/// M, N and K of row-major products, A and B with K contiguous; [`SUITE_ORDERS`] has the other orders.
///
/// These are the shapes of `azulejo bench gemm`, whose column-major M is N here, and products that were found slow.
const SUITE: [[u32; 3]; 21] = [
    [512; 3],
    [1024; 3],
    [2048; 3],
    [4096; 3],
    [8192; 3],
    [16384; 3],
    [14336, 4096, 4096],
    [4096, 14336, 4096],
    [8192, 8192, 1024],
    [4096, 16, 4096],
    [8192, 64, 8192],
    [14336, 128, 4096],
    [128, 128, 131_072],
    [128, 65536, 128],
    [1000; 3],
    [3000; 3],
    [4104; 3],
    [24576, 1536, 7168],
    [1536; 3],
    [7168, 32, 2048],
    [2560, 1536, 2048],
];

/// Those of other orders, of A and B.
const SUITE_ORDERS: [([u32; 3], [Major; 2]); 6] = [
    ([4096; 3], [Major::K, Major::Mn]),
    ([4096; 3], [Major::Mn, Major::K]),
    ([4096; 3], [Major::Mn; 2]),
    ([1280, 10240, 5120], [Major::K, Major::Mn]),
    ([8192, 2304, 8192], [Major::K, Major::Mn]),
    ([4099, 4097, 4101], [Major::Mn, Major::K]),
];

/// Random products of each type.
const RANDOM: usize = 64;

/// Kind and words of all products whose A is of a type.
pub fn problems(operand: DType) -> Vec<(&'static str, String)> {
    let name = operand.short_name();
    let plain = SUITE.map(|sizes| (sizes, [Major::K; 2]));
    let suite = plain.into_iter().chain(SUITE_ORDERS);
    let mut all: Vec<_> = suite
        .map(|(sizes, orders)| ("suite", words(name, orders, sizes)))
        .collect();
    let mut uniform = uniform(0x9e37_79b9_7f4a_7c15u64 ^ operand as u64);
    for i in 0..8 + RANDOM {
        let (sizes, orders) = random(&mut uniform, i % 2 != 0);
        // The generator's first numbers resemble its seed.
        if i >= 8 {
            all.push(("random", words(name, orders, sizes)));
        }
    }
    all.extend(others(name));
    all
}

/// The words of a product.
fn words(kind: &str, orders: [Major; 2], [m, n, k]: [u32; 3]) -> String {
    let [a, b] = orders.map(|order| if order == Major::K { 'K' } else { 'M' });
    format!("{kind} {a}{b} {m} {n} {k}")
}

/// Numbers from 0 to 1, the same on every device.
fn uniform(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Sizes from 16 to 16384, those of every second product multiples of 16, and orders.
fn random(uniform: &mut impl FnMut() -> f64, even: bool) -> ([u32; 3], [Major; 2]) {
    let mut side = || {
        let side = (16.0 * 1024f64.powf(uniform())) as u32;
        if even {
            side.next_multiple_of(16).min(16384)
        } else {
            side
        }
    };
    let sizes = [side(), side(), side()];
    let mut order = || if uniform() < 0.5 { Major::K } else { Major::Mn };
    (sizes, [order(), order()])
}

const CUBES: [[u32; 3]; 4] = [[1024; 3], [2048; 3], [4096; 3], [8192; 3]];
const KK: [Major; 2] = [Major::K; 2];
const ORDERS: [[Major; 2]; 3] = [
    [Major::Mn, Major::K],
    [Major::K, Major::Mn],
    [Major::Mn, Major::Mn],
];

/// What else is asked, by kind: types with it, orders, sizes, and how many random products more.
type Others = (
    &'static str,
    &'static [&'static str],
    &'static [[Major; 2]],
    &'static [[u32; 3]],
    usize,
);

/// Products whose epilogue, D, order or number differs from those above.
const OTHERS: [Others; 21] = [
    // Epilogues that kernels have a code of their own for, and the others.
    (
        "fused",
        &[
            "bf16+c",
            "bf16+bias",
            "bf16+relu",
            "bf16+gelu",
            "bf16+silu",
            "bf16+bias+relu",
            "bf16+bias+gelu",
        ],
        &[KK, ORDERS[1]],
        &[[2048; 3], [4096; 3], [8192, 8192, 1024], [4096, 4096, 1024]],
        4,
    ),
    (
        "fused",
        &[
            "f16+c",
            "f16+bias",
            "f16+relu",
            "f16+gelu",
            "f16+silu",
            "f16+bias+relu",
            "f16+bias+gelu",
        ],
        &[KK],
        &[[4096; 3], [8192, 8192, 1024]],
        2,
    ),
    (
        "fused",
        &["bf16+scales", "bf16+c+relu", "bf16+scales+bias+gelu"],
        &[KK],
        &[
            [512; 3],
            [2048; 3],
            [4096; 3],
            [8192, 8192, 1024],
            [8192, 64, 8192],
        ],
        4,
    ),
    (
        "fused",
        &["tf32+bias", "tf32+relu", "tf32+c"],
        &[KK],
        &[[1024; 3], [4096; 3], [8192, 8192, 1024]],
        3,
    ),
    (
        "fused",
        &["e4m3+scales", "e4m3+c", "e4m3+scales+bias+gelu"],
        &[KK],
        &[[1024; 3], [2048; 3], [4096; 3], [8192, 8192, 1024]],
        4,
    ),
    ("output", &["bf16>f32", "f16>f32"], &[KK], &CUBES, 4),
    (
        "output",
        &["bf16>f32"],
        &ORDERS,
        &[[4096; 3], [8192, 8192, 1024]],
        0,
    ),
    (
        "output",
        &["e4m3>f32", "e4m3>f16", "e4m3>e4m3"],
        &[KK],
        &CUBES,
        3,
    ),
    ("output", &["e4m3+full", "f16+half"], &[KK], &CUBES, 4),
    (
        "output",
        &["e4m3+full>f32"],
        &[KK],
        &[[2048; 3], [8192; 3]],
        0,
    ),
    (
        "output",
        &["e4m3-e5m2", "e5m2-e4m3", "e5m2"],
        &[KK],
        &[[2048; 3], [8192; 3]],
        0,
    ),
    (
        "batched",
        &["bf16*8", "tf32*8", "e4m3*8", "i8*8"],
        &[KK],
        &[[256; 3], [512; 3], [2048, 2048, 512]],
        0,
    ),
    (
        "batched",
        &["bf16*64", "e4m3*64"],
        &[KK, ORDERS[1]],
        &[[128, 128, 1024], [512, 64, 512]],
        0,
    ),
    ("order", &["e4m3", "i8"], &ORDERS, &CUBES, 0),
    (
        "order",
        &["e4m3"],
        &ORDERS,
        &[[8192, 1024, 4096], [1024, 8192, 4096]],
        0,
    ),
    (
        "order",
        &["e4m3>f32", "e4m3>e4m3"],
        &[ORDERS[0], ORDERS[1]],
        &[[2048; 3], [4096; 3], [8192; 3], [8192, 1024, 4096]],
        0,
    ),
    (
        "order",
        &["e4m3+full"],
        &[ORDERS[0], ORDERS[1]],
        &[[2048; 3], [4096; 3], [8192; 3], [8192, 1024, 4096]],
        0,
    ),
    (
        "order",
        &["e4m3-e5m2", "e5m2-e4m3", "e5m2"],
        &[ORDERS[0], ORDERS[1]],
        &[[2048; 3], [8192; 3]],
        0,
    ),
    ("order", &["tf32"], &ORDERS, &[[2048; 3], [8192; 3]], 0),
    (
        "order",
        &["bf16", "f16"],
        &ORDERS,
        &[[2048; 3], [8192; 3], [8192, 8192, 1024]],
        0,
    ),
    ("order", &["bf16"], &[KK], &[[1152, 9477, 588]], 0),
];

/// Those whose A is of the type of this name, or of the other of 8-bit floats.
fn others(name: &str) -> Vec<(&'static str, String)> {
    let of = |word: &str| word.split(['-', '>', '+', '*']).next().unwrap_or_default() == name;
    let mut all = Vec::new();
    let mut uniform = uniform(0x2545_f491_4f6c_dd1d);
    for (kind, asked, orders, sizes, more) in OTHERS {
        for word in asked {
            let given = orders
                .iter()
                .flat_map(|o| sizes.iter().map(move |s| (*s, *o)));
            let more: Vec<_> = (0..more)
                .map(|i| random(&mut uniform, i % 4 != 3))
                .collect();
            let mine = of(word) || (name == "e4m3" && word.starts_with("e5m2"));
            if mine {
                all.extend(
                    given
                        .chain(more)
                        .map(|(sizes, orders)| (kind, words(word, orders, sizes))),
                );
            }
        }
    }
    all
}
