//! `azulejo doctor`: what was found on this machine, and what is missing.

use std::thread::available_parallelism;

use super::failure::Failure;

/// Flags of `azulejo doctor`: none.
#[derive(clap::Args)]
pub struct Args {}

/// Prints one line a fact. Missing hardware is a fact, not a failure.
pub fn run(_: Args) -> Result<(), Failure> {
    line("azulejo", env!("CARGO_PKG_VERSION"));
    line(
        "system",
        &format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
    );
    let threads = available_parallelism().map_or(1, usize::from);
    line("threads", &threads.to_string());
    line("vectors", &vector_features().join(" "));
    let report = azulejo::runtime::doctor();
    match &report.driver {
        Ok((major, minor)) => line("driver", &format!("CUDA {major}.{minor}")),
        Err(error) => line("driver", &error.to_string()),
    }
    for (variant, count) in &report.kernels {
        line(
            "kernels",
            &format!("{count} for {variant}, embedded in this program"),
        );
    }
    for (ordinal, device) in report.devices.iter().enumerate() {
        match device {
            Ok(gpu) => line(
                &format!("cuda:{}", gpu.ordinal),
                &format!(
                    "{}, compute capability {}.{}, {} SMs, {:.1} of {:.1} GiB free; uses the {} kernels of {}",
                    gpu.name,
                    gpu.capability.0,
                    gpu.capability.1,
                    gpu.sm_count,
                    gpu.free as f64 / GIB,
                    gpu.total as f64 / GIB,
                    gpu.kernels,
                    gpu.variant.name(),
                ),
            ),
            Err(error) => line(&format!("cuda:{ordinal}"), &error.to_string()),
        }
    }
    for advice in report.advice() {
        line("missing", &advice);
    }
    Ok(())
}

/// Bytes in 1 GiB.
const GIB: f64 = (1u64 << 30) as f64;

fn line(name: &str, value: &str) {
    say!("{name:<10} {value}");
}

/// The vector instruction sets that the CPU kernels can choose from here.
fn vector_features() -> Vec<&'static str> {
    let mut found = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! ask {
            ($($feature:tt)*) => { $(if std::arch::is_x86_feature_detected!($feature) { found.push($feature); })* };
        }
        ask!("avx2" "fma" "f16c" "avx512f" "avx512bw" "avx512vnni" "avx512bf16");
    }
    #[cfg(target_arch = "aarch64")]
    {
        found.push("neon");
    }
    if found.is_empty() {
        found.push("portable");
    }
    found
}
