//! Wrong input of every kind: exit code 2, one line that names the argument, no file.

use crate::support::{azulejo, good_files, ok, rejected, rejections};

#[test]
fn shapes_that_do_not_fit_are_rejected() {
    let scratch = good_files();
    rejections! { &scratch;
        "gemm {a.npy} {a.npy} -o {c.npy}" => "B: has 2 rows, but A has 3 columns";
        "gemm {v.npy} {a.npy} -o {c.npy}" => "A: ";
        "gemm {a.npy} {b.npy} -o {c.npy} --bias {v.npy}" => "--bias: ";
        "gemm {a.npy} {b.npy} -o {c.npy} --c {a.npy}" => "--c: ";
        "gemm {a.npy} {b.npy} -o {c.npy} --beta 2" => "--c";
        "map add {a.npy} {b.npy} -o {c.npy}" => "shapes [2, 3] and [3, 2] do not broadcast: they differ at axis 1 and neither extent is 1; reshape one";
        "zeros --shape 1x1x1x1x1x1x1x1x1 -o {c.npy}" => "above the limit of 8: merge axes";
        "gemm {a.npy} {b.npy} -o {c.npy} --alpha 1e300" => "--alpha: 1e300 is no float32";
        "attention {a.npy} {a.npy} {a.npy} -o {c.npy} --softcap 1e-50" => "'1e-50' for '--softcap";
        "attention {a.npy} {a.npy} {a.npy} -o {c.npy} --scale 1e50" => "'1e50' for '--scale";
        "map neg {a.npy} {b.npy} -o {c.npy}" => "neg takes 1 operand, got 2: give as many";
        "gemm {a.npy} {b.npy} -o {c.npy} --c {b.npy}" => "the result has [2, 2]; give a file of that shape";
        "gemm {a.npy} {a.npy} -o {d.npy}" => "transpose one by --transpose-a or --transpose-b";
    }
}

#[test]
fn files_that_are_no_arrays_are_rejected() {
    let scratch = good_files();
    std::fs::write(scratch.path("text.npy"), "hello").unwrap();
    std::fs::write(scratch.path("empty.npy"), "").unwrap();
    std::fs::write(
        scratch.path("long.npy"),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}",
    )
    .unwrap();
    scratch.raw("junk.npy", "this is no dictionary\n", &[]);
    scratch.raw("deep.npy", &"[".repeat(9000), &[]);
    scratch.npy("complex.npy", "<c16", false, &[1, 1], &[0; 16]);
    scratch.npy("object.npy", "|O", false, &[1, 1], &[0; 16]);
    for name in [
        "text", "empty", "long", "junk", "deep", "complex", "object", "missing",
    ] {
        let text = rejected(
            &scratch,
            &format!("gemm {{a.npy}} {{{name}.npy}} -o {{c.npy}}"),
        );
        assert!(
            text.starts_with("error: B: ") && text.contains(&format!("{name}.npy")),
            "{text}"
        );
        // What to do.
        let remedies = ["; save ", "; convert ", "No such file"];
        assert!(
            remedies.iter().any(|remedy| text.contains(remedy)),
            "{text}"
        );
        rejected(
            &scratch,
            &format!("cast {{{name}.npy}} --out-dtype f32 -o {{c.npy}}"),
        );
    }
    let folder = scratch.path("folder");
    std::fs::create_dir(&folder).unwrap();
    rejections! { &scratch;
        "gemm {a.npy} {folder} -o {c.npy}" => "not a regular file; copy it to one";
    }
    let (a, c) = (scratch.path("a.npy"), scratch.path("c.npy"));
    let output = azulejo(
        &[
            "map",
            "add",
            "",
            a.to_str().unwrap(),
            "-o",
            c.to_str().unwrap(),
        ]
        .map(std::ffi::OsStr::new),
    );
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("operand 1: the name is empty; name a file"),
        "{text}"
    );
    // A flag is named, not the files.
    scratch.npy("i8.npy", "|i1", false, &[1, 1], &[1]);
    rejections! { &scratch;
        "gemm {i8.npy} {i8.npy} -o {c.npy} --activation gelu" => "--activation: activation `gelu` needs";
        "gemm {i8.npy} {i8.npy} -o {c.npy} --alpha 0.5" => "give a number that int32 holds";
    }
}

