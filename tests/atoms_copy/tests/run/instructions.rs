//! The text of the kernels: what the copies became.

use std::process::Command;

use crate::machine::compile;

/// The instructions of an entry point.
fn body<'a>(text: &'a str, entry: &str) -> &'a str {
    let start = text.find(&format!(".entry {entry}(")).unwrap();
    let end = text[start..].find("\n}").unwrap();
    &text[start..start + end]
}

#[test]
fn copies_become_the_instructions_that_they_name() {
    let Some(text) = compile("sm_90a", true) else {
        return;
    };
    for (entry, instruction) in [
        ("universal_128_u16_gmem_rmem", "ld.global.v4.u32"),
        ("universal_128_u16_rmem_gmem", "st.global.v4.u32"),
        ("universal_128_u16_smem_rmem", "ld.shared.v4.u32"),
        ("universal_128_u16_rmem_smem", "st.shared.v4.u32"),
        ("universal_64_u16_gmem_rmem", "ld.global.v2.u32"),
        ("universal_128_u64_gmem_rmem", "ld.global.v2.u64"),
        ("cp_async_cachealways_32_u16", "cp.async.ca.shared.global ["),
        (
            "cp_async_cacheglobal_128_u16",
            "cp.async.cg.shared.global [",
        ),
        (
            "ragged_cp_async_cached",
            "cp.async.ca.shared.global.L2::256B [",
        ),
        (
            "ragged_cp_async_zfill_cached",
            "cp.async.cg.shared.global.L2::cache_hint.L2::128B [",
        ),
        (
            "ldmatrix_x2_trans_u16",
            "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16",
        ),
        (
            "stmatrix_x1_u16",
            "stmatrix.sync.aligned.m8n8.x1.shared::cta.b16",
        ),
        ("shuffle_2x2_32", "shfl.sync.bfly.b32"),
        (
            "tma_rank1",
            "cp.async.bulk.prefetch.tensor.1d.L2.global.tile",
        ),
        (
            "tma_rank5",
            "cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group",
        ),
        ("multicast_4", ".multicast::cluster ["),
        ("cluster_2x1x1", "griddepcontrol.wait;"),
    ] {
        let entry = match entry {
            "shuffle_2x2_32" => "shuffle_2x2_u32",
            other => other,
        };
        assert!(
            body(&text, entry).contains(instruction),
            "{entry} has no `{instruction}`:\n{}",
            body(&text, entry)
        );
    }
    // A two-box tile takes two loads, two prefetches and two stores; half of a tile in a cluster, one load a stage.
    let boxes = body(&text, "tma_k_sw128_f16_two_boxes");
    assert_eq!(
        boxes.matches("cp.async.bulk").count()
            - boxes.matches("commit_group").count()
            - boxes.matches("wait_group").count(),
        6
    );
    assert_eq!(
        body(&text, "shuffle_2x2_u32").matches("shfl.sync").count(),
        1
    );
}

#[test]
fn no_kernel_has_local_memory_or_calls() {
    for (arch, hopper) in [("sm_80", false), ("sm_90a", true)] {
        let Some(text) = compile(arch, hopper) else {
            return;
        };
        for word in [".local", "call", "__local_depot"] {
            let lines: Vec<&str> = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//") && line.contains(word))
                .take(3)
                .collect();
            assert!(lines.is_empty(), "{arch}: {lines:?}");
        }
        let Ok(ptxas) = std::env::var("PTXAS") else {
            eprintln!("skipped, {arch}: PTXAS names no assembler");
            continue;
        };
        let file = std::env::temp_dir().join(format!(
            "azulejo-atoms-copy-{}-{arch}.ptx",
            std::process::id()
        ));
        std::fs::write(&file, &text).unwrap();
        let out = Command::new(ptxas)
            .args(["-v", "-arch", arch, "-o", "/dev/null"])
            .arg(&file)
            .output()
            .unwrap();
        let _ = std::fs::remove_file(&file);
        let report = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{report}");
        for line in report.lines().filter(|line| line.contains("stack frame")) {
            assert!(
                line.trim() == "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads",
                "{arch}: {report}"
            );
        }
    }
}
