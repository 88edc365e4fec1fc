//! Wrong programs do not compile, and the message says what to do.

#[test]
fn wrong_programs_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui_ok/*.rs"); // builds, so that what fails only then is seen too
    cases.compile_fail("tests/ui/*.rs");
}
