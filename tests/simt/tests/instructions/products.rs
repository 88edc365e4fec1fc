//! Products of the narrow types, of quad pairs and of doubles: each form of `mma.sync` beside sums of integers.

use crate::snippet::lanes;

/// Small numbers that depend on their place.
fn small(i: usize, j: usize, seed: usize, least: i64, count: i64) -> i64 {
    ((i * 7 + j * 5 + i * j + seed) as i64) % count + least
}

/// The bits of a small number.
fn bits(kind: &str, value: i64) -> u64 {
    // Sign, exponent and fraction of a number of at most three bits.
    let float = |exponent: u32, fraction: u32| {
        if value == 0 {
            return 0;
        }
        let size = value.unsigned_abs();
        let power = size.ilog2();
        let bias = (1u64 << (exponent - 1)) - 1;
        let low = (size << fraction >> power) & ((1 << fraction) - 1);
        u64::from(value < 0) << (exponent + fraction) | (bias + u64::from(power)) << fraction | low
    };
    match kind {
        "f16" => float(5, 10),
        "e4m3" => float(4, 3),
        "e5m2" => float(5, 2),
        "tf32" => float(8, 23),
        "s8" | "u8" => value as u64 & 0xFF,
        "s4" | "u4" => value as u64 & 0xF,
        _ => value as u64 & 1,
    }
}

fn width(kind: &str) -> usize {
    match kind {
        "f16" => 16,
        "tf32" => 32,
        "b1" => 1,
        "s4" | "u4" => 4,
        _ => 8,
    }
}

/// The least number of a type, and how many there are from it on that the test takes.
fn range(kind: &str) -> (i64, i64) {
    match kind {
        "s8" => (-128, 256),
        "u8" => (0, 256),
        "s4" => (-8, 16),
        "u4" => (0, 16),
        "b1" => (0, 2),
        _ => (-3, 7),
    }
}

/// Runs `mma.sync.aligned.m{rows}n8k{depth}.row.col.{types}` and compares each sum with that of the ISA's places.
fn check(rows: usize, depth: usize, types: [&str; 3], tail: &str) {
    let [sum, a, b] = types;
    let of = |kind: &str, i: usize, k: usize, seed: usize| {
        let (least, count) = range(kind);
        small(i, k, seed, least, count)
    };
    let (halves, packed) = (rows / 8, 32 / width(a));
    let registers = [rows * depth / packed / 32, 8 * depth / packed / 32];
    let fragment = |kind: &str, register: usize, lane: usize, halves: usize, seed: usize| {
        (0..packed).fold(0, |word, index| {
            let row = lane / 4 + 8 * (register % halves);
            let k = lane % 4 * packed + index + 4 * packed * (register / halves);
            word | bits(kind, of(kind, row, k, seed)) << (index * width(kind))
        })
    };
    let pair = |kind: &str, first: usize, count: usize, halves: usize, seed: usize| {
        std::array::from_fn(|lane| {
            (first..count.min(first + 2)).fold(0, |word, register| {
                word | fragment(kind, register, lane, halves, seed) << (32 * (register - first))
            })
        })
    };
    let inputs = [
        pair(a, 0, registers[0], halves, 1),
        pair(a, 2, registers[0], halves, 1),
        pair(b, 0, registers[1], 1, 2),
    ];
    let sums = rows * 8 / 32 / if sum == "f16" { 2 } else { 1 };
    let list = |first: usize, count: usize| {
        let names: Vec<_> = (first..first + count).map(|r| format!("%r{r}")).collect();
        format!("{{{}}}", names.join(", "))
    };
    let zeros = vec!["%r10"; sums].join(", ");
    for register in 0..sums {
        let lines = format!(
            "mov.b64 {{%r4, %r5}}, %rd1; mov.b64 {{%r6, %r7}}, %rd2; mov.b64 {{%r8, %r9}}, %rd3; mov.b32 %r10, 0;
             mma.sync.aligned.m{rows}n8k{depth}.row.col.{sum}.{a}.{b}.{sum}{tail} {}, {}, {}, {{{zeros}}};
             cvt.u64.u32 %rd0, %r{};",
            list(11, sums), list(4, registers[0]), list(8, registers[1]), 11 + register
        );
        for (lane, &found) in lanes(&lines, inputs).iter().enumerate() {
            let wanted = |row: usize, column: usize| -> i64 {
                (0..depth)
                    .map(|k| {
                        let (x, y) = (of(a, row, k, 1), of(b, column, k, 2));
                        match tail {
                            ".xor.popc" => x ^ y,
                            ".and.popc" => x & y,
                            _ => x * y,
                        }
                    })
                    .sum()
            };
            let what =
                format!("m{rows}n8k{depth} {types:?}{tail}, lane {lane}, register {register}");
            if sum == "f16" {
                let (row, column) = (lane / 4 + 8 * register, lane % 4 * 2);
                let word = half(wanted(row, column)) | half(wanted(row, column + 1)) << 16;
                assert_eq!(found, word, "{what}");
            } else {
                let wanted = wanted(lane / 4 + 8 * (register / 2), lane % 4 * 2 + register % 2);
                let value = match sum {
                    "f32" => f32::from_bits(found as u32) as i64,
                    _ => i64::from(found as i32),
                };
                assert_eq!(value, wanted, "{what}");
            }
        }
    }
}

