//! [`Strided`]: a layout of rank 0 to 8 with one extent and one stride a mode.
//!
//! It is the shape in which arrays of run-time rank meet the memory kernels. Axes are in NumPy's order: the last one
//! varies fastest when elements are counted. The leaves of a layout of the algebra are the axes in the same order; only
//! the counting differs, for a layout counts its first mode fastest.

use super::{ArrayError, MAX_RANK};

/// Extents and strides, in elements, of an array of rank 0 to [`MAX_RANK`].
///
/// Strides are not negative. A stride of 0 repeats one element: inputs may have it, outputs may not.
///
/// ```
/// use azulejo_cpu::Strided;
/// let layout = Strided::new(&[2, 3], &[10, 2])?;
/// let offsets: Vec<usize> = layout.offsets().collect();
/// assert_eq!(offsets, [0, 2, 4, 10, 12, 14]);
/// assert_eq!((layout.size(), layout.cosize()), (6, 15));
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided {
    rank: usize,
    extents: [usize; MAX_RANK],
    strides: [usize; MAX_RANK],
}

impl Strided {
    /// A layout from its extents and strides.
    ///
    /// # Errors
    /// [`ArrayError::RankMismatch`], [`ArrayError::RankTooLarge`], or [`ArrayError::IndexOverflow`] where the size or an
    /// offset does not fit `isize`.
    pub fn new(extents: &[usize], strides: &[usize]) -> Result<Self, ArrayError> {
        let rank = extents.len();
        if rank > MAX_RANK {
            return Err(ArrayError::RankTooLarge { rank });
        }
        if strides.len() != rank {
            return Err(ArrayError::RankMismatch {
                expected: rank,
                got: strides.len(),
            });
        }
        let overflow = || ArrayError::IndexOverflow {
            extents: extents.to_vec(),
        };
        let limit = isize::MAX as usize;
        let size = if extents.contains(&0) {
            Some(0)
        } else {
            extents
                .iter()
                .try_fold(1usize, |size, extent| size.checked_mul(*extent))
        };
        let mut last = Some(0usize);
        if size.is_some_and(|size| size > 0) {
            for (extent, stride) in extents.iter().zip(strides) {
                let reach = (extent - 1).checked_mul(*stride);
                last = last
                    .zip(reach)
                    .and_then(|(last, reach)| last.checked_add(reach));
            }
        }
        if size.is_none_or(|size| size > limit) || last.is_none_or(|last| last >= limit) {
            return Err(overflow());
        }
        let mut layout = Self {
            rank,
            extents: [1; MAX_RANK],
            strides: [0; MAX_RANK],
        };
        layout.extents[..rank].copy_from_slice(extents);
        layout.strides[..rank].copy_from_slice(strides);
        Ok(layout)
    }

    /// Rank 1, stride 1, for the length of a slice, which always fits.
    pub(super) fn line(length: usize) -> Self {
        let mut layout = Self {
            rank: 1,
            extents: [1; MAX_RANK],
            strides: [0; MAX_RANK],
        };
        (layout.extents[0], layout.strides[0]) = (length, 1);
        layout
    }

    /// The compact layout whose last mode is contiguous (C order).
    ///
    /// # Errors
    /// As [`Strided::new`].
    pub fn row_major(extents: &[usize]) -> Result<Self, ArrayError> {
        Self::compact(extents, (0..extents.len()).rev())
    }

    /// The compact layout whose first mode is contiguous (Fortran order).
    ///
    /// # Errors
    /// As [`Strided::new`].
    pub fn column_major(extents: &[usize]) -> Result<Self, ArrayError> {
        Self::compact(extents, 0..extents.len())
    }

    fn compact(extents: &[usize], order: impl Iterator<Item = usize>) -> Result<Self, ArrayError> {
        let rank = extents.len();
        if rank > MAX_RANK {
            return Err(ArrayError::RankTooLarge { rank });
        }
        let mut strides = [0; MAX_RANK];
        let mut next = 1usize;
        for axis in order {
            strides[axis] = next;
            // Saturation is caught below: a size that does not fit is rejected.
            next = next.saturating_mul(extents[axis].max(1));
        }
        if next > isize::MAX as usize && !extents.contains(&0) {
            return Err(ArrayError::IndexOverflow {
                extents: extents.to_vec(),
            });
        }
        Self::new(extents, &strides[..rank])
    }

    /// Number of modes.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The extents.
    pub fn extents(&self) -> &[usize] {
        &self.extents[..self.rank]
    }

    /// The strides, in elements.
    pub fn strides(&self) -> &[usize] {
        &self.strides[..self.rank]
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        if self.extents().contains(&0) {
            return 0; // before the others are multiplied: they may be huge
        }
        self.extents().iter().product()
    }

    /// One past the largest offset; 0 for an empty array.
    pub fn cosize(&self) -> usize {
        if self.size() == 0 {
            return 0;
        }
        1 + self
            .modes()
            .map(|(extent, stride)| (extent - 1) * stride)
            .sum::<usize>()
    }

    /// True where element i, counted with the last mode fastest, is at offset i. Extents of 1 are ignored, and strides where there are no
    /// elements.
    ///
    /// ```
    /// use azulejo_cpu::Strided;
    /// assert!(Strided::new(&[4, 1, 3], &[3, 77, 1])?.is_contiguous());
    /// assert!(!Strided::new(&[3, 4], &[1, 3])?.is_contiguous());
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    pub fn is_contiguous(&self) -> bool {
        if self.size() == 0 {
            return true;
        }
        let mut next = 1;
        for (extent, stride) in self.modes().rev().filter(|(extent, _)| *extent != 1) {
            if stride != next {
                return false;
            }
            next = stride.saturating_mul(extent);
        }
        true
    }

