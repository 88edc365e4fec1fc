//! `fill`, `clear`, `axpby`, `transform`.

use azulejo_layout::Int;

use super::repeat::{Extent, Repeat, common};
use crate::element::convert;
use crate::element::{Arithmetic, Element};
use crate::engine::{Engine, EngineMut};
use crate::tensor::{OffsetAt, Tensor};

/// `dst(i) = value` for every 1-D coordinate; what lies between the elements of the layout stays.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{fill, make_tensor};
/// let mut data = [0; 8];
/// fill(&mut make_tensor(&mut data[..], layout!((_2, _2):(_1, _4)))?, 7);
/// assert_eq!(data, [7, 7, 0, 0, 7, 7, 0, 0]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn fill<E, L>(dst: &mut Tensor<E, L>, value: E::Item)
where
    E: EngineMut,
    L: Extent + OffsetAt<usize, Offset: Int>,
{
    dst.layout().extent().repeat(|i| dst.put(i, value));
}

/// `dst(i) = 0`.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{clear, make_tensor};
/// let mut data = [7; 6];
/// clear(&mut make_tensor(&mut data[..], layout!(_3:_2))?);
/// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn clear<E, L>(dst: &mut Tensor<E, L>)
where
    E: EngineMut<Item: Element>,
    L: Extent + OffsetAt<usize, Offset: Int>,
{
    fill(dst, Element::ZERO);
}

/// `y(i) = alpha x(i) + beta y(i)`, computed in the type of `x` and converted to that of `y`. Where `beta` is 0, `y` is written and never read, so a NaN there does not survive.
///
/// # Panics
/// Where dynamic sizes differ; static ones are compared when the program is built.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{axpby, make_tensor};
/// let x = [1.0, 2.0, 3.0];
/// let mut y = [1.0; 3];
/// axpby(2.0, &make_tensor(&x[..], layout!(_3))?, 3.0, &mut make_tensor(&mut y[..], layout!(_3))?);
/// assert_eq!(y, [5.0, 7.0, 9.0]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn axpby<T, EX, LX, EY, LY>(alpha: T, x: &Tensor<EX, LX>, beta: T, y: &mut Tensor<EY, LY>)
where
    T: Arithmetic,
    EX: Engine<Item = T>,
    EY: EngineMut<Item: Element>,
    LX: Extent + OffsetAt<usize, Offset: Int>,
    LY: Extent + OffsetAt<usize, Offset: Int>,
{
    let extent = common::<LX, LY>(x.layout(), y.layout());
    if beta == T::ZERO {
        extent.repeat(|i| y.put(i, convert(T::mul(alpha, x.at(i)))));
    } else {
        extent.repeat(|i| {
            let scaled = T::mul(beta, convert(y.at(i)));
            y.put(i, convert(T::mul_add(alpha, x.at(i), scaled)));
        });
    }
}

/// `dst(i) = f(src(i))`, also between types.
///
/// # Panics
/// Where dynamic sizes differ; static ones are compared when the program is built.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{f16, make_tensor, transform, Element};
/// let src = [1.0f32, 2.0];
/// let mut dst = [f16::ZERO; 2];
/// transform(
///     &make_tensor(&src[..], layout!(_2))?,
///     &mut make_tensor(&mut dst[..], layout!(_2))?,
///     |x| x.cast::<f16>(),
/// );
/// assert_eq!(dst.map(|x| x.to_bits()), [0x3c00, 0x4000]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn transform<ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
    mut f: impl FnMut(ES::Item) -> ED::Item,
) where
    ES: Engine,
    ED: EngineMut,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int>,
{
    common::<LS, LD>(src.layout(), dst.layout()).repeat(|i| dst.put(i, f(src.at(i))));
}

/// `dst(i) = f(a(i), b(i))`, also between types.
///
/// # Panics
/// Where dynamic sizes differ; static ones are compared when the program is built.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{make_tensor, transform2};
/// let (rows, columns) = ([1, 2, 3, 4], [10, 20, 30, 40]);
/// let mut out = [0; 4];
/// transform2(
///     &make_tensor(&rows[..], layout!((_2, _2):(_2, _1)))?,    // 1 2 / 3 4
///     &make_tensor(&columns[..], layout!((_2, _2):(_1, _2)))?, // 10 30 / 20 40
///     &mut make_tensor(&mut out[..], layout!((_2, _2):(_2, _1)))?,
///     |a, b| a + b,
/// );
/// assert_eq!(out, [11, 32, 23, 44]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn transform2<EA, LA, EB, LB, ED, LD>(
    a: &Tensor<EA, LA>,
    b: &Tensor<EB, LB>,
    dst: &mut Tensor<ED, LD>,
    mut f: impl FnMut(EA::Item, EB::Item) -> ED::Item,
) where
    EA: Engine,
    EB: Engine,
    ED: EngineMut,
    LA: Extent + OffsetAt<usize, Offset: Int>,
    LB: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int>,
{
    common::<LA, LB>(a.layout(), b.layout());
    common::<LA, LD>(a.layout(), dst.layout()).repeat(|i| dst.put(i, f(a.at(i), b.at(i))));
}
