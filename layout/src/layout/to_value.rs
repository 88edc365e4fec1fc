//! From types to the value algebra.

use super::object::Layout;
use crate::tree::{Notation, Show};
use crate::value::{DynLayout, LayoutError, Tree};
use alloc::string::ToString;

/// Trees and layouts of types that have a value: the same thing with run-time rank, static-ness kept leaf by leaf.
pub trait ToValue {
    /// The value's type.
    type Value;
    /// The value, through the notation that both print and read.
    ///
    /// # Errors
    /// A negative size, or a size or offset beyond 64 bits.
    ///
    /// ```
    /// use azulejo_layout::{ToValue, layout, value::DynLayout};
    /// let n = 300;
    /// let value: DynLayout = layout!((_128, n):(_1, _128)).to_value()?;
    /// assert_eq!(value, "(_128,300):(_1,_128)".parse()?);
    /// # Ok::<(), azulejo_layout::value::LayoutError>(())
    /// ```
    fn to_value(&self) -> Result<Self::Value, LayoutError>;
}

impl<S: Show, D: Show> ToValue for Layout<S, D> {
    type Value = DynLayout;
    fn to_value(&self) -> Result<DynLayout, LayoutError> {
        self.to_string().parse()
    }
}

impl<T: Show + Copy> ToValue for Notation<T> {
    type Value = Tree;
    fn to_value(&self) -> Result<Tree, LayoutError> {
        self.to_string().parse()
    }
}
