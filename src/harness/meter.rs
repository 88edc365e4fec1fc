//! Clocks and power while something runs, as `nvidia-smi` tells them.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use super::median;

/// What `nvidia-smi` is asked for, ten times a second.
const QUERY: [&str; 5] = [
    "--query-gpu=clocks.sm,clocks.mem,power.draw",
    "--format=csv,noheader,nounits",
    "--id=0",
    "-lms",
    "100",
];

/// The SMs' clock and the memory's, in MHz, and the power, in W.
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
        let mut command = Command::new("nvidia-smi");
        let command = command.args(QUERY).stderr(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).spawn().ok();
        if let Some(out) = child.as_mut().and_then(|child| child.stdout.take()) {
            let readings = readings.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    let fields = line
                        .split(',')
                        .filter_map(|field| field.trim().parse().ok());
                    let reading = Reading::try_from(fields.collect::<Vec<f64>>());
                    if let (Ok(reading), Ok(mut all)) = (reading, readings.lock()) {
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
        let of = |field: usize| median(&mut all.iter().map(|one| one[field]).collect::<Vec<_>>());
        (!all.is_empty()).then(|| [0, 1, 2].map(of))
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
