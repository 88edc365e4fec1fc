//! The notation as macros: `layout!`, `shape!`, `stride!`, `coord!`, `tile!`.
//!
//! `_8` is the static 8 (see [`ints`](crate::ints) for those that have names), `_` the slice marker (in `coord!` and `tile!`), a parenthesised group is a tuple, also with
//! one entry, and anything else is an expression, hence dynamic. An expression that needs parentheses is put in
//! braces: `{(m + 1) * 2}`.

/// One tree entry after the other; the results are gathered in a tuple.
#[doc(hidden)]
#[macro_export]
macro_rules! __entries {
    (($($done:expr,)*)) => { ($($done,)*) };
    (($($done:expr,)*) $s:tt : $d:tt) => { ($($done,)* $crate::Layout::new($crate::__node!($s), $crate::__node!($d)),) };
    (($($done:expr,)*) $s:tt : $d:tt, $($rest:tt)*) => {
        $crate::__entries!(($($done,)* $crate::Layout::new($crate::__node!($s), $crate::__node!($d)),) $($rest)*)
    };
    (($($done:expr,)*) _) => { ($($done,)* $crate::Underscore,) };
    (($($done:expr,)*) _, $($rest:tt)*) => { $crate::__entries!(($($done,)* $crate::Underscore,) $($rest)*) };
    (($($done:expr,)*) ($($in:tt)*)) => { ($($done,)* $crate::__entries!(() $($in)*),) };
    (($($done:expr,)*) ($($in:tt)*), $($rest:tt)*) => {
        $crate::__entries!(($($done,)* $crate::__entries!(() $($in)*),) $($rest)*)
    };
    (($($done:expr,)*) $v:tt $(@ $i:tt)+) => { ($($done,)* $crate::basis!($v $(@ $i)+),) };
    (($($done:expr,)*) $v:tt $(@ $i:tt)+, $($rest:tt)*) => {
        $crate::__entries!(($($done,)* $crate::basis!($v $(@ $i)+),) $($rest)*)
    };
    (($($done:expr,)*) $v:tt) => { ($($done,)* $crate::__leaf!($v),) };
    (($($done:expr,)*) $v:tt, $($rest:tt)*) => { $crate::__entries!(($($done,)* $crate::__leaf!($v),) $($rest)*) };
    (($($done:expr,)*) $e:expr) => { ($($done,)* $crate::__expression!($e),) };
    (($($done:expr,)*) $e:expr, $($rest:tt)*) => {
        $crate::__entries!(($($done,)* $crate::__expression!($e),) $($rest)*)
    };
}

/// One node: `_`, a group, or an expression.
#[doc(hidden)]
#[macro_export]
macro_rules! __node {
    (_) => { $crate::Underscore };
    (($($in:tt)*)) => { $crate::__entries!(() $($in)*) };
    ($v:tt $(@ $i:tt)+) => { $crate::basis!($v $(@ $i)+) };
    ($v:tt) => { $crate::__leaf!($v) };
    ($e:expr) => { $crate::__expression!($e) };
}

/// A single argument stands for itself, several make a tuple.
#[doc(hidden)]
#[macro_export]
macro_rules! __tree {
    (_) => { $crate::Underscore };
    (($($in:tt)*)) => { $crate::__entries!(() $($in)*) };
    ($s:tt : $d:tt) => { $crate::Layout::new($crate::__node!($s), $crate::__node!($d)) };
    ($v:tt) => { $crate::__leaf!($v) };
    ($e:expr) => { $crate::__expression!($e) };
    ($($in:tt)*) => { $crate::__entries!(() $($in)*) };
}

/// A layout in the notation: `layout!(shape:stride)`, or `layout!(shape)` for the compact column-major one.
///
/// Its offsets are held by the integers that make them: the sum of `(s - 1) |d|` over the modes is checked once, against the
/// type of the dynamic leaves or 64 bits. For what is static, here: a compile error, and no code. For dynamic values by
/// [`try_layout!`](crate::try_layout!), and by whatever gives the layout memory (a tensor of a slice returns an error, one on a
/// pointer stops in debug builds). [`Layout::fits`](crate::Layout::fits) asks for another type.
///
/// ```compile_fail
/// // 2^16 columns, 2^16 apart, and rows that a 32-bit number counts: 32 bits do not hold the offsets.
/// use azulejo_layout::layout;
/// let rows = 3i32;
/// let l = layout!((rows, _65536):(_1, _65536));
/// ```
///
/// ```
/// use azulejo_layout::layout;
/// let n = 5;
/// assert_eq!(layout!((_8, (_2, n)):(_1, (_8, _16))).to_string(), "(_8,(_2,5)):(_1,(_8,_16))");
/// assert_eq!(layout!((_8, _4)).to_string(), "(_8,_4):(_1,_8)");
/// assert_eq!(layout!(_8:_2).to_string(), "_8:_2");
/// assert_eq!(layout!(((_8)):((_2))).to_string(), "((_8)):((_2))");
/// ```
#[macro_export]
macro_rules! layout {
    ($s:tt : $($d:tt)*) => { $crate::Layout::new($crate::__node!($s), $crate::__node!($($d)*)) };
    ($($s:tt)*) => { $crate::make_layout($crate::__tree!($($s)*), $crate::LayoutLeft).made() };
}

/// [`layout!`](crate::layout!) of dynamic values, if the integers of its leaves hold all its offsets and indices:
/// [`Layout::try_new`](crate::Layout::try_new) in the notation.
///
/// ```
/// use azulejo_layout::try_layout;
/// let (narrow, wide) = (70_000i32, 70_000i64);
/// assert_eq!(try_layout!((wide, wide):(wide, _1))?.to_string(), "(70000,70000):(70000,_1)");
/// let error = try_layout!((narrow, narrow):(narrow, _1)).unwrap_err();
/// assert_eq!(error.to_string(), "offsets from 0 to 4900000000 do not fit the index type: take a wider one");
/// # Ok::<(), azulejo_layout::IndexTooNarrow>(())
/// ```
#[macro_export]
macro_rules! try_layout {
    ($s:tt : $($d:tt)*) => { $crate::Layout::try_new($crate::__node!($s), $crate::__node!($($d)*)) };
}

macro_rules! tree_macro {
    ($(#[$m:meta])* $name:ident $d:tt) => {
        $(#[$m])*
        #[macro_export]
        macro_rules! $name {
            ($d($d in:tt)*) => { $crate::__tree!($d($d in)*) };
        }
    };
}

tree_macro! {
    /// A shape: `shape!(_8, (n, _2))`. One argument stands for itself.
    shape $
}
tree_macro! {
    /// A stride: `stride!(_1, (_8, n))`. One argument stands for itself.
    stride $
}
tree_macro! {
    /// A coordinate, `_` to keep a mode when slicing: `coord!(_, 3, (_, 1))`. One argument stands for itself.
    coord $
}
tree_macro! {
    /// A tiler, one entry per mode: `_` keeps the mode, an integer `n` is the tile `n:1`, `s:d` is a layout:
    /// `tile!(_8, _, (_2, _2):(_1, _4))`. One argument stands for itself.
    tile $
}
