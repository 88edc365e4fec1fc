//! `int8`: `-2^7 ..= 2^7 - 1`, two's complement; products are summed in `i32`.

use super::macros::integer_element;

integer_element!(i8, I8, i32, Signed as i64);
