//! `azulejo zeros`, `azulejo map` and `azulejo cast`.

use half::{bf16, f16};

use crate::support::{Scratch, bytes, load, load_f32, load_i32, ok, rejected};

const DTYPES: [(&str, &str, usize); 16] = [
    ("bool", "|b1", 1),
    ("u8", "|u1", 1),
    ("u16", "<u2", 2),
    ("u32", "<u4", 4),
    ("u64", "<u8", 8),
    ("i8", "|i1", 1),
    ("i16", "<i2", 2),
    ("i32", "<i4", 4),
    ("i64", "<i8", 8),
    ("f16", "<f2", 2),
    ("f32", "<f4", 4),
    ("f64", "<f8", 8),
    ("bf16", "<V2", 2),
    ("tf32", "<f4", 4),
    ("e4m3", "|V1", 1),
    ("e5m2", "<f1", 1),
];

#[test]
fn zeros_are_zero_bytes_in_every_type_and_rank() {
    let scratch = Scratch::new();
    for (name, descr, size) in DTYPES {
        for (shape, text, count) in [
            ("13x4", "(13, 4)", 52),
            ("()", "()", 1),
            ("0x5", "(0, 5)", 0),
            ("7", "(7,)", 7),
        ] {
            ok(
                &scratch,
                &format!("zeros --shape {shape} --dtype {name} -o {{z.npy}}"),
            );
            let (header, data) = load(&scratch.path("z.npy"));
            assert!(
                header.contains(descr) && header.contains(&format!("'shape': {text}")),
                "{header}"
            );
            assert_eq!(data, vec![0; count * size], "{name}");
        }
    }
    scratch.f32("like.npy", &[2, 3], &[1.0; 6]);
    ok(&scratch, "zeros {like.npy} -o {like.npy}");
    assert_eq!(load_f32(&scratch.path("like.npy")), [0.0; 6]);
}

#[test]
fn every_spelling_of_a_type_is_read_wherever_one_is() {
    let scratch = Scratch::new();
    scratch.f32("x.npy", &[1, 1], &[2.0]);
    for (name, descr) in [
        ("float8e4m3", "|V1"),
        ("f8E4M3FN", "|V1"),
        ("cuda_fp8_e4m3", "|V1"),
        ("float8e5m2", "<f1"),
        ("f8E5M2", "<f1"),
    ] {
        for line in [
            "zeros --shape 2 --dtype",
            "cast {x.npy} --out-dtype",
            "map neg {x.npy} --out-dtype",
        ] {
            ok(&scratch, &format!("{line} {name} -o {{o.npy}}"));
            let header = load(&scratch.path("o.npy")).0;
            assert!(header.contains(descr), "{line} {name}: {header}");
        }
        ok(
            &scratch,
            &format!("gemm {{x.npy}} {{x.npy}} -o {{o.npy}} --out-dtype {name}"),
        );
        assert!(load(&scratch.path("o.npy")).0.contains(descr), "{name}");
    }
}

#[test]
fn map_broadcasts_and_promotes() {
    let scratch = Scratch::new();
    scratch.npy(
        "i.npy",
        "<i4",
        false,
        &[3, 4],
        &bytes(&(0..12).collect::<Vec<i32>>(), |x| x.to_le_bytes().to_vec()),
    );
    let half = bytes(&[0.5f32, 1.5, 2.5, 3.5], |x| {
        f16::from_f32(x).to_le_bytes().to_vec()
    });
    scratch.npy("h.npy", "<f2", false, &[4], &half);
    ok(&scratch, "map add {i.npy} {h.npy} -o {o.npy}");
    assert!(load(&scratch.path("o.npy")).0.contains("'<f2'"));
    ok(
        &scratch,
        "map add {i.npy} {h.npy} -o {o.npy} --out-dtype f32",
    );
    let expected = [
        0.5, 2.5, 4.5, 6.5, 4.5, 6.5, 8.5, 10.5, 8.5, 10.5, 12.5, 14.5,
    ];
    assert_eq!(load_f32(&scratch.path("o.npy")), expected);
}

