//! Products: a layout repeated at the places that another one picks. Products never alias.

use super::complement::complement;
use super::composition::composition;
use super::composition_error::{Steps, supposed};
use super::divide::{by_mode, compact, unpack, unzip};
use super::queries::cosize;
use crate::check::rules::{HELP, HELP_BY_MODE, UNDECIDED, astray, before_block, meeting};
use crate::check::{self, Collision};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::tiler::Tiler;
use crate::value::tree::{Leaf, Tree};
use alloc::format;
use alloc::string::String;

/// `(a, a* o b)` with `a* = complement(a, size(a) * cosize(b))`: copies of `a`, one for each element of `b`.
///
/// By one tiler a mode: mode by mode, `_` and modes beyond the last tiler stay as they are. An integer `n` means `n:1`.
///
/// *Rule*: mode 0 is `a`, `Q(i,j) = a(i) + a*(b(j))`, and two elements share an offset only where `a` or `b` repeats itself.
/// Where holes of `a` leave fewer places than copies need, the complement is taken in a larger target.
/// A product by layout whose copies would share an offset, or that no layout represents, is rejected with the two
/// coordinates (CuTe returns an aliasing layout in 10 % of an adversarial set); [`stacked_product`] always exists.
/// *By mode* each mode is multiplied by itself and knows nothing of the others; where copies along one mode meet those
/// along another the product is rejected, too. Multiply by a layout ([`blocked_product`](super::blocked_product) keeps
/// the modes), or ask for CuTe's answer with [`logical_product_unchecked`].
///
/// ```text
/// (_2,_2):(_4,_1) by _6:_1   =   ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))
/// ```
///
/// # Errors
/// No complement, no representation, a collision, a tiler with a negative offset, more tilers than modes.
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
        Tiler::Underscore => Ok(a.clone()),
        Tiler::Int(n) => by_layout(a, &compact(*n)?),
        Tiler::Layout(b) => by_layout(a, b),
        Tiler::Modes(items) => {
            let product = by_mode(a, items, &logical_product_unchecked)?;
            reject_meeting(a, &product)?;
            Ok(product)
        }
    };
    multiply().during("logical_product", &[a, tiler])
}

/// [`logical_product`] as CuTe has it: by mode, copies may share offsets.
///
/// # Errors
/// Those of [`logical_product`] but that.
///
/// ```
/// use azulejo_layout::value::{DynLayout, logical_product, logical_product_unchecked};
/// let a: DynLayout = "(_2,_2):(_1,_2)".parse()?;
/// let q = logical_product_unchecked(&a, &"<_2,_2>".parse()?)?;
/// assert_eq!(q.to_string(), "((_2,_2),(_2,_2)):((_1,_2),(_2,_1))");
/// assert!(logical_product(&a, &"<_2,_2>".parse()?).is_err());
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn logical_product_unchecked(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    match tiler {
        Tiler::Modes(items) => by_mode(a, items, &logical_product_unchecked)
            .during("logical_product_unchecked", &[a, tiler]),
        _ => logical_product(a, tiler),
    }
}

/// Rejects a product by mode in which elements share an offset that do not share one in `a`.
fn reject_meeting(a: &DynLayout, product: &DynLayout) -> Result<(), LayoutError> {
    let (Ok(block), Ok(whole)) = (a.flat(), product.flat()) else {
        return Ok(());
    };
    let (claim, reason) = match check::product_aliases(block.as_slice(), whole.as_slice()) {
        Ok(()) => return Ok(()),
        Err(Collision::Between {
            first,
            second,
            offset,
        }) => {
            let same = meeting(first, second, offset);
            (
                "would alias:",
                format!("Q = {product} has {}", same.as_str()),
            )
        }
        Err(_) => ("may alias:", format!("Q = {product}{UNDECIDED}")),
    };
    Err(LayoutError::new(ErrorKind::Overlap, reason)
        .claim(claim)
        .fix(HELP_BY_MODE))
}

