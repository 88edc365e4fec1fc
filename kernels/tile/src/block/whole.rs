//! [`WholeBlock`]: the mark of what has operations that all threads of a block make together.

use core::marker::PhantomData;

/// What tiles and blocks hold, and is neither `Send` nor `Sync`: a function of elements, as [`Tile::map`](crate::Tile::map)
/// takes, does not capture them.
///
/// All threads of a block make an operation on tiles together, and a function of elements runs in each thread by itself.
/// What such a function needs of a tile is an element of another: `t.zip(u, |x, y| x / y)` in place of
/// `t.map(|x| x / u.item())`, and `t / u.sum_all()` in place of a sum inside.
///
/// No program can make one.
#[derive(Clone, Copy, Debug)]
pub struct WholeBlock(PhantomData<*const WholeBlock>);

impl WholeBlock {
    /// The mark.
    pub(crate) const MARK: Self = Self(PhantomData);
}
