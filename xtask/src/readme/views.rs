//! The table of a record, by the record's name.

use serde_json::Value;

use super::chart::mean;
use crate::command::Failure;

/// Cells in rows, under the names of the columns.
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(columns: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self {
            columns: columns.iter().map(|name| name.to_string()).collect(),
            rows,
        }
    }
}

/// The table of a record; one without a view of its own shows every cell of every row.
pub fn view(name: &str, rows: &[Value]) -> Result<Table, Failure> {
    match name {
        "cpu-gemm" => cpu_gemm(rows),
        "gpu-gemm" => gpu_gemm(rows),
        "gpu-memory" => gpu_memory(rows),
        "attention" => super::attention::table(rows),
        "gpu-gemm-sm80" => sm80(rows),
        _ => Ok(all(rows)),
    }
}

/// Sizes that the table of the CPU's GEMMs shows.
const CPU_SIZES: [&str; 5] = [
    "64×64×64",
    "256×256×256",
    "1000×1000×1000",
    "2048×2048×2048",
    "64×2048×2048",
];

/// A row per type and size: azulejo and the faster crate on one thread and on two, and, if one thread took part in the run
/// on two, the speedup of two.
fn cpu_gemm(rows: &[Value]) -> Result<Table, Failure> {
    let mut out = Vec::new();
    for dtype in ["f32", "f64", "f16", "bf16", "tf32", "i8"] {
        for size in CPU_SIZES {
            let find = |threads: u64| {
                rows.iter().find(|row| {
                    row["dtype"] == dtype && row["M×N×K"] == size && row["threads"] == threads
                })
            };
            let (Some(one), Some(two)) = (find(1), find(2)) else {
                return Err(format!("no row of {dtype} {size} on one thread, or on two"));
            };
            let mut cells = vec![dtype.to_owned(), size.to_owned()];
            for row in [one, two] {
                cells.push(number(&row["azulejo GFLOP/s"]));
                cells.push(best_peer(row));
                cells.push(number(&row["ratio to the best"]));
            }
            cells.push(number(&two["x one thread"]));
            out.push(cells);
        }
    }
    let columns = [
        "type",
        "M×N×K",
        "azulejo, 1 thread",
        "best crate",
        "speedup",
        "azulejo, 2 threads",
        "best crate",
        "speedup",
        "2 threads over 1",
    ];
    Ok(Table::new(&columns, out))
}

/// The rate of the fastest crate but ours, with its name.
fn best_peer(row: &Value) -> String {
    let peers =
        ["matrixmultiply", "gemm"].map(|name| (name, row[format!("{name} GFLOP/s")].as_f64()));
    let best = peers
        .iter()
        .filter_map(|(name, rate)| Some((name, (*rate)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or_else(dash, |(name, rate)| format!("{rate:.1} ({name})"))
}

/// Columns of the table of GEMMs on a GPU: problems whose figures are shown.
const GPU_SIZES: [(&str, &str); 4] = [
    ("2048³", "2048x2048x2048:TN"),
    ("4096³", "4096x4096x4096:TN"),
    ("8192³", "8192x8192x8192:TN"),
    ("4096×14336×4096", "4096x14336x4096:TN"),
];

/// A row per type: the geometric mean of the ratios, their range, and some problems.
fn gpu_gemm(rows: &[Value]) -> Result<Table, Failure> {
    let mut types: Vec<&str> = Vec::new();
    for row in rows {
        let dtype = row["dtype"].as_str().ok_or("a row without a `dtype`")?;
        if !types.contains(&dtype) {
            types.push(dtype);
        }
    }
    let mut out = Vec::new();
    for dtype in types {
        let of_type = || rows.iter().filter(|row| row["dtype"] == dtype);
        let ratios: Vec<f64> = of_type()
            .filter_map(|row| row["speedup vs. best cuBLASLt"].as_f64())
            .collect();
        if ratios.is_empty() {
            return Err(format!("no ratio of {dtype}"));
        }
        let mut cells = vec![
            dtype.to_owned(),
            format!("{:.3}", mean(&ratios)),
            range(&ratios),
        ];
        for (_, size) in GPU_SIZES {
            let row = of_type().find(|row| row["product (column-major)"] == size);
            cells.push(row.map_or_else(dash, |row| {
                let ours = number(&row["azulejo TFLOP/s"]);
                format!("{ours} ({})", number(&row["speedup vs. best cuBLASLt"]))
            }));
        }
        out.push(cells);
    }
    let mut columns = vec!["type", "mean speedup", "min–max"];
    columns.extend(GPU_SIZES.map(|(name, _)| name));
    Ok(Table::new(&columns, out))
}

/// Every kernel with its rate in percent of memset or memcpy.
fn gpu_memory(rows: &[Value]) -> Result<Table, Failure> {
    let cells = |row: &Value| {
        let percent = |key: &str| match row[key].as_f64() {
            Some(part) => format!("{:.1} %", part * 100.0),
            None => dash(),
        };
        let name = row["kernel"].as_str().ok_or("a row without a `kernel`")?;
        Ok(vec![
            name.to_owned(),
            number(&row["GB/s"]),
            percent("fraction of memset or memcpy"),
            number(&row["PyTorch GB/s"]),
        ])
    };
    let rows: Result<Vec<_>, Failure> = rows.iter().map(cells).collect();
    let columns = ["kernel", "GB/s", "% of memset or memcpy", "PyTorch GB/s"];
    Ok(Table::new(&columns, rows?))
}

/// The name that pages give to a kernel for compute capability 8.0, in place of the record's.
pub fn kernel_name(kernel: &str, dtype: &str) -> String {
    let kernel = kernel
        .replace("vectorised", "vectorized")
        .replace("fed", "TMA loads")
        .replace("broad", "128x256 tile");
    match dtype {
        "float32" => kernel.replace("wide", "f64 accumulators"),
        _ => kernel.replace("wide", "loads of two"),
    }
}

/// A row per kernel and type: the geometric mean of the ratios, their range, and the sizes with K of both operands contiguous.
fn sm80(rows: &[Value]) -> Result<Table, Failure> {
    const SIZES: [u64; 3] = [2048, 4096, 8192];
    let said = |row: &Value, key: &str| match row[key].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("a row without a `{key}`")),
    };
    let mut out: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let (kernel, dtype) = (said(row, "kernel")?, said(row, "type")?);
        let label = [kernel_name(&kernel, &dtype), dtype];
        if out.iter().any(|cells| cells.starts_with(&label)) {
            continue;
        }
        let of_kernel = || {
            let same = |other: &&Value| {
                ["kernel", "type"]
                    .iter()
                    .all(|key| other[*key] == row[*key])
            };
            rows.iter().filter(same)
        };
        let ratios: Vec<f64> = of_kernel()
            .filter_map(|row| row["speedup vs. best cuBLASLt"].as_f64())
            .collect();
        let mut cells = label.to_vec();
        cells.extend([format!("{:.3}", mean(&ratios)), range(&ratios)]);
        for size in SIZES {
            let row = of_kernel().find(|row| row["M = N = K"] == size && row["order"] == "TN");
            cells.push(row.map_or_else(dash, |row| {
                let ours = number(&row["TFLOP/s"]);
                format!("{ours} ({})", number(&row["speedup vs. best cuBLASLt"]))
            }));
        }
        out.push(cells);
    }
    let columns = [
        "kernel",
        "type",
        "mean speedup",
        "min–max",
        "2048³ TN",
        "4096³ TN",
        "8192³ TN",
    ];
    Ok(Table::new(&columns, out))
}

