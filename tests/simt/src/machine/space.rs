//! Address spaces, and their windows among generic addresses.

/// Where the generic addresses of the block's own shared memory begin.
pub const SHARED_WINDOW: u64 = 0x0000_7000_0000_0000;

/// Where the generic addresses of a lane's local memory begin.
pub const LOCAL_WINDOW: u64 = 0x0000_7100_0000_0000;

/// The bytes of a window.
const WINDOW: u64 = 1 << 32;

/// What an address counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// The device's memory.
    Global,
    /// Shared memory of the own block, or of a block of the cluster: 256 times its rank plus one stands above bit 16.
    Shared,
    /// The lane's own memory.
    Local,
    /// Any of them, told apart by windows.
    Generic,
}

impl Space {
    /// The space and the address in it that an address of this space stands for.
    pub fn resolve(self, address: u64) -> (Self, u64) {
        match self {
            Self::Generic if (SHARED_WINDOW..SHARED_WINDOW + WINDOW).contains(&address) => {
                (Self::Shared, address - SHARED_WINDOW)
            }
            Self::Generic if (LOCAL_WINDOW..LOCAL_WINDOW + WINDOW).contains(&address) => {
                (Self::Local, address - LOCAL_WINDOW)
            }
            Self::Generic => (Self::Global, address),
            other => (other, address),
        }
    }
}
