//! `float32`: IEEE single, 1-8-23.

use super::FloatFormat;
use super::macros::native_float_element;

native_float_element!(f32, F32, u32, FloatFormat::ieee(8, 23));
