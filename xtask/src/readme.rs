//! `cargo xtask readme`: the tables of README.md and docs/benchmarks.md and the charts in docs/charts, written from the
//! newest records in `benches/results/`.
//!
//! A table is between two comments:
//!
//! ```text
//! <!-- record: cpu-gemm -->
//! (the table)
//! <!-- end of record -->
//! ```
//!
//! It comes from the newest file (by name, which is a date) in `benches/results/cpu-gemm/`: JSON with `machine`, `date`,
//! an optional `note`, and `rows`, a list of flat objects. [`views`] makes a table of the rows, by the record's name; the
//! name `summary` is README's table of several records. [`charts`] lists the charts. Between `<!-- error: FILE -->` and
//! `<!-- end of error -->` is the first line of a compiler's message that a test expects. `cargo xtask readme --check` changes
//! nothing and fails if a table or a chart is stale.

mod attention;
mod chart;
mod charts;
mod summary;
mod views;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use views::Table;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, root};

const OPEN: &str = "<!-- record: ";
const CLOSE: &str = "<!-- end of record -->";
const OPEN_ERROR: &str = "<!-- error: ";
const CLOSE_ERROR: &str = "<!-- end of error -->";

/// The pages with tables.
const PAGES: [&str; 2] = ["README.md", "docs/benchmarks.md"];
/// The chart that README shows, as data, for the hosted documentation, which has no files beside its pages.
const HOSTED: &str = "docs/guide/hosted/charts.md";
/// The most bytes of README.md.
const LIMIT: usize = 9_000;

pub const COMMAND: Command = Command {
    name: "readme",
    about: "write the tables and charts of README and docs/benchmarks.md from benches/results (--check: fail if stale)",
    run: |args| {
        let check = args.iter().any(|arg| arg == "--check");
        let records = root().join("benches/results");
        let mut files = Vec::new();
        for page in PAGES {
            let old = fs::read_to_string(root().join(page))
                .map_err(|error| format!("{page}: {error}"))?;
            let old = with_errors(&old, &root())?;
            let new = rendered(&old, &records).map_err(|error| format!("{page}: {error}"))?;
            if page == "README.md" && new.len() > LIMIT {
                return Err(format!(
                    "README.md has {} bytes, at most {LIMIT}: move a part to docs/",
                    new.len()
                ));
            }
            files.push((page.to_owned(), new));
        }
        for (name, svg) in charts::all(&records)? {
            if name == "gemm.svg" {
                let data = base64(svg.as_bytes());
                files.push((
                    HOSTED.to_owned(),
                    format!("[chart]: data:image/svg+xml;base64,{data}\n"),
                ));
            }
            files.push((format!("docs/charts/{name}"), svg));
        }
        for (file, new) in files {
            let path = root().join(&file);
            if fs::read_to_string(&path).unwrap_or_default() == new {
                continue;
            }
            if check {
                return Err(format!("{file} is stale; `cargo xtask readme` writes it"));
            }
            fs::write(&path, new).map_err(|error| format!("{file}: {error}"))?;
        }
        Ok(Outcome::Done)
    },
};

/// The text with every marked table replaced by its newest record.
fn rendered(text: &str, records: &Path) -> Result<String, Failure> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        let head = start + OPEN.len();
        let name_end = rest[head..]
            .find(" -->")
            .ok_or("a record comment does not end")?;
        let name = &rest[head..head + name_end];
        let body = head + name_end + " -->".len();
        let end = rest[body..]
            .find(CLOSE)
            .ok_or_else(|| format!("record {name} has no end"))?;
        out.push_str(&rest[..body]);
        out.push('\n');
        out.push_str(&match name {
            "summary" => markdown(&summary::table(records)?),
            _ => section(name, &newest(&records.join(name))?)?,
        });
        out.push_str(CLOSE);
        rest = &rest[body + end + CLOSE.len()..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The text with every marked compiler error replaced by the first line of its file, a test's expected output.
fn with_errors(text: &str, root: &Path) -> Result<String, Failure> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN_ERROR) {
        let (path, after) = after
            .split_once(" -->")
            .ok_or("an error comment does not end")?;
        let (_, after) = after
            .split_once(CLOSE_ERROR)
            .ok_or_else(|| format!("the error {path} has no end"))?;
        let text =
            fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        let line = text.lines().next().unwrap_or_default();
        out.push_str(&format!(
            "{before}{OPEN_ERROR}{path} -->\n```text\n{line}\n```\n{CLOSE_ERROR}"
        ));
        rest = after;
    }
    Ok(out + rest)
}

/// Bytes in base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let word = three
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - three.len()));
        for digit in 0..4 {
            let at = (word >> (18 - 6 * digit)) & 63;
            out.push(match digit <= three.len() {
                true => DIGITS[at as usize].into(),
                false => '=',
            });
        }
    }
    out
}

/// A record as JSON.
fn record(path: &Path) -> Result<Value, Failure> {
    let fault = |what: &str| format!("{}: {what}", path.display());
    let text = fs::read_to_string(path).map_err(|error| fault(&error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| fault(&error.to_string()))
}

/// The JSON file of the folder whose name sorts last.
fn newest(folder: &Path) -> Result<PathBuf, Failure> {
    let entries = fs::read_dir(folder).map_err(at(folder))?;
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .max()
        .ok_or_else(|| format!("{}: no record", folder.display()))
}

/// One record as a Markdown table, with the machine, the date and the note under it.
fn section(name: &str, path: &Path) -> Result<String, Failure> {
    let fault = |what: &str| format!("{}: {what}", path.display());
    let record = record(path)?;
    let rows = record["rows"]
        .as_array()
        .filter(|rows| !rows.is_empty())
        .ok_or_else(|| fault("no `rows`"))?;
    let table = views::view(name, rows).map_err(|what| fault(&what))?;
    let said = |key: &str| {
        record[key]
            .as_str()
            .ok_or_else(|| fault(&format!("no `{key}`")))
    };
    let mut out = markdown(&table);
    out.push_str(&format!("\n{}, {}.", said("machine")?, said("date")?));
    if let Some(note) = record["note"].as_str() {
        out.push_str(&format!(" {note}"));
    }
    out.push('\n');
    Ok(out)
}

fn markdown(table: &Table) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> = table.columns.iter().map(|_| "---".to_owned()).collect();
    let rows = table.rows.iter().map(|row| line(row));
    line(&table.columns) + &line(&rule) + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::rendered;

    #[test]
    fn a_table_is_replaced_by_the_newest_record_and_the_text_around_it_stays() {
        let folder = std::env::temp_dir().join(format!("azulejo-readme-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("cpu")).unwrap();
        let record = |name: &str, n: u32| {
            let text = format!(
                r#"{{"machine":"M","date":"D","note":"N.","rows":[{{"n":{n},"ratio":1.0}}]}}"#
            );
            std::fs::write(folder.join("cpu").join(name), text).unwrap();
        };
        record("2026-01-01.json", 1);
        record("2026-02-01.json", 2);
        let text = "before\n<!-- record: cpu -->\nold\n<!-- end of record -->\nafter\n";
        let new = rendered(text, &folder).unwrap();
        let table = "| n | ratio |\n| --- | --- |\n| 2 | 1.00 |\n\nM, D. N.\n";
        assert_eq!(
            new,
            format!("before\n<!-- record: cpu -->\n{table}<!-- end of record -->\nafter\n")
        );
        assert_eq!(rendered(&new, &folder).unwrap(), new);
        assert!(rendered("<!-- record: gpu -->\n<!-- end of record -->", &folder).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
