//! What does not compile, and what the compiler says: `tests/ui/*.stderr` where `cargo check` sees it, `tests/ui_built` where
//! only a build does.
//!
//! Where a rule speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it fills
//! no more than a screen of 24 lines. One mistake is one error: the operations return a type parameter that their trait
//! determines, as rustc repeats itself where a signature returns a projection.
//!
//! The texts hold rustc's own lines, so they belong to one version of it. `BLESS=1` renews them.

mod compiler;

use azulejo_layout::expr::evaluate;
use azulejo_layout::value::LayoutError;
use compiler::{Libraries, Until, rejects};
use serde_json::Value;

#[test]
#[cfg_attr(
    not(target_arch = "x86_64"),
    ignore = "the texts were written on x86-64"
)]
fn every_mistake_is_explained() {
    let libraries = Libraries::of(&[
        (
            "azulejo_layout",
            "fn main() { let _: Option<azulejo_layout::value::DynLayout> = None; }",
        ),
        (
            "typenum",
            "fn f(_: impl azulejo_layout::Int) {} fn main() { f(azulejo_layout::C::<typenum::U8>::NEW) }",
        ),
    ]);
    rejects(&libraries, "layout/tests/ui", Until::Checked);
    rejects(&libraries, "layout/tests/ui_built", Until::Built);
}

/// Where the cases are.
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui_built"),
];

/// Lines of a message that a rule writes (fewer than twenty), and of one that a trait writes (two thirds of a screen).
const LIMITS: (usize, usize) = (19, 16);

#[test]
fn the_messages_are_short() {
    let mut count = 0;
    let files = FOLDERS.iter().flat_map(|f| std::fs::read_dir(f).unwrap());
    for file in files {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "stderr") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let rule = text.starts_with("error[E0080]: evaluation panicked: ");
        let limit = if rule { LIMITS.0 } else { LIMITS.1 };
        let lines = text.lines().count();
        assert!(lines <= limit, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
}

/// Each case of `ui_values.jsonl`: what values are asked, and how their answer relates to the text of the case.
///
/// - `same_after`: a rule speaks, and the run time says the same text after these words, which is all of it after none;
///   other operations may stand before it.
/// - `words`: a trait speaks, which knows no numbers: both have these words, and the run time has the numbers.
/// - `none`: values answer what has no structure in types, or there are no such values; and why.
fn cases() -> Vec<Value> {
    let lines = include_str!("ui_values.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// All that is said in a case, and its first line after rustc's own words.
fn said(case: &str) -> (String, String) {
    let mut paths = FOLDERS.iter().map(|f| format!("{f}/{case}.stderr"));
    let text = paths.find_map(|path| std::fs::read_to_string(path).ok());
    let text = text.unwrap_or_else(|| panic!("no case {case}"));
    let line = text.lines().next().unwrap();
    let rule = line.strip_prefix("error[E0080]: evaluation panicked: ");
    let rule = rule.unwrap_or_default().to_owned();
    (text, rule)
}

/// What values say.
fn error_text(operation: &str) -> LayoutError {
    let answer = evaluate(operation);
    answer
        .map(|value| panic!("{operation} = {value}"))
        .unwrap_err()
}

#[test]
fn run_time_errors_say_what_the_compiler_says() {
    for row in cases() {
        let text_of = |key: &str| row.get(key).map(|text| text.as_str().unwrap());
        let case = text_of("case").unwrap();
        let (text, rule) = said(case);
        if let Some(why) = text_of("none") {
            assert!(!why.is_empty());
            continue;
        }
        let operation = text_of("asked").unwrap();
        let error = error_text(operation);
        let line = error.to_string();
        if let Some(words) = text_of("same_after") {
            assert!(!rule.is_empty(), "{case}: no rule speaks");
            let (_, rule) = rule.split_once(words).unwrap();
            assert!(line.ends_with(&format!("{words}{rule}")), "{rule}\n{line}");
            continue;
        }
        let words = text_of("words").unwrap();
        assert!(rule.is_empty(), "{case}: a rule speaks");
        assert!(text.contains(words), "{case} without {words}:\n{text}");
        assert!(line.contains(words), "{line} without {words}");
        // The operation with its operands, and one suggestion.
        let name = operation.split(['(', '<']).next().unwrap();
        let name = name.strip_prefix("make_").unwrap_or(name);
        assert!(line.contains(name), "{line}");
        assert!(error.suggestion().is_some(), "{line}");
    }
}

#[test]
fn every_case_is_asked_of_values_or_says_why_not() {
    let files = FOLDERS
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|file| file.unwrap().path());
    let mut all: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|kind| kind == "rs"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    all.sort();
    let listed: Vec<String> = cases()
        .iter()
        .map(|row| row["case"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(all, listed);
}
