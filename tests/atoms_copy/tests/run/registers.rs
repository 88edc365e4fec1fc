//! Conversions and reductions of fragments.

use azulejo_atoms_copy::registers::{CONVERSIONS, WIDENINGS};
use azulejo_tensor::{F8E4M3, F8E5M2, bf16, cast, cast_saturating, f16};

use crate::machine::{Machine, compile, random};

/// The bytes of a value in the narrow type of a kernel, and the value that they are.
fn narrow(name: &str, x: f32) -> (Vec<u8>, f32) {
    macro_rules! to {
        ($t:ty) => {{
            let narrow: $t = cast_saturating(x);
            (narrow.to_bits().to_le_bytes().into(), cast(narrow))
        }};
    }
    match name {
        "convert_f16" => to!(f16),
        "convert_bf16" => to!(bf16),
        "convert_e4m3" => to!(F8E4M3),
        _ => to!(F8E5M2),
    }
}

#[test]
fn fragments_become_narrow_and_wide_again() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    for name in CONVERSIONS {
        // Of every size that all types have, and of some that they round.
        let values: Vec<f32> = random(512, name)
            .chunks_exact(2)
            .map(|pair| {
                (f32::from(pair[0]) - 127.5) * 0.37 * 2f32.powi(i32::from(pair[1] % 16) - 12)
            })
            .collect();
        let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        let wanted: Vec<_> = values.iter().map(|&x| narrow(name, x)).collect();
        let width = wanted[0].0.len();
        let mut machine = Machine::new(&module);
        let (from, bits, back) = (
            machine.bytes(&bytes),
            machine.bytes(&vec![0; width * values.len()]),
            machine.bytes(&vec![0; bytes.len()]),
        );
        machine
            .run(name, [1; 3], 32, &[from, bits, back])
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let (bits, back) = (
            machine.read(bits, width * values.len()),
            machine.read(back, bytes.len()),
        );
        for (i, (wanted, value)) in wanted.iter().enumerate() {
            assert_eq!(
                bits[width * i..][..width],
                wanted[..],
                "{name}: {}",
                values[i]
            );
            assert_eq!(
                back[4 * i..][..4],
                value.to_le_bytes(),
                "{name}: {}",
                values[i]
            );
        }
    }
}

#[test]
fn sums_of_bytes_become_floats() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let mut sums: Vec<i32> = random(4 * 124, "convert_i32")
        .chunks_exact(4)
        .map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect();
    sums.extend([0, i32::MIN, i32::MAX, (1 << 24) + 1]);
    let bytes: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
    let mut machine = Machine::new(&module);
    let (from, to) = (machine.bytes(&bytes), machine.bytes(&vec![0; bytes.len()]));
    machine
        .run("convert_i32", [1; 3], 32, &[from, to])
        .unwrap_or_else(|fault| panic!("{fault}"));
    let wanted: Vec<u8> = sums
        .iter()
        .flat_map(|&sum| (sum as f32).to_le_bytes())
        .collect();
    assert_eq!(machine.read(to, wanted.len()), wanted);
}

#[test]
fn values_of_a_byte_and_less_become_floats() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    // Every byte, which is every pair of 4-bit integers, too; eight values for each lane.
    let bytes: Vec<u8> = (0..=255).collect();
    for name in WIDENINGS {
        let each = |of: fn(u8) -> f32| bytes.iter().map(|&x| of(x)).collect();
        let values: Vec<f32> = match name.split('_').nth(1) {
            Some("e4m3") => each(|x| cast(F8E4M3::from_bits(x))),
            Some("e5m2") => each(|x| cast(F8E5M2::from_bits(x))),
            Some("i8") => each(|x| f32::from(x as i8)),
            Some("u8") => each(f32::from),
            Some("s4") => (bytes.iter())
                .flat_map(|&x| [(x as i8) << 4 >> 4, x as i8 >> 4].map(f32::from))
                .collect(),
            _ => (bytes.iter())
                .flat_map(|&x| [x & 15, x >> 4].map(f32::from))
                .collect(),
        };
        let is_f16 = name.ends_with("_f16");
        let bits = |value: f32| match is_f16 {
            true => f16::from_f32(value).to_bits(),
            false => bf16::from_f32(value).to_bits(),
        };
        for (half, values) in values.chunks(256).enumerate() {
            let mut machine = Machine::new(&module);
            let from = machine.bytes(&bytes[128 * half..]);
            let to = machine.bytes(&[0; 512]);
            machine
                .run(name, [1; 3], 32, &[from, to])
                .unwrap_or_else(|fault| panic!("{name}: {fault}"));
            for (got, &value) in machine.read(to, 512).chunks_exact(2).zip(values) {
                let got = u16::from_le_bytes([got[0], got[1]]);
                // The bits of a NaN are any.
                let nan = value.is_nan() && !is_f16 && bf16::from_bits(got).is_nan();
                assert!(nan || got == bits(value), "{name}: {value} is {got:#06x}");
            }
        }
    }
}

#[test]
fn accumulators_are_reduced_along_both_modes() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let values: Vec<f32> = random(32 * 16, "reductions")
        .iter()
        .map(|&byte| f32::from(byte) - 100.0)
        .collect();
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    let mut machine = Machine::new(&module);
    let from = machine.bytes(&bytes);
    let (rows, columns) = (machine.bytes(&[0; 128]), machine.bytes(&[0; 64]));
    machine
        .run("reductions", [1; 3], 32, &[from, rows, columns])
        .unwrap_or_else(|fault| panic!("{fault}"));
    for (row, got) in machine.read(rows, 128).chunks_exact(4).enumerate() {
        let sum: f32 = values[16 * row..][..16].iter().sum();
        assert_eq!(got, sum.to_le_bytes(), "row {row}");
    }
    for (column, got) in machine.read(columns, 64).chunks_exact(4).enumerate() {
        let largest = (0..32)
            .map(|row| values[16 * row + column])
            .fold(f32::MIN, f32::max);
        assert_eq!(got, largest.to_le_bytes(), "column {column}");
    }
}
