//! What is run on the executor: a part for continuous integration, and everything.

use azulejo_kernels::device::gemm::hopper::table::{FAMILIES, GROUPED};

/// A run of a program.
pub struct Run {
    /// What the report calls it.
    pub name: String,
    /// The compute capability of the device it finds.
    pub capability: &'static str,
    /// Its multiprocessors: few where jobs grow with them.
    pub multiprocessors: u32,
    /// The command, `{}` the folder of the programs.
    pub line: String,
}

impl Run {
    fn new(name: &str, capability: &'static str, line: &str) -> Self {
        Self {
            name: name.into(),
            capability,
            multiprocessors: 4,
            line: line.into(),
        }
    }
}

/// What continuous integration has the time for: the commands of the program, and of each kind of kernel a few products.
pub fn small() -> Vec<Run> {
    let mut runs = Vec::new();
    for kernel in HOPPER {
        runs.push(product(kernel, "--check --small"));
    }
    for family in SAMPLE {
        runs.push(ladder(family, "--tiny"));
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
        let line = "{}/examples/call check";
        runs.push(Run::new(&format!("call, {capability}"), capability, line));
    }
    // Lists on few multiprocessors: a CTA has tiles of several products.
    for multiprocessors in [1, 2] {
        let name = format!("call, {multiprocessors} multiprocessors");
        runs.push(Run {
            multiprocessors,
            ..Run::new(&name, "9.0", "{}/examples/call check")
        });
    }
    // What follows runs the same texts on 8.6 as on 8.0: `--all` runs it there, too. Attention's kernels for both have tables that
    // assert that they fit the shared memory of each.
    for capability in ["8.0", "9.0"] {
        for part in ["cast", "rows"] {
            let line = format!("{{}}/examples/memory check {part} --small");
            let name = format!("memory, {part}, {capability}");
            runs.push(Run::new(&name, capability, &line));
        }
        let line = "{}/examples/tile check --tiny";
        runs.push(Run::new(&format!("tile, {capability}"), capability, line));
        let line = "bash tests/gpu.sh --small {}/azulejo";
        let name = format!("commands, {capability}");
        runs.push(Run::new(&name, capability, line));
        let line = "{}/examples/attend check --tiny";
        runs.push(Run::new(&format!("attend, {capability}"), capability, line));
    }
    runs.extend(orders());
    runs
}

/// Work of several streams on one buffer, in both orders that the executor has.
fn orders() -> [Run; 2] {
    ["late", "others"].map(|order| {
        let line =
            format!("env AZULEJO_SIMT_ORDER={order} {{}}/examples/memory check order --small");
        Run::new(&format!("memory, order, {order}"), "9.0", &line)
    })
}

/// The check of a kernel for Hopper, or of all whose name begins so.
fn product(kernel: &str, flags: &str) -> Run {
    let dtype = kernel
        .trim_start_matches("gemm_")
        .trim_start_matches("fused_")
        .split('_')
        .next()
        .unwrap_or_default();
    // The program checks all pairings of 8-bit floats under one name.
    let dtype = if dtype == "e5m2" { "e4m3" } else { dtype };
    let line = format!(
        "{{}}/azulejo bench gemm --device cuda:0 {flags} --dtype {dtype} --kernel {kernel}"
    );
    Run::new(kernel, "9.0", &line)
}

/// The check of some kernels of the ladder.
fn ladder(family: &str, flags: &str) -> Run {
    let line = format!("{{}}/examples/ladder check kernels {flags} --only {family}");
    let capability = if ["ladder_f32_wide", "_fed"]
        .iter()
        .any(|name| family.contains(name))
    {
        "9.0"
    } else {
        "8.0"
    };
    Run::new(&format!("ladder, {family}"), capability, &line)
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
            let line = format!("{{}}/examples/memory check {part} --small");
            let name = format!("memory, {part}, {capability}");
            runs.push(Run::new(&name, capability, &line));
        }
        let line = "{}/examples/call check";
        runs.push(Run::new(&format!("call, {capability}"), capability, line));
        let line = "{}/examples/tile check --small";
        runs.push(Run::new(&format!("tile, {capability}"), capability, line));
    }
    runs.extend(orders());
    runs.extend(LADDER.map(|family| ladder(family, "--small")));
    let line = "{}/examples/ladder check chosen --small";
    runs.push(Run::new("ladder, chosen", "8.0", line));
    let hopper = FAMILIES.iter().chain(GROUPED).copied().flatten();
    runs.extend(hopper.map(|row| product(row.kernel.name, "--check")));
    runs
}

