//! Wrong programs do not compile, and the message says what to do.
//!
//! Where a const check speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it
//! fits a screen of 24 lines. `TRYBUILD=overwrite` renews the texts.

#[test]
fn wrong_programs_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs"); // none that passes: all are checked, many at once
}

/// Laws in function bodies are evaluated when the program is built. That of the algebra is tried here too.
#[test]
fn wrong_programs_that_check_do_not_build() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui_ok/*.rs"); // one that passes: all are built
    cases.compile_fail("tests/ui_built/*.rs");
    cases.compile_fail("../layout/tests/ui_built/*.rs");
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