fn by_layout(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    if let Ok(order) = b.flat()
        && let Some(span) = check::span(order.as_slice())
        && span.least < 0
    {
        return Err(LayoutError::new(
            ErrorKind::OutOfRange,
            String::from(before_block(span.least).as_str()),
        )
        .claim("is no layout:")
        .fix(HELP));
    }
    let reach = cosize(b)?;
    let mut target = a.shape().size()?.checked_mul(reach)?;
    let mut places = complement(a, Some(&target.into()))?;
    // A block with holes that no copy fills has fewer places within its own extent than copies need: the others are past it.
    while places.shape().size()?.value < reach.value {
        if target.value < 1 {
            return Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!("{a} has 0 elements: copies of nothing have no places"),
            )
            .fix("give the block at least 1 element"));
        }
        target = target.checked_mul(Int::fixed(2))?;
        places = complement(a, Some(&target.into()))?;
    }
    let copies = composition(&places, &Tiler::Layout(b.clone()))
        .map_err(|error| rejected(a, &places, b).unwrap_or(error.fix_instead(HELP)))?;
    DynLayout::concat([a.clone(), copies])
}

/// The error that shows the product which CuTe's steps make: two elements of it that share an offset, or a copy that is
/// not at its place.
fn rejected(a: &DynLayout, places: &DynLayout, b: &DynLayout) -> Option<LayoutError> {
    let copies = supposed(places, b, Steps::Recognised)?;
    let product = DynLayout::concat([a.clone(), copies.clone()]).ok()?;
    let (block, whole) = (a.flat().ok()?, product.flat().ok()?);
    let (kind, what) = match check::product_aliases(block.as_slice(), whole.as_slice()) {
        Err(Collision::Between {
            first,
            second,
            offset,
        }) => {
            let same = meeting(first, second, offset);
            (
                ErrorKind::Overlap,
                format!(" would alias: {}", same.as_str()),
            )
        }
        _ => {
            let (places, order) = (places.flat().ok()?, b.flat().ok()?);
            let line = astray(&places, &order, &copies.flat().ok()?);
            (ErrorKind::NotRepresentable, line.as_str().into())
        }
    };
    let reason = format!("Q = {product}{what}");
    Some(
        LayoutError::new(kind, reason)
            .claim("is no layout:")
            .fix(HELP),
    )
}

/// `(a, shape(b) : cosize(a) * stride(b))`: copies of `a` side by side, each in its own `cosize(a)` cells.
///
/// *Rule*: `S(i,j) = a(i) + cosize(a) * b(j)`; always exists, injective when `a` and `b` are, and the same as
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

/// How the parts of a product are arranged.
type Arrange = fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>;

const ZIPPED: Arrange = unzip;
const TILED: Arrange = |product, tiler| unpack(&unzip(product, tiler)?, false);
const FLAT: Arrange = |product, tiler| unpack(&unzip(product, tiler)?, true);

/// `((a, a, …), (copy, copy, …, untouched modes))`: [`logical_product`] gathered as [`zipped_divide`](super::zipped_divide).
///
/// # Errors
/// Those of [`logical_product`].
pub fn zipped_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product(a, tiler)
        .and_then(|product| ZIPPED(&product, tiler))
        .during("zipped_product", &[a, tiler])
}

/// [`zipped_product`] as CuTe has it: by mode, copies may share offsets.
///
/// # Errors
/// Those of [`logical_product_unchecked`].
pub fn zipped_product_unchecked(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product_unchecked(a, tiler)
        .and_then(|product| ZIPPED(&product, tiler))
        .during("zipped_product_unchecked", &[a, tiler])
}

/// `((a, …), copy, copy, …)`: [`zipped_product`] with the copies unpacked.
///
/// # Errors
/// Those of [`logical_product`].
pub fn tiled_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product(a, tiler)
        .and_then(|product| TILED(&product, tiler))
        .during("tiled_product", &[a, tiler])
}

/// [`tiled_product`] as CuTe has it: by mode, copies may share offsets.
///
/// # Errors
/// Those of [`logical_product_unchecked`].
pub fn tiled_product_unchecked(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product_unchecked(a, tiler)
        .and_then(|product| TILED(&product, tiler))
        .during("tiled_product_unchecked", &[a, tiler])
}

/// `(a, …, copy, …)`: [`zipped_product`] with both unpacked.
///
/// # Errors
/// Those of [`logical_product`].
pub fn flat_product(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product(a, tiler)
        .and_then(|product| FLAT(&product, tiler))
        .during("flat_product", &[a, tiler])
}

/// [`flat_product`] as CuTe has it: by mode, copies may share offsets.
///
/// # Errors
/// Those of [`logical_product_unchecked`].
pub fn flat_product_unchecked(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_product_unchecked(a, tiler)
        .and_then(|product| FLAT(&product, tiler))
        .during("flat_product_unchecked", &[a, tiler])
}
