//! What does not compile, and what the compiler says: `tests/ui/*.stderr`.
//!
//! Where a law speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it fills
//! no more than a screen of 24 lines. One mistake is one error: the operations return a type parameter that their trait
//! determines, as rustc repeats itself where a signature returns a projection.
//!
//! The texts hold rustc's own lines, so they belong to one version of it. `TRYBUILD=overwrite` renews them.

#[test]
#[cfg_attr(
    not(target_arch = "x86_64"),
    ignore = "the texts were written on x86-64"
)]
fn every_mistake_is_explained() {
    let cases = trybuild::TestCases::new();
    // One program that builds makes trybuild build the others too, so that laws in function bodies are evaluated.
    cases.pass("tests/ui_ok/a_composition_that_is_right.rs");
    cases.compile_fail("tests/ui/*.rs");
}

/// Lines of a message that a law writes (fewer than twenty), and of one that a trait writes (two thirds of a screen).
const LIMITS: (usize, usize) = (19, 16);

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
        let law = text.starts_with("error[E0080]: evaluation panicked: ");
        let limit = if law { LIMITS.0 } else { LIMITS.1 };
        let lines = text.lines().count();
        assert!(lines <= limit, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
}
