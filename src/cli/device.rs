//! [`Device`]: where a command computes.

use std::fmt;
use std::str::FromStr;

/// The value of `--device`: `cpu`, or `cuda:N` for the N-th GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Cpu,
    Cuda(u32),
}

impl FromStr for Device {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = match text {
            "cpu" => return Ok(Device::Cpu),
            "cuda" => Some(0),
            _ => text
                .strip_prefix("cuda:")
                .and_then(|number| number.parse().ok()),
        };
        number
            .map(Device::Cuda)
            .ok_or_else(|| "use cpu, or cuda:N for the N-th GPU".to_owned())
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Cpu => f.write_str("cpu"),
            Device::Cuda(number) => write!(f, "cuda:{number}"),
        }
    }
}
