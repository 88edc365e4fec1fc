//! [`Tile::select`]: one tile or the other, element by element.

use azulejo_tensor::{Bool, Element, Promote};

use super::{Formula, Tile, convert};
use crate::{Broadcast, TileShape};

impl<S: TileShape> Tile<Bool, S> {
    /// `yes` where this tile is true, `no` elsewhere: NumPy's and cuTile's `where`. The two promote, all broadcast.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let x = Tile::<i32, _>::iota(blk, tile!(_4)) - 2;
    /// let zero = Tile::<i32, _>::scalar(blk, 0);
    /// assert_eq!(x.gt(zero).select(x, zero).to_string(), "[0, 0, 0, 1]");
    /// ```
    #[inline(always)]
    pub fn select<A, B, P, R>(
        self,
        yes: impl Formula<Element = A, Shape = P>,
        no: impl Formula<Element = B, Shape = R>,
    ) -> Tile<A::Output, <S as Broadcast<<P as Broadcast<R>>::Out>>::Out>
    where
        A: Promote<B>,
        B: Element,
        P: Broadcast<R>,
        R: TileShape,
        S: Broadcast<<P as Broadcast<R>>::Out>,
    {
        let both = yes.tile().pair(no.tile(), |a, b| {
            (convert::<A, A::Output>(a), convert::<B, A::Output>(b))
        });
        self.pair(both, |c, (a, b)| if c.get() { a } else { b })
    }
}
