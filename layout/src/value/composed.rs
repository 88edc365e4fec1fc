//! Composed layouts: a swizzle (or a layout) after an offset after a layout.

use super::error::{ErrorKind, LayoutError};
use super::int::Int;
use super::layout::{DynLayout, table_fits};
use super::swizzle::Swizzle;
use super::tree::Tree;
use crate::check;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// The function applied last in a composed layout.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outer {
    /// A swizzle of the offset.
    Swizzle(Swizzle),
    /// A layout on 1-D coordinates.
    Layout(DynLayout),
}

/// What is added between the inner layout and the outer function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Offset {
    /// An integer.
    Int(Int),
    /// A number of which some bits are known statically and some not: `fixed | (dynamic & mask)`.
    Mixed {
        /// The static bits.
        fixed: i64,
        /// The dynamic bits.
        dynamic: i64,
        /// Which bits are dynamic.
        mask: i64,
    },
    /// A shared-memory pointer to elements of `bits` bits that is not bound yet; the swizzle is in units of bytes.
    Unset {
        /// The width of an element.
        bits: i64,
    },
}

impl Offset {
    /// `fixed | (dynamic & mask)`, an integer when no bit is dynamic.
    #[must_use]
    pub fn mixed(fixed: i64, dynamic: i64, mask: i64) -> Self {
        if mask == 0 {
            Self::Int(Int::fixed(fixed))
        } else {
            Self::Mixed {
                fixed,
                dynamic,
                mask,
            }
        }
    }

    /// The number; `None` for a pointer that is not bound.
    #[must_use]
    pub fn value(&self) -> Option<i64> {
        match self {
            Self::Int(int) => Some(int.value),
            Self::Mixed {
                fixed,
                dynamic,
                mask,
            } => Some(fixed | (dynamic & mask)),
            Self::Unset { .. } => None,
        }
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => write!(f, "{int}"),
            Self::Mixed {
                fixed,
                dynamic,
                mask,
            } => write!(
                f,
                "M_{fixed}|({dynamic}&{mask})={}",
                fixed | (dynamic & mask)
            ),
            Self::Unset { bits } => write!(f, "smem_ptr[{bits}b](unset)"),
        }
    }
}

/// `outer o offset o inner`: the function `c -> outer(offset + inner(c))`.
///
/// ```
/// use azulejo_layout::value::AnyLayout;
/// let a: AnyLayout = "Sw<1,0,2> o _0 o (_4,_2):(_1,_4)".parse()?;
/// assert_eq!(a.offsets()?, [0, 1, 2, 3, 5, 4, 7, 6]);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ComposedLayout {
    /// The function applied last.
    pub outer: Outer,
    /// What is added before it.
    pub offset: Offset,
    /// The layout applied first, whose shape is the shape of the whole.
    pub inner: Box<AnyLayout>,
}

impl ComposedLayout {
    /// The value at a 1-D coordinate.
    ///
    /// # Errors
    /// An unbound pointer as offset, or overflow.
    pub fn at(&self, index: i64) -> Result<i64, LayoutError> {
        self.past(self.inner.at(index)?)
    }

    /// The value at a coordinate of the shape: see [`crd2idx`](crate::value::crd2idx).
    ///
    /// # Errors
    /// A coordinate that does not fit the shape, coordinate strides, and those of [`at`](Self::at).
    pub fn at_coord(&self, coord: &Tree) -> Result<i64, LayoutError> {
        self.past(match &*self.inner {
            AnyLayout::Plain(layout) => {
                let offset = crate::value::ops::crd2idx(coord, layout.shape(), layout.stride())?;
                offset.int()?.value
            }
            AnyLayout::Composed(composed) => composed.at_coord(coord)?,
        })
    }

