//! `int16`: `-2^15 ..= 2^15 - 1`, two's complement; products are summed in `i32`.

use super::macros::integer_element;

integer_element!(i16, I16, i32, Signed as i64);
