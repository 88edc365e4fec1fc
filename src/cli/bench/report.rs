//! Rows of figures: on the terminal, and as JSON that `cargo xtask readme` makes tables of.

use std::io::{ErrorKind, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::gemm_cpu::ONE_THREAD;
use crate::cli::{failure::Failure, output, text};
use crate::harness::{Times, provenance, rounded};

/// One line of a table: named cells in order.
pub struct Row(Map<String, Value>);

impl Row {
    pub fn new() -> Self {
        Self(Map::new())
    }

    pub fn text(&mut self, name: &str, value: &str) {
        self.0.insert(name.into(), value.into());
    }

    pub fn count(&mut self, name: &str, value: usize) {
        self.0.insert(name.into(), value.into());
    }

    pub fn number(&mut self, name: &str, value: f64) {
        self.0.insert(name.into(), rounded(value, 3).into());
    }

    /// The rate of each implementation, `work` units a call, the ratio of the first to the best of the others, and how many times as
    /// fast as [`ONE_THREAD`] it is.
    pub fn timings(&mut self, unit: &str, work: f64, timings: &[Times]) {
        for timing in timings {
            self.number(&format!("{} {unit}", timing.name), work / timing.median());
        }
        if let Some((ours, others)) = timings.split_first() {
            let (one, others): (Vec<_>, Vec<_>) =
                others.iter().partition(|timing| timing.name == ONE_THREAD);
            if let [one] = one[..] {
                self.number("x one thread", one.over(ours));
            }
            if let Some(best) = others.iter().map(|timing| timing.median()).reduce(f64::min) {
                self.number("ratio to the best", best / ours.median());
            }
            self.number("spread %", 100.0 * ours.spread());
        }
    }

    /// The cells, each as wide as its name.
    fn line(&self, cell: impl Fn(&str, &Value) -> String) -> String {
        let cells = self.0.iter().map(|(name, value)| {
            let width = name.chars().count().max(14);
            format!("{:>width$}", cell(name, value))
        });
        cells.collect::<Vec<_>>().join("  ")
    }
}

/// Rows that are printed as they come.
#[derive(Default)]
pub struct Table(pub Vec<Row>);

impl Table {
    /// Prints the names above the first row, then the cells, and keeps them.
    pub fn push(&mut self, row: Row) {
        if self.0.is_empty() {
            say!("{}", row.line(|name, _| name.to_owned()));
        }
        let cell = |_: &str, value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_f64() => {
                format!("{:.2}", number.as_f64().unwrap_or(f64::NAN))
            }
            other => other.to_string(),
        };
        say!("{}", row.line(cell));
        self.0.push(row);
    }
}

/// The rows of the record at `path`; none where there is no file.
pub fn recorded(path: &Path) -> Result<Vec<Row>, Failure> {
    let wrong = |error: String| {
        let what = "name another file, or omit --keep";
        Failure::argument("--json", format!("{}: {error}; {what}", path.display()))
    };
    let text = match text::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(wrong(error.to_string())),
    };
    let record: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let rows = record["rows"].as_array().and_then(|rows| {
        let rows = rows.iter().map(|row| row.as_object().cloned().map(Row));
        rows.collect::<Option<_>>()
    });
    rows.ok_or_else(|| wrong("holds no rows of an earlier run".into()))
}

/// Puts the old rows before others, but those that agree with one of these in all cells of `key`.
pub fn keep(mut old: Vec<Row>, key: &[&str], rows: &mut Vec<Row>) {
    old.retain(|old| {
        let same = |row: &Row| key.iter().all(|key| row.0.get(*key) == old.0.get(*key));
        !rows.iter().any(same)
    });
    rows.splice(..0, old);
}

/// Writes the record: the machine, the date (UTC), and the rows.
pub fn save(path: &Path, machine: &str, note: &str, rows: Vec<Row>) -> Result<(), Failure> {
    let rows: Vec<Value> = rows.into_iter().map(|row| Value::Object(row.0)).collect();
    let record =
        json!({ "machine": machine, "date": provenance::date(), "note": note, "rows": rows });
    let text =
        serde_json::to_string_pretty(&record).map_err(|error| Failure::Work(error.to_string()))?;
    output::save("--json", path, |file| writeln!(file, "{text}"))
}

/// The processor's name, family and model, where the system tells them.
pub fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(':'));
        let mut named = lines.filter(|(key, _)| key.trim() == name);
        named.next().map(|(_, value)| value.trim())
    };
    match ["model name", "cpu family", "model"].map(field) {
        [Some(name), Some(family), Some(model)] => {
            format!("{name}, family {family}, model {model}")
        }
        [name, ..] => name.unwrap_or(std::env::consts::ARCH).to_owned(),
    }
}
