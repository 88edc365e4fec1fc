//! Wrong uses of `gemm`, of `copy` and of fragments do not compile, and the first line says what is wrong. `BLESS=1` renews the texts.
#![cfg(feature = "std")]

#[path = "../../../layout/tests/compiler/mod.rs"]
mod compiler;

use compiler::{Libraries, Until, rejects};

#[test]
fn wrong_programs_do_not_compile() {
    let libraries = Libraries::of(&[
        (
            "azulejo_device",
            "fn main() { let _ = azulejo_device::mma::ScaleOut::One; }",
        ),
        (
            "azulejo_tensor",
            "fn main() { let _ = azulejo_tensor::atom::describe_atoms; let _: Option<azulejo_tensor::TiledMma<(), (), ()>> = None::<azulejo_device::cute::TiledMma<(), (), ()>>; }",
        ),
        (
            "azulejo_layout",
            "fn main() { let _: Option<azulejo_layout::value::DynLayout> = None; let _: Option<azulejo_layout::Layout<(), ()>> = None::<azulejo_device::cute::Layout<(), ()>>; }",
        ),
    ]);
    rejects(&libraries, "kernels/device/tests/ui", Until::Checked);
    rejects(
        &libraries,
        "kernels/device/tests/ui_built",
        Until::BuiltAndLocated,
    );
}

#[test]
fn the_first_lines_say_what_is_wrong() {
    let mut count = 0;
    for folder in ["ui", "ui_built"] {
        let folder = format!("{}/tests/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|kind| kind != "stderr") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let errors = text
                .lines()
                .filter(|line| line.starts_with("error"))
                .count();
            assert!(
                (1..=2).contains(&errors),
                "{}: {errors} errors",
                path.display()
            );
            // What a user must do is in the first line or in a note below it.
            let first = text.lines().next().unwrap_or_default();
            assert!(first.len() < 1600, "{}: {first}", path.display());
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} cases");
}