#[test]
fn map_takes_numbers_that_take_the_type_of_the_arrays() {
    let scratch = Scratch::new();
    let ints = bytes(&[0i32, 1, 2, 3], |x| x.to_le_bytes().to_vec());
    scratch.npy("i.npy", "<i4", false, &[4], &ints);
    ok(&scratch, "map sub {i.npy} -18 -o {o.npy}");
    assert_eq!(load_i32(&scratch.path("o.npy")), [18, 19, 20, 21]);
    ok(&scratch, "map mul {i.npy} 2.5 -o {o.npy}");
    assert_eq!(load_f32(&scratch.path("o.npy")), [0.0, 2.5, 5.0, 7.5]);
    ok(&scratch, "map div {i.npy} 2 -o {o.npy}");
    assert_eq!(load_f32(&scratch.path("o.npy")), [0.0, 0.5, 1.0, 1.5]);
    ok(&scratch, "map clip {i.npy} 1 2 -o {o.npy}");
    assert_eq!(load_i32(&scratch.path("o.npy")), [1, 1, 2, 2]);
    // What begins with a hyphen and no digit stands after `--`.
    for number in ["-inf", "-.5", "-nan"] {
        let text = rejected(
            &scratch,
            &format!("map max {{i.npy}} {number} -o {{o.npy}}"),
        );
        assert!(text.contains(number) && text.contains("`--`"), "{text}");
    }
    ok(&scratch, "map max -o {o.npy} -- {i.npy} -.5");
    assert_eq!(load_f32(&scratch.path("o.npy")), [0.0, 1.0, 2.0, 3.0]);
}

#[test]
fn map_of_numbers_widens_or_rejects() {
    let scratch = Scratch::new();
    let said = |line: &str| ok(&scratch, line);
    said("map add 2147483647 1 -o {o.npy}");
    let data = std::fs::read(scratch.path("o.npy")).unwrap();
    assert!(data.ends_with(&2147483648i64.to_le_bytes()));
    said("map mul 4294967296 4294967295 -o {o.npy}");
    let data = std::fs::read(scratch.path("o.npy")).unwrap();
    assert!(data.ends_with(&(4294967296u64 * 4294967295).to_le_bytes()));
    said("map add 1e40 1 -o {o.npy} --out-dtype f64");
    let data = std::fs::read(scratch.path("o.npy")).unwrap();
    assert!(data.ends_with(&1e40f64.to_le_bytes()));
    said("map floordiv 3.0 0.1 -o {o.npy}");
    assert_eq!(load_f32(&scratch.path("o.npy")), [29.0]);
    said("map add 2.75 1 -o {o.npy} --out-dtype i32");
    assert_eq!(load_i32(&scratch.path("o.npy")), [3]);
    said("map lt 1 2.5 -o {o.npy}");
    for (op, bits) in [("min", 1 << 31), ("max", 0)] {
        for operands in ["0.0 -0.0", "-0.0 0.0"] {
            said(&format!("map {op} {operands} -o {{o.npy}}"));
            assert_eq!(load_f32(&scratch.path("o.npy"))[0].to_bits(), bits);
        }
    }
    for (line, number, dtype) in [
        ("map add 1e40 1", "1e40", "float32"),
        (
            "map add 9223372036854775807 9223372036854775808 --out-dtype i64",
            "18446744073709551615",
            "int64",
        ),
        (
            "map mul 18446744073709551615 2",
            "36893488147419103230",
            "every integer type",
        ),
        ("map mul 1e300 1e300", "inf", "float64"),
        ("map neg 70000 --out-dtype f16", "-70000.0", "float16"),
    ] {
        let text = rejected(&scratch, &format!("{line} -o {{o.npy}}"));
        assert!(text.contains(number) && text.contains(dtype), "{text}");
    }
    let halves = bytes(&[0x3c00u16, 0x4000], |x| x.to_le_bytes().to_vec());
    scratch.npy("h.npy", "<f2", false, &[2], &halves);
    let text = rejected(&scratch, "map add {h.npy} 70000 -o {o.npy}");
    assert!(
        text.contains(
            "operand 2: 70000.0 is out of range for float16; cast the files to a wider type first"
        ),
        "{text}"
    );
}

#[test]
fn map_of_a_fortran_file_reads_its_elements_in_their_places() {
    let scratch = Scratch::new();
    let data = bytes(&[0i32, 3, 1, 4, 2, 5], |x| x.to_le_bytes().to_vec());
    scratch.npy("f.npy", "<i4", true, &[2, 3], &data);
    ok(&scratch, "map neg {f.npy} -o {o.npy}");
    assert_eq!(load_i32(&scratch.path("o.npy")), [0, -1, -2, -3, -4, -5]);
    assert!(
        load(&scratch.path("o.npy"))
            .0
            .contains("'fortran_order': False, 'shape': (2, 3)")
    );
}

#[test]
fn where_selects_by_a_condition() {
    let scratch = Scratch::new();
    scratch.f32("x.npy", &[4], &[-1.0, 2.0, -3.0, 4.0]);
    ok(&scratch, "map gt {x.npy} 0 -o {mask.npy}");
    let (header, data) = load(&scratch.path("mask.npy"));
    assert!(header.contains("'|b1'"));
    assert_eq!(data, [0, 1, 0, 1]);
    ok(&scratch, "map where {mask.npy} {x.npy} 0 -o {o.npy}");
    assert_eq!(load_f32(&scratch.path("o.npy")), [0.0, 2.0, 0.0, 4.0]);
}

