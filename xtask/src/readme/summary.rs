//! README's table: one row per type, from several records.

use std::path::Path;

use serde_json::Value;

use super::chart::mean;
use super::charts::{GEMMS, of_gemm, ratios, rows};
use super::views::{Table, number, range};
use crate::command::Failure;

/// A row per type on a GPU against cuBLASLt, and one on a CPU against the faster of two crates.
pub fn table(records: &Path) -> Result<Table, Failure> {
    let mut out = Vec::new();
    for gemm in GEMMS {
        let (label, record, _, _) = gemm;
        let rate = match record {
            "gpu-gemm" => {
                let dtype = if label == "int8" { "i8" } else { label };
                let size = ("product (column-major)", Value::from("4096x4096x4096:TN"));
                one(
                    records,
                    record,
                    &[("dtype", dtype.into()), size],
                    "azulejo TFLOP/s",
                )?
            }
            _ => {
                let dtype = if label == "f32" { "float32" } else { "float64" };
                let cells = [
                    ("type", dtype.into()),
                    ("kernel", "multistage, wide".into()),
                    ("M = N = K", 4096.into()),
                    ("order", "TN".into()),
                ];
                one(records, record, &cells, "TFLOP/s")?
            }
        };
        let unit = if label == "int8" { "TOP/s" } else { "TFLOP/s" };
        out.push(row(
            label,
            "H200",
            "cuBLASLt",
            &of_gemm(records, gemm)?,
            format!("{rate} {unit}"),
        ));
    }
    let all = rows(records, "cpu-gemm")?;
    let cells = [("dtype", Value::from("f32")), ("threads", Value::from(2))];
    let found = ratios(&all, &cells, "ratio to the best");
    let size = ("M×N×K", Value::from("2048×2048×2048"));
    let [dtype, threads] = cells;
    let rate = one(
        records,
        "cpu-gemm",
        &[dtype, threads, size],
        "azulejo GFLOP/s",
    )?;
    out.push(row(
        "f32",
        "CPU, 2 cores",
        "best of 2 crates",
        &found,
        format!("{rate} GFLOP/s at 2048³"),
    ));
    Ok(Table::new(
        &[
            "type",
            "on",
            "against",
            "mean speedup",
            "min–max",
            "at 4096³",
        ],
        out,
    ))
}

/// The cell in column `of` of the first row that has all of `cells`.
fn one(records: &Path, name: &str, cells: &[(&str, Value)], of: &str) -> Result<String, Failure> {
    let rows = rows(records, name)?;
    let row = rows
        .iter()
        .find(|row| cells.iter().all(|(key, value)| row[*key] == *value))
        .ok_or_else(|| format!("{name}: no row with {cells:?}"))?;
    Ok(number(&row[of]))
}

fn row(label: &str, on: &str, against: &str, ratios: &[f64], rate: String) -> Vec<String> {
    [
        label,
        on,
        against,
        &format!("{:.2}×", mean(ratios)),
        &range(ratios),
        &rate,
    ]
    .map(str::to_owned)
    .to_vec()
}
