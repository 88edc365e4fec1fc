//! When and on what a record was taken, as the machine itself says during the run.

use std::process::Command;

/// The first line that a program prints, or `unknown`.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.as_deref()
        .and_then(|text| text.lines().next())
        .map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}

/// The date, in universal time, as 2026-01-31.
pub fn date() -> String {
    said("date", &["-u", "+%F"])
}

/// The release of the driver.
pub fn driver() -> String {
    let query = "--query-gpu=driver_version";
    said("nvidia-smi", &[query, "--format=csv,noheader", "--id=0"])
}
