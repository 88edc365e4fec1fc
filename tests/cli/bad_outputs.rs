//! Outputs that cannot be written: an error that names the argument, before the work where it can be known, and what was there stays.

use crate::support::{azulejo, good_files, ok, rejected, rejections};

#[test]
fn outputs_that_cannot_be_written_are_rejected_before_the_work() {
    let scratch = good_files();
    std::fs::create_dir(scratch.path("folder")).unwrap();
    rejections! { &scratch;
        "gemm {a.npy} {b.npy} -o {no/such/folder.npy}" => "--output";
        "gemm {a.npy} {b.npy} -o {folder}" => "is a directory";
        "bench gemm --shape 8 --json {no/c.json}" => "--json: ";
        "layout (4,8):(1,4) --svg {no/c.svg}" => "--svg: ";
    }
    for line in [
        "zeros --shape 2",
        "map neg {a.npy}",
        "cast {a.npy} --out-dtype f16",
    ] {
        assert!(rejected(&scratch, &format!("{line} -o {{no/c.npy}}")).contains("--output: "));
        assert!(rejected(&scratch, &format!("{line} -o {{folder}}")).contains("--output: "));
    }
}

#[test]
fn two_outputs_are_two_files() {
    let scratch = good_files();
    scratch.f32("q.npy", &[2, 1, 4], &[1.0; 8]);
    std::fs::create_dir(scratch.path("folder")).unwrap();
    rejections! { &scratch;
        "attention {q.npy} {q.npy} {q.npy} -o {o.npy} --lse {o.npy}" => "--lse: ";
        "attention {q.npy} {q.npy} {q.npy} -o {o.npy} --lse {folder/../o.npy}" => "--output";
        "layout (4,8):(1,4) --svg {p} --html {p}" => "--html: ";
    }
    assert!(!scratch.path("o.npy").exists() && !scratch.path("p").exists());
    ok(
        &scratch,
        "attention {q.npy} {q.npy} {q.npy} -o {o.npy} --lse {l.npy}",
    );
    // What both lead to is one file, which is there already.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(scratch.path("o.npy"), scratch.path("link.npy")).unwrap();
        rejections! { &scratch;
            "attention {q.npy} {q.npy} {q.npy} -o {o.npy} --lse {link.npy}" => "--lse: ";
        }
        ok(
            &scratch,
            "attention {q.npy} {q.npy} {q.npy} -o /dev/null --lse /dev/null",
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_in_folders_that_take_no_files_are_rejected_before_the_work() {
    let scratch = good_files();
    for line in ["zeros --shape 2", "gemm {a.npy} {b.npy}"] {
        let text = rejected(&scratch, &format!("{line} -o /proc/c.npy"));
        assert!(
            text.contains("--output: /proc/c.npy: no file can be made"),
            "{text}"
        );
    }
}

/// No wrong input: exit code 1, one line that names the argument, the file and the cause.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_what_was_there() {
    let told = |output: std::process::Output, start: &str, cause: &str| {
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(
            text.starts_with(start) && text.contains(cause) && text.lines().count() == 1,
            "{text}"
        );
    };
    let full = "No space left on device";
    let zeros = azulejo(&["zeros", "--shape", "100000", "-o", "/dev/full"]);
    told(zeros, "error: --output: /dev/full cannot be written", full);
    let layout = azulejo(&["layout", "(4,8):(1,4)", "--svg", "/dev/full"]);
    told(layout, "error: --svg: /dev/full cannot be written", full);

    // A file that may not grow: what was written of it is gone, and what it was to replace is still there.
    let scratch = good_files();
    let before = (
        scratch.files(),
        std::fs::read(scratch.path("a.npy")).unwrap(),
    );
    for name in ["a.npy", "new.npy"] {
        let limited = std::process::Command::new("sh")
            .args([
                "-c",
                r#"trap "" XFSZ; ulimit -f 8; exec "$0" zeros --shape 100000 -o "$1""#,
            ])
            .arg(env!("CARGO_BIN_EXE_azulejo"))
            .arg(scratch.path(name))
            .output()
            .unwrap();
        told(limited, "error: --output: ", "File too large");
    }
    let after = (
        scratch.files(),
        std::fs::read(scratch.path("a.npy")).unwrap(),
    );
    assert!(before == after);

    // Lines that cannot be printed.
    let scratch = scratch.path("z.npy");
    let zeros = format!("zeros --shape 3 -o {}", scratch.display());
    for line in [zeros.as_str(), "doctor", "atoms", "layout (4,8)"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(line.split_whitespace())
            .stdout(std::fs::File::create("/dev/full").unwrap())
            .output()
            .unwrap();
        told(output, "error: standard output: ", full);
    }
}