#[test]
fn cast_rounds_as_asked() {
    let scratch = Scratch::new();
    scratch.f32("x.npy", &[4], &[65520.0, -65520.0, 2049.0, 2051.0]);
    for (mode, bits) in [
        ("nearest_even", [0x7C00, 0xFC00, 0x6800, 0x6802]),
        ("zero", [0x7BFF, 0xFBFF, 0x6800, 0x6801]),
        ("negative_inf", [0x7BFF, 0xFC00, 0x6800, 0x6801]),
        ("positive_inf", [0x7C00, 0xFBFF, 0x6801, 0x6802]),
    ] {
        ok(
            &scratch,
            &format!("cast {{x.npy}} -o {{h.npy}} --out-dtype f16 --rounding {mode}"),
        );
        let expected: Vec<u8> = bits
            .iter()
            .flat_map(|bits: &u16| bits.to_le_bytes())
            .collect();
        assert_eq!(load(&scratch.path("h.npy")).1, expected, "{mode}");
    }
    ok(
        &scratch,
        "cast {x.npy} -o {h.npy} --out-dtype f16 --saturate",
    );
    assert_eq!(
        &load(&scratch.path("h.npy")).1[..4],
        [0xFF, 0x7B, 0xFF, 0xFB]
    );
}

#[test]
fn a_pipeline_of_casts_keeps_its_bits() {
    let scratch = Scratch::new();
    #[allow(clippy::approx_constant)] // nine digits of pi are the input, not the number
    let x = [1.123456789f64, 2.987654321, 3.141592653, 4.567890123];
    scratch.npy(
        "x.npy",
        "<f8",
        false,
        &[4],
        &bytes(&x, |x| x.to_le_bytes().to_vec()),
    );
    ok(&scratch, "cast {x.npy} -o {f.npy} --out-dtype f32");
    ok(&scratch, "cast {f.npy} -o {h.npy} --out-dtype float16");
    ok(&scratch, "cast {h.npy} -o {i.npy} --out-dtype int32");
    let bits: Vec<u32> = load_f32(&scratch.path("f.npy"))
        .iter()
        .map(|x| x.to_bits())
        .collect();
    assert_eq!(bits, [0x3F8F_CD6F, 0x403F_35BA, 0x4049_0FDB, 0x4092_2C28]);
    let half: Vec<u8> = [0x3C7Eu16, 0x41FA, 0x4248, 0x4491]
        .iter()
        .flat_map(|bits| bits.to_le_bytes())
        .collect();
    assert_eq!(load(&scratch.path("h.npy")).1, half);
    assert_eq!(load_i32(&scratch.path("i.npy")), [1, 2, 3, 4]);
    ok(&scratch, "cast {x.npy} -o {b.npy} --out-dtype bf16");
    let brain: Vec<u8> = x
        .iter()
        .flat_map(|x| bf16::from_f64(*x).to_le_bytes())
        .collect();
    assert_eq!(load(&scratch.path("b.npy")).1, brain);
}

#[test]
fn a_gpu_gives_the_same_bytes_or_is_rejected_by_the_name_of_the_flag() {
    let scratch = Scratch::new();
    scratch.f32("x.npy", &[2, 3], &[0.0, -1.5, 2.25, 1e9, 65520.0, -0.0]);
    scratch.f32("row.npy", &[3], &[1.0, 2.0, 3.0]);
    let has_gpu = ok(&scratch, "doctor")
        .lines()
        .any(|line| line.starts_with("cuda:0"));
    for line in [
        "zeros --shape 13x4 --dtype bf16",
        "map add {x.npy} {row.npy}",
        "map fma {x.npy} 2.5 1",
        "map lt {x.npy} {row.npy}",
        "cast {x.npy} --out-dtype f16 --rounding zero",
        "cast {x.npy} --out-dtype e4m3",
    ] {
        let gpu = format!("{line} --device cuda:0 -o {{gpu.npy}}");
        if has_gpu {
            ok(&scratch, &gpu);
            ok(&scratch, &format!("{line} -o {{cpu.npy}}"));
            assert_eq!(
                load(&scratch.path("gpu.npy")),
                load(&scratch.path("cpu.npy")),
                "{line}"
            );
        } else {
            assert!(rejected(&scratch, &gpu).starts_with("error: --device: "));
        }
    }
}

/// `/dev/stdout` is a link that leads to a pipe, which is written directly.
#[test]
#[cfg(target_os = "linux")]
fn a_pipe_is_an_output() {
    let output = crate::support::run(&Scratch::new(), "zeros --shape 3 -o /dev/stdout");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(output.stdout.starts_with(b"\x93NUMPY"));
}