#[test]
fn truncated_files_are_rejected_at_every_length() {
    let scratch = good_files();
    let whole = std::fs::read(scratch.path("b.npy")).unwrap();
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(scratch.path("b.npy"), &whole[..length]).unwrap();
        let text = rejected(&scratch, "map neg {b.npy} -o {c.npy}");
        assert!(text.starts_with("error: operand 1: "), "{length}: {text}");
        if length == 7 {
            assert!(text.contains("ends inside its header"), "{text}");
        }
    }
}

#[test]
fn any_changed_byte_of_a_header_is_read_or_rejected() {
    let scratch = good_files();
    let whole = std::fs::read(scratch.path("b.npy")).unwrap();
    let header = whole.len() - 24;
    let path = scratch.path("changed.npy").into_os_string();
    let out = scratch.path("c.npy").into_os_string();
    for at in 0..header {
        for byte in [0x00, 0xFF, b'9', b'(', b'\''] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            std::fs::write(scratch.path("changed.npy"), bytes).unwrap();
            let output = azulejo(&[
                "map".as_ref(),
                "neg".as_ref(),
                path.as_os_str(),
                "-o".as_ref(),
                out.as_os_str(),
            ]);
            let text = String::from_utf8_lossy(&output.stderr);
            let code = output.status.code();
            assert!(
                matches!(code, Some(0 | 2)),
                "byte {at} = {byte:#x}: {code:?} {text}"
            );
            assert_eq!(
                code == Some(2),
                text.starts_with("error: "),
                "byte {at} = {byte:#x}: {text}"
            );
        }
    }
}

#[test]
fn extents_that_overflow_are_rejected_before_anything_is_allocated() {
    let scratch = good_files();
    for shape in [[1 << 40, 1 << 40], [1 << 32, 1 << 32], [1 << 61, 3]] {
        scratch.npy("huge.npy", "<f4", false, &shape, &[0; 64]);
        let zeros = format!("zeros --shape {}x{} -o {{c.npy}}", shape[0], shape[1]);
        rejections! { &scratch;
            "gemm {huge.npy} {b.npy} -o {c.npy}" => "address space";
            &zeros => "address space: take smaller extents";
        }
    }
    // It fits the address space, and no memory: 4 EB.
    let text = rejected(&scratch, "zeros --shape 1000000000x1000000000 -o {c.npy}");
    let what = "takes 4000000000000000000 bytes, more memory than can be had: take smaller extents";
    assert!(text.contains("--shape") && text.contains(what), "{text}");
    // The data are missing, so nothing of the size promised is allocated.
    scratch.npy("promise.npy", "<f4", false, &[1 << 20, 1 << 20], &[0; 64]);
    assert!(rejected(&scratch, "gemm {promise.npy} {b.npy} -o {c.npy}").contains("truncated"));
    // Endless batches of nothing are nothing.
    scratch.npy("batch.npy", "<f4", false, &[1 << 40, 0, 3], &[]);
    ok(&scratch, "gemm {batch.npy} {b.npy} -o {nothing.npy}");
    ok(&scratch, "map exp {batch.npy} -o {nothing.npy}");
    // Both inputs are small (empty), the product is not.
    scratch.npy("tall.npy", "<f4", false, &[1 << 40, 0], &[]);
    scratch.npy("wide.npy", "<f4", false, &[0, 1 << 40], &[]);
    assert!(rejected(&scratch, "gemm {tall.npy} {wide.npy} -o {c.npy}").contains("too large"));
}

#[test]
fn types_that_do_not_mix_are_rejected() {
    let scratch = good_files();
    scratch.npy("u.npy", "|u1", false, &[2], &[1, 2]);
    scratch.npy("i.npy", "|i1", false, &[2], &[1, 2]);
    scratch.npy("m.npy", "<i4", false, &[1, 1], &[0; 4]);
    rejections! { &scratch;
        "map add {u.npy} {i.npy} -o {c.npy}" => "implicit promotion of uint8 and int8 is not supported";
        "map sub {i.npy} -170 -o {c.npy}" => "-170";
        "gemm {m.npy} {m.npy} -o {c.npy}" => "int32";
        "cast {a.npy} -o {c.npy} --out-dtype f16 --rounding approx" => "--rounding";
    }
}

