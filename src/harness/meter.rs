//! Clocks and power while something runs, as `nvidia-smi` tells them.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

/// What `nvidia-smi` is asked for, ten times a second.
const QUERY: &str = "--query-gpu=clocks.sm,clocks.mem,power.draw";

/// Medians of the multiprocessors' clock and the memory's, in MHz, and of the power, in W.
pub type Reading = [f64; 3];

/// A running `nvidia-smi`; nothing where there is none.
pub struct Meter {
    child: Option<Child>,
    readings: Arc<Mutex<Vec<Reading>>>,
}

impl Meter {
    /// Starts it.
    pub fn start() -> Self {
        let readings = Arc::new(Mutex::new(Vec::new()));
        let mut child = Command::new("nvidia-smi")
            .args([
                QUERY,
                "--format=csv,noheader,nounits",
                "--id=0",
                "-lms",
                "100",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok();
        if let Some(out) = child.as_mut().and_then(|child| child.stdout.take()) {
            let readings = readings.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    let fields: Vec<f64> = line
                        .split(',')
                        .filter_map(|f| f.trim().parse().ok())
                        .collect();
                    if let (Ok(reading), Ok(mut all)) = (Reading::try_from(fields), readings.lock())
                    {
                        all.push(reading);
                    }
                }
            });
        }
        Self { child, readings }
    }

    /// The medians since the last call; `None` without a reading.
    pub fn take(&self) -> Option<Reading> {
        let all = std::mem::take(&mut *self.readings.lock().ok()?);
        if all.is_empty() {
            return None;
        }
        Some(std::array::from_fn(|field| {
            let mut values: Vec<f64> = all.iter().map(|reading| reading[field]).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        }))
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
