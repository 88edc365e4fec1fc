//! [`load_tile`] and [`store_tile`]: one tile of an array, padded at the edges.
//!
//! An array is covered by equal tiles, `ceil(extent / tile)` along each axis; the last ones reach past its end. A load
//! gives the places outside a value chosen by [`Padding`]; a store leaves them out.

use core::fmt;
use core::str::FromStr;

use azulejo_tensor::{Category, DType, Element};

use super::{Array, ArrayError, Strided, View, ViewMut};

macro_rules! paddings {
    ($($(#[doc = $doc:literal])* $variant:ident $text:literal;)*) => {
        /// What a load gives for places outside the array (cuTile's padding modes).
        ///
        /// ```
        /// use azulejo_cpu::Padding;
        /// use azulejo_tensor::f16;
        /// assert_eq!(Padding::NegZero.value::<f32>()?.to_bits(), 0x8000_0000);
        /// assert_eq!("pos_inf".parse(), Ok(Padding::PosInf));
        /// assert!(Padding::NaN.value::<i32>().is_err());
        /// assert!(Padding::PosInf.value::<azulejo_tensor::F8E4M3>().is_err()); // it has no infinity
        /// # Ok::<(), azulejo_cpu::ArrayError>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Padding { #[default] $($(#[doc = $doc])* $variant,)* }

        impl Padding {
            /// Every mode.
            pub const ALL: &[Padding] = &[$(Padding::$variant),*];

            /// The text form: `neg_zero`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Padding::$variant => $text,)* }
            }
        }
    };
}

paddings! {
    /// No particular value; programs must not rely on it. It is 0.
    Undetermined "undetermined";
    /// 0.
    Zero "zero";
    /// -0, floats only.
    NegZero "neg_zero";
    /// A quiet NaN, floats only.
    NaN "nan";
    /// Infinity, floats that have it.
    PosInf "pos_inf";
    /// Minus infinity, floats that have it.
    NegInf "neg_inf";
}

impl Padding {
    /// The value in type `T`.
    ///
    /// # Errors
    /// [`ArrayError::NotSupported`] where the type has no such value.
    pub fn value<T: Element>(self) -> Result<T, ArrayError> {
        let value = match self {
            Padding::Undetermined | Padding::Zero => return Ok(T::ZERO),
            Padding::NegZero => -0.0,
            Padding::NaN => f64::NAN,
            Padding::PosInf => f64::INFINITY,
            Padding::NegInf => f64::NEG_INFINITY,
        };
        let infinite = matches!(self, Padding::PosInf | Padding::NegInf);
        if T::DTYPE.category() != Category::Float || (infinite && T::DTYPE == DType::F8E4M3) {
            return Err(ArrayError::NotSupported {
                op: self.as_str(),
                dtype: T::DTYPE,
            });
        }
        // An infinity must not be clamped, as a cast to an 8-bit float would.
        let mode = azulejo_tensor::RoundingMode::NearestEven;
        Ok(T::from_number(
            azulejo_tensor::Number::Float(value),
            mode,
            azulejo_tensor::Overflow::Ieee,
        ))
    }
}

/// A name that no padding mode has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPadding;

impl fmt::Display for UnknownPadding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown padding mode: use one of")?;
        Padding::ALL
            .iter()
            .try_for_each(|mode| write!(f, " {}", mode.as_str()))
    }
}

impl std::error::Error for UnknownPadding {}

impl FromStr for Padding {
    type Err = UnknownPadding;

    fn from_str(text: &str) -> Result<Self, UnknownPadding> {
        Padding::ALL
            .iter()
            .copied()
            .find(|mode| mode.as_str() == text)
            .ok_or(UnknownPadding)
    }
}

