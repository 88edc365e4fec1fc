//! How near the model's first choice comes to the fastest of all kernels, on recorded times of an H200 and an H100.
#![cfg(feature = "std")]

#[path = "../examples/choice/record.rs"]
mod record;

use record::{Record, Summary};

/// Texts of the record.
const RECORDS: [&str; 2] = [
    include_str!("../../benches/record/gpu-gemm/choice/h200.txt"),
    include_str!("../../benches/record/gpu-gemm/choice/h100.txt"),
];

/// Geometric means of the ratios, and shares of products at 0.97 or more: of the suite, and of random products.
const BOUNDS: [[[f64; 2]; 2]; 2] = [
    [[0.987, 0.88], [0.958, 0.65]],
    [[0.975, 0.82], [0.947, 0.62]],
];

#[test]
fn the_first_choice_is_near_the_fastest_kernel() {
    for (text, bounds) in RECORDS.iter().zip(BOUNDS) {
        let record = Record::parse(text).unwrap();
        let ratios = record.ratios();
        for (kind, [mean, near]) in ["suite all", "random all"].into_iter().zip(bounds) {
            let found = Summary::of(&ratios[kind]);
            println!("{} {kind}: {found}", record.device);
            assert!(found.number >= 130, "{kind}: {found}");
            assert!(found.mean >= mean && found.near >= near, "{kind}: {found}");
        }
    }
}
