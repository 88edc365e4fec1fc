//! `azulejo doctor`, `--help` and `--version`.

use crate::support::{Scratch, azulejo, ok, rejected};

#[test]
fn doctor_succeeds_without_a_gpu_and_names_what_it_found() {
    let output = azulejo(&["doctor"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for word in ["azulejo", "threads", "vectors", "driver", "kernels"] {
        assert!(
            text.lines().any(|line| line.starts_with(word)),
            "{word}: {text}"
        );
    }
}

#[test]
fn help_and_version_succeed() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["gemm", "--help"],
        &["map", "--help"],
    ] {
        let output = azulejo(args);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{args:?}"
        );
    }
}

/// `--help` has what is written of a command, `-h` its first line alone.
#[test]
fn the_help_of_a_command_is_its_long_description() {
    for (command, words) in [
        (
            "gemm",
            ["accumulated in float32", "broadcast by NumPy's rule"],
        ),
        (
            "attention",
            ["a query without keys gives 0", "With --heads"],
        ),
        (
            "map",
            ["Numbers alone give a number", "rejected where that type"],
        ),
        ("cast", ["integers wrap", "NaN gives 0"]),
        ("bench", ["Every result is checked", "the 10th"]),
        ("explain", ["a tuple", "--verbose"]),
    ] {
        let text = |flag: &str| {
            let output = azulejo(&[command, flag]);
            assert!(output.status.success(), "{command}: {output:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (long, short) = (text("--help"), text("-h"));
        for word in words {
            assert!(long.contains(word), "{command}: {long}");
            assert!(!short.contains(word), "{command}: {short}");
        }
    }
}

#[test]
fn bench_checks_then_times_and_writes_a_record() {
    let scratch = Scratch::new();
    std::fs::write(
        scratch.path("suite.txt"),
        "# two cases\nf32 17x5x9\n\ni8 8x8x8 # the second\n",
    )
    .unwrap();
    let text = ok(
        &scratch,
        "bench gemm --suite {suite.txt} --threads 1 --json {record.json}",
    );
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.lines()
            .nth(1)
            .is_some_and(|line| line.contains("17×5×9")),
        "{text}"
    );
    let record = std::fs::read_to_string(scratch.path("record.json")).unwrap();
    for key in [
        "\"machine\"",
        "\"date\"",
        "\"rows\"",
        "\"azulejo GFLOP/s\"",
        "\"threads\": 1",
    ] {
        assert!(record.contains(key), "{key}: {record}");
    }
    // Rows of other products stay where that is asked for.
    for (flags, kept) in [("--keep", true), ("", false)] {
        let line = "bench gemm --dtype f64 --shape 9 --threads 1 --json {record.json}";
        ok(&scratch, &format!("{line} {flags}"));
        let record = std::fs::read_to_string(scratch.path("record.json")).unwrap();
        assert_eq!(record.contains("17×5×9"), kept, "{record}");
        assert_eq!(record.matches("9×9×9").count(), 1, "{record}");
    }
}

#[test]
fn bench_times_attention_and_its_products() {
    let scratch = Scratch::new();
    let text = ok(
        &scratch,
        "bench attention --size 1x40x2x8 --dtype f32,bf16 --threads 1 --json {record.json}",
    );
    assert_eq!(text.lines().count(), 5, "{text}");
    for word in ["1×40×2×8", "full", "causal", "its products GFLOP/s"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let record = std::fs::read_to_string(scratch.path("record.json")).unwrap();
    assert!(record.contains("ratio to the best"), "{record}");
    for (line, word) in [
        ("bench attention --size 1x40x2", "BxSxHxD"),
        ("bench attention --size 1x0x2x8", "extents"),
        ("bench attention --shape 8", "--shape"),
        ("bench gemm --size 1x40x2x8", "--size"),
        ("bench attention --dtype f64 --size 1x4x1x4", "float64"),
        ("bench attention --device cuda:0", "--device"),
    ] {
        assert!(rejected(&scratch, line).contains(word), "{line}");
    }
}

#[test]
fn bench_rejects_what_it_cannot_time() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path("suite.txt"), "f32 17x5\n").unwrap();
    assert!(rejected(&scratch, "bench gemm --suite {suite.txt}").contains("line 1"));
    assert!(rejected(&scratch, "bench gemm --suite {missing.txt}").contains("missing.txt"));
    assert!(rejected(&scratch, "bench gemm --dtype u16 --shape 8").contains("uint16"));
    rejected(&scratch, "bench gemm --shape 0x4x4");
    #[cfg(unix)]
    for line in [
        "bench gemm --suite /dev/zero",
        "bench gemm --shape 8 --json /dev/zero --keep",
    ] {
        let text = rejected(&scratch, line);
        assert!(text.contains("has more than 16777216 bytes"), "{text}");
    }
    for (flag, value) in [
        ("--shape", "-1"),
        ("--size", "-1"),
        ("--threads", "-1"),
        ("--threads", "1.5"),
        ("--tries", "-1"),
        ("--rounds", "x"),
        ("--rounds", "1001"),
        ("--grouped", "-5"),
        ("--product", "-1"),
    ] {
        let text = rejected(&scratch, &format!("bench gemm {flag} {value}"));
        assert!(
            text.contains(&format!("invalid value '{value}' for '{flag}")),
            "{text}"
        );
        assert!(text.contains("write "), "{text}");
    }
    // Of no round there is no median.
    assert!(rejected(&scratch, "bench gemm --device cuda:0 --rounds 0").contains("--rounds"));
    let unknown = rejected(
        &scratch,
        "bench gemm --device cuda:0 --kernel bf16_kk,129x256",
    );
    assert!(
        unknown.contains("--kernel") && unknown.contains("129x256"),
        "{unknown}"
    );
    assert!(rejected(&scratch, "bench gemm --device cuda:0 --tries 0").contains("--tries"));
    // A flag that the other device has is no silence.
    for (flags, named) in [
        ("--suite {suite.txt} --shape 8", "--shape"),
        ("--suite {suite.txt} --dtype f32", "--dtype"),
        ("--device cuda:0 --check --tune {t.txt}", "--tune"),
        ("--device cuda:0 --check --product 8x8x8", "--product"),
        ("--device cuda:0 --fused --json {j.json}", "--json"),
        ("--device cuda:0 --once --grouped 8", "--once"),
        ("--product 8x8x8", "--product"),
        ("--rounds 3", "--rounds"),
        ("--kernel bf16", "--kernel"),
        ("--device cuda:0 --shape 8", "--shape"),
        ("--device cuda:0 --threads 2", "--threads"),
        ("--device cuda:0 --grouped 0", "--grouped"),
        ("--device cuda:0 --check --no-check", "--no-check"),
        ("--device cuda:0 --small", "--check"),
        ("--device cuda:0 --tune {missing/tuned.txt}", "--tune"),
        ("--device cuda:0 --product 8x8x8x8", "8x8x8x8"),
        ("--device cuda:0 --product 8x8x8xtall", "8x8x8xtall"),
        ("--device cuda:0 --product 0x8x8", "0x8x8"),
    ] {
        let text = rejected(&scratch, &format!("bench gemm {flags}"));
        assert!(text.contains(named), "{flags}: {text}");
    }
    assert!(rejected(&scratch, "bench memory --fused").contains("--fused"));
    assert!(rejected(&scratch, "bench memory --dtype f16").contains("--dtype"));
    assert!(rejected(&scratch, "bench memory --threads 2").contains("--threads"));
    rejected(&scratch, "bench gemm --shape 99999999999x4x99999999999");
    rejected(&scratch, "bench gemm --threads 0");
    assert!(rejected(&scratch, "bench gemm --threads 99999999999").contains("--threads"));
    rejected(&scratch, "bench quantum");
}

#[test]
fn an_atom_is_drawn_by_its_whole_name() {
    let scratch = Scratch::new();
    ok(
        &scratch,
        "atoms SM80_16x8x16_F32F16F16F32_TN --svg {atom.svg}",
    );
    let svg = std::fs::read_to_string(scratch.path("atom.svg")).unwrap();
    assert!(svg.contains(">T31</text>") && svg.contains("C (_16,_8)"));
    let said = rejected(&scratch, "atoms SM80_16x8x16 --svg {part.svg}");
    assert!(said.contains("no atom has exactly the name"), "{said}");
}
