//! When and on what a record was taken.

use std::process::Command;

/// The date in the form 2026-01-31, by the civil calendar (H. Hinnant, "chrono-compatible low-level date algorithms").
pub fn date() -> String {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    let days = (since.as_secs() / 86_400) as i64 + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (
        day - (153 * month + 2) / 5 + 1,
        if month < 10 { month + 3 } else { month - 9 },
    );
    format!(
        "{:04}-{month:02}-{day:02}",
        year + era * 400 + i64::from(month <= 2)
    )
}

/// The release of the driver, as `nvidia-smi` tells it, or `unknown`.
pub fn driver() -> String {
    let query = "--query-gpu=driver_version";
    let arguments = [query, "--format=csv,noheader", "--id=0"];
    let output = Command::new("nvidia-smi").args(arguments).output().ok();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.as_deref()
        .and_then(|text| text.lines().next())
        .map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}
