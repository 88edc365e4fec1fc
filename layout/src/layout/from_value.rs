//! From the value algebra back to types.

use super::convert::TryFromDynamic;
use super::object::Layout;
use crate::int::{C, Dyn, Dynamic, N, Nat, for_dynamic};
use crate::tree::{Congruent, for_tuples};
use crate::value::{DynLayout, ErrorKind, LayoutError, Tree};
use alloc::format;
use alloc::string::ToString;

/// A shape or stride of a type made from a tree of values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made from a tree of values",
    note = "leaves are static integers (`_8`), `i32`, `u32`, `i64` and `usize`; tuples of leaves nest"
)]
pub trait FromTree: Sized {
    /// Converts: the profiles must be equal, and static leaves have the values of the tree.
    ///
    /// # Errors
    /// Another profile, or a leaf with another value, by name.
    fn from_tree(tree: &Tree) -> Result<Self, LayoutError>;
}

/// A leaf of the type `R`.
fn leaf<R: TryFromDynamic<i64>>(tree: &Tree) -> Result<R, LayoutError> {
    let value = tree.int()?.value;
    R::try_from_dynamic(value)
        .map_err(|error| LayoutError::new(ErrorKind::OutOfRange, error.to_string()))
}
macro_rules! leaf {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)*> FromTree for $t {
            fn from_tree(tree: &Tree) -> Result<Self, LayoutError> {
                leaf(tree)
            }
        }
    };
}
macro_rules! dynamic {
    ($t:ident) => {
        leaf!([] $t);
    };
}
for_dynamic!(dynamic);
leaf!([U: Nat] C<U>);
leaf!([U: Nat] N<U>);
leaf!([K: Nat, T: Dynamic + TryFromDynamic<i64>] Dyn<K, T>);

/// The entry `i` of a tuple of `rank`.
fn entry<R: FromTree>(tree: &Tree, rank: usize, i: usize) -> Result<R, LayoutError> {
    match tree.modes().get(i) {
        Some(entry) if tree.is_tuple() && tree.rank() == rank => {
            R::from_tree(entry).map_err(|error| error.at_mode(alloc::vec![i]))
        }
        _ => Err(LayoutError::new(
            ErrorKind::Profile,
            format!("{tree} is not a tuple of {rank} entries"),
        )
        .fix("take a type that nests as the layout does")),
    }
}
macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        impl<$($a: FromTree),*> FromTree for ($($a,)*) {
            fn from_tree(tree: &Tree) -> Result<Self, LayoutError> {
                let rank = [$($i),*].len();
                Ok(($(entry::<$a>(tree, rank, $i)?,)*))
            }
        }
    };
}
for_tuples!(tuple);

impl<S: FromTree + Congruent<D>, D: FromTree> TryFrom<&DynLayout> for Layout<S, D> {
    type Error = LayoutError;

    /// The value as a layout of this type, if it has its profile and the values of its static leaves.
    ///
    /// ```
    /// use azulejo_layout::{Layout, value::DynLayout};
    /// use azulejo_layout::ints::{_1, _8, _16};
    /// type Rows = Layout<(_8, usize), (_16, _1)>;
    /// let value: DynLayout = "(8,12):(16,1)".parse()?;
    /// assert_eq!(Rows::try_from(&value)?.to_string(), "(_8,12):(_16,_1)");
    /// let value: DynLayout = "(8,12):(12,1)".parse()?;
    /// assert!(Rows::try_from(&value).is_err());
    /// # Ok::<(), azulejo_layout::value::LayoutError>(())
    /// ```
    fn try_from(value: &DynLayout) -> Result<Self, LayoutError> {
        let shape = S::from_tree(value.shape())?;
        let stride = D::from_tree(value.stride())?;
        Ok(Layout::new(shape, stride))
    }
}
