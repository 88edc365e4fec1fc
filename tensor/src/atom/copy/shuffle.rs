//! SM50 `shfl`: transposes of 2×2 registers among threads.

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

use super::traits::copy_ops;

type Warp = Layout<_32, _1>;
type Pairs = Layout<(_32, _64), (_64, _1)>;

copy_ops! {
    Warp;
    /// Two 32-bit registers, transposed between threads that differ by 4.
    SM50_Shuffle_U32_2x2Trans_XOR4: Pairs => Layout<((_4, _2, _4), (_32, _2)), ((_64, _32, _512), (_1, _256))>, Pairs;
}
