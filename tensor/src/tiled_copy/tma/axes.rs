//! [`TmaCoordTree`]: a coordinate of global memory as TMA takes it, leaf by leaf.

use azulejo_layout::{Cons, Int, Lf, Nil};

/// A coordinate tree of at most five integers: its leaves are the axes of a tensor map, in order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate that TMA takes",
    note = "the source is an identity tensor of the matrix's shape, tiled and sliced: `make_identity_tensor(shape!(m, k)).local_tile(..)`"
)]
pub trait TmaCoordTree: Copy {
    /// Axes.
    const RANK: usize;
    /// Where a basis element points to reach each axis (`Path::CODE`).
    const CODES: [u64; 8];
    /// The same tree of `i32`.
    type Moved: Copy;

    /// Writes the leaves from `at` on.
    fn leaves(self, out: &mut [i32; 8], at: usize);

    /// The tree with each leaf `by` further, those from `at` on.
    fn moved(self, by: &[i32; 8], at: usize) -> Self::Moved;
}

impl<X: Int> TmaCoordTree for Lf<X> {
    const RANK: usize = 1;
    const CODES: [u64; 8] = [1, 0, 0, 0, 0, 0, 0, 0];
    type Moved = Lf<i32>;

    #[inline(always)]
    fn leaves(self, out: &mut [i32; 8], at: usize) {
        out[at] = self.0.value() as i32;
    }

    #[inline(always)]
    fn moved(self, by: &[i32; 8], at: usize) -> Lf<i32> {
        Lf(self.0.value() as i32 + by[at])
    }
}

impl TmaCoordTree for Nil {
    const RANK: usize = 0;
    const CODES: [u64; 8] = [0; 8];
    type Moved = Nil;

    #[inline(always)]
    fn leaves(self, _: &mut [i32; 8], _: usize) {}

    #[inline(always)]
    fn moved(self, _: &[i32; 8], _: usize) -> Nil {
        Nil
    }
}

impl<H: TmaCoordTree, T: TmaCoordTree> TmaCoordTree for Cons<H, T> {
    const RANK: usize = {
        assert!(
            H::RANK + T::RANK <= 5,
            "TMA: a tensor map has at most 5 modes; group modes that are contiguous, or slice batches"
        );
        H::RANK + T::RANK
    };
    const CODES: [u64; 8] = {
        let (mut codes, mut i) = ([0; 8], 0);
        while i < Self::RANK {
            codes[i] = if i < H::RANK {
                H::CODES[i] << 1
            } else {
                T::CODES[i - H::RANK] << 1 | 1
            };
            i += 1;
        }
        codes
    };
    type Moved = Cons<H::Moved, T::Moved>;

    #[inline(always)]
    fn leaves(self, out: &mut [i32; 8], at: usize) {
        self.0.leaves(out, at);
        self.1.leaves(out, at + const { H::RANK });
    }

    #[inline(always)]
    fn moved(self, by: &[i32; 8], at: usize) -> Self::Moved {
        Cons(
            self.0.moved(by, at),
            self.1.moved(by, at + const { H::RANK }),
        )
    }
}
