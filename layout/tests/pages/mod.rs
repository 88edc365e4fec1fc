//! The page of every operation has all of its parts: precondition, error, rule, difference from CuTe, table and example.

use std::fs;
use std::path::Path;

/// Where operations are: a folder, or one file.
const OPERATIONS: &[&str] = &[
    "algebra",
    "units",
    "layout/coord.rs",
    "layout/make.rs",
    "layout/queries.rs",
];

/// What a page must have, and one of the ways in which it says so.
const PARTS: &[(&str, &[&str])] = &[
    ("a precondition", &["| precondition |"]),
    ("a rule", &["| rule |"]),
    ("its difference from CuTe", &["| difference from CuTe |"]),
    (
        "what goes wrong",
        &[
            "| error |",
            "| precondition | none",
            "compile error",
            "rejected",
            "# Panics",
            "panic",
        ],
    ),
    ("an example", &["```\n"]),
    ("a table", &["table", "```text", "offsets", "// "]),
];

/// The documentation in front of a line.
fn page(lines: &[&str], at: usize) -> String {
    let above = lines[..at].iter().rev();
    let mut page: Vec<&str> = above
        .map(|line| line.trim_start())
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .collect();
    page.reverse();
    page.join("\n") + "\n"
}

#[test]
fn every_operation_has_a_whole_page() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut places: Vec<_> = OPERATIONS.iter().map(|place| source.join(place)).collect();
    while let Some(place) = places.pop() {
        match place.is_dir() {
            true => places.extend(
                fs::read_dir(place)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            ),
            false => files.push(place),
        }
    }
    let (mut pages, mut missing) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(rest) = line.strip_prefix("pub fn ") else {
                continue;
            };
            let name = rest.split(['<', '(']).next().unwrap_or(rest);
            let page = page(&lines, at);
            pages += 1;
            for (part, ways) in PARTS {
                if !ways.iter().any(|way| page.contains(way)) {
                    missing.push(format!("{name} has no {part}"));
                }
            }
        }
    }
    assert!(pages >= 60, "only {pages} operations were found");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
