//! What is run on the executor: a part for continuous integration, and everything.

use azulejo_kernels::device::gemm::hopper::table::{FAMILIES, GROUPED};

/// A run of a program.
pub struct Run {
    /// What the report calls it.
    pub name: String,
    /// The compute capability of the device it finds.
    pub capability: &'static str,
    /// The SMs: few where jobs grow with them.
    pub sm_count: u32,
    /// The command, `{}` the folder of the programs.
    pub line: String,
}

impl Run {
    fn new(name: &str, capability: &'static str, line: &str) -> Self {
        Self {
            name: name.into(),
            capability,
            sm_count: 4,
            line: line.into(),
        }
    }
}

/// What continuous integration has the time for: the commands of the program, and of each kind of kernel a few products.
pub fn small() -> Vec<Run> {
    let mut runs = Vec::new();
    for kernel in HOPPER {
        runs.push(product(kernel, " --small"));
    }
    for family in SAMPLE {
        runs.push(sm80(family, "--tiny"));
    }
    // On many SMs a tile has so many splits of K that they are added in groups.
    for family in [
        "sm80_f64_64x32_align2_kk",
        "sm80_f64_64x64_align2_km",
        "sm80_f64_32x32_align2_kk",
        "sm80_f64_32x32x5_align2_mk",
    ] {
        runs.push(Run {
            sm_count: 32,
            ..sm80(family, "--tiny")
        });
    }
    for capability in ["8.0", "9.0"] {
        let line = "{}/tutorial 128 256 128";
        let name = format!("tutorials, {capability}");
        runs.push(Run::new(&name, capability, line));
        let line = "{}/examples/candle_flash_attn";
        let name = format!("candle_flash_attn, {capability}");
        runs.push(Run::new(&name, capability, line));
    }
    for capability in CAPABILITIES {
        let line = "{}/gpu check call";
        runs.push(Run::new(&format!("call, {capability}"), capability, line));
    }
    // Lists on few SMs: a CTA has tiles of several products.
    for sm_count in [1, 2] {
        let name = format!("call, {sm_count} sm_count");
        runs.push(Run {
            sm_count,
            ..Run::new(&name, "9.0", "{}/gpu check call")
        });
    }
    // What follows runs the same texts on 8.6 as on 8.0: `--all` runs it there, too. Attention's kernels for both have tables that
    // assert that they fit the shared memory of each.
    for capability in ["8.0", "9.0"] {
        for part in ["cast", "rows", "random", "rejected"] {
            let line = format!("{{}}/gpu check memory/{part} --small");
            let name = format!("memory, {part}, {capability}");
            runs.push(Run::new(&name, capability, &line));
        }
        let line = "{}/gpu check tile --tiny";
        runs.push(Run::new(&format!("tile, {capability}"), capability, line));
        let line = "bash tests/gpu.sh --small {}/azulejo";
        let name = format!("commands, {capability}");
        runs.push(Run::new(&name, capability, line));
        let line = "{}/gpu check attend --tiny";
        runs.push(Run::new(&format!("attend, {capability}"), capability, line));
    }
    runs.extend(orders());
    runs
}

/// Work of several streams on one buffer, in both orders that the executor has.
fn orders() -> [Run; 2] {
    ["late", "others"].map(|order| {
        let line = format!("env AZULEJO_SIMT_ORDER={order} {{}}/gpu check memory/order --small");
        Run::new(&format!("memory, order, {order}"), "9.0", &line)
    })
}

/// The check of the kernels for Hopper whose names hold this one.
fn product(kernel: &str, flags: &str) -> Run {
    let line = format!("{{}}/gpu check hopper --only {kernel}{flags}");
    Run::new(kernel, "9.0", &line)
}

/// The check of some kernels for compute capability 8.0.
fn sm80(family: &str, flags: &str) -> Run {
    let line = format!("{{}}/gpu check sm80/kernels {flags} --only {family}");
    let capability = if family.contains("sm90_") {
        "9.0"
    } else {
        "8.0"
    };
    Run::new(&format!("sm80, {family}"), capability, &line)
}

/// Every kernel through every job.
pub fn all() -> Vec<Run> {
    let mut runs = Vec::new();
    for capability in CAPABILITIES {
        let line = "bash tests/gpu.sh {}/azulejo";
        runs.push(Run::new(
            &format!("commands, {capability}"),
            capability,
            line,
        ));
        for part in MEMORY {
            let line = format!("{{}}/gpu check memory/{part} --small");
            let name = format!("memory, {part}, {capability}");
            runs.push(Run::new(&name, capability, &line));
        }
        let line = "{}/gpu check call";
        runs.push(Run::new(&format!("call, {capability}"), capability, line));
        let line = "{}/gpu check tile --small";
        runs.push(Run::new(&format!("tile, {capability}"), capability, line));
    }
    runs.extend(orders());
    runs.extend(SM80.map(|family| sm80(family, "--small")));
    let line = "{}/gpu check sm80/chosen --small";
    runs.push(Run::new("sm80, chosen", "8.0", line));
    let hopper = FAMILIES.iter().chain(GROUPED).copied().flatten();
    runs.extend(hopper.map(|row| product(row.kernel.name, "")));
    runs
}

