//! Which charts there are, and the records that they are drawn from.

use std::path::Path;

use serde_json::Value;

use super::chart::{Chart, Row, mean};
use super::views::kernel_name;
use super::{attention, newest, record};
use crate::command::Failure;

/// The charts by the name of their file in `docs/charts`.
pub fn all(records: &Path) -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(vec![
        ("gemm.svg", gemm(records)?.svg()),
        ("gemm-cpu.svg", cpu(records)?.svg()),
        ("gemm-sm80.svg", sm80(records)?.svg()),
        ("memory.svg", memory(records)?.svg()),
        ("attention.svg", attention(records)?.svg()),
    ])
}

/// The rows of the newest record of a name.
pub fn rows(records: &Path, name: &str) -> Result<Vec<Value>, Failure> {
    let record = record(&newest(&records.join(name))?)?;
    Ok(record["rows"].as_array().cloned().unwrap_or_default())
}

/// The numbers in column `of` of the rows that have all of `cells`.
pub fn ratios(rows: &[Value], cells: &[(&str, Value)], of: &str) -> Vec<f64> {
    rows.iter()
        .filter(|row| cells.iter().all(|(key, value)| row[*key] == *value))
        .filter_map(|row| row[of].as_f64())
        .collect()
}

/// A bar of a chart: label, record, and the cells and column of its ratios.
type Bar = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

/// Types of the GEMM chart: label, record, and the cells and column of its ratios.
pub const GEMMS: [Bar; 7] = [
    (
        "bf16",
        "gpu-gemm",
        &[("dtype", "bf16")],
        "speedup vs. best cuBLASLt",
    ),
    (
        "f16",
        "gpu-gemm",
        &[("dtype", "f16")],
        "speedup vs. best cuBLASLt",
    ),
    (
        "tf32",
        "gpu-gemm",
        &[("dtype", "tf32")],
        "speedup vs. best cuBLASLt",
    ),
    (
        "e4m3",
        "gpu-gemm",
        &[("dtype", "e4m3")],
        "speedup vs. best cuBLASLt",
    ),
    (
        "int8",
        "gpu-gemm",
        &[("dtype", "i8")],
        "speedup vs. best cuBLASLt",
    ),
    (
        "f32",
        "gpu-gemm-sm80",
        &[("type", "float32"), ("kernel", "multistage, wide")],
        "speedup vs. best cuBLASLt",
    ),
    (
        "f64",
        "gpu-gemm-sm80",
        &[("type", "float64"), ("kernel", "multistage, wide")],
        "speedup vs. best cuBLASLt",
    ),
];

/// The ratios of one of [`GEMMS`].
pub fn of_gemm(
    records: &Path,
    (label, record, cells, column): (&str, &str, &[(&str, &str)], &str),
) -> Result<Vec<f64>, Failure> {
    let cells: Vec<(&str, Value)> = cells
        .iter()
        .map(|(key, value)| (*key, Value::from(*value)))
        .collect();
    let found = ratios(&rows(records, record)?, &cells, column);
    match found.is_empty() {
        true => Err(format!("{record}: no ratio of {label}")),
        false => Ok(found),
    }
}

fn gemm(records: &Path) -> Result<Chart, Failure> {
    let mut rows = Vec::new();
    for row in GEMMS {
        rows.push(strip(row.0.to_owned(), of_gemm(records, row)?));
    }
    Ok(Chart {
        title: "GEMM on one H200: speedup over the best cuBLASLt algorithm".to_owned(),
        series: ["one problem", ""],
        ends: [0.5, 4.0],
        ticks: vec![0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0],
        is_ratio: true,
        rows,
    })
}

fn cpu(records: &Path) -> Result<Chart, Failure> {
    let all = rows(records, "cpu-gemm")?;
    let mut rows = Vec::new();
    for dtype in ["f32", "f64", "f16"] {
        for threads in [1, 2] {
            let cells = [
                ("dtype", Value::from(dtype)),
                ("threads", Value::from(threads)),
            ];
            let found = ratios(&all, &cells, "ratio to the best");
            let label = format!(
                "{dtype}, {threads} thread{}",
                if threads == 1 { "" } else { "s" }
            );
            rows.push(strip(label, found));
        }
    }
    Ok(Chart {
        title: "GEMM on a CPU: speedup over the faster of two crates".to_owned(),
        series: ["one problem", ""],
        ends: [0.75, 3.0],
        ticks: vec![0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0],
        is_ratio: true,
        rows,
    })
}

fn sm80(records: &Path) -> Result<Chart, Failure> {
    let all = rows(records, "gpu-gemm-sm80")?;
    let mut rows: Vec<Row> = Vec::new();
    for row in &all {
        let (Some(kernel), Some(dtype)) = (row["kernel"].as_str(), row["type"].as_str()) else {
            return Err("gpu-gemm-sm80: a row without a `kernel` or a `type`".to_owned());
        };
        let label = format!("{dtype}: {}", kernel_name(kernel, dtype));
        if rows.iter().all(|row| row.label != label) {
            let cells = [
                ("kernel", row["kernel"].clone()),
                ("type", row["type"].clone()),
            ];
            rows.push(strip(
                label,
                ratios(&all, &cells, "speedup vs. best cuBLASLt"),
            ));
        }
    }
    Ok(Chart {
        title: "Kernels for compute capability 8.0 on one H200: speedup over the best cuBLASLt algorithm".to_owned(),
        series: ["one problem", ""],
        ends: [0.015, 1.5],
        ticks: vec![0.02, 0.05, 0.1, 0.2, 0.5, 1.0],
        is_ratio: true,
        rows,
    })
}

fn memory(records: &Path) -> Result<Chart, Failure> {
    let mut rows = Vec::new();
    for row in self::rows(records, "gpu-memory")? {
        let cell = |key: &str| row[key].as_f64();
        let (Some(rate), Some(part)) = (cell("GB/s"), cell("fraction of memset or memcpy")) else {
            return Err(
                "gpu-memory: a row without `GB/s` or `fraction of memset or memcpy`".to_owned(),
            );
        };
        rows.push(Row {
            label: row["kernel"].as_str().unwrap_or_default().to_owned(),
            values: vec![100.0 * part],
            other: cell("PyTorch GB/s").map(|other| 100.0 * part * other / rate),
            mean: Some(100.0 * part),
        });
    }
    Ok(Chart {
        title: "Memory-bound kernels on one H200, in percent of memset or memcpy".to_owned(),
        series: ["azulejo", "PyTorch"],
        ends: [0.0, 110.0],
        ticks: vec![0.0, 25.0, 50.0, 75.0, 100.0],
        is_ratio: false,
        rows,
    })
}

fn attention(records: &Path) -> Result<Chart, Failure> {
    let all = rows(records, "attention")?;
    let groups = attention::groups(&all)?;
    Ok(Chart {
        title:
            "Attention on one H200: speedup over cuDNN, of kernels for 8.0 over FlashAttention 2"
                .to_owned(),
        series: ["one problem", ""],
        ends: [0.75, 3.0],
        ticks: vec![0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0],
        is_ratio: true,
        rows: groups
            .into_iter()
            .map(|group| strip(group.label, group.ratios))
            .collect(),
    })
}

/// A row of ratios with their mean.
fn strip(label: String, values: Vec<f64>) -> Row {
    Row {
        label,
        mean: (!values.is_empty()).then(|| mean(&values)),
        values,
        other: None,
    }
}