/// The least and the greatest of some ratios, and how many there are.
pub fn range(ratios: &[f64]) -> String {
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    match ratios.len() {
        1 => dash(),
        count => format!("{least:.2}–{most:.2} ({count} problems)"),
    }
}

fn all(rows: &[Value]) -> Table {
    let first = rows.first().and_then(Value::as_object);
    let columns: Vec<String> = first.map_or_else(Vec::new, |row| row.keys().cloned().collect());
    let cells = |row: &Value| {
        columns
            .iter()
            .map(|name| number(&row[name.as_str()]))
            .collect()
    };
    let rows = rows.iter().map(cells).collect();
    Table { columns, rows }
}

/// A number with three significant digits or more, a text unchanged, nothing as a dash.
pub fn number(value: &Value) -> String {
    match value {
        Value::Null => dash(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            let digits = match number.abs() {
                1000.0.. => 0,
                10.0.. => 1,
                _ => 2,
            };
            format!("{number:.digits$}")
        }
        other => other.to_string(),
    }
}

/// What stands where there is nothing.
pub fn dash() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::view;

    #[test]
    fn products_on_the_gpu_are_summed_up_by_type() {
        let row = |size: &str, ratio: f64| {
            json!({
                "dtype": "bf16", "product (column-major)": size, "azulejo TFLOP/s": 696.31, "speedup vs. best cuBLASLt": ratio,
            })
        };
        let rows = [row("2048x2048x2048:TN", 0.8), row("1x1x1:TN", 1.25)];
        let table = view("gpu-gemm", &rows).unwrap();
        assert_eq!(table.rows.len(), 1);
        assert_eq!(
            table.rows[0][..4],
            ["bf16", "1.000", "0.80–1.25 (2 problems)", "696.3 (0.80)"]
        );
        assert_eq!(table.rows[0][4], "–");
        assert_eq!(table.columns.len(), table.rows[0].len());
        assert!(view("gpu-gemm", &[json!({"n": 1})]).is_err());
    }

    #[test]
    fn kernels_of_memory_show_their_part_of_the_ceiling() {
        let rows =
            [json!({"kernel": "copy f32", "GB/s": 4031.8, "fraction of memset or memcpy": 0.9668})];
        let table = view("gpu-memory", &rows).unwrap();
        assert_eq!(table.rows, [["copy f32", "4032", "96.7 %", "–"]]);
        assert!(view("cpu-gemm", &rows).is_err());
    }
}