#[test]
fn wrong_flags_are_rejected_in_one_line() {
    let scratch = good_files();
    rejected(&scratch, "gemm {a.npy} {b.npy}");
    rejected(&scratch, "gemm {a.npy} {b.npy} -o {c.npy} --activation tan");
    rejected(&scratch, "gemm {a.npy} {b.npy} -o {c.npy} --alpha many");
    rejected(&scratch, "gemm {a.npy} {b.npy} -o {c.npy} --out-dtype f31");
    rejected(&scratch, "gemm {a.npy} {b.npy} -o {c.npy} --device tpu");
    rejected(&scratch, "map plus {a.npy} 1 -o {c.npy}");
    assert!(rejected(&scratch, "zeros -o {c.npy}").contains("LIKE|--shape"));
    for shape in ["3xx4", "-1x4", "(3", "3)"] {
        let text = rejected(&scratch, &format!("zeros --shape {shape} -o {{c.npy}}"));
        assert!(text.contains("--shape"), "{text}");
    }
    rejected(&scratch, "frobnicate");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf_8_are_files_and_nothing_else() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = good_files();
    let name = std::ffi::OsStr::from_bytes(b"n\xff.npy");
    let file = scratch.path("a.npy").with_file_name(name);
    std::fs::copy(scratch.path("a.npy"), &file).unwrap();
    let to = scratch.path("c.npy");
    for command in ["map neg", "cast --out-dtype f16", "zeros"] {
        let words = command.split_whitespace().map(std::ffi::OsStr::new);
        let output = [file.as_os_str(), "-o".as_ref(), to.as_os_str()];
        let output = azulejo(&words.chain(output).collect::<Vec<_>>());
        assert!(output.status.success(), "{command}: {output:?}");
    }
    for words in [["layout".as_ref(), name], ["atoms".as_ref(), name]] {
        let output = azulejo(&words);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with("error: argument 2, `n"), "{text}");
    }
}

#[test]
fn expressions_that_overflow_or_nest_without_end_are_rejected() {
    let scratch = good_files();
    let most = i64::MAX;
    for expression in [
        "(".repeat(100_000),
        "coalesce(".repeat(10_000),
        format!("({most},2):(1,{most})"),
        format!("complement(4:{most},{most})"),
        format!("logical_product(4:1,{most}:1)"),
        "(4,8):(1,4".to_owned(),
        "no_such_function((4,8))".to_owned(),
        "composition((4,8))".to_owned(),
    ] {
        let output = azulejo(&["layout", "--offsets", &expression]);
        let text = String::from_utf8(output.stderr).unwrap();
        let shown: String = expression.chars().take(40).collect();
        assert_eq!(output.status.code(), Some(2), "{shown}: {text}");
        assert!(
            text.starts_with("error: ") && text.lines().count() == 1,
            "{shown}: {text}"
        );
    }
    // A table that no one can read, or memory hold.
    assert!(rejected(&scratch, "layout --offsets 99999999999:1").contains("at most"));
    assert!(rejected(&scratch, "layout --table (99999,99999):(1,99999)").contains("at most"));
}

#[test]
fn inputs_that_wait_for_a_writer_are_rejected() {
    let scratch = good_files();
    #[cfg(unix)]
    {
        let path = scratch.path("pipe.npy");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if made.is_ok_and(|status| status.success()) {
            let text = rejected(&scratch, "map neg {pipe.npy} -o {c.npy}");
            assert!(text.contains("not a regular file"));
        }
    }
    assert!(rejected(&scratch, "map neg {c.npy} -o {c.npy}").contains("cannot be read"));
}

