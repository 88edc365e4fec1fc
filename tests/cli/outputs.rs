//! Files that are written: their names, their permissions, and what is found out before the work.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::{Scratch, ok, rejected};

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[2, 2], &[1.0; 4]);
    scratch.f32("q.npy", &[2, 1, 4], &[1.0; 8]);
    scratch
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Lines that write `{name}`, one a command.
fn lines(name: &str) -> [String; 6] {
    [
        format!("zeros --shape 2 -o {{{name}}}"),
        format!("map neg {{a.npy}} -o {{{name}}}"),
        format!("cast {{a.npy}} --out-dtype f16 -o {{{name}}}"),
        format!("gemm {{a.npy}} {{a.npy}} -o {{{name}}}"),
        format!("attention {{q.npy}} {{q.npy}} {{q.npy}} -o {{o.npy}} --lse {{{name}}}"),
        format!("layout (4,8):(1,4) --svg {{{name}}}"),
    ]
}

#[test]
fn a_file_that_is_replaced_passes_on_its_permissions() {
    let scratch = scratch();
    let old = scratch.path("old.npy");
    for line in lines("old.npy") {
        for bits in [0o600, 0o640, 0o666, 0o755] {
            std::fs::write(&old, "old").unwrap();
            set_mode(&old, bits);
            ok(&scratch, &line);
            assert_eq!(mode(&old), bits, "{line}");
            assert_ne!(std::fs::read(&old).unwrap(), b"old", "{line}");
        }
    }
    // A new file has those that the mask leaves.
    std::fs::write(scratch.path("other"), "").unwrap();
    ok(&scratch, "zeros --shape 2 -o {new.npy}");
    assert_eq!(mode(&scratch.path("new.npy")), mode(&scratch.path("other")));
}

#[test]
fn a_file_that_is_write_protected_stays() {
    let scratch = scratch();
    let kept = scratch.path("kept.npy");
    std::fs::write(&kept, "kept").unwrap();
    set_mode(&kept, 0o444);
    for line in lines("kept.npy") {
        let text = rejected(&scratch, &line);
        assert!(
            text.contains("kept.npy") && text.contains("write-protected"),
            "{text}"
        );
        assert_eq!(std::fs::read(&kept).unwrap(), b"kept", "{line}");
    }
}

#[test]
fn names_that_no_file_can_have_are_rejected_before_the_work() {
    let scratch = scratch();
    std::os::unix::fs::symlink("new/", scratch.path("link.npy")).unwrap();
    let long = "x".repeat(300);
    let deep = format!("{}c.npy", "folder/".repeat(700));
    for name in [
        "c/", "c/.", "a.npy/c", "a.npy/", "no/c", "link.npy", &long, &deep,
    ] {
        for line in lines(name) {
            let text = rejected(&scratch, &line);
            let flag = ["--output: ", "--lse: ", "--svg: "];
            assert!(
                flag.iter()
                    .any(|flag| text.starts_with(&format!("error: {flag}"))),
                "{text}"
            );
        }
    }
    for name in ["c/", "no/c", &long] {
        // It would take minutes.
        let line = format!("bench gemm --shape 4096 --json {{{name}}}");
        assert!(rejected(&scratch, &line).starts_with("error: --json: "));
    }
}

#[test]
fn a_record_that_cannot_be_kept_is_rejected_before_the_work() {
    let scratch = scratch();
    let record = scratch.path("record.json");
    for text in [
        "{",
        "[]",
        "{\"rows\": 3}",
        "{\"rows\": [3]}",
        "{\"other\": 1}",
    ] {
        std::fs::write(&record, text).unwrap();
        let line = "bench gemm --shape 4096 --json {record.json} --keep";
        let told = rejected(&scratch, line);
        assert!(
            told.starts_with("error: --json: ") && told.contains("--keep"),
            "{told}"
        );
        assert_eq!(std::fs::read_to_string(&record).unwrap(), text);
    }
}
