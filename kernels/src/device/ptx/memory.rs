//! Global-memory accesses of 16 bytes.

/// Sixteen bytes in four registers: the widest access a thread can make on compute capability 8 and 9.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Wide(pub [u32; 4]);
