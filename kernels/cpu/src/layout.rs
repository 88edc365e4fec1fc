//! Layouts of the algebra as [`Strided`], and back.

use azulejo_layout::value::{DynLayout, LayoutError, Tree};

use super::{ArrayError, MAX_RANK, Strided};

/// The leaves of a layout, in their order, are the axes of the array: coordinate (i, j) of the layout is element
/// `[i, j]`. Only the order in which elements are counted differs: a layout counts the first mode fastest, an array the
/// last.
///
/// ```
/// use azulejo_cpu::{ArrayError, Strided};
/// use azulejo_layout::value::DynLayout;
/// let tiled: DynLayout = "((2,_3),4):((12,_1),3)".parse()?;
/// let array = Strided::try_from(&tiled)?;
/// assert_eq!((array.extents(), array.strides()), (&[2, 3, 4][..], &[12, 1, 3][..]));
/// let reversed: DynLayout = "(1,4):(-3,1)".parse()?; // a stride that nothing follows
/// assert_eq!(Strided::try_from(&reversed)?.strides(), [0, 1]);
/// let coordinates: DynLayout = "(2,3):(_1@0,_1@1)".parse()?;
/// assert!(matches!(Strided::try_from(&coordinates), Err(ArrayError::NotStrided { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<&DynLayout> for Strided {
    type Error = ArrayError;

    fn try_from(layout: &DynLayout) -> Result<Self, ArrayError> {
        let reject = |_: LayoutError| ArrayError::NotStrided {
            layout: layout.to_string(),
        };
        let mut extents = Vec::with_capacity(MAX_RANK);
        for leaf in layout.shape().leaves().map_err(reject)? {
            let extent = leaf.plain().map_err(reject)?.value;
            let fits = usize::try_from(extent);
            extents.push(fits.map_err(|_| ArrayError::NotStrided {
                layout: layout.to_string(),
            })?);
        }
        let mut strides = Vec::with_capacity(MAX_RANK);
        let is_empty = extents.contains(&0);
        for (leaf, extent) in layout
            .stride()
            .leaves()
            .map_err(reject)?
            .iter()
            .zip(&extents)
        {
            let stride = leaf.plain().map_err(reject)?.value;
            strides.push(match usize::try_from(stride) {
                Ok(stride) => stride,
                // It leads nowhere.
                Err(_) if is_empty || *extent == 1 => 0,
                Err(_) => return Err(ArrayError::NegativeStride { stride }),
            });
        }
        Self::new(&extents, &strides)
    }
}

impl Strided {
    /// The array whose axes are the layout's modes: the leaves of a mode are one axis, and so need one stride.
    ///
    /// # Errors
    /// [`ArrayError::NotStrided`] for a mode that no one stride walks, as `(2,2):(1,8)`, and those of the conversion by leaves.
    ///
    /// ```
    /// use azulejo_cpu::{ArrayError, Strided};
    /// let array = Strided::from_modes(&"((2,2),4):((1,2),4)".parse()?)?;
    /// assert_eq!((array.extents(), array.strides()), (&[4, 4][..], &[1, 4][..]));
    /// let blocked = Strided::from_modes(&"((2,2),4):((1,8),2)".parse()?);
    /// assert!(matches!(blocked, Err(ArrayError::NotStrided { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_modes(layout: &DynLayout) -> Result<Self, ArrayError> {
        let not_strided = || ArrayError::NotStrided {
            layout: layout.to_string(),
        };
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        for mode in layout.modes() {
            let leaves = Self::try_from(&mode)?;
            let (mut extent, mut stride) = (1usize, 0);
            for (count, step) in leaves.extents().iter().zip(leaves.strides()) {
                if extent == 1 {
                    (extent, stride) = (*count, *step);
                } else if *count != 1 {
                    let next = extent.checked_mul(stride);
                    if next != Some(*step) && extent != 0 && *count != 0 {
                        return Err(not_strided());
                    }
                    extent = extent.checked_mul(*count).ok_or_else(not_strided)?;
                }
            }
            extents.push(extent);
            strides.push(stride);
        }
        Self::new(&extents, &strides)
    }

    /// The layout with one dynamic leaf an axis, in the order of the axes.
    ///
    /// # Errors
    /// Where an extent or an offset does not fit 64 bits with a sign; never for a layout that [`Strided::new`] made.
    ///
    /// ```
    /// use azulejo_cpu::Strided;
    /// assert_eq!(Strided::row_major(&[2, 3])?.to_layout()?.to_string(), "(2,3):(3,1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_layout(&self) -> Result<DynLayout, LayoutError> {
        let tree = |values: &[usize]| {
            Tree::Tuple(
                values
                    .iter()
                    .map(|value| Tree::dynamic(i64::try_from(*value).unwrap_or(i64::MAX)))
                    .collect(),
            )
        };
        DynLayout::new(tree(self.extents()), tree(self.strides()))
    }
}
