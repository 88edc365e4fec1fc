//! Which faults are looked for.

/// The switches of the sanitizer.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// Reading a byte that was never written is a fault.
    pub unwritten: bool,
    /// A byte of shared memory that one warp writes and another reads or writes without a barrier between is a fault.
    /// Kernels that meet at barriers in memory or across a cluster are left out.
    pub races: bool,
    /// More instructions than this in one launch, counted a warp at a time, are a kernel that does not end.
    pub instructions: u64,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            unwritten: true,
            races: true,
            instructions: 20_000_000_000,
        }
    }
}