/// The compute capabilities of every check that is not of one alone: the least, one with less shared memory, and the one
/// that has kernels of its own.
const CAPABILITIES: [&str; 3] = ["8.0", "8.6", "9.0"];

/// Of the kernels for Hopper one of each kind: tiles, clusters, roles, orders of operands, types.
const HOPPER: [&str; 16] = [
    "gemm_bf16_kk_64x16x16_1x1x2",
    "gemm_bf16_kk_64x144x7_4x1x1",
    "gemm_bf16_kk_128x128x6_1x1x1_pingpong",
    "gemm_bf16_kk_192x176x4_1x2x1",
    "gemm_bf16_mk_64x64x12_1x1x1",
    "gemm_bf16_mm_64x64x12_1x1x1",
    "gemm_bf16_grouped",
    "gemm_f16_kk_halves_64x64x12_1x1x1",
    "gemm_fused_bf16_kk_128x256x4_1x1x1_c",
    "gemm_fused_bf16_km_128x192x4_1x1x1_pingpong_c",
    "gemm_tf32_kk_64x64x12_1x1x1",
    "gemm_i8_kk_128x256x4_1x1x1",
    "gemm_e4m3_e4m3_kk_64x64x12_1x1x1",
    "gemm_e4m3_e4m3_kk_promoting_64x64x12_1x1x1",
    "gemm_e4m3_e4m3_mk_128x128x6_1x1x1",
    "gemm_e5m2_e4m3_mk_f32_128x128x6_1x1x1_promoting",
];

/// Of the ladder one kernel of each kind.
const SAMPLE: [&str; 4] = [
    "ladder_f32_wide_km,ladder_f16_fed_mk,ladder_f64_wide_mk",
    "ladder_f32_vec_km,ladder_f32_mk",
    "ladder_f64_wide_kk,ladder_f64_mk,ladder_tf32,ladder_gemv_f16",
    "ladder_f16_broad_mk,ladder_f16_km,ladder_bf16_mm,ladder_i8",
];

/// Kernels of the ladder that are checked in one process.
const LADDER: [&str; 16] = [
    "ladder_f32_wide",
    "ladder_f32_vec",
    "ladder_f32_k",
    "ladder_f32_m",
    "ladder_f64_wide",
    "ladder_f64_k",
    "ladder_f64_m",
    "ladder_f16_fed",
    "ladder_f16_broad",
    "ladder_f16_k,ladder_f16_m",
    "ladder_bf16_fed",
    "ladder_bf16_broad",
    "ladder_bf16_k,ladder_bf16_m",
    "ladder_tf32",
    "ladder_i8",
    "ladder_gemv",
];

/// Parts of the check of what is bound by memory.
const MEMORY: [&str; 7] = ["zeros", "copy", "cast", "map", "rows", "jobs", "rejections"];

#[cfg(test)]
mod tests {
    use azulejo_kernels::device::gemm::ladder::table as ladder;

    use super::{FAMILIES, GROUPED, HOPPER, LADDER, SAMPLE};

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
        let families = ladder::FAMILIES
            .iter()
            .chain(ladder::VECTORS)
            .copied()
            .flatten();
        names.extend(families.map(|row| row.kernel.name));
        let words = SAMPLE
            .iter()
            .chain(&LADDER)
            .flat_map(|words| words.split(','));
        for word in words.chain(HOPPER) {
            let known = names.iter().any(|name| name.contains(word));
            assert!(known, "no kernel has `{word}` in its name");
        }
    }
}
