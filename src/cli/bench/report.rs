//! Rows of figures: on the terminal, and as JSON that `cargo xtask readme` makes tables of.

use std::io::Write;
use std::path::Path;

use azulejo::tensor::{Category, Element};
use serde_json::{Map, Value, json};

use super::compare::Timing;
use crate::cli::{failure::Failure, output};
use crate::harness::provenance;

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
        self.0
            .insert(name.into(), json!((value * 1000.0).round() / 1000.0));
    }

    /// The rate of each implementation, `work` units a call, and the ratio of the first to the best of the others.
    pub fn timings(&mut self, unit: &str, work: f64, timings: &[Timing]) {
        for timing in timings {
            self.number(&format!("{} {unit}", timing.name), work / timing.median);
        }
        if let Some((ours, others)) = timings.split_first() {
            let best = others.iter().map(|timing| timing.median).reduce(f64::min);
            if let Some(best) = best {
                self.number("ratio to the best", best / ours.median);
            }
            self.number("spread %", 100.0 * ours.spread);
        }
    }

    /// Prints the names above the first row, then the cells.
    pub fn print(&self, first: bool) {
        let width = |name: &str| name.chars().count().max(14);
        if first {
            let names: Vec<String> = self
                .0
                .keys()
                .map(|name| format!("{name:>0$}", width(name)))
                .collect();
            say!("{}", names.join("  "));
        }
        let cell = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_f64() => {
                format!("{:.2}", number.as_f64().unwrap_or(f64::NAN))
            }
            other => other.to_string(),
        };
        let cells: Vec<String> = self
            .0
            .iter()
            .map(|(name, value)| format!("{:>1$}", cell(value), width(name)))
            .collect();
        say!("{}", cells.join("  "));
    }
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

/// The processor's name, where the system tells it.
pub fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(
        || std::env::consts::ARCH.to_owned(),
        |(_, name)| name.trim().to_owned(),
    )
}

/// Numbers that look random and are the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// Values between -1 and 1, or whole ones between -8 and 8 for an integer type.
    pub fn values<T: Element>(&mut self, count: usize) -> Vec<T> {
        let scale = if T::DTYPE.category() == Category::Float {
            1.0
        } else {
            8.0
        };
        (0..count)
            .map(|_| {
                self.0 ^= self.0 << 13;
                self.0 ^= self.0 >> 7;
                self.0 ^= self.0 << 17;
                T::from_f64(((self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * scale)
            })
            .collect()
    }
}
