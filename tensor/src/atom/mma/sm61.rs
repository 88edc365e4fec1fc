//! SM61: dot products of packed integers, one thread an instruction (`dp4a`, `dp2a`).

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

use super::traits::mma_atoms;

type One = Layout<(_1, _1), (_0, _0)>;

mma_atoms! {
    Layout<_1, _0>;
    /// Four byte products a thread.
    SM61_DP4A: i32 = i8, i8; (_1, _1, _4); Layout<(_1, _4), (_0, _1)>, Layout<(_1, _4), (_0, _1)>, One;
    /// Two 16-bit products a thread.
    SM61_DP2A: i32 = i16, i16; (_1, _1, _2); Layout<(_1, _2), (_0, _1)>, Layout<(_1, _2), (_0, _1)>, One;
}
