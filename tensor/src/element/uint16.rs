//! `uint16`: `0 ..= 2^16 - 1`; products are summed in `u32`.

use super::macros::integer_element;

integer_element!(u16, U16, u32, Unsigned as u64);
