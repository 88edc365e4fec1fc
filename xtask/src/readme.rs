//! `cargo xtask readme`: the tables of README.md, written from the newest records in `benches/record/`.
//!
//! A table stands between two comments:
//!
//! ```text
//! <!-- record: cpu-gemm -->
//! (the table)
//! <!-- end of record -->
//! ```
//!
//! It comes from the newest file (by name, which is a date) in `benches/record/cpu-gemm/`: JSON with `machine`, `date`,
//! an optional `note`, and `rows`, a list of flat objects. How rows become a table is said in [`views`] by the record's
//! name. `cargo xtask readme --check` changes nothing and fails where a table is stale.

mod views;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use views::Table;

use crate::command::{Command, Failure, Outcome};
use crate::shell::root;

const OPEN: &str = "<!-- record: ";
const CLOSE: &str = "<!-- end of record -->";

pub const COMMAND: Command = Command {
    name: "readme",
    about: "write README's tables from benches/record (--check: fail if they are stale)",
    run: |args| {
        let path = root().join("README.md");
        let old = fs::read_to_string(&path).map_err(|error| format!("README.md: {error}"))?;
        let new = rendered(&old, &root().join("benches/record"))?;
        if args.iter().any(|arg| arg == "--check") {
            if new != old {
                return Err(
                    "the tables of README.md are stale; `cargo xtask readme` writes them".into(),
                );
            }
        } else if new != old {
            fs::write(&path, new).map_err(|error| format!("README.md: {error}"))?;
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
            .ok_or("README.md: a record comment does not end")?;
        let name = &rest[head..head + name_end];
        let body = head + name_end + " -->".len();
        let end = rest[body..]
            .find(CLOSE)
            .ok_or_else(|| format!("README.md: record {name} has no end"))?;
        out.push_str(&rest[..body]);
        out.push('\n');
        out.push_str(&section(name, &newest(&records.join(name))?)?);
        out.push_str(CLOSE);
        rest = &rest[body + end + CLOSE.len()..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The JSON file of the folder whose name sorts last.
fn newest(folder: &Path) -> Result<PathBuf, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
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
    let text = fs::read_to_string(path).map_err(|error| fault(&error.to_string()))?;
    let record: Value = serde_json::from_str(&text).map_err(|error| fault(&error.to_string()))?;
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
