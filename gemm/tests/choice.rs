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
    ("suite all", 135, [[0.993, 0.96, 0.91], [0.993, 0.95, 0.86]]),
    (
        "random all",
        320,
        [[0.981, 0.79, 0.73], [0.974, 0.75, 0.47]],
    ),
    ("fused all", 181, [[0.982, 0.79, 0.78], [0.981, 0.76, 0.81]]),
    ("batched all", 20, [[0.98, 0.7, 0.91], [0.975, 0.65, 0.86]]),
    ("order all", 91, [[0.996, 0.98, 0.92], [0.996, 0.96, 0.95]]),
    ("output all", 42, [[0.982, 0.85, 0.76], [0.987, 0.9, 0.75]]),
    ("layer all", 117, [[0.984, 0.82, 0.69], [0.977, 0.75, 0.62]]),
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
