//! `azulejo gemm`: a product whose entries are known exactly, in every element type, order and transpose.

use std::path::PathBuf;

use half::{bf16, f16};

use crate::support::{Scratch, bytes, load, load_f32, load_i32, ok, rejected};

/// A(m, k) and B(n, k) with small whole entries, and what is known of their product:
/// C(0,0), the last entry, C(M/2,N/2), the sum, and the sum weighted by (31 m + 17 n) mod 1009.
const SIZES: [((usize, usize, usize), [i64; 5]); 4] = [
    ((1, 1, 1), [6, 6, 6, 6, 0]),
    ((16, 8, 16), [1, -9, -2, -3, -5421]),
    ((41, 55, 37), [6, -8, 3, 0, 148]),
    ((128, 128, 64), [-6, -10, 5, -6, 107_250]),
];

fn a(m: usize, k: usize) -> i64 {
    ((3 * m + 5 * k) % 7) as i64 - 3
}

fn b(n: usize, k: usize) -> i64 {
    ((2 * n + 7 * k) % 5) as i64 - 2
}

fn check(c: &[i64], (m, n): (usize, usize), expected: [i64; 5], what: &str) {
    assert_eq!(c.len(), m * n, "{what}");
    let weighted =
        |(at, value): (usize, &i64)| value * ((31 * (at / n) + 17 * (at % n)) % 1009) as i64;
    let sums = [c.iter().sum(), c.iter().enumerate().map(weighted).sum()];
    assert_eq!(
        [c[0], c[m * n - 1], c[m / 2 * n + n / 2], sums[0], sums[1]],
        expected,
        "{what}"
    );
}

/// Writes a matrix of small integers in a type and an order, as it is or transposed.
fn matrix(
    scratch: &Scratch,
    name: &str,
    descr: &str,
    fortran: bool,
    transposed: bool,
    (rows, columns): (usize, usize),
    value: impl Fn(usize, usize) -> i64,
) -> PathBuf {
    let shape = if transposed {
        [columns, rows]
    } else {
        [rows, columns]
    };
    let at = |i: usize, j: usize| if transposed { value(j, i) } else { value(i, j) };
    let values: Vec<i64> = match fortran {
        false => (0..rows * columns)
            .map(|at_| at(at_ / shape[1], at_ % shape[1]))
            .collect(),
        true => (0..rows * columns)
            .map(|at_| at(at_ % shape[0], at_ / shape[0]))
            .collect(),
    };
    let data = bytes(&values, |x| match descr {
        "<f4" => (x as f32).to_le_bytes().to_vec(),
        ">f4" => (x as f32).to_be_bytes().to_vec(),
        "<f8" => (x as f64).to_le_bytes().to_vec(),
        "<f2" => f16::from_f32(x as f32).to_le_bytes().to_vec(),
        "<V2" => bf16::from_f32(x as f32).to_le_bytes().to_vec(),
        "|i1" => vec![x as i8 as u8],
        _ => unreachable!("{descr}"),
    });
    scratch.npy(name, descr, fortran, &shape, &data)
}

#[test]
fn every_type_order_and_transpose_gives_the_exact_product() {
    let scratch = Scratch::new();
    for ((m, n, k), expected) in SIZES {
        for (descr, out) in [
            ("<f4", ""),
            (">f4", ""),
            ("<f8", ""),
            ("<f2", "f32"),
            ("<V2", "f32"),
            ("|i1", ""),
        ] {
            for transposes in 0..4 {
                let (ta, tb, fortran) = (
                    transposes & 1 == 1,
                    transposes & 2 == 2,
                    transposes == 2 || m == 41,
                );
                matrix(&scratch, "a.npy", descr, fortran, ta, (m, k), a);
                matrix(&scratch, "b.npy", descr, !fortran, tb, (k, n), |k, n| {
                    b(n, k)
                });
                let flag = |on: bool, name: &str| {
                    if on {
                        format!(" --transpose-{name}")
                    } else {
                        String::new()
                    }
                };
                let out = if out.is_empty() {
                    String::new()
                } else {
                    format!(" --out-dtype {out}")
                };
                let line = format!(
                    "gemm {{a.npy}} {{b.npy}} -o {{c.npy}}{}{}{out}",
                    flag(ta, "a"),
                    flag(tb, "b")
                );
                let report = ok(&scratch, &line);
                assert!(
                    report.contains("error    0.000e0 at most"),
                    "{descr} {line}: {report}"
                );
                let c = scratch.path("c.npy");
                let c: Vec<i64> = match descr {
                    "|i1" => load_i32(&c).into_iter().map(i64::from).collect(),
                    "<f8" => {
                        let data = load(&c).1;
                        data.as_chunks::<8>()
                            .0
                            .iter()
                            .map(|b| f64::from_le_bytes(*b) as i64)
                            .collect()
                    }
                    _ => load_f32(&c).into_iter().map(|x| x as i64).collect(),
                };
                check(&c, (m, n), expected, &format!("{descr} {line}"));
            }
        }
    }
}

