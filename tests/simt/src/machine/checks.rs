//! Which faults are looked for.

/// The switches of the sanitizer.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// Reading a byte that was never written is a fault.
    pub unwritten: bool,
    /// A byte of shared memory that one warp, copy or product writes and another reads or writes without a barrier between is a
    /// fault.
    pub races: bool,
    /// Where dynamic shared memory begins, in bytes past a multiple of 1024, whatever alignment is declared; `None`: where that is met.
    ///
    /// A kernel that asks for 1024 bytes more, to round the start up by itself, has memory behind what it uses that is its block's too.
    /// With 16 here it needs all but 16 bytes of them, and an overrun is a fault.
    pub shared_start: Option<usize>,
    /// More instructions than this in one launch, counted a warp at a time, are a kernel that does not end.
    pub instructions: u64,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            unwritten: true,
            races: true,
            shared_start: None,
            instructions: 20_000_000_000,
        }
    }
}
