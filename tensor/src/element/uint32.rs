//! `uint32`: `0 ..= 2^32 - 1`; products are summed in `u32`.

use super::macros::integer_element;

integer_element!(u32, U32, u32, Unsigned as u64);
