//! What does not compile, and what the compiler says: `tests/ui/*.stderr`.
//!
//! Where a law speaks, its text comes first and rustc adds less than a screen half full; where a trait does, rustc's own
//! lines fill at most one screen.
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

/// Lines of a message that a law writes, and of one that a trait writes.
const LIMITS: (usize, usize) = (20, 25);

/// Messages to which the compiler adds a list, or which it says twice, and their lines.
const LONGER: [(&str, usize); 4] = [
    ("shape_and_stride_of_different_ranks", 36),
    ("text_in_a_stride", 36),
    ("composition_of_something_that_is_no_layout", 42),
    ("downcast_without_neighbours", 42),
];

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
        let known = LONGER
            .iter()
            .find(|(name, _)| path.file_stem().is_some_and(|stem| stem == *name));
        let limit = match known {
            Some((_, lines)) => *lines,
            None if law => LIMITS.0,
            None => LIMITS.1,
        };
        let lines = text.lines().count();
        assert!(lines <= limit, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
}
