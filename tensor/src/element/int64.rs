//! `int64`: `-2^63 ..= 2^63 - 1`, two's complement; products are summed in `i64`.

use super::macros::integer_element;

integer_element!(i64, I64, i64, Signed as i64);
