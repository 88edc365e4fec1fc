//! `azulejo attention`: masks, heads and types by results that are known, and what it rejects.

use crate::support::{Scratch, azulejo, load, load_f32, ok, rejected};

/// Queries of zeros, so that every key a query sees has the same weight; values that count the keys.
fn counting(scratch: &Scratch, queries: usize, keys: usize) {
    scratch.f32("q.npy", &[queries, 2, 4], &vec![0.0; queries * 8]);
    scratch.f32("k.npy", &[keys, 1, 4], &vec![1.0; keys * 4]);
    let values: Vec<f32> = (0..keys).map(|j| j as f32).collect();
    scratch.f32("v.npy", &[keys, 1, 1], &values);
}

#[test]
fn a_report_names_its_mask() {
    let scratch = Scratch::new();
    counting(&scratch, 2, 2);
    for (flags, mask) in [
        ("", "full"),
        ("--causal", "causal"),
        ("--window 1,-1", "1 key before to all keys after"),
    ] {
        let line = format!("attention {{q.npy}} {{k.npy}} {{v.npy}} -o {{o.npy}} {flags}");
        let text = ok(&scratch, &line);
        assert!(text.contains(&format!("mask     {mask}\n")), "{text}");
    }
    let line = "attention {q.npy} {k.npy} {v.npy} -o {new.npy} --heads -2";
    let text = rejected(&scratch, line);
    assert!(text.contains("invalid value '-2' for '--heads"), "{text}");
}

#[test]
fn masks_and_the_log_sum_exp_are_those_asked_for() {
    let scratch = Scratch::new();
    counting(&scratch, 3, 5);
    let mean = |from: usize, to: usize| (from + to - 1) as f32 / 2.0;
    for (flags, seen) in [
        ("", [(0, 5), (0, 5), (0, 5)]),
        ("--causal", [(0, 3), (0, 4), (0, 5)]),
        ("--window 1,0", [(1, 3), (2, 4), (3, 5)]),
        ("--window -1,1", [(0, 4), (0, 5), (0, 5)]),
        ("--causal --softcap 3", [(0, 3), (0, 4), (0, 5)]),
    ] {
        let line =
            format!("attention {{q.npy}} {{k.npy}} {{v.npy}} -o {{o.npy}} --lse {{l.npy}} {flags}");
        let report = ok(&scratch, &line);
        assert!(report.contains("error    "), "{report}");
        let expected: Vec<f32> = seen.iter().flat_map(|(a, b)| [mean(*a, *b); 2]).collect();
        assert_eq!(load_f32(&scratch.path("o.npy")), expected, "{flags}");
        let lse = load_f32(&scratch.path("l.npy"));
        for (found, (a, b)) in lse.iter().zip(seen.iter().chain(&seen)) {
            assert!((found - ((b - a) as f32).ln()).abs() < 1e-6, "{flags}");
        }
    }
    let (header, _) = load(&scratch.path("o.npy"));
    assert!(header.contains("(3, 2, 1)"), "{header}");
    let (header, _) = load(&scratch.path("l.npy"));
    assert!(header.contains("(2, 3)"), "{header}");
}

