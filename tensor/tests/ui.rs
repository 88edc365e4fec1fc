//! Wrong programs do not compile, and the message says what to do.
//!
//! Where a const check speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it
//! fits a screen of 24 lines. `BLESS=1` renews the texts.

#[path = "../../layout/tests/compiler/mod.rs"]
mod compiler;

use compiler::{Libraries, Until, rejects};

/// Rules in function bodies are evaluated when the program is built.
#[test]
fn wrong_programs_do_not_compile() {
    let libraries = Libraries::of(&[
        (
            "azulejo_tensor",
            "fn main() { let _ = azulejo_tensor::atom::describe_atoms; }",
        ),
        (
            "azulejo_layout",
            "use azulejo_layout::{layout, value::DynLayout}; fn main() { let _: Option<DynLayout> = None; azulejo_tensor::make_tensor(&[0u8; 8][..], layout!(_8)).unwrap(); }",
        ),
    ]);
    rejects(&libraries, "tensor/tests/ui", Until::Checked);
    rejects(&libraries, "tensor/tests/ui_built", Until::Built);
}

#[test]
fn the_messages_are_short() {
    let folders = ["ui", "ui_built"].map(|f| format!("{}/tests/{f}", env!("CARGO_MANIFEST_DIR")));
    let mut count = 0;
    let files = folders.iter().flat_map(|f| std::fs::read_dir(f).unwrap());
    for file in files {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "stderr") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let checked = text.starts_with("error[E0080]: evaluation panicked: ");
        let (lines, limit) = (text.lines().count(), if checked { 19 } else { 24 });
        assert!(lines <= limit, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 30, "only {count} cases");
}
