//! [`WholeBlock`]: the mark of what has operations that all threads of a block make together.

use core::marker::PhantomData;

/// In a tile, an array and a block: it is neither `Send` nor `Sync`, so what has it is not captured by a function of
/// elements, which is `Send` and which each thread runs by itself.
///
/// Nobody outside this crate can name it, so a method that takes it is this crate's alone to call.
#[derive(Clone, Copy, Debug)]
pub struct WholeBlock(PhantomData<*const WholeBlock>);

impl WholeBlock {
    /// The mark.
    pub(crate) const MARK: Self = Self(PhantomData);
}