#[test]
fn alpha_and_beta_scale_product_and_c0() {
    let scratch = Scratch::new();
    let (m, n, k) = (41, 55, 37);
    let c0 = |m: usize, n: usize| ((m + 2 * n) % 9) as i64 - 4;
    matrix(&scratch, "a.npy", "<f4", false, false, (m, k), a);
    matrix(&scratch, "b.npy", "<f4", false, false, (k, n), |k, n| {
        b(n, k)
    });
    matrix(&scratch, "c0.npy", "<f4", true, false, (m, n), c0);
    let report = ok(
        &scratch,
        "gemm {a.npy} {b.npy} -o {c.npy} --c {c0.npy} --alpha 2 --beta 3",
    );
    assert!(report.contains("error    0.000e0"), "{report}");
    let c = load_f32(&scratch.path("c.npy"));
    assert_eq!(
        (c[0], c[m * n - 1], c.iter().sum::<f32>()),
        (0.0, -16.0, -30.0)
    );

    // K = 0 leaves beta C0.
    matrix(&scratch, "a0.npy", "<f4", false, false, (m, 0), a);
    matrix(&scratch, "b0.npy", "<f4", false, false, (0, n), |k, n| {
        b(n, k)
    });
    ok(
        &scratch,
        "gemm {a0.npy} {b0.npy} -o {c.npy} --c {c0.npy} --beta 3",
    );
    let c = load_f32(&scratch.path("c.npy"));
    assert_eq!((c[0], c.iter().sum::<f32>()), (-12.0, -30.0));
}

#[test]
fn a_c0_of_nan_is_not_read_where_beta_is_zero() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[1, 1], &[2.0]);
    scratch.f32("nan.npy", &[1, 1], &[f32::NAN]);
    ok(
        &scratch,
        "gemm {a.npy} {a.npy} -o {c.npy} --c {nan.npy} --beta 0",
    );
    assert_eq!(load_f32(&scratch.path("c.npy")), [4.0]);
}

#[test]
fn operands_of_nan_are_not_read_where_alpha_is_zero() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[1, 2], &[f32::NAN, f32::INFINITY]);
    scratch.f32("b.npy", &[2, 1], &[1.0, 1.0]);
    scratch.f32("bias.npy", &[1], &[3.0]);
    let report = ok(
        &scratch,
        "gemm {a.npy} {b.npy} -o {c.npy} --alpha 0 --bias {bias.npy}",
    );
    assert!(report.contains("error    0.000e0"), "{report}");
    assert_eq!(load_f32(&scratch.path("c.npy")), [3.0]);
}

#[test]
fn factors_are_read_in_every_form_of_a_number() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[1, 1], &[2.0]);
    for (alpha, expected) in [
        ("-.5", -2.0),
        ("-5e-1", -2.0),
        ("-inf", f32::NEG_INFINITY),
        ("+.5", 2.0),
    ] {
        ok(
            &scratch,
            &format!("gemm {{a.npy}} {{a.npy}} -o {{c.npy}} --alpha {alpha}"),
        );
        assert_eq!(load_f32(&scratch.path("c.npy")), [expected], "{alpha}");
    }
}

