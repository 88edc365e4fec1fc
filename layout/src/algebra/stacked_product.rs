//! `stacked_product`: copies of a layout side by side.

use crate::check::rules::build;
use crate::int::IMul;
use crate::layout::{AnyLayout, Cosize, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, M, Native, Nil, entrywise};

/// A tree of modes with each stride multiplied by `K`.
pub trait Widened<K> {
    /// The modes.
    type Out: Copy;
    fn widened(self, k: K) -> Self::Out;
}
entrywise!(Widened::widened with one argument);
impl<S: Copy, D: IMul<K>, K> Widened<K> for M<S, D> {
    type Out = M<S, D::Out>;
    #[inline(always)]
    fn widened(self, k: K) -> Self::Out {
        M(self.0, self.1.mul(k))
    }
}

/// What can say where copies of the layout `A` are stacked: any layout.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be stacked as `{Self}` says",
    note = "both operands are layouts; the block needs integer strides"
)]
pub trait Stacks<A>: Copy {
    /// The product.
    type Out;
    /// Computes it.
    fn stacked_product_of(self, a: A) -> Self::Out;
}
/// The number of offsets that the block occupies.
type Pitch<A> = <<A as AnyLayout>::L as Cosize>::Out;
/// The places of the copies.
type Places<A, B> = <<B as AnyLayout>::L as Widened<Pitch<A>>>::Out;
#[diagnostic::do_not_recommend]
impl<A, B> Stacks<A> for B
where
    A: AnyLayout,
    B: AnyLayout,
    <A as AnyLayout>::L: Cosize,
    <B as AnyLayout>::L: Widened<Pitch<A>>,
    Cons<<A as AnyLayout>::L, Cons<Places<A, B>, Nil>>: Native,
{
    type Out = LayoutOf<Cons<<A as AnyLayout>::L, Cons<Places<A, B>, Nil>>>;
    #[inline(always)]
    fn stacked_product_of(self, a: A) -> Self::Out {
        layout_of(build(|| {
            let block = a.modes();
            Cons(block, Cons(self.modes().widened(block.cosize()), Nil))
        }))
    }
}

/// `(block, shape(b) : cosize(block) stride(b))`: copies of `block` side by side, each in its own `cosize(block)` cells,
/// placed as `b` says.
///
/// | | |
/// |---|---|
/// | precondition | integer strides in `block` |
/// | error | basis strides in the block do not compile |
/// | rule | `S(i, j) = block(i) + cosize(block) b(j)`; injective when both operands are; equal to [`logical_product`](crate::logical_product) for a compact block |
/// | difference from CuTe | CuTe has no such product; its own aliases where it does not exist |
///
/// It always exists, where a product that fills the holes of the block may not. The price is that holes stay empty.
///
/// ```text
/// block _4:_4: 0 4 8 12, thirteen cells; copies start at 0, 13, 26, …
/// ```
/// ```
/// use azulejo_layout::{layout, stacked_product};
/// // a copy in each hole of _4:_4 would need seven places below 4
/// let s = stacked_product(layout!(_4:_4), layout!(_7:_1));
/// assert_eq!(s.to_string(), "(_4,_7):(_4,_13)");
/// assert_eq!(s.at((3, 1)), 25);
/// ```
#[inline(always)]
pub fn stacked_product<A, B: Stacks<A, Out = R>, R>(block: A, b: B) -> R {
    b.stacked_product_of(block)
}

impl<S, D> Layout<S, D> {
    /// See [`stacked_product`].
    #[inline(always)]
    pub fn stacked_product<B: Stacks<Self, Out = R>, R>(self, b: B) -> R {
        b.stacked_product_of(self)
    }
}
