//! What `benches/pytorch.py` records of attention: problems that differ in their lengths alone, together.

use serde_json::Value;

use super::chart::mean;
use super::views::{Table, dash, number, range};
use crate::command::Failure;

/// Problems of one kind, shortest first.
pub struct Group {
    pub label: String,
    /// Speedups over PyTorch's call.
    pub ratios: Vec<f64>,
    /// The shortest and the longest, as a table shows them.
    ends: [String; 2],
}

/// The attention of a record, in its order; products are left out.
pub fn groups(rows: &[Value]) -> Result<Vec<Group>, Failure> {
    let mut out: Vec<Group> = Vec::new();
    for row in rows {
        let Some(label) = label(row)? else { continue };
        let ratio = row["speedup"]
            .as_f64()
            .ok_or_else(|| format!("no `speedup` of {label}"))?;
        let shown = shown(row, ratio);
        match out.last_mut().filter(|group| group.label == label) {
            Some(group) => {
                group.ratios.push(ratio);
                group.ends[1] = shown;
            }
            None => out.push(Group {
                label,
                ratios: vec![ratio],
                ends: [shown.clone(), shown],
            }),
        }
    }
    Ok(out)
}

/// A row per group: the geometric mean of the ratios, their range, the shortest and the longest problem.
pub fn table(rows: &[Value]) -> Result<Table, Failure> {
    let cells = |group: Group| {
        let (mean, range) = (mean(&group.ratios), range(&group.ratios));
        let [shortest, longest] = group.ends;
        let longest = if group.ratios.len() == 1 {
            dash()
        } else {
            longest
        };
        vec![group.label, format!("{mean:.3}"), range, shortest, longest]
    };
    let columns = ["bf16", "mean speedup", "min–max", "shortest", "longest"];
    let rows = groups(rows)?.into_iter().map(cells).collect();
    Ok(Table::new(&columns, rows))
}

/// What the problem is but for its length; nothing for a product.
fn label(row: &Value) -> Result<Option<String>, Failure> {
    let said = |key: &str| row[key].as_str().unwrap_or_default();
    let width = &row["d"];
    let family = match said("name").starts_with("sm80") {
        true => "8.0: ",
        false => "",
    };
    Ok(Some(match (said("what"), said("name")) {
        ("gemm", _) => return Ok(None),
        ("attention decode", _) => format!("decode, batch {}, d{width}", row["batch"]),
        ("attention backward", _) => {
            format!("{family}backward, d{width}, {}", said("mask"))
        }
        ("attention forward, packed sequences", _) => {
            format!("packed, d{width}, {}", said("mask"))
        }
        ("attention forward", name) => {
            let heads = if name.starts_with("gqa") {
                "GQA 64/8, "
            } else {
                ""
            };
            format!("{family}forward, {heads}d{width}, {}", said("mask"))
        }
        (other, _) => return Err(format!("no view of `{other}`")),
    }))
}

/// The length, the speed and the ratio.
fn shown(row: &Value, ratio: f64) -> String {
    let speed = match (&row["tflops"][0], &row["tbps"][0]) {
        (Value::Null, bytes) => format!("{} TB/s", number(bytes)),
        (operations, _) => format!("{} TFLOP/s", number(operations)),
    };
    let length = match &row["s"] {
        Value::Null => "mixed lengths".to_owned(),
        s => format!("S = {s}"),
    };
    format!("{length}: {speed} ({ratio:.2})")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::table;

    #[test]
    fn problems_of_one_kind_are_a_row() {
        let forward = |s: u32, speedup: f64| {
            json!({
                "what": "attention forward", "name": "d64-full", "d": 64, "mask": "full", "s": s, "tflops": [400.0, 300.0],
                "speedup": speedup,
            })
        };
        let decode = json!({
            "what": "attention decode", "name": "decode", "d": 128, "batch": 16, "s": 8192, "tbps": [4.25, 4.0], "speedup": 1.0625,
        });
        let rows = [
            forward(512, 0.8),
            forward(1024, 1.25),
            decode,
            json!({"what": "gemm"}),
        ];
        let table = table(&rows).unwrap();
        let expected = [
            [
                "forward, d64, full",
                "1.000",
                "0.80–1.25 (2 problems)",
                "S = 512: 400.0 TFLOP/s (0.80)",
                "S = 1024: 400.0 TFLOP/s (1.25)",
            ],
            [
                "decode, batch 16, d128",
                "1.062",
                "–",
                "S = 8192: 4.25 TB/s (1.06)",
                "–",
            ],
        ];
        assert_eq!(table.rows, expected);
        assert!(super::groups(&[json!({"what": "other"})]).is_err());
    }
}