#[test]
fn bias_and_activation_come_last() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    scratch.f32("b.npy", &[2, 2], &[1.0, 0.0, 0.0, 1.0]);
    scratch.f32("bias.npy", &[2], &[-2.0, 0.5]);
    ok(
        &scratch,
        "gemm {a.npy} {b.npy} -o {c.npy} --bias {bias.npy} --activation relu",
    );
    assert_eq!(load_f32(&scratch.path("c.npy")), [0.0, 2.5, 1.0, 4.5]);
    let report = ok(
        &scratch,
        "gemm {a.npy} {b.npy} -o {c.npy} --bias {bias.npy} --activation gelu --alpha -0.5",
    );
    let gelu = |x: f64| {
        0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x)).tanh())
    };
    for (c, x) in load_f32(&scratch.path("c.npy"))
        .iter()
        .zip([-2.5, -0.5, -3.5, -1.5])
    {
        assert!((f64::from(*c) - gelu(x)).abs() < 1e-6, "{c} {x} {report}");
    }
}

#[test]
fn leading_axes_are_a_batch_that_broadcasts() {
    let scratch = Scratch::new();
    let values: Vec<f32> = (0..12).map(|x| x as f32).collect();
    scratch.f32("a.npy", &[3, 2, 2], &values);
    scratch.f32("b.npy", &[2, 1], &[1.0, 10.0]);
    ok(&scratch, "gemm {a.npy} {b.npy} -o {c.npy}");
    let (header, _) = load(&scratch.path("c.npy"));
    assert!(header.contains("(3, 2, 1)"), "{header}");
    assert_eq!(
        load_f32(&scratch.path("c.npy")),
        [10.0, 32.0, 54.0, 76.0, 98.0, 120.0]
    );
}

#[test]
fn empty_products_have_the_right_shape() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[0, 3], &[]);
    scratch.f32("b.npy", &[3, 2], &[0.0; 6]);
    let report = ok(&scratch, "gemm {a.npy} {b.npy} -o {c.npy}");
    assert!(
        report.contains("M = 0, N = 2, K = 3, 1 in the batch"),
        "{report}"
    );
    let (header, data) = load(&scratch.path("c.npy"));
    assert!(header.contains("(0, 2)") && data.is_empty(), "{header}");
    scratch.f32("a.npy", &[2, 0], &[]);
    scratch.f32("b.npy", &[0, 2], &[]);
    ok(&scratch, "gemm {a.npy} {b.npy} -o {c.npy}");
    assert_eq!(load_f32(&scratch.path("c.npy")), [0.0; 4]);
}

#[test]
fn an_input_may_be_replaced_by_the_result() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[2, 2], &[0.0, 1.0, 1.0, 0.0]);
    scratch.f32("b.npy", &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    ok(&scratch, "gemm {a.npy} {b.npy} -o {a.npy}");
    assert_eq!(load_f32(&scratch.path("a.npy")), [3.0, 4.0, 1.0, 2.0]);
    assert_eq!(scratch.files(), ["a.npy", "b.npy"]);
}

