//! Wrong programs do not compile, and the message says what to do.
//!
//! Where a const check speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it
//! fits a screen of 24 lines. `TRYBUILD=overwrite` renews the texts.

#[test]
fn wrong_programs_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui_ok/*.rs"); // builds, so that what fails only then is seen too
    cases.compile_fail("tests/ui/*.rs");
}

#[test]
fn the_messages_are_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
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
