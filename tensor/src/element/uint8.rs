//! `uint8`: `0 ..= 2^8 - 1`; products are summed in `i32`.

use super::macros::integer_element;

integer_element!(u8, U8, i32, Unsigned as u64);