/// The bits of an integer below 2048 as f16.
fn half(value: i64) -> u64 {
    if value == 0 {
        return 0;
    }
    let (size, power) = (value.unsigned_abs(), value.unsigned_abs().ilog2());
    assert!(power <= 10);
    u64::from(value < 0) << 15 | u64::from(15 + power) << 10 | (size << 10 >> power & 0x3FF)
}

#[test]
fn products_of_8_bits_have_the_isas_fragments() {
    for (a, b) in [("s8", "u8"), ("u8", "s8"), ("u8", "u8"), ("s8", "s8")] {
        check(8, 16, ["s32", a, b], "");
        check(16, 16, ["s32", a, b], "");
        check(16, 32, ["s32", a, b], "");
    }
    for (a, b) in [
        ("e4m3", "e5m2"),
        ("e5m2", "e4m3"),
        ("e4m3", "e4m3"),
        ("e5m2", "e5m2"),
    ] {
        check(16, 32, ["f32", a, b], "");
        check(16, 32, ["f16", a, b], "");
    }
}

#[test]
fn products_of_4_bits_and_of_bits_have_the_isas_fragments() {
    for (a, b) in [("s4", "u4"), ("u4", "s4"), ("u4", "u4"), ("s4", "s4")] {
        check(8, 32, ["s32", a, b], "");
        check(16, 32, ["s32", a, b], "");
        check(16, 64, ["s32", a, b], "");
    }
    for tail in [".xor.popc", ".and.popc"] {
        check(8, 128, ["s32", "b1", "b1"], tail);
        check(16, 128, ["s32", "b1", "b1"], tail);
        check(16, 256, ["s32", "b1", "b1"], tail);
    }
}

#[test]
fn products_of_f16_sum_in_f16_and_tf32_has_a_depth_of_four() {
    check(16, 8, ["f16", "f16", "f16"], "");
    check(16, 16, ["f16", "f16", "f16"], "");
    check(16, 8, ["f32", "f16", "f16"], "");
    check(16, 4, ["f32", "tf32", "tf32"], "");
}

