//! [`doctor`]: what was found on this machine, for a person to read.

use super::{Device, Error, driver};
use azulejo_kernels::registry::kernels;
use azulejo_kernels::table::Variant;

/// The state of a machine, as far as kernels are concerned.
#[derive(Clone, Debug)]
pub struct Report {
    /// The CUDA version that the driver supports, or why there is none.
    pub driver: Result<(u32, u32), Error>,
    /// Each GPU, or why it cannot be used.
    pub devices: Vec<Result<Gpu, Error>>,
    /// Kernels embedded in this program, by variant.
    pub kernels: Vec<(&'static str, usize)>,
}

/// One usable GPU.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The number.
    pub ordinal: usize,
    /// The name.
    pub name: String,
    /// The compute capability.
    pub capability: (u32, u32),
    /// The SMs.
    pub sm_count: u32,
    /// Free bytes of memory.
    pub free: u64,
    /// All bytes of memory.
    pub total: u64,
    /// The variant of the kernels it runs.
    pub variant: Variant,
    /// Kernels of that variant.
    pub kernels: usize,
    /// `true` if the driver took a first module of that variant: the error where it did not.
    pub loads: Result<(), Error>,
}

impl Report {
    /// What is missing and what to do about it, one line each; empty where all is well.
    pub fn advice(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match &self.driver {
            Err(e) => lines.push(format!("{e}; everything runs on the CPU")),
            Ok((major, minor)) if *major < 12 => {
                lines.push(format!("the driver supports CUDA {major}.{minor}; the kernels need 12.0: update the driver"));
            }
            Ok(_) if self.devices.is_empty() => lines.push("the driver sees no GPU: check CUDA_VISIBLE_DEVICES and nvidia-smi; everything runs on the CPU".into()),
            Ok(_) => {}
        }
        for (ordinal, device) in self.devices.iter().enumerate() {
            match device {
                Err(e) => lines.push(format!("cuda:{ordinal}: {e}")),
                Ok(gpu) => lines.extend(
                    gpu.loads
                        .as_ref()
                        .err()
                        .map(|e| format!("cuda:{}: {e}", gpu.ordinal)),
                ),
            }
        }
        lines
    }
}

/// Looks for a driver and its GPUs; never fails.
///
/// ```
/// let report = azulejo_runtime::doctor();
/// assert!(report.kernels.iter().all(|(_, count)| *count > 0));
/// assert!(report.driver.is_ok() || !report.advice().is_empty());
/// ```
pub fn doctor() -> Report {
    let count = |variant: Variant| kernels().filter(|k| variant.holds(k)).count();
    let all = [Variant::Sm80, Variant::Sm90a]
        .map(|v| (v.name(), count(v)))
        .to_vec();
    let gpu = |ordinal| -> Result<Gpu, Error> {
        let device = Device::new(ordinal)?;
        let (free, total) = device.memory()?;
        let first = kernels().find(|k| device.variant().holds(k));
        Ok(Gpu {
            ordinal,
            name: device.name().to_string(),
            capability: device.capability(),
            sm_count: device.sm_count(),
            free,
            total,
            variant: device.variant(),
            kernels: count(device.variant()),
            loads: first.map_or(Ok(()), |kernel| device.function(kernel).map(|_| ())),
        })
    };
    Report {
        driver: driver::version(),
        devices: (0..driver::count().unwrap_or(0)).map(gpu).collect(),
        kernels: all,
    }
}
