//! The products that are timed: the suite, random ones, and those of other epilogues, types of D, orders and numbers.

use azulejo_tensor::DType;

use crate::harness::unit;

/// Orders of A and B, `K` where K is contiguous, and M, N and K of row-major products, one number for a cube.
///
/// These are the shapes of `azulejo bench gemm`, whose column-major M is N here, and products that were found slow.
const SUITE: &str = "KK: 512 1024 2048 4096 8192 16384 14336,4096,4096 4096,14336,4096 8192,8192,1024 4096,16,4096 8192,64,8192 \
    14336,128,4096 128,128,131072 128,65536,128 1000 3000 4104 24576,1536,7168 1536 7168,32,2048 2560,1536,2048 \
    KM: 4096 MK: 4096 MM: 4096 KM: 1280,10240,5120 8192,2304,8192 MK: 4099,4097,4101";

/// Products whose epilogue, D, order or number differs from those: a kind, types with what else is asked, orders and sizes of each
/// of them, and how many random products more.
const OTHERS: [&str; 30] = [
    // Epilogues that kernels have a code of their own for, and the others.
    "fused | bf16+c bf16+bias bf16+relu bf16+gelu bf16+silu bf16+bias+relu bf16+bias+gelu | KK KM | 2048 4096 8192,8192,1024 4096,4096,1024 | 4",
    "fused | bf16+bias bf16+bias+gelu bf16+c | KK | 1024 256,4096,4096 64,4096,4096 | 0",
    "fused | f16+c f16+bias f16+relu f16+gelu f16+silu f16+bias+relu f16+bias+gelu | KK | 4096 8192,8192,1024 | 2",
    "fused | bf16+scales bf16+c+relu bf16+scales+bias+gelu | KK | 512 2048 4096 8192,8192,1024 8192,64,8192 | 4",
    "fused | tf32+bias tf32+relu tf32+c | KK | 1024 4096 8192,8192,1024 | 3",
    "fused | e4m3+scales e4m3+c e4m3+scales+bias+gelu | KK | 1024 2048 4096 8192,8192,1024 | 4",
    "output | bf16>f32 f16>f32 | KK | 1024 2048 4096 8192 | 4",
    "output | bf16>f32 | MK KM MM | 4096 8192,8192,1024 | 0",
    "output | e4m3>f32 e4m3>f16 e4m3>e4m3 | KK | 1024 2048 4096 8192 | 3",
    "output | e4m3+full f16+half | KK | 1024 2048 4096 8192 | 4",
    "output | e4m3+full>f32 | KK | 2048 8192 | 0",
    "output | e4m3-e5m2 e5m2-e4m3 e5m2 | KK | 2048 8192 | 0",
    "batched | bf16*8 tf32*8 e4m3*8 i8*8 | KK | 256 512 2048,2048,512 | 0",
    "batched | bf16*64 e4m3*64 | KK KM | 128,128,1024 512,64,512 | 0",
    "order | e4m3 i8 | MK KM MM | 1024 2048 4096 8192 | 0",
    "order | e4m3 | MK KM MM | 8192,1024,4096 1024,8192,4096 | 0",
    "order | e4m3>f32 e4m3>e4m3 | MK KM | 2048 4096 8192 8192,1024,4096 | 0",
    "order | e4m3+full | MK KM | 2048 4096 8192 8192,1024,4096 | 0",
    "order | e4m3-e5m2 e5m2-e4m3 e5m2 | MK KM | 2048 8192 | 0",
    "order | tf32 | MK KM MM | 2048 8192 | 0",
    "order | bf16 f16 | MK KM MM | 2048 8192 8192,8192,1024 | 0",
    "order | bf16 | KK | 1152,9477,588 | 0",
    // Layers of language models: few rows of A, by weights whose K or whose N is contiguous.
    "layer | bf16 | KK KM | 1,13824,5120 1,4096,14336 4,28672,8192 8,1024,8192 16,4096,4096 16,128256,4096 32,18944,3584 32,8192,28672 \
        64,2112,7168 64,512,7168 128,6144,4096 128,4096,14336 256,512,7168 256,7168,2048 512,1024,8192 512,13824,5120 2048,2112,7168 | 4",
    "layer | bf16 | KK KM | 64,4096,4096 8,4096,4096 128,4096,4096 2048,4096,4096 1,4096,4096 4,14336,4096 512,14336,4096 2048,14336,4096 \
        8,14336,4096 32,14336,4096 512,4096,14336 16,4096,14336 2048,4096,14336 2048,6144,4096 4,6144,4096 256,6144,4096 \
        1,6144,4096 128,13824,5120 2048,13824,5120 32,13824,5120 16,28672,8192 1,28672,8192 32,28672,8192 128,28672,8192 \
        128,8192,28672 1,8192,28672 16,8192,28672 512,8192,28672 32,1024,8192 128,1024,8192 4,1024,8192 4,18944,3584 \
        8,18944,3584 1,18944,3584 512,18944,3584 16,2112,7168 1,2112,7168 32,2112,7168 4,7168,2048 1,7168,2048 16,7168,2048 \
        64,7168,2048 512,24576,1536 128,24576,1536 64,24576,1536 16,24576,1536 32,24576,1536 | 0",
    "layer | bf16 | KK | 32,512,7168 4,512,7168 128,512,7168 4,128256,4096 32,128256,4096 256,128256,4096 2048,128256,4096 | 0",
    "layer | f16 | KK KM | 8,14336,4096 32,2112,7168 128,1024,8192 | 0",
    "layer | e4m3 i8 tf32 | KK | 1,4096,14336 4,28672,8192 8,1024,8192 32,18944,3584 64,512,7168 128,4096,14336 512,1024,8192 \
        512,13824,5120 | 2",
    "layer | e4m3 i8 tf32 | KK | 32,28672,8192 128,6144,4096 128,8192,28672 256,6144,4096 | 0",
    "layer | tf32 | KM | 1,4096,4096 4,28672,8192 8,1024,8192 16,2112,7168 32,18944,3584 64,512,7168 128,4096,14336 128,6144,4096 \
        256,7168,2048 512,1024,8192 2048,2112,7168 | 4",
    "layer | e4m3 i8 | KM | 4,28672,8192 8,1024,8192 32,18944,3584 64,512,7168 128,4096,14336 512,1024,8192 | 2",
];