#[test]
fn eight_bit_floats_are_multiplied_exactly() {
    let scratch = Scratch::new();
    // 1.5, 2, -448 and 0.5 in e4m3; 1, 2, 0, -1 in e5m2.
    scratch.npy("a.npy", "|V1", false, &[2, 2], &[0x3C, 0x40, 0xFE, 0x30]);
    scratch.npy("b.npy", "|V1", false, &[2, 1], &[0x38, 0x40]);
    let told = ok(&scratch, "gemm {a.npy} {b.npy} -o {c.npy}");
    assert_eq!(load_f32(&scratch.path("c.npy")), [5.5, -447.0]);
    assert!(
        told.contains("2 x 2 float8_e4m3fn") && told.contains("2 x 1 float8_e4m3fn"),
        "{told}"
    );
    scratch.npy("b.npy", "<f1", false, &[2, 2], &[0x3C, 0x40, 0x00, 0xBC]);
    let told = ok(&scratch, "gemm {b.npy} {b.npy} -o {c.npy}");
    assert!(
        told.contains("2 x 2 float8_e5m2") && !told.contains("float16"),
        "{told}"
    );
    assert_eq!(load_f32(&scratch.path("c.npy")), [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn tf32_rounds_the_inputs_and_nothing_else() {
    let scratch = Scratch::new();
    // 1 + 2^-11 is a tie, which goes to 1; 1 + 2^-10 is a tfloat32.
    let (tie, exact) = (1.0 + 2f32.powi(-11), 1.0 + 2f32.powi(-10));
    scratch.f32("a.npy", &[1, 2], &[tie, exact]);
    scratch.f32("b.npy", &[2, 2], &[1.0, 0.0, 0.0, 1.0]);
    let told = ok(&scratch, "gemm {a.npy} {b.npy} -o {c.npy} --tf32");
    assert_eq!(load_f32(&scratch.path("c.npy")), [1.0, exact]);
    assert!(told.contains("1 x 2 tfloat32"), "{told}");
    ok(&scratch, "gemm {a.npy} {b.npy} -o {c.npy}");
    assert_eq!(load_f32(&scratch.path("c.npy")), [tie, exact]);
    scratch.npy("i.npy", "|i1", false, &[1, 1], &[1]);
    assert!(rejected(&scratch, "gemm {i.npy} {i.npy} -o {d.npy} --tf32").contains("--tf32"));
}

#[test]
fn the_sample_matrices_multiply_within_the_rounding_of_f32() {
    let scratch = Scratch::new();
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
    for name in ["a.npy", "b.npy", "bias.npy"] {
        std::fs::copy(data.join(name), scratch.path(name)).unwrap();
    }
    let report = ok(
        &scratch,
        "gemm {a.npy} {b.npy} -o {c.npy} --bias {bias.npy}",
    );
    for line in ["size ", "time ", "speed ", "error "] {
        assert!(
            report.lines().any(|found| found.starts_with(line)),
            "{line}: {report}"
        );
    }
    let error = report
        .lines()
        .find_map(|line| line.strip_prefix("error"))
        .unwrap();
    let error: f64 = error.split_whitespace().next().unwrap().parse().unwrap();
    // 2 K eps of the largest sum of magnitudes, for 320 normal products.
    assert!(
        error > 0.0 && error < 2.0 * 320.0 * f64::from(f32::EPSILON) * 400.0,
        "{report}"
    );
    assert!(
        report.contains("column-major") && report.contains("all of 49152 elements"),
        "{report}"
    );
}

#[test]
fn a_gpu_gives_the_exact_product_or_is_rejected_by_the_name_of_the_flag() {
    let scratch = Scratch::new();
    let has_gpu = ok(&scratch, "doctor")
        .lines()
        .any(|line| line.starts_with("cuda:0"));
    for ((m, n, k), _) in SIZES {
        for (descr, flag) in [
            ("<f2", ""),
            ("<V2", ""),
            ("<f4", " --tf32"),
            ("<f4", ""),
            ("<f8", ""),
            ("|i1", ""),
        ] {
            for transpose in ["", " --transpose-a", " --transpose-b"] {
                matrix(
                    &scratch,
                    "a.npy",
                    descr,
                    false,
                    transpose.ends_with("-a"),
                    (m, k),
                    a,
                );
                matrix(
                    &scratch,
                    "b.npy",
                    descr,
                    true,
                    transpose.ends_with("-b"),
                    (k, n),
                    |k, n| b(n, k),
                );
                let line = format!("gemm {{a.npy}} {{b.npy}}{flag}{transpose}");
                let gpu = format!("{line} --device cuda:0 -o {{gpu.npy}}");
                if !has_gpu {
                    assert!(rejected(&scratch, &gpu).starts_with("error: --device: "));
                    continue;
                }
                // Every entry is an integer below 256, so every type holds it.
                assert!(ok(&scratch, &gpu).contains("error    0.000e0 at most"));
                ok(&scratch, &format!("{line} -o {{cpu.npy}}"));
                assert_eq!(
                    load(&scratch.path("gpu.npy")),
                    load(&scratch.path("cpu.npy")),
                    "{descr} {line}"
                );
            }
        }
    }
    scratch.npy("u.npy", "|u1", false, &[1, 1], &[1]);
    let unsigned = rejected(&scratch, "gemm {u.npy} {u.npy} --device cuda:0 -o {c.npy}");
    assert!(unsigned.contains("uint8"), "{unsigned}");
}

/// The tail of silu is as small as it is, not 0: exp(90) is no float32.
#[test]
fn silu_far_below_zero_is_not_zero() {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[2, 1], &[-90.0, -100.0]);
    scratch.f32("one.npy", &[1, 1], &[1.0]);
    let report = ok(
        &scratch,
        "gemm {a.npy} {one.npy} -o {c.npy} --activation silu",
    );
    assert!(report.contains("error    "), "{report}");
    for (found, expected) in load_f32(&scratch.path("c.npy"))
        .iter()
        .zip([-7.3746e-38, -3.72e-42])
    {
        assert!((found / expected - 1.0).abs() < 2e-2, "{found}");
    }
}
