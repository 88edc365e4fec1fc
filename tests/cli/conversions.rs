//! Conversions and numbers: nothing is rounded, wrapped or lost unasked.

use crate::support::{Scratch, azulejo, bytes, load, load_f32, ok, rejected};

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

#[test]
fn numbers_that_no_type_holds_are_told_as_they_were_written() {
    let scratch = scratch();
    for (line, words) in [
        ("exp 1000", "the result of exp is too large for float64"),
        (
            "mul 1e200 1e200",
            "the result of mul is too large for float64",
        ),
        (
            "pow 3 18446744073709551615",
            "the result of pow has more than 127 bits",
        ),
        (
            "pow 2 64",
            "the result of pow is 18446744073709551616, beyond every integer type",
        ),
        (
            "add 1e300 1e300",
            "the result of add: 2e300 is out of range for float32",
        ),
        ("add {f32.npy} 1e400", "'1e400' for '<OPERANDS>...'"),
        ("add {f32.npy} -1e-3", "-1e-3 stands where a flag may stand"),
        ("add {f32.npy} 1e-60", "operand 2: 1e-60 is 0 in float32"),
        ("mul {f16.npy} 1e-12", "operand 2: 1e-12 is 0 in float16"),
        ("add 1 2 --device cuda:0", "--device: numbers alone"),
        ("neg 1 2", "neg takes 1 operand, got 2"),
        ("add 1", "add takes 2 operands, got 1"),
    ] {
        let text = rejected(&scratch, &format!("map {line} -o {{c.npy}}"));
        assert!(text.contains(words), "{line}: {text}");
        assert!(!text.contains("170141183"), "{line}: {text}");
    }
    let text = rejected(&scratch, "map add -o {c.npy} -- {f32.npy} -1e-400");
    assert!(text.contains("'-1e-400' for '<OPERANDS>...'"), "{text}");
    // A division by 0 is infinite, which is what was asked for.
    for line in [
        "div 1 0",
        "exp -1000",
        "add inf 1",
        "add 1e300 0 --out-dtype f64",
    ] {
        ok(&scratch, &format!("map {line} -o {{c.npy}}"));
    }
}

#[test]
fn a_map_computes_in_the_promoted_type_and_says_so() {
    let scratch = scratch();
    ok(&scratch, "map add {i8.npy} 127 --out-dtype i32 -o {c.npy}");
    assert_eq!(load(&scratch.path("c.npy")).1, (-128i32).to_le_bytes());
    let help = ok(&scratch, "map --help");
    assert!(
        help.contains("the sum of int8 and 127 wraps before"),
        "{help}"
    );
}

#[test]
fn a_cast_names_the_modes_that_it_has() {
    let scratch = scratch();
    let line = "cast {f32.npy} --out-dtype f16 --rounding nearest_int_to_zero -o {c.npy}";
    let text = rejected(&scratch, line);
    assert!(
        text.contains("does not apply to a cast from float32 to float16; omit the flag"),
        "{text}"
    );
    for mode in ["foo", "full", "approx"] {
        let line = format!("cast {{f32.npy}} --out-dtype f16 --rounding {mode} -o {{c.npy}}");
        let text = rejected(&scratch, &line);
        assert!(
            text.contains("--rounding") && text.contains("nearest_away"),
            "{text}"
        );
        let listed = text.rsplit_once("use one of").unwrap().1;
        assert!(
            !listed.contains("full") && !listed.contains("approx"),
            "{text}"
        );
    }
    for mode in [
        "nearest_even",
        "nearest_away",
        "zero",
        "negative_inf",
        "positive_inf",
    ] {
        ok(
            &scratch,
            &format!("cast {{f32.npy}} --dtype f16 --rounding {mode} -o {{c.npy}}"),
        );
    }
    ok(
        &scratch,
        "cast {f32.npy} --dtype i8 --rounding nearest_int_to_zero --saturate -o {c.npy}",
    );
    for flag in ["--rounding zero", "--saturate"] {
        let text = rejected(
            &scratch,
            &format!("cast {{f32.npy}} --dtype bool {flag} -o {{c.npy}}"),
        );
        let flag = flag.split(' ').next().unwrap();
        assert!(text.starts_with(&format!("error: {flag}: ")), "{text}");
    }
}

#[test]
fn batches_of_nothing_are_counted_or_rejected() {
    let scratch = Scratch::new();
    let huge = 1usize << 63;
    scratch.npy("rows.npy", "<f4", false, &[0, huge, huge], &[]);
    scratch.npy("deep.npy", "<f4", false, &[huge, 0, huge], &[]);
    ok(&scratch, "gemm {rows.npy} {rows.npy} -o {c.npy}");
    assert!(
        load(&scratch.path("c.npy"))
            .0
            .contains("(0, 9223372036854775808, 9223372036854775808)")
    );
    let text = rejected(&scratch, "gemm {deep.npy} {deep.npy} -o {c.npy}");
    assert!(
        text.contains("A: ") && text.contains("a batch of [9223372036854775808] matrices"),
        "{text}"
    );
}

#[test]
fn an_extent_is_between_any_two_commas() {
    let scratch = Scratch::new();
    for shape in ["5,,,", "5,,", ",", "(,)", "5,,4", "(5,,)"] {
        let output = azulejo(&[
            "zeros",
            "--shape",
            shape,
            "-o",
            scratch.path("c.npy").to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(2), "{shape}");
        assert!(scratch.files().is_empty(), "{shape}");
    }
    for shape in ["5,", "(5,)", "5", "5,1", "(5,1,)"] {
        ok(&scratch, &format!("zeros --shape {shape} -o {{c.npy}}"));
    }
}