#[test]
fn slopes_scale_and_flat_heads_are_read() {
    let scratch = Scratch::new();
    scratch.f32("q.npy", &[2, 3, 4], &[1.0; 24]);
    scratch.f32("k.npy", &[2, 3, 2], &[0.0; 12]);
    scratch.f32("v.npy", &[2, 3, 1], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    scratch.f32("slopes.npy", &[2], &[0.0, 1e4]);
    ok(
        &scratch,
        "attention {q.npy} {k.npy} {v.npy} -o {o.npy} --heads 2,1 --alibi {slopes.npy} --scale 0.5",
    );
    // Head 0 has the mean, head 1 its own key alone.
    let expected = [2., 1., 2., 2., 2., 3., 5., 4., 5., 5., 5., 6.];
    assert_eq!(load_f32(&scratch.path("o.npy")), expected);
    assert!(load(&scratch.path("o.npy")).0.contains("(2, 3, 2)"));
}

#[test]
fn what_is_wrong_is_named() {
    let scratch = Scratch::new();
    counting(&scratch, 3, 5);
    scratch.f32("flat.npy", &[3, 10], &[0.0; 30]);
    scratch.f32("line.npy", &[3], &[0.0; 3]);
    scratch.f32("three.npy", &[5, 3, 4], &[0.0; 60]);
    scratch.npy("double.npy", "<f8", false, &[3, 2, 4], &[0; 192]);
    scratch.npy("half.npy", "<f2", false, &[5, 1, 4], &[0; 40]);
    for (line, words) in [
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --window 3",
            &["--window", "L,R"][..],
        ),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --window 3,0 --causal",
            &["--causal"],
        ),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --softcap -2",
            &["--softcap", "-2"],
        ),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --scale inf",
            &["--scale", "inf"],
        ),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --alibi {line.npy}",
            &["--alibi", "3 slopes"],
        ),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --alibi {flat.npy}",
            &["--alibi", "[3, 10]"],
        ),
        ("{q.npy} {k.npy} {v.npy} -o {o.npy} --heads 0", &["--heads"]),
        (
            "{flat.npy} {k.npy} {v.npy} -o {o.npy} --heads 3",
            &["Q:", "3 heads"],
        ),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --heads 3",
            &["Q:", "multiple", "--heads"],
        ),
        (
            "{line.npy} {k.npy} {v.npy} -o {o.npy}",
            &["Q:", "[3]", "head_dim"],
        ),
        (
            "{double.npy} {k.npy} {v.npy} -o {o.npy}",
            &["Q:", "float64", "cast"],
        ),
        (
            "{q.npy} {half.npy} {v.npy} -o {o.npy}",
            &["K:", "float16", "float32"],
        ),
        (
            "{q.npy} {three.npy} {three.npy} -o {o.npy}",
            &["K: ", "2 heads", "3"],
        ),
        (
            "{q.npy} {k.npy} {q.npy} -o {o.npy}",
            &["V: ", "q.npy", "[1, 3, 2, 4]"],
        ),
        (
            "{missing.npy} {k.npy} {v.npy} -o {o.npy}",
            &["Q:", "missing.npy"],
        ),
        ("{q.npy} {k.npy} {v.npy} -o {no/o.npy}", &["--output"]),
        (
            "{q.npy} {k.npy} {v.npy} -o {o.npy} --lse {no/l.npy}",
            &["--lse"],
        ),
    ] {
        let text = rejected(&scratch, &format!("attention {line}"));
        for word in words {
            assert!(text.contains(word), "{line}: {text}");
        }
    }
    let help = azulejo(&["attention", "--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    for flag in [
        "--causal",
        "--window",
        "--softcap",
        "--alibi",
        "--heads",
        "--lse",
        "--device",
    ] {
        assert!(help.contains(flag), "{flag}: {help}");
    }
}

/// A row of scores that are all −∞ is as one without keys, and the check expects that.
#[test]
fn scores_of_minus_infinity_alone_give_zero() {
    let scratch = Scratch::new();
    scratch.f32("q.npy", &[2, 1, 1], &[f32::NEG_INFINITY, 1.0]);
    scratch.f32("k.npy", &[2, 1, 1], &[1.0, 1.0]);
    scratch.f32("v.npy", &[2, 1, 1], &[7.0, 7.0]);
    let line = "attention {q.npy} {k.npy} {v.npy} -o {o.npy} --lse {l.npy}";
    for mask in ["", "--causal"] {
        let report = ok(&scratch, &format!("{line} {mask}"));
        assert!(report.contains("error    0.000e0 at most"), "{report}");
        assert_eq!(load_f32(&scratch.path("o.npy")), [0.0, 7.0]);
        assert_eq!(load_f32(&scratch.path("l.npy"))[0], f32::NEG_INFINITY);
    }
    // What is infinite among the values shows in both.
    scratch.f32("v.npy", &[2, 1, 1], &[7.0, f32::INFINITY]);
    let report = ok(&scratch, line);
    assert!(report.contains("error    0.000e0 at most"), "{report}");
}

/// Errors say what to type: flags and files, not the library's arguments.
#[test]
fn errors_speak_of_flags() {
    let scratch = Scratch::new();
    counting(&scratch, 3, 5);
    scratch.f32("none.npy", &[5, 1, 0], &[]);
    scratch.npy("long.npy", "<i8", false, &[2], &[1; 16]);
    for (flags, words) in [
        ("--softcap 0", ["--softcap: 0 is no cap", "omit the flag"]),
        (
            "--scale inf",
            ["--scale: inf is not finite", "omit the flag"],
        ),
        ("--scale 1e400", ["'1e400' for '--scale", "float64"]),
        ("--softcap 1e-400", ["'1e-400' for '--softcap", "float64"]),
        ("--alibi {long.npy}", ["--alibi: ", "holds int64"]),
    ] {
        let line = format!("attention {{q.npy}} {{k.npy}} {{v.npy}} -o {{o.npy}} {flags}");
        let text = rejected(&scratch, &line);
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        assert!(!text.contains("None") && !text.contains('`'), "{text}");
    }
    for line in ["{q.npy} {k.npy} {q.npy}", "{q.npy} {k.npy} {none.npy}"] {
        let text = rejected(&scratch, &format!("attention {line} -o {{o.npy}}"));
        assert!(
            text.starts_with("error: V: ") && text.contains("give a file"),
            "{text}"
        );
        assert!(!text.contains('`') && !text.contains("view"), "{text}");
    }
}