/// The compute capabilities of every check that is not of one alone: the least, one with less shared memory, and the one
/// that has kernels of its own.
const CAPABILITIES: [&str; 3] = ["8.0", "8.6", "9.0"];

/// Of the kernels for Hopper one of each kind: tiles, clusters, roles, orders of operands, types.
const HOPPER: [&str; 19] = [
    "gemm_bf16_kk_64x64x12_1x2x1",
    "gemm_bf16_kk_64x16x16_1x1x2",
    "gemm_bf16_kk_64x144x7_4x1x1",
    "gemm_bf16_kk_128x128x6_1x1x1_pingpong",
    "gemm_bf16_kk_192x176x4_1x2x1",
    "gemm_bf16_mk_64x16x8_1x1x1",
    "gemm_bf16_mm_64x64x12_1x1x1",
    "gemm_bf16_mm_f32_64x64x12_1x1x1",
    "gemm_bf16_grouped",
    "gemm_f16_kk_f16acc_64x64x12_1x1x1",
    "gemm_fused_bf16_kk_128x256x4_1x1x1_c",
    "gemm_fused_bf16_km_128x128x6_2x1x1_pingpong_c",
    "gemm_bf16_mm_192x160x4_1x1x1",
    "gemm_tf32_kk_64x64x12_1x1x1",
    "gemm_i8_kk_128x256x4_1x1x1",
    "gemm_e4m3_e4m3_kk_64x64x12_1x1x1",
    "gemm_e4m3_e4m3_kk_promoting_64x64x12_1x1x1",
    "gemm_e4m3_e4m3_mk_128x128x6_1x1x1",
    "gemm_e5m2_e4m3_mk_f32_128x128x6_1x1x1_promoting",
];

/// Of the kernels for compute capability 8.0 one kernel of each kind.
const SAMPLE: [&str; 4] = [
    "sm90_f32_f64acc_km,sm90_f32_f64acc_64x32_align4_mm,sm90_f16_tma_mma_mk,sm80_f64_align2_mk",
    "sm80_f32_align4_km,sm80_f32_align1_mk",
    "sm80_f64_align2_kk,sm80_f64_align1_mk,sm80_f64_64x32_align1_km,sm80_f64_32x32_align1_mm,sm80_tf32,gemv_f16",
    "sm80_f16_128x256_mk,sm80_f16_128x128_km,sm80_bf16_128x128_mm,sm80_i8",
];

/// Kernels for compute capability 8.0 that are checked in one process.
const SM80: [&str; 22] = [
    "sm90_f32_f64acc",
    "sm80_f32_32x32",
    "sm80_f32_align4",
    "sm80_f32_align1_k",
    "sm80_f32_align1_m",
    "sm80_f64_align2",
    "sm80_f64_align1_k",
    "sm80_f64_align1_m",
    "sm80_f64_64x32",
    "sm80_f64_32x32",
    "sm80_f64_64x64",
    "sm90_f16_tma_mma",
    "sm80_f16_128x256",
    "sm80_f16_128x128",
    "sm80_f16_32x32",
    "sm90_bf16_tma_mma",
    "sm80_bf16_128x256",
    "sm80_bf16_128x128",
    "sm80_bf16_32x32",
    "sm80_tf32",
    "sm80_i8",
    "gemv",
];

/// Parts of the check of what is bound by memory.
const MEMORY: [&str; 8] = [
    "zeros", "copy", "cast", "map", "rows", "jobs", "random", "rejected",
];

#[cfg(test)]
mod tests {
    use azulejo_kernels::device::gemm::sm80::table as sm80;

    use super::{FAMILIES, GROUPED, HOPPER, SAMPLE, SM80, sm80 as run_of};
    use crate::shell::output;

    #[test]
    fn every_kernel_for_8_0_is_run_where_it_runs() {
        let tables = sm80::FAMILIES.iter().chain(sm80::VECTORS);
        for row in tables.copied().flatten() {
            let name = row.kernel.name;
            let word = SM80.iter().find(|word| name.contains(**word));
            let run = run_of(word.unwrap_or_else(|| panic!("{name} is run nowhere")), "");
            let is_hopper = name.starts_with("sm90_");
            assert_eq!(run.capability == "9.0", is_hopper, "{name}");
        }
    }

    #[test]
    fn every_kernel_named_is_in_a_table() {
        let mut names: Vec<&str> = Vec::new();
        names.extend(
            FAMILIES
                .iter()
                .chain(GROUPED)
                .copied()
                .flatten()
                .map(|row| row.kernel.name),
        );
        let families = sm80::FAMILIES
            .iter()
            .chain(sm80::VECTORS)
            .copied()
            .flatten();
        names.extend(families.map(|row| row.kernel.name));
        let words = SAMPLE
            .iter()
            .chain(&SM80)
            .flat_map(|words| words.split(','));
        let sanitized = output(&["bash", "tests/gpu-sanitize.sh", "--list"]).unwrap_or_default();
        let sanitized = sanitized
            .lines()
            .filter_map(|run| run.split_once("--only "));
        let sanitized: Vec<&str> = sanitized.flat_map(|(_, words)| words.split(',')).collect();
        assert!(!sanitized.is_empty(), "the script names no kernel");
        for word in words.chain(HOPPER).chain(sanitized) {
            let known = names.iter().any(|name| name.contains(word));
            assert!(known, "no kernel has `{word}` in its name");
        }
    }
}
