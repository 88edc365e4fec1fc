//! [`Spelled`]: layouts as text on both machines.

use azulejo_layout::{C, Dyn, Int, Layout, N};
use core::ffi::CStr;

use crate::Block;

/// A piece of text.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// These characters.
    Text(&'static CStr),
    /// A number that the type knows: `_8`.
    Static(i64),
    /// A number that it does not: `8`.
    Dynamic(i64),
}

/// A layout that a program prints, or a tree of its integers: the notation, made from the type and the values.
///
/// A device has no formatter, so the text is made piece by piece; it is what `Display` gives on the host.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be printed by a program",
    note = "layouts are, whose shape and stride are integers and tuples of them"
)]
pub trait Spelled {
    /// Gives each piece to `f`, from the first.
    fn pieces(&self, f: &mut impl FnMut(Piece));
}

macro_rules! leaves {
    ($({$($g:tt)*} $t:ty;)*) => {$(
        impl<$($g)*> Spelled for $t
        where
            Self: Int,
        {
            #[inline(always)]
            fn pieces(&self, f: &mut impl FnMut(Piece)) {
                f(match <Self as Int>::STATIC {
                    Some(value) => Piece::Static(value),
                    None => Piece::Dynamic(azulejo_layout::Leaf::scalar(*self)),
                })
            }
        }
    )*};
}

leaves! { {U} C<U>; {U} N<U>; {K, T} Dyn<K, T>; {} i32; {} u32; {} i64; {} usize; }

impl Spelled for () {
    #[inline(always)]
    fn pieces(&self, f: &mut impl FnMut(Piece)) {
        f(Piece::Text(c"()"))
    }
}

macro_rules! tuples {
    ($(($($e:ident $k:tt)*))*) => {$(
        impl<$($e: Spelled),*> Spelled for ($($e,)*) {
            #[inline(always)]
            fn pieces(&self, f: &mut impl FnMut(Piece)) {
                let mut open = c"(";
                $(
                    f(Piece::Text(open));
                    self.$k.pieces(f);
                    open = c",";
                )*
                let _ = open;
                f(Piece::Text(c")"));
            }
        }
    )*};
}

tuples! {
    (A 0) (A 0 B 1) (A 0 B 1 D 2) (A 0 B 1 D 2 E 3) (A 0 B 1 D 2 E 3 G 4) (A 0 B 1 D 2 E 3 G 4 H 5)
    (A 0 B 1 D 2 E 3 G 4 H 5 I 6) (A 0 B 1 D 2 E 3 G 4 H 5 I 6 J 7)
}

impl<S: Spelled + Copy, D: Spelled + Copy> Spelled for Layout<S, D> {
    #[inline(always)]
    fn pieces(&self, f: &mut impl FnMut(Piece)) {
        self.shape().pieces(f);
        f(Piece::Text(c":"));
        self.stride().pieces(f);
    }
}

impl Block {
    /// Prints a label and a layout in the notation, static integers with `_`; on a device one thread prints for its block.
    ///
    /// ```
    /// # use azulejo_tile::Block;
    /// use azulejo_layout::layout;
    /// fn program(blk: &Block, n: i64) {
    ///     blk.say_layout(c" Layout : ", layout!(((_2, n), _4):((_1, 4), _2))); //  Layout : ((_2,2),_4):((_1,4),_2)
    /// }
    /// ```
    pub fn say_layout(&self, label: &'static CStr, layout: impl Spelled) {
        #[cfg(target_arch = "nvptx64")]
        if crate::value::thread() == 0 {
            super::print::piece(Piece::Text(label));
            layout.pieces(&mut super::print::piece);
            super::print::piece(Piece::Text(c"\n"));
        }
        #[cfg(all(not(target_arch = "nvptx64"), feature = "std"))]
        println!("{}{}", label.to_str().unwrap_or_default(), text(&layout));
        #[cfg(all(not(target_arch = "nvptx64"), not(feature = "std")))]
        let _ = (label, layout);
    }
}

/// All pieces.
#[cfg(all(not(target_arch = "nvptx64"), feature = "std"))]
fn text(layout: &impl Spelled) -> String {
    let mut all = String::new();
    layout.pieces(&mut |piece| match piece {
        Piece::Text(text) => all += text.to_str().unwrap_or_default(),
        Piece::Static(value) => all += &format!("_{value}"),
        Piece::Dynamic(value) => all += &value.to_string(),
    });
    all
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use azulejo_layout::{coord, layout, slice};

    #[test]
    fn u_10_text_is_that_of_display() {
        let n = std::hint::black_box(2i64);
        macro_rules! all {
            ($($layout:expr;)*) => {$({
                let layout = $layout;
                assert_eq!(text(&layout), layout.to_string());
            })*};
        }
        all! {
            layout!(_8:_1);
            layout!(8:1);
            layout!((_4, n):(n, _1));
            layout!(((_2, 2), (_2, _4)):((_1, 4), (_2, n)));
            layout!(((_3, n), (n, _5, _2)):((4, 1), (_2, 13, 100)));
            layout!((_4, (_2, (_2, 3))):(_1, (_4, (_8, n))));
            layout!((_4, n):(_0, -3));
            slice(layout!(((_3, n), (n, _5, _2)):((4, 1), (_2, 13, 100))), coord!((_, 1), (0, _, 1)));
        }
        assert_eq!(text(&layout!((_4, n):(n, _1))), "(_4,2):(2,_1)");
    }
}