#[test]
fn no_arguments_print_the_help() {
    let output = azulejo::<&str>(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gemm"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_wherever_it_leads() {
    use std::os::unix::fs::symlink;
    let scratch = good_files();
    let is_link = |name: &str| scratch.path(name).symlink_metadata().unwrap().is_symlink();
    std::fs::create_dir(scratch.path("folder")).unwrap();
    symlink("folder/new.npy", scratch.path("dangling.npy")).unwrap();
    symlink("dangling.npy", scratch.path("chain.npy")).unwrap();
    symlink(scratch.path("b.npy"), scratch.path("absolute.npy")).unwrap();
    symlink("loop.npy", scratch.path("pool.npy")).unwrap();
    symlink("pool.npy", scratch.path("loop.npy")).unwrap();
    symlink("no/such/folder.npy", scratch.path("nowhere.npy")).unwrap();

    // The file that a dangling link names is made, as a shell's `>` does, and then replaced.
    for name in ["dangling.npy", "chain.npy", "absolute.npy"] {
        ok(&scratch, &format!("zeros --shape 3 -o {{{name}}}"));
        assert!(is_link(name), "{name}");
        let (text, data) = crate::support::load(&scratch.path(name));
        assert!(text.contains("(3,)") && data == [0; 12], "{name}: {text}");
    }
    assert!(!is_link("folder/new.npy") && !is_link("b.npy"));
    for (name, why) in [
        ("loop.npy", "circle"),
        ("nowhere.npy", "is not a directory"),
    ] {
        for line in ["zeros --shape 3", "map neg {a.npy}", "gemm {a.npy} {b.npy}"] {
            let text = rejected(&scratch, &format!("{line} -o {{{name}}}"));
            assert!(text.contains("--output: ") && text.contains(why), "{text}");
        }
        assert!(is_link(name), "{name}");
    }
    assert!(rejected(&scratch, "layout (4,8):(1,4) --svg {loop.npy}").contains("--svg: "));
}

/// Names and values of the user in an error: printable, and not longer than a reader takes.
#[test]
fn errors_repeat_no_control_characters_and_nothing_endless() {
    let scratch = good_files();
    let told = |args: &[&std::ffi::OsStr]| {
        let output = azulejo(args);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(
            text.starts_with("error: ") && text.ends_with('\n'),
            "{text}"
        );
        let line = text.trim_end_matches('\n');
        assert!(!line.chars().any(char::is_control), "{line:?}");
        assert!(
            line.chars().count() < 2_500,
            "{} characters",
            line.chars().count()
        );
    };
    let long = "x".repeat(9_000);
    for hostile in [
        "\x1b[2J\x1b]0;title\x07",
        "a\n\nb",
        "\u{202e}\u{9b}31m",
        &long,
    ] {
        scratch.raw("hostile.npy", &format!("{{'descr': '<{hostile}'}}"), &[]);
        scratch.raw(
            "shape.npy",
            &format!("{{'descr': '<f4', 'fortran_order': False, 'shape': (1{hostile},)}}"),
            &[],
        );
        let escaped = hostile.replace('\n', "\\n");
        scratch.raw(
            "escaped.npy",
            &format!("{{'descr': '<{escaped}', 'fortran_order': False, 'shape': (1,)}}"),
            &[],
        );
        let out = scratch.path("c.npy");
        for name in ["hostile.npy", "shape.npy", "escaped.npy"] {
            let path = scratch.path(name);
            told(&[
                "map".as_ref(),
                "neg".as_ref(),
                path.as_os_str(),
                "-o".as_ref(),
                out.as_os_str(),
            ]);
        }
        let lines: [&[&str]; 12] = [
            &[hostile],
            &["gemm", hostile, hostile, "-o", "c.npy"],
            &["gemm", "a.npy", "b.npy", "-o", hostile, "--device", hostile],
            &["map", hostile, "1", "-o", "c.npy"],
            &["map", "neg", hostile, "-o", "c.npy"],
            &["zeros", "--shape", hostile, "-o", "c.npy"],
            &["zeros", "--shape", "2", "--dtype", hostile, "-o", "c.npy"],
            &["cast", hostile, "--out-dtype", "f16", "-o", "c.npy"],
            &["layout", hostile],
            &["atoms", hostile],
            &["bench", "gemm", "--shape", hostile],
            &["bench", hostile],
        ];
        for line in lines {
            told(&line.iter().map(std::ffi::OsStr::new).collect::<Vec<_>>());
        }
    }
}

#[test]
fn an_empty_shape_is_a_scalar_and_the_help_says_so() {
    let scratch = good_files();
    let out = scratch.path("c.npy");
    for shape in ["", "()"] {
        let output = azulejo(&[
            "zeros".as_ref(),
            "--shape".as_ref(),
            shape.as_ref(),
            "-o".as_ref(),
            out.as_os_str(),
        ]);
        assert!(output.status.success(), "{output:?}");
        let (header, data) = crate::support::load(&out);
        assert!(header.contains("'shape': ()") && data == [0; 4], "{header}");
    }
    let help = ok(&scratch, "zeros --help");
    assert!(
        help.contains("empty text") && help.contains("scalar"),
        "{help}"
    );
}
