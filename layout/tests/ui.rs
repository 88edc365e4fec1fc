//! What does not compile, and what the compiler says: `tests/ui/*.stderr`.
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
