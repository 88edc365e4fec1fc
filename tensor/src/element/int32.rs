//! `int32`: `-2^31 ..= 2^31 - 1`, two's complement; products are summed in `i32`.

use super::macros::integer_element;

integer_element!(i32, I32, i32, Signed as i64);
