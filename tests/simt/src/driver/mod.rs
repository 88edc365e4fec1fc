//! The driver's functions, as a library that programs load in place of `libcuda.so`.
