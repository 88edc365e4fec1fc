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

/// How many products there are, and the ratios' geometric mean, the share at 0.97 or more, and the least.
type Bounds = (usize, [f64; 3]);
/// Kinds of products, and the bounds of each GPU.
const BOUNDS: [(&str, [Bounds; 2]); 7] = [
    (
        "suite all",
        [(135, [0.992, 0.96, 0.92]), (132, [0.993, 0.95, 0.86])],
    ),
    (
        "random all",
        [(320, [0.978, 0.78, 0.73]), (319, [0.975, 0.75, 0.47])],
    ),
    (
        "fused all",
        [(190, [0.976, 0.74, 0.77]), (107, [0.982, 0.79, 0.81])],
    ),
    (
        "batched all",
        [(20, [0.977, 0.8, 0.86]), (20, [0.977, 0.65, 0.86])],
    ),
    (
        "order all",
        [(91, [0.996, 0.98, 0.96]), (91, [0.997, 0.98, 0.96])],
    ),
    (
        "output all",
        [(42, [0.985, 0.92, 0.76]), (42, [0.988, 0.9, 0.75])],
    ),
    (
        "layer all",
        [(218, [0.986, 0.84, 0.67]), (117, [0.984, 0.86, 0.62])],
    ),
];

#[test]
fn the_first_choice_is_near_the_fastest_kernel() {
    let mut missed = Vec::new();
    for (gpu, text) in RECORDS.iter().enumerate() {
        let record = Record::parse(text).unwrap();
        let ratios = record.ratios();
        for (kind, bounds) in BOUNDS {
            let (number, [mean, near, least]) = bounds[gpu];
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
