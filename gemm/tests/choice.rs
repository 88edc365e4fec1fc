//! How near the model's first choice comes to the fastest of all kernels, on recorded times of an H200 and an H100.
#![cfg(feature = "std")]

#[path = "../../src/harness/asked.rs"]
#[allow(dead_code)] // What an epilogue reads is for the programs that time it.
mod asked;
#[path = "../../tests/gpu/src/choice/record.rs"]
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
        [(135, [0.994, 0.95, 0.93]), (127, [0.993, 0.95, 0.86])],
    ),
    (
        "random all",
        [(320, [0.978, 0.74, 0.75]), (175, [0.977, 0.77, 0.52])],
    ),
    (
        "fused all",
        [(273, [0.982, 0.79, 0.80]), (0, [1.0, 0.0, 0.0])],
    ),
    (
        "batched all",
        [(20, [0.984, 0.75, 0.92]), (20, [0.977, 0.65, 0.86])],
    ),
    (
        "order all",
        [(114, [0.996, 0.98, 0.96]), (90, [0.997, 0.98, 0.96])],
    ),
    (
        "output all",
        [(97, [0.986, 0.86, 0.78]), (40, [0.987, 0.9, 0.75])],
    ),
    (
        "layer all",
        [(403, [0.987, 0.84, 0.71]), (115, [0.985, 0.87, 0.62])],
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
            let found = Summary::of(ratios.get(kind).map_or(&[][..], |of| of));
            println!("{} {kind}: {found}", record.device);
            assert_eq!(found.number, number, "{kind}");
            if number == 0 {
                continue;
            }
            let near = found.mean >= mean && found.near >= near;
            if !near || found.least[0].0 < least {
                missed.push(format!("{} {kind}: {found}", record.device));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
