//! The shared memory of the kernels.

use azulejo_device::cute::*;

type Compact = Layout<(_128, _8), (_1, _128)>;
/// Padded: K is contiguous in global memory, so threads of a warp write down a column.
type Padded = Layout<(_128, _8), (_1, _132)>;

shared_storage! {
    /// A tile of A and of B with M and N contiguous.
    pub struct SharedStorageNT {
        tensor nt_a: [f32; Compact];
        tensor nt_b: [f32; Compact];
    }
}

shared_storage! {
    /// A tile of A and of B with K contiguous.
    pub struct SharedStorage {
        tensor tn_a: [f32; Padded];
        tensor tn_b: [f32; Padded];
    }
}
