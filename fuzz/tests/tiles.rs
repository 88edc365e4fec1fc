//! What the fuzzer runs of tile programs, on a bounded number of random inputs.

#[path = "../../layout/tests/random/seeded.rs"]
mod seeded;

use azulejo_fuzz::tiles;
use proptest::prelude::*;
use seeded::seeded;

proptest! {
    #![proptest_config(seeded(3_000))]

    #[test]
    fn programs_stay_inside_their_arrays(data in prop::collection::vec(any::<u8>(), 16..128)) {
        tiles(&data);
    }
}