    /// True where no two coordinates have one offset.
    ///
    /// Decided by sorting the modes by stride; where one mode's stride falls inside the span of smaller ones, by
    /// marking every offset. Layouts that would need more than 2^26 marks are called overlapping.
    pub fn is_injective(&self) -> bool {
        if self.is_contiguous() {
            return true;
        }
        let mut modes: Vec<(usize, usize)> = Vec::new();
        for mode in self.modes().filter(|(extent, _)| *extent != 1) {
            let place = modes.partition_point(|(_, stride)| *stride <= mode.1);
            modes.insert(place, mode);
        }
        let mut span = 0; // The largest offset of the modes so far.
        let nested = modes.iter().all(|(extent, stride)| {
            let fits = *stride > span;
            span += (extent - 1) * stride;
            fits
        });
        if nested {
            return true;
        }
        if modes.first().is_some_and(|(_, stride)| *stride == 0) || self.cosize() > 1 << 26 {
            return false;
        }
        let mut seen = vec![false; self.cosize()];
        self.offsets()
            .all(|offset| !std::mem::replace(&mut seen[offset], true))
    }

    /// Every offset, in the order of the elements: the last mode fastest.
    pub fn offsets(&self) -> impl Iterator<Item = usize> + use<> {
        let layout = *self;
        (0..layout.size()).map(move |index| layout.offset(index))
    }

    /// The offset of element `index`, counted with the last mode fastest; after the last element the count begins again.
    ///
    /// A layout without elements gives 0.
    pub fn offset(&self, mut index: usize) -> usize {
        if self.extents().contains(&0) {
            return 0;
        }
        let mut offset = 0;
        for (extent, stride) in self.modes().rev() {
            offset += index % extent * stride;
            index /= extent;
        }
        offset
    }

    /// The same array seen with a larger shape, by NumPy's rule: trailing axes are aligned, an extent of 1 and a
    /// missing axis repeat with stride 0.
    ///
    /// # Errors
    /// [`ArrayError::NotBroadcastable`].
    ///
    /// ```
    /// use azulejo_cpu::Strided;
    /// let column = Strided::row_major(&[3, 1])?.broadcast(&[3, 4])?;
    /// assert_eq!(column.offsets().collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    pub fn broadcast(&self, extents: &[usize]) -> Result<Self, ArrayError> {
        let reject = |axis| ArrayError::NotBroadcastable {
            lhs: self.extents().to_vec(),
            rhs: extents.to_vec(),
            axis,
        };
        let missing = extents
            .len()
            .checked_sub(self.rank)
            .ok_or_else(|| reject(0))?;
        let mut strides = vec![0; extents.len()];
        for axis in (missing..extents.len()).rev() {
            let (extent, stride) = (self.extents[axis - missing], self.strides[axis - missing]);
            strides[axis] = match extent {
                _ if extent == extents[axis] => stride,
                1 => 0,
                _ => return Err(reject(axis)),
            };
        }
        Self::new(extents, &strides)
    }

    /// The modes in another order: mode `i` of the result is mode `order[i]` of `self`.
    ///
    /// # Errors
    /// [`ArrayError::RankMismatch`], or [`ArrayError::BadAxis`] where `order` is no permutation.
    pub fn permute(&self, order: &[usize]) -> Result<Self, ArrayError> {
        if order.len() != self.rank {
            return Err(ArrayError::RankMismatch {
                expected: self.rank,
                got: order.len(),
            });
        }
        let mut result = *self;
        let mut seen = [false; MAX_RANK];
        for (to, &from) in order.iter().enumerate() {
            if from >= self.rank || std::mem::replace(&mut seen[from], true) {
                return Err(ArrayError::BadAxis {
                    axis: from as i64,
                    rank: self.rank,
                });
            }
            result.extents[to] = self.extents[from];
            result.strides[to] = self.strides[from];
        }
        Ok(result)
    }

    pub(super) fn modes(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
        self.extents()
            .iter()
            .copied()
            .zip(self.strides().iter().copied())
    }
}

/// The shape that two shapes broadcast to, by NumPy's rule.
///
/// # Errors
/// [`ArrayError::NotBroadcastable`] with the last axis that does not fit; [`ArrayError::RankTooLarge`].
///
/// ```
/// use azulejo_cpu::broadcast_shapes;
/// assert_eq!(broadcast_shapes(&[16, 8, 4], &[8, 4])?, [16, 8, 4]);
/// assert_eq!(broadcast_shapes(&[4, 1], &[1, 8])?, [4, 8]);
/// assert!(broadcast_shapes(&[16, 8], &[16, 4]).is_err());
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn broadcast_shapes(lhs: &[usize], rhs: &[usize]) -> Result<Vec<usize>, ArrayError> {
    let rank = lhs.len().max(rhs.len());
    if rank > MAX_RANK {
        return Err(ArrayError::RankTooLarge { rank });
    }
    let at = |shape: &[usize], axis: usize| {
        (axis + shape.len())
            .checked_sub(rank)
            .map_or(1, |axis| shape[axis])
    };
    let mut shape = vec![0; rank];
    for axis in (0..rank).rev() {
        shape[axis] = match (at(lhs, axis), at(rhs, axis)) {
            (a, b) if a == b => a,
            (1, b) => b,
            (a, 1) => a,
            _ => {
                return Err(ArrayError::NotBroadcastable {
                    lhs: lhs.to_vec(),
                    rhs: rhs.to_vec(),
                    axis,
                });
            }
        };
    }
    Ok(shape)
}