    /// What becomes of the offset of the inner layout.
    fn past(&self, inner: i64) -> Result<i64, LayoutError> {
        let offset = self.offset.value().ok_or_else(|| {
            LayoutError::unsupported(format!("{} has no value before it is bound", self.offset))
                .fix("bind its symbol to a value first")
        })?;
        let x = inner
            .checked_add(offset)
            .ok_or_else(|| LayoutError::overflow(format!("{inner} + {offset} does not fit")))?;
        match &self.outer {
            Outer::Swizzle(swizzle) => Ok(swizzle.apply(x)),
            Outer::Layout(layout) => plain_at(layout, x),
        }
    }
}

/// The offset of a 1-D coordinate of a plain layout.
fn plain_at(layout: &DynLayout, index: i64) -> Result<i64, LayoutError> {
    check::offset(layout.flat()?.as_slice(), index)
        .ok_or_else(|| LayoutError::overflow(format!("{layout} at {index} does not fit 64 bits")))
}

impl fmt::Display for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outer {
            Outer::Swizzle(swizzle) => write!(f, "{swizzle}")?,
            Outer::Layout(layout) => write!(f, "{layout}")?,
        }
        write!(f, " o {} o {}", self.offset, self.inner)
    }
}

/// A layout of either kind, as the notation writes it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum AnyLayout {
    /// Shape and stride.
    Plain(DynLayout),
    /// A function after a layout.
    Composed(ComposedLayout),
}

impl AnyLayout {
    /// The shape, that of the innermost layout.
    #[must_use]
    pub fn shape(&self) -> &Tree {
        self.innermost().shape()
    }

    /// The layout that is applied first.
    #[must_use]
    pub fn innermost(&self) -> &DynLayout {
        match self {
            Self::Plain(layout) => layout,
            Self::Composed(composed) => composed.inner.innermost(),
        }
    }

    /// The plain layout.
    ///
    /// # Errors
    /// This is a composed one.
    pub fn plain(&self) -> Result<&DynLayout, LayoutError> {
        match self {
            Self::Plain(layout) => Ok(layout),
            Self::Composed(composed) => Err(LayoutError::new(
                ErrorKind::Unsupported,
                format!("{composed} is a composed layout, this needs a plain one"),
            )
            .fix("slice it at a coordinate, or take the layout behind the swizzle")),
        }
    }

    /// The value at a 1-D coordinate.
    ///
    /// # Errors
    /// Those of [`ComposedLayout::at`].
    pub fn at(&self, index: i64) -> Result<i64, LayoutError> {
        match self {
            Self::Plain(layout) => plain_at(layout, index),
            Self::Composed(composed) => composed.at(index),
        }
    }

    /// The values at all 1-D coordinates.
    ///
    /// # Errors
    /// More than [`TABLE_LIMIT`](super::TABLE_LIMIT) elements, and those of [`ComposedLayout::at`].
    pub fn offsets(&self) -> Result<Vec<i64>, LayoutError> {
        if let Self::Plain(layout) = self {
            return layout.offsets();
        }
        let total = self.shape().size()?.value;
        table_fits(total)?;
        (0..total).map(|i| self.at(i)).collect()
    }

    /// The same function after the innermost layout `f` of it: how domain operations act on composed layouts.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn map_inner(
        &self,
        f: &mut impl FnMut(&DynLayout) -> Result<DynLayout, LayoutError>,
    ) -> Result<Self, LayoutError> {
        Ok(match self {
            Self::Plain(layout) => Self::Plain(f(layout)?),
            Self::Composed(composed) => Self::Composed(ComposedLayout {
                outer: composed.outer.clone(),
                offset: composed.offset.clone(),
                inner: Box::new(composed.inner.map_inner(f)?),
            }),
        })
    }
}

impl From<DynLayout> for AnyLayout {
    fn from(layout: DynLayout) -> Self {
        Self::Plain(layout)
    }
}

impl From<ComposedLayout> for AnyLayout {
    fn from(layout: ComposedLayout) -> Self {
        Self::Composed(layout)
    }
}

impl fmt::Display for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(layout) => write!(f, "{layout}"),
            Self::Composed(composed) => write!(f, "{composed}"),
        }
    }
}

impl fmt::Debug for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Debug for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
