//! `uint64`: `0 ..= 2^64 - 1`; products are summed in `u64`.

use super::macros::integer_element;

integer_element!(u64, U64, u64, Unsigned as u64);
