//! The record of a bench run: medians and ratios, a row for each type, size and number of threads.

use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value, json};

/// A line of the record.
pub struct Row(Map<String, Value>);

/// Rows in the order of the run, and what the names of those that are wanted hold.
pub struct Record {
    rows: Vec<Row>,
    filter: String,
}

/// The implementation that is ours on one thread, in a run on several.
pub const ONE_THREAD: &str = "azulejo, one thread";

/// The cells that tell rows apart.
const KEY: [&str; 3] = ["dtype", "M×N×K", "threads"];

impl Row {
    /// A row without figures.
    fn new(dtype: &str, [m, n, k]: [usize; 3], threads: usize) -> Self {
        let mut cells = Map::new();
        cells.insert(KEY[0].into(), dtype.into());
        cells.insert(KEY[1].into(), format!("{m}×{n}×{k}").into());
        cells.insert(KEY[2].into(), threads.into());
        Self(cells)
    }

    /// What a filter is compared with.
    fn name(&self) -> String {
        let cell = |key| self.0[key].as_str().unwrap_or_default().replace('×', "x");
        format!(
            "{} {} threads {}",
            cell(KEY[0]),
            cell(KEY[1]),
            self.0[KEY[2]]
        )
    }

    /// The median rate of each implementation in GFLOP/s, the ratio of the first to the best of the others, how many times as
    /// fast as [`ONE_THREAD`] it is (the median of the quotients, round by round), and how far the times of the first
    /// spread (10th to 90th percentile).
    pub fn rates<'a>(
        &mut self,
        flops: f64,
        times: impl Iterator<Item = (&'static str, &'a [f64])>,
    ) {
        let round = |x: f64| json!((x * 1000.0).round() / 1000.0);
        let at =
            |sorted: &[f64], part: f64| sorted[((sorted.len() - 1) as f64 * part).round() as usize];
        let sorted = |times: &[f64]| {
            let mut times = times.to_vec();
            times.sort_by(f64::total_cmp);
            times
        };
        let (mut first, mut best, mut spread): (&[f64], Option<f64>, f64) = (&[], None, 0.0);
        for (name, times) in times {
            let own = sorted(times);
            let median = at(&own, 0.5);
            let rate = json!((flops / median / 1e8).round() / 10.0);
            self.0.insert(format!("{name} GFLOP/s"), rate);
            if first.is_empty() {
                first = times;
                spread = 100.0 * (at(&own, 0.9) - at(&own, 0.1)) / median;
            } else if name == ONE_THREAD {
                let quotients: Vec<f64> = times
                    .iter()
                    .zip(first)
                    .map(|(one, all)| one / all)
                    .collect();
                let times = round(at(&sorted(&quotients), 0.5));
                self.0.insert("x one thread".into(), times);
            } else {
                best = Some(best.map_or(median, |best| best.min(median)));
            }
        }
        if let Some(best) = best {
            let ratio = round(best / at(&sorted(first), 0.5));
            self.0.insert("ratio to the best".into(), ratio);
        }
        self.0.insert("spread %".into(), round(spread));
    }

    fn same(&self, other: &Value) -> bool {
        KEY.iter().all(|key| self.0[*key] == other[*key])
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name())?;
        let mut figures = self.0.iter().skip(KEY.len());
        figures.try_for_each(|(name, value)| write!(f, "  {name} {value}"))
    }
}

impl Record {
    /// Without rows.
    pub fn new(filter: String) -> Self {
        Self {
            rows: Vec::new(),
            filter,
        }
    }

    /// A row to be measured; none where the filter leaves it out.
    pub fn row(&self, dtype: &str, shape: [usize; 3], threads: usize) -> Option<Row> {
        Some(Row::new(dtype, shape, threads)).filter(|row| row.name().contains(&self.filter))
    }

    /// Adds a row.
    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Writes the rows into the record at `path`, in place of those of the same type, size and number of threads.
    pub fn save(self, path: &Path) -> io::Result<()> {
        let old = match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Value::Null,
            Err(error) => return Err(error),
        };
        let mut rows: Vec<Value> = old["rows"].as_array().cloned().unwrap_or_default();
        rows.retain(|old| !self.rows.iter().any(|row| row.same(old)));
        rows.extend(self.rows.into_iter().map(|row| Value::Object(row.0)));
        let date = path.file_stem().and_then(|stem| stem.to_str());
        let record = json!({
            "machine": processor(),
            "date": date,
            "note": "C = A B, all row-major, random values, interleaved on the same buffers, medians. `RAYON_NUM_THREADS=n MATMUL_NUM_THREADS=n cargo bench --features baselines --bench cpu_gemm`. What several threads bring is the median, round by round, of one thread's time over theirs in the same run.",
            "rows": rows,
        });
        fs::write(path, serde_json::to_string_pretty(&record)? + "\n")
    }
}

/// The processor's name and family, where the system tells them.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text
            .lines()
            .find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    match (field("model name"), field("cpu family"), field("model")) {
        (Some(name), Some(family), Some(model)) => {
            format!("{name}, family {family}, model {model}")
        }
        _ => std::env::consts::ARCH.to_owned(),
    }
}
