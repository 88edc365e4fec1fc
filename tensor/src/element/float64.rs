//! `float64`: IEEE double, 1-11-52.

use super::FloatFormat;
use super::macros::native_float_element;

native_float_element!(f64, F64, u64, FloatFormat::ieee(11, 52));
