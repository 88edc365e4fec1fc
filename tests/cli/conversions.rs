//! Conversions and numbers: nothing is rounded, wrapped or lost unasked.

use crate::support::{Scratch, bytes, load_f32, ok, rejected};

/// One element of each integer type, and of the floats.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    for (name, descr, width) in [
        ("i8", "|i1", 1),
        ("u8", "|u1", 1),
        ("i16", "<i2", 2),
        ("i32", "<i4", 4),
        ("i64", "<i8", 8),
        ("bool", "|b1", 1),
    ] {
        let mut data = vec![0; width];
        data[0] = 1;
        scratch.npy(&format!("{name}.npy"), descr, false, &[1, 1], &data);
    }
    scratch.npy("f16.npy", "<f2", false, &[1, 1], &[0x00, 0x3C]);
    scratch.npy("bf16.npy", "<V2", false, &[1, 1], &[0x80, 0x3F]);
    scratch.f32("f32.npy", &[1, 1], &[1.0]);
    scratch.npy("f64.npy", "<f8", false, &[1, 1], &1f64.to_le_bytes());
    scratch
}

#[test]
fn a_product_converts_only_what_it_does_not_round() {
    let scratch = scratch();
    for (a, b) in [
        ("i8", "f32"),
        ("i8", "f16"),
        ("u8", "bf16"),
        ("i16", "f32"),
        ("i32", "f64"),
        ("bool", "f16"),
        ("f16", "f32"),
        ("bf16", "f64"),
        ("bool", "i8"),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            ok(
                &scratch,
                &format!("gemm {{{a}.npy}} {{{b}.npy}} -o {{c.npy}}"),
            );
        }
    }
    for (a, b, name, to) in [
        ("i32", "f16", "int32", "f16"),
        ("i64", "f32", "int64", "f32"),
        ("i32", "f32", "int32", "f32"),
        ("i64", "f64", "int64", "f64"),
        ("i16", "f16", "int16", "f16"),
        ("i16", "bf16", "int16", "bf16"),
    ] {
        for (a, b, at) in [(a, b, "A"), (b, a, "B")] {
            let text = rejected(
                &scratch,
                &format!("gemm {{{a}.npy}} {{{b}.npy}} -o {{c.npy}}"),
            );
            for words in [
                format!("error: {at}: "),
                format!("holds {name}"),
                "azulejo cast".to_owned(),
                format!("--out-dtype {to}"),
            ] {
                assert!(text.contains(&words), "{text}");
            }
        }
    }
    // The same of what is added.
    let one = |name: &str, descr, data: &[u8]| scratch.npy(name, descr, false, &[1], data);
    one("long.npy", "<i8", &[1, 0, 0, 0, 0, 0, 0, 0]);
    one("byte.npy", "|i1", &[1]);
    one("tiny.npy", "|V1", &[0x38]);
    let gemm = "gemm {f32.npy} {f32.npy} -o {c.npy}";
    for (flag, words) in [
        ("--bias {long.npy}", "--bias: "),
        ("--c {i64.npy}", "--c: "),
    ] {
        let text = rejected(&scratch, &format!("{gemm} {flag}"));
        assert!(
            text.contains(words) && text.contains("holds int64"),
            "{text}"
        );
    }
    ok(&scratch, &format!("{gemm} --bias {{byte.npy}}"));
    // The sums of int8 are int32, and no float is one.
    let text = rejected(
        &scratch,
        "gemm {i8.npy} {i8.npy} -o {c.npy} --bias {tiny.npy}",
    );
    assert!(
        text.contains("--bias: ") && text.contains("float8"),
        "{text}"
    );
}

#[test]
fn the_operand_that_is_not_multiplied_is_named() {
    let scratch = scratch();
    for (a, b, words) in [
        ("i8", "i32", "B: "),
        ("i32", "i8", "A: "),
        ("i32", "i32", "A: "),
        ("bool", "u8", "B: "),
    ] {
        let text = rejected(
            &scratch,
            &format!("gemm {{{a}.npy}} {{{b}.npy}} -o {{c.npy}}"),
        );
        let named = if words == "B: " { b } else { a };
        assert!(
            text.starts_with(&format!("error: {words}")) && text.contains(&format!("{named}.npy")),
            "{text}"
        );
    }
}

#[test]
fn factors_that_the_type_does_not_hold_are_rejected() {
    let scratch = scratch();
    for flags in [
        "--alpha 1e-60",
        "--alpha 1e400",
        "--alpha -1e-400",
        "--alpha 1e300",
        "--c {f32.npy} --beta 1e-60",
        "--c {f32.npy} --beta -1e39",
        "--c {f32.npy} --beta 1e400",
    ] {
        let flag = flags.rsplit_once(' ').unwrap().0;
        let flag = flag.rsplit_once(' ').map_or(flag, |(_, flag)| flag);
        let text = rejected(
            &scratch,
            &format!("gemm {{f32.npy}} {{f32.npy}} -o {{c.npy}} {flags}"),
        );
        assert!(text.contains(flag), "{text}");
    }
    // float64 holds these, and float32 what is subnormal.
    for line in [
        "{f64.npy} {f64.npy} --alpha 1e-60",
        "{f64.npy} {f64.npy} --alpha 1e300",
        "{f32.npy} {f32.npy} --alpha 1e-40",
        "{f32.npy} {f32.npy} --alpha 0.0",
        "{f16.npy} {f16.npy} --alpha 1e-9",
    ] {
        ok(&scratch, &format!("gemm {line} -o {{c.npy}}"));
    }
    let data = bytes(&[3f32], |x| x.to_le_bytes().to_vec());
    scratch.npy("f32.npy", "<f4", false, &[1, 1], &data);
    ok(&scratch, "gemm {f32.npy} {f32.npy} -o {c.npy} --alpha 2e-1");
    assert_eq!(load_f32(&scratch.path("c.npy")), [9.0 * 0.2]);
}