/// Random products of each type.
const RANDOM: usize = 64;

/// Kind and words of all products whose A is of a type.
pub fn problems(operand: DType) -> Vec<(&'static str, String)> {
    let (name, mut orders) = (operand.short_name(), "KK");
    let mut all = Vec::new();
    for word in SUITE.split(' ') {
        match word.strip_suffix(':') {
            Some(next) => orders = next,
            None => all.push(("suite", words(name, orders, word))),
        }
    }
    let mut uniform = unit(0x9e37_79b9_7f4a_7c15u64 ^ operand as u64);
    for i in 0..8 + RANDOM {
        let (sizes, orders) = random(&mut uniform, i % 2 != 0);
        // The generator's first numbers resemble its seed.
        if i >= 8 {
            all.push(("random", words(name, &orders, &sizes)));
        }
    }
    all.extend(others(name));
    all
}

/// The words of a product.
fn words(kind: &str, orders: &str, sizes: &str) -> String {
    match sizes.contains(',') {
        true => format!("{kind} {orders} {}", sizes.replace(',', " ")),
        false => format!("{kind} {orders} {sizes} {sizes} {sizes}"),
    }
}

/// Sizes from 16 to 16384, those of every second product multiples of 16, and orders.
fn random(uniform: &mut impl FnMut() -> f64, even: bool) -> (String, String) {
    let mut side = || {
        let side = (16.0 * 1024f64.powf(uniform())) as u32;
        match even {
            true => side.next_multiple_of(16).min(16384),
            false => side,
        }
    };
    let [m, n, k] = [side(), side(), side()];
    let mut order = || if uniform() < 0.5 { 'K' } else { 'M' };
    let [a, b] = [order(), order()];
    (format!("{m},{n},{k}"), format!("{a}{b}"))
}

/// Those whose A is of the type of this name, or of the other of 8-bit floats.
fn others(name: &str) -> Vec<(&'static str, String)> {
    let of = |word: &str| word.split(['-', '>', '+', '*']).next().unwrap_or_default() == name;
    let mut all = Vec::new();
    let mut uniform = unit(0x2545_f491_4f6c_dd1d);
    for row in OTHERS {
        let fields: Vec<&str> = row.split(" | ").collect();
        let [kind, types, orders, sizes, more] = fields[..] else {
            continue;
        };
        for word in types.split(' ') {
            let more = (0..more.parse().unwrap_or(0)).map(|i| random(&mut uniform, i % 4 != 3));
            let more: Vec<_> = more.collect();
            let is_mine = of(word) || (name == "e4m3" && word.starts_with("e5m2"));
            if !is_mine {
                continue;
            }
            for order in orders.split(' ') {
                all.extend(
                    sizes
                        .split(' ')
                        .map(|sizes| (kind, words(word, order, sizes))),
                );
            }
            all.extend(
                more.iter()
                    .map(|(sizes, orders)| (kind, words(word, orders, sizes))),
            );
        }
    }
    all
}
