//! How near the model's first choice comes to the fastest of all kernels, on recorded times of an H200 and an H100.
#![cfg(feature = "std")]

#[path = "../../tests/gpu/src/choice/record.rs"]
#[allow(dead_code)] // What an epilogue reads is for the program that times it.
mod record;

use record::{Record, Summary};

/// Texts of the record.
const RECORDS: [&str; 2] = [
    include_str!("../../benches/results/gpu-gemm/choice/h200.txt"),
    include_str!("../../benches/results/gpu-gemm/choice/h100.txt"),
];

/// Kinds of products, how many there are, and for each GPU the ratios' geometric mean, the share at 0.97 or more, and the least.
const BOUNDS: [(&str, usize, [[f64; 3]; 2]); 7] = [
    ("suite all", 135, [[0.992, 0.94, 0.91], [0.989, 0.91, 0.8]]),
    (
        "random all",
        320,
        [[0.983, 0.83, 0.71], [0.978, 0.77, 0.56]],
    ),
    ("fused all", 181, [[0.982, 0.77, 0.84], [0.98, 0.78, 0.81]]),
    (
        "batched all",
        20,
        [[0.983, 0.74, 0.91], [0.977, 0.69, 0.85]],
    ),
    ("order all", 91, [[0.995, 0.97, 0.94], [0.997, 0.97, 0.96]]),
    ("output all", 42, [[0.981, 0.83, 0.76], [0.982, 0.83, 0.76]]),
    ("layer all", 74, [[0.982, 0.83, 0.84], [0.975, 0.7, 0.84]]),
];

#[test]
fn the_first_choice_is_near_the_fastest_kernel() {
    let mut missed = Vec::new();
    for (gpu, text) in RECORDS.iter().enumerate() {
        let record = Record::parse(text).unwrap();
        let ratios = record.ratios();
        for (kind, number, bounds) in BOUNDS {
            let [mean, near, least] = bounds[gpu];
            let found = Summary::of(&ratios[kind]);
            println!("{} {kind}: {found}", record.device);
            assert_eq!(found.number, number, "{kind}");
            let near = found.mean >= mean && found.near >= near;
            if !near || found.least[0].0 < least {
                missed.push(format!("{} {kind}: {found}", record.device));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
