//! How many random cases a rule is asked, and which.

use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// So many cases, the same ones in every run. `PROPTEST_RNG_SEED` picks others, `PROPTEST_CASES` more or fewer.
pub fn seeded(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(0),
        // Quick without optimisation.
        rng_algorithm: RngAlgorithm::XorShift,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..Config::default()
    }
}
