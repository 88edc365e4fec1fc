//! Printing trees in the notation.

use super::convert::for_tuples;
use super::list::Underscore;
use crate::int::{Leaf, for_integers};
use core::fmt;

/// A tree that prints in the notation: `((_4,8),_2)`.
pub trait Show {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the formatter.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Displays a tree in the notation.
///
/// ```
/// use azulejo_layout::{Notation, shape};
/// assert_eq!(Notation(shape!((_4, 8), _2)).to_string(), "((_4,8),_2)");
/// ```
pub struct Notation<T>(pub T);

impl<T: Show> fmt::Display for Notation<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

macro_rules! leaf {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> Show for $t {
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Leaf::show(*self, f)
            }
        }
    };
}
for_integers!(leaf);

impl Show for Underscore {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}
impl Show for () {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("()")
    }
}

/// Writes modes between parentheses: one function for all tuples, of which a program has hundreds.
#[inline(never)]
fn show_modes(modes: &[&dyn Show], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut open = "(";
    for mode in modes {
        f.write_str(open)?;
        mode.show(f)?;
        open = ",";
    }
    f.write_str(")")
}

macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        impl<$($a: Show),*> Show for ($($a,)*) {
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_modes(&[$(&self.$i),*], f)
            }
        }
    };
}
for_tuples!(tuple);
