//! Products: a layout repeated at the places that another one picks. Products never alias.

use super::complement::complement;
use super::composition::composition;
use super::divide::{by_mode, compact, unpack, unzip};
use super::queries::cosize;
use crate::judge::{self, Collision, Flat, Mode};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::tiler::Tiler;
use crate::value::tree::{Leaf, Tree};
use alloc::format;

/// `(a, a* o b)` with `a* = complement(a, size(a) * cosize(b))`: copies of `a`, one for each element of `b`.
///
/// By one tiler a mode: mode by mode, `_` and modes beyond the last tiler stay as they are. An integer `n` means `n:1`.
///
/// *Law*: mode 0 is `a`, `Q(i,j) = a(i) + a*(b(j))`, and two elements share an offset only where `a` or `b` repeats itself.
/// A product by layout whose copies would share an offset, or that no layout represents, is refused with the two
/// coordinates (CuTe returns an aliasing layout in 10 % of an adversarial set); [`stacked_product`] always exists.
/// *By mode*, as in CuTe, each mode is multiplied by itself and knows nothing of the others: ask
/// [`injective`](crate::value::facts::injective) of the result, or multiply by a layout.
///
/// ```text
/// (_2,_2):(_4,_1) by _6:_1   =   ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))
/// ```
///
/// # Errors
/// No complement, no representation, a collision, more tilers than modes.
///
/// ```
/// use azulejo_layout::value::{DynLayout, logical_product, stacked_product};
/// let a: DynLayout = "(_2,_2):(_4,_1)".parse()?;
/// let q = logical_product(&a, &"_6:_1".parse()?)?;
/// assert_eq!(q.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// let (a, b): (DynLayout, DynLayout) = ("_4:_4".parse()?, "_7:_1".parse()?);
/// assert!(logical_product(&a, &b.clone().into()).is_err());
/// assert_eq!(stacked_product(&a, &b)?.to_string(), "(_4,_7):(_4,_13)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn logical_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    let multiply = || match tiler {
        Tiler::Under => Ok(a.clone()),
        Tiler::Int(n) => by_layout(a, &compact(*n)?),
        Tiler::Layout(b) => by_layout(a, b),
        Tiler::Modes(items) => by_mode(a, items, &logical_product),
    };
    multiply().during("logical_product", &[a, tiler])
}

fn by_layout(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    let target = a.shape().size()?.checked_mul(cosize(b)?)?;
    let places = complement(a, Some(&target.into()))?;
    let copies = composition(&places, &Tiler::Layout(b.clone()))
        .map_err(|error| error.fix_instead("use stacked_product, which always exists"))?;
    let product = DynLayout::concat([a.clone(), copies])?;
    refuse_aliasing(a, b, &product)?;
    Ok(product)
}

/// Refuses a product in which elements share an offset that share it neither in `a` nor in `b`.
fn refuse_aliasing(a: &DynLayout, b: &DynLayout, product: &DynLayout) -> Result<(), LayoutError> {
    let once = |layout: &DynLayout| -> Result<Flat, LayoutError> {
        let mut flat = layout.flat()?;
        for mode in flat.as_mut_slice() {
            if mode.stride == 0 {
                *mode = Mode::new(1, 0);
            }
        }
        Ok(flat)
    };
    if judge::injective(once(a)?.as_slice()).is_err()
        || judge::injective(once(b)?.as_slice()).is_err()
    {
        return Ok(());
    }
    match judge::injective(once(product)?.as_slice()) {
        Ok(()) => Ok(()),
        Err(Collision::Between { .. }) => Err(collision(product)),
        Err(_) => Err(LayoutError::new(
            ErrorKind::Overlap,
            "could not prove that the copies do not overlap",
        )
        .fix("use stacked_product, which always exists")),
    }
}

/// The error that shows two coordinates of a product with one offset.
fn collision(product: &DynLayout) -> LayoutError {
    let flat = product.flat();
    let witness = flat
        .ok()
        .and_then(|flat| match judge::injective(flat.as_slice()) {
            Err(Collision::Between {
                first,
                second,
                offset,
            }) => Some((first, second, offset)),
            _ => None,
        });
    let reason = match witness {
        Some((first, second, offset)) => {
            let coordinate = |index| {
                super::idx2crd(index, product.shape())
                    .map_or(format!("{index}"), |coord| format!("{coord}"))
            };
            format!(
                "the copies alias: {product} has the offset {offset} at {} and at {}",
                coordinate(first),
                coordinate(second)
            )
        }
        None => format!("the copies alias in {product}"),
    };
    LayoutError::new(ErrorKind::Overlap, reason).fix("use stacked_product, which always exists")
}

/// `(a, shape(b) : cosize(a) * stride(b))`: copies of `a` side by side, each in its own `cosize(a)` cells.
///
/// *Law*: `S(i,j) = a(i) + cosize(a) * b(j)`; always exists, injective when `a` and `b` are, and the same as
/// [`logical_product`] for compact `a`. The price: holes of `a` stay empty.
///
/// # Errors
/// Coordinate strides in `a`, overflow.
pub fn stacked_product(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let pitch = cosize(a)?;
        let stride = b
            .stride()
            .map(&mut |leaf: &Leaf| Ok(Tree::from(leaf.scaled(pitch)?)))?;
        DynLayout::concat([a.clone(), DynLayout::new(b.shape().clone(), stride)?])
    };
    compute().during("stacked_product", &[a, b])
}

/// `((a, a, …), (copy, copy, …, untouched modes))`: [`logical_product`] gathered as [`zipped_divide`](super::zipped_divide).
///
/// # Errors
/// Those of [`logical_product`].
pub fn zipped_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product(a, tiler)
        .and_then(|product| unzip(&product, tiler))
        .during("zipped_product", &[a, tiler])
}

/// `((a, …), copy, copy, …)`: [`zipped_product`] with the copies unpacked.
///
/// # Errors
/// Those of [`logical_product`].
pub fn tiled_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    zipped_product(a, tiler)
        .and_then(|zipped| unpack(&zipped, false))
        .during("tiled_product", &[a, tiler])
}

/// `(a, …, copy, …)`: [`zipped_product`] with both unpacked.
///
/// # Errors
/// Those of [`logical_product`].
pub fn flat_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    zipped_product(a, tiler)
        .and_then(|zipped| unpack(&zipped, true))
        .during("flat_product", &[a, tiler])
}
