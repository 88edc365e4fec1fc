//! Reading and writing `.npy` files (NumPy's format, versions 1.0 to 3.0), in C and Fortran order.
//!
//! NumPy has no bfloat16 and no 8-bit floats. Files follow the package `ml_dtypes`, which writes them for NumPy users:
//!
//! | element type | in the file | read back in Python with |
//! |---|---|---|
//! | `bool_`, integers, `float16`, `float32`, `float64` | `b1`, `u1`…`u8`, `i1`…`i8`, `f2`, `f4`, `f8` | `np.load(path)` |
//! | `bfloat16` | `V2` | `np.load(path).view(ml_dtypes.bfloat16)` |
//! | `float8_e4m3fn` | `V1` | `np.load(path).view(ml_dtypes.float8_e4m3fn)` |
//! | `float8_e5m2` | `f1` | nothing: `np.load` rejects what `ml_dtypes` writes; cast it first |
//! | `tfloat32` | `f4`, the values rounded | `np.load(path)` |

mod decode;
mod header;
mod literal;
mod read;
mod write;

pub use decode::Npy;
pub use read::read;
pub use write::write;