#[test]
fn sixteen_rows_of_doubles_have_the_isas_fragments() {
    let a = |row: usize, k: usize| small(row, k, 1, -3, 7);
    let b = |column: usize, k: usize| small(column, k, 2, -3, 7);
    let left = |half: usize| {
        std::array::from_fn(|lane| (a(lane / 4 + 8 * half, lane % 4) as f64).to_bits())
    };
    let right = std::array::from_fn(|lane| (b(lane / 4, lane % 4) as f64).to_bits());
    for register in 0..4 {
        let lines = format!(
            "mov.b64 %rd8, 0; mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {{%rd4, %rd5, %rd6, %rd7}}, {{%rd1, %rd2}}, {{%rd3}}, {{%rd8, %rd8, %rd8, %rd8}};
             mov.b64 %rd0, %rd{};",
            4 + register
        );
        for (lane, &bits) in lanes(&lines, [left(0), left(1), right]).iter().enumerate() {
            let (row, column) = (lane / 4 + 8 * (register / 2), lane % 4 * 2 + register % 2);
            let wanted: i64 = (0..4).map(|k| a(row, k) * b(column, k)).sum();
            assert_eq!(f64::from_bits(bits) as i64, wanted);
        }
    }
}

#[test]
fn quad_pairs_multiply_by_themselves() {
    // Another pair of factors for each quad pair.
    let a = |pair: usize, row: usize, k: usize| small(row, k, pair, -3, 7);
    let b = |pair: usize, column: usize, k: usize| small(column, k, pair + 4, -3, 7);
    for (a_order, b_order) in [
        ("row", "col"),
        ("row", "row"),
        ("col", "row"),
        ("col", "col"),
    ] {
        let factor = |contiguous: bool, element: &dyn Fn(usize, usize, usize) -> i64| {
            std::array::from_fn(|lane: usize| {
                let (pair, high) = (lane / 4 % 4, lane / 16 * 4);
                (0..4).fold(0, |word, i| {
                    let value = match contiguous {
                        true => element(pair, lane % 4 + high, i),
                        false => element(pair, i + high, lane % 4),
                    };
                    word | bits("f16", value) << (16 * i)
                })
            })
        };
        let inputs = [
            factor(a_order == "row", &a),
            factor(b_order == "col", &b),
            [0; 32],
        ];
        for register in 0..8 {
            let lines = format!(
                "mov.b64 {{%r4, %r5}}, %rd1; mov.b64 {{%r6, %r7}}, %rd2; mov.b32 %r8, 0;
                 mma.sync.aligned.m8n8k4.{a_order}.{b_order}.f32.f16.f16.f32 {{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}}, {{%r4, %r5}}, {{%r6, %r7}}, {{%r8, %r8, %r8, %r8, %r8, %r8, %r8, %r8}};
                 cvt.u64.u32 %rd0, %r{};",
                10 + register
            );
            for (lane, &found) in lanes(&lines, inputs).iter().enumerate() {
                let row = (lane & 1) + (register & 2) + lane / 16 * 4;
                let column = (register & 4) + (lane & 2) + (register & 1);
                let pair = lane / 4 % 4;
                let wanted: i64 = (0..4).map(|k| a(pair, row, k) * b(pair, column, k)).sum();
                assert_eq!(
                    f32::from_bits(found as u32) as i64,
                    wanted,
                    "{a_order} {b_order} {lane} {register}"
                );
            }
        }
        for register in 0..4 {
            let lines = format!(
                "mov.b64 {{%r4, %r5}}, %rd1; mov.b64 {{%r6, %r7}}, %rd2; mov.b32 %r8, 0;
                 mma.sync.aligned.m8n8k4.{a_order}.{b_order}.f16.f16.f16.f16 {{%r10, %r11, %r12, %r13}}, {{%r4, %r5}}, {{%r6, %r7}}, {{%r8, %r8, %r8, %r8}};
                 cvt.u64.u32 %rd0, %r{};",
                10 + register
            );
            for (lane, &found) in lanes(&lines, inputs).iter().enumerate() {
                let (pair, row) = (lane / 4 % 4, lane % 4 + lane / 16 * 4);
                let wanted = |column: usize| -> u64 {
                    half((0..4).map(|k| a(pair, row, k) * b(pair, column, k)).sum())
                };
                assert_eq!(found, wanted(2 * register) | wanted(2 * register + 1) << 16);
            }
        }
    }
}
