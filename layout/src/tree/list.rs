//! The nodes of internal trees.

/// The empty list.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Nil;

/// A list: its first node and the rest.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Cons<H, T>(pub H, pub T);

/// A leaf of a shape, stride, coordinate or tiler.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Lf<X>(pub X);

/// A leaf mode of a layout: a size and its stride.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct M<S, D>(pub S, pub D);

/// A layout that stands as one node of a tiler, as its tree of modes.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Ly<L>(pub L);

/// The slice marker `_`: keep this mode whole.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Underscore;
