//! The table of rows: every row of the data model names its tests, and the tests are there.
//!
//! A test whose name begins `ct_06_j01_…` holds row CT-06 and job J01; what other tests hold a row is in
//! `tests/data/rows.tsv`. `docs/conformance.md` is written from both: `AZULEJO_BLESS=1 cargo test --test tile table`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

const ROWS: &str = include_str!("../data/rows.tsv");

/// The rows that are notes, with nothing to hold: attributes that Python adds, flags, graph compilers, patterns.
const NOTES: [&str; 4] = ["H-02", "H-24", "Z-43", "Z-45"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn source(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Every test of this folder, by the file that it is in.
fn tests() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let folder = root().join("kernels/tile/tests/tile");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    for file in files {
        let stem = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&file).unwrap();
        for part in text.split("#[test]").skip(1) {
            let name = part
                .split("fn ")
                .nth(1)
                .and_then(|part| part.split('(').next());
            all.extend(name.map(|name| (stem.clone(), name.to_owned())));
        }
    }
    all.sort();
    all
}

/// The rows and jobs in a test's name: `ct_06_j01_scale` is CT-06 and J01.
fn held(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split('_').collect();
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let number = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit());
        let table = ["ct", "t", "h", "z", "u"].contains(word);
        if let Some(next) = words.get(at + 1).filter(|next| table && number(next)) {
            all.push(format!("{}-{next}", word.to_uppercase()));
        }
        if word.strip_prefix('j').is_some_and(number) {
            all.push(word.to_uppercase());
        }
    }
    all
}

/// Checks that a test named in the table is there.
fn check(row: &str, named: &str) {
    let missing = |what: &str| -> String { format!("{row}: {named}: {what}") };
    if let Some((path, test)) = named.split_once("::") {
        let text = source(path);
        let at = text
            .find(&format!("fn {test}("))
            .unwrap_or_else(|| panic!("{}", missing("no such test")));
        let before = &text[at.saturating_sub(200)..at];
        assert!(before.contains("#[test]"), "{}", missing("not a test"));
    } else if let Some((path, item)) = named.split_once(['#', '!']) {
        let text = source(path);
        let fence = if named.contains('!') {
            "```compile_fail"
        } else {
            "```"
        };
        // The comment above an item, attributes in between.
        let shown = |at: usize| {
            let above: Vec<&str> = text[..at].lines().rev().skip(1).collect();
            above
                .iter()
                .take_while(|line| !line.trim().is_empty())
                .skip_while(|line| !line.trim_start().starts_with("///"))
                .take_while(|line| line.trim_start().starts_with("///"))
                .any(|line| line.contains(fence))
        };
        let kinds = ["fn", "struct", "enum", "trait", "macro_rules!"];
        let found = kinds.iter().any(|kind| {
            let item = format!("{kind} {item}");
            let whole = |at: usize| {
                let after = text[at + item.len()..].chars().next();
                !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
            };
            text.match_indices(item.as_str())
                .any(|(at, _)| whole(at) && shown(at))
        });
        assert!(found, "{}", missing("no such example"));
    } else {
        source(named);
    }
}

/// The table as the guide shows it.
fn table() -> String {
    let tests = tests();
    let mut by_row: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, name) in &tests {
        for row in held(name) {
            by_row
                .entry(row)
                .or_default()
                .push(format!("`{file}::{name}`"));
        }
    }
    let mut text = String::from(
        "# Data-model conformance\n\n\
         The features of the data models that tile programs follow, each with its tests: cuTile's Python data model (CT), Tile IR's\n\
         types (T), CUDA Python's heterogeneous types (H) and InfiniCore's zeros (Z), then the acceptance programs (J). Tests without\n\
         a folder are in `kernels/tile/tests/tile`. An *example* is a documentation test; a *compile error* is code that must not compile.\n\
         `gpu check memory` (`tests/gpu`) runs on a GPU. This page is written by\n\
         `AZULEJO_BLESS=1 cargo test -p azulejo-tile --test tile table` from the tests' names and `kernels/tile/tests/data/rows.tsv`.\n",
    );
    let mut last = "";
    for line in ROWS.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (row, what) = (columns.next().unwrap(), columns.next().unwrap_or_default());
        let kind = row.split('-').next().unwrap();
        if kind != last {
            let title = match kind {
                "CT" => "cuTile's data model",
                "T" => "Tile IR's types",
                "H" => "Heterogeneous types",
                _ => "Zeros by descriptor",
            };
            text += &format!("\n## {title}\n\n| row | what | held by |\n|---|---|---|\n");
            last = kind;
        }
        let mut by = by_row.get(row).cloned().unwrap_or_default();
        for named in columns.next().unwrap_or_default().split_whitespace() {
            check(row, named);
            by.push(match named.split_once(['#', '!']) {
                Some((path, item)) => {
                    let kind = if named.contains('!') {
                        "compile error"
                    } else {
                        "example"
                    };
                    format!("{kind} of `{item}` (`{path}`)")
                }
                None => format!("`{named}`"),
            });
        }
        assert!(!by.is_empty(), "{row} ({what}) is held by no test");
        text += &format!("| {row} | {what} | {} |\n", by.join(", "));
    }
    text += "\n## Jobs\n\n| job | held by |\n|---|---|\n";
    for job in 1..=35 {
        let job = format!("J{job:02}");
        let by = by_row
            .get(&job)
            .unwrap_or_else(|| panic!("{job} is held by no test"));
        text += &format!("| {job} | {} |\n", by.join(", "));
    }
    text += "\nEvery program of these tests also runs on a GPU: `cargo run --release -p azulejo-gpu -- check tile`\n\
             compares it with the CPU, bit for bit but for exponentials, fast forms and attention.\n";
    text
}

#[test]
fn every_row_is_in_the_table() {
    let listed: Vec<&str> = ROWS
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    for (table, last) in [("CT", 83), ("T", 32), ("H", 33), ("Z", 45)] {
        for n in 1..=last {
            let row = format!("{table}-{n:02}");
            let times = listed.iter().filter(|listed| **listed == row).count();
            assert_eq!(times, !NOTES.contains(&row.as_str()) as usize, "{row}");
        }
    }
}

#[test]
fn the_guide_shows_the_table() {
    let (path, text) = (root().join("docs/conformance.md"), table());
    if std::env::var_os("AZULEJO_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    assert!(
        found == text,
        "conformance.md is not what the tests say: AZULEJO_BLESS=1 writes it"
    );
}

#[test]
fn names_are_read_as_rows_and_jobs() {
    assert_eq!(held("ct_06_j01_scale_a_vector"), ["CT-06", "J01"]);
    assert_eq!(held("h_17_h_20_records"), ["H-17", "H-20"]);
    assert!(held("text_of_tiles_j1_t_5").is_empty());
}