/// How many tiles cover an array along each axis.
///
/// # Errors
/// [`ArrayError::RankMismatch`]; [`ArrayError::ShapeMismatch`] for a tile with an extent of 0.
///
/// ```
/// use azulejo_cpu::tile_space;
/// assert_eq!(tile_space(&[12, 16], &[2, 4])?, [6, 4]);
/// assert_eq!(tile_space(&[42, 64], &[4, 8])?, [11, 8]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn tile_space(extents: &[usize], tile: &[usize]) -> Result<Vec<usize>, ArrayError> {
    if tile.len() != extents.len() {
        return Err(ArrayError::RankMismatch {
            expected: extents.len(),
            got: tile.len(),
        });
    }
    if tile.contains(&0) {
        return Err(ArrayError::ShapeMismatch {
            expected: extents.to_vec(),
            got: tile.to_vec(),
        });
    }
    Ok(extents
        .iter()
        .zip(tile)
        .map(|(extent, tile)| extent.div_ceil(*tile))
        .collect())
}

/// The part of a tile that lies inside the array: its first offset and its extents.
fn inside(
    layout: &Strided,
    index: &[usize],
    tile: &[usize],
) -> Result<(usize, Vec<usize>), ArrayError> {
    let space = tile_space(layout.extents(), tile)?;
    if index.len() != space.len() {
        return Err(ArrayError::RankMismatch {
            expected: space.len(),
            got: index.len(),
        });
    }
    if index
        .iter()
        .zip(&space)
        .any(|(index, count)| index >= count)
    {
        return Err(ArrayError::IndexOutOfSpace {
            index: index.to_vec(),
            space,
        });
    }
    let starts = index.iter().zip(tile).map(|(index, tile)| index * tile);
    let offset = starts
        .clone()
        .zip(layout.strides())
        .map(|(start, stride)| start * stride)
        .sum();
    let extents = starts
        .zip(layout.extents())
        .zip(tile)
        .map(|((start, extent), tile)| (extent - start).min(*tile));
    Ok((offset, extents.collect()))
}

/// The tile at `index` in the grid of tiles, as an array of its own.
///
/// # Errors
/// As [`tile_space`]; [`ArrayError::IndexOutOfSpace`] for a tile wholly outside; as [`Padding::value`].
///
/// ```
/// use azulejo_cpu::{Array, Padding, load_tile};
/// let x = Array::from_vec((0..10).collect::<Vec<i32>>(), &[10])?;
/// assert_eq!(load_tile(x.view(), &[2], &[4], Padding::Zero)?.data(), [8, 9, 0, 0]);
/// assert!(load_tile(x.view(), &[3], &[4], Padding::Zero).is_err());
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn load_tile<T: Element>(
    array: View<'_, T>,
    index: &[usize],
    tile: &[usize],
    padding: Padding,
) -> Result<Array<T>, ArrayError> {
    let (offset, extents) = inside(&array.layout, index, tile)?;
    let value = padding.value::<T>()?;
    let mut out = Array::<T>::zeros(tile)?;
    out.data.fill(value);
    let source = View::new(
        &array.data[offset..],
        Strided::new(&extents, array.layout.strides())?,
    )?;
    let target = Strided::new(&extents, out.layout.strides())?;
    super::map(
        (source,),
        &mut ViewMut::new(&mut out.data, target)?,
        |(x,)| x,
    )?;
    Ok(out)
}

/// Writes a tile to its place in the grid of tiles; what lies outside the array is left out.
///
/// # Errors
/// As [`load_tile`].
///
/// ```
/// use azulejo_cpu::{Array, store_tile};
/// let mut x = Array::<i32>::zeros(&[6])?;
/// for (index, value) in [(0, 1), (1, 2)] {
///     let tile = Array::from_vec(vec![value; 4], &[4])?;
///     store_tile(&mut x.view_mut(), &[index], &tile)?;
/// }
/// assert_eq!(x.data(), [1, 1, 1, 1, 2, 2]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn store_tile<T: Element>(
    array: &mut ViewMut<'_, T>,
    index: &[usize],
    tile: &Array<T>,
) -> Result<(), ArrayError> {
    let (offset, extents) = inside(&array.layout, index, tile.extents())?;
    let source = View::new(&tile.data, Strided::new(&extents, tile.layout.strides())?)?;
    let target = Strided::new(&extents, array.layout.strides())?;
    super::map(
        (source,),
        &mut ViewMut::new(&mut array.data[offset..], target)?,
        |(x,)| x,
    )
}
