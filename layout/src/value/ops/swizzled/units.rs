//! Swizzled layouts in other units.

use crate::value::composed::AnyLayout;
use crate::value::composed::ComposedLayout;
use crate::value::composed::Offset;
use crate::value::composed::Outer;
use crate::value::error::During;
use crate::value::error::LayoutError;
use crate::value::int::Int;
use crate::value::ops::recast::downcast;
use crate::value::ops::recast::ratio;
use crate::value::ops::recast::upcast;
use alloc::boxed::Box;
use alloc::format;

/// [`upcast`] of a layout of either kind; the swizzle and its offset change units too.
///
/// # Errors
/// Those of [`upcast`]; a swizzle whose factor is not a power of two.
pub fn upcast_any(a: &AnyLayout, n: i64) -> Result<AnyLayout, LayoutError> {
    change_units(a, n, true).during("upcast", &[a, &n])
}

/// [`downcast`] of a layout of either kind.
///
/// # Errors
/// Those of [`downcast`]; a swizzle whose factor is not a power of two.
pub fn downcast_any(a: &AnyLayout, n: i64) -> Result<AnyLayout, LayoutError> {
    change_units(a, n, false).during("downcast", &[a, &n])
}

/// [`recast_layout`](crate::value::ops::recast_layout) of a layout of either kind.
///
/// # Errors
/// Those of [`upcast_any`] and [`downcast_any`].
pub fn recast_any(a: &AnyLayout, old_bits: i64, new_bits: i64) -> Result<AnyLayout, LayoutError> {
    let compute = || {
        let (up, down) = ratio(old_bits, new_bits)?;
        let out = if up == 1 {
            a.clone()
        } else {
            upcast_any(a, up)?
        };
        if down == 1 {
            Ok(out)
        } else {
            downcast_any(&out, down)
        }
    };
    compute().during("recast_layout", &[a, &old_bits, &new_bits])
}

fn change_units(a: &AnyLayout, n: i64, up: bool) -> Result<AnyLayout, LayoutError> {
    let composed = match a {
        AnyLayout::Plain(layout) => {
            let out = if up {
                upcast(layout, n)?
            } else {
                downcast(layout, n)?
            };
            return Ok(out.into());
        }
        AnyLayout::Composed(composed) => composed,
    };
    let Outer::Swizzle(swizzle) = &composed.outer else {
        return Err(
            LayoutError::unsupported(format!("{composed} is a layout after a layout"))
                .fix("compose the two layouts first"),
        );
    };
    let n_int = Int::fixed(n);
    let scale = |int: Int| -> Result<Int, LayoutError> {
        if !up {
            return int.checked_mul(n_int);
        }
        if n < 1 || int.value % n != 0 {
            return Err(LayoutError::new(
                crate::value::ErrorKind::Divisibility,
                format!("the offset {int} is not a multiple of {n}"),
            )
            .fix("start at a multiple of the unit"));
        }
        int.checked_div(n_int)
    };
    let offset = match &composed.offset {
        Offset::Int(int) => Offset::Int(scale(*int)?),
        Offset::Mixed {
            fixed,
            dynamic,
            mask,
        } => Offset::mixed(
            scale(Int::fixed(*fixed))?.value,
            scale(Int::fixed(dynamic & mask))?.value,
            scale(Int::fixed(*mask))?.value,
        ),
        unset @ Offset::Unset { .. } => {
            return Err(LayoutError::unsupported(format!("{unset} is not bound"))
                .fix("bind its symbol to a value first"));
        }
    };
    Ok(AnyLayout::Composed(ComposedLayout {
        outer: Outer::Swizzle(if up {
            swizzle.upcast(n)?
        } else {
            swizzle.downcast(n)?
        }),
        offset,
        inner: Box::new(change_units(&composed.inner, n, up)?),
    }))
}

/// The layout that an unbound shared-memory atom has once its pointer is bound: the swizzle in units of elements.
///
/// # Errors
/// An element width that is not a power of two times a byte or less.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, position_independent};
/// let atom: AnyLayout = "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)".parse()?;
/// assert_eq!(position_independent(&atom)?.to_string(), "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn position_independent(a: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    let bind = || match a {
        AnyLayout::Composed(ComposedLayout {
            outer: Outer::Swizzle(swizzle),
            offset: Offset::Unset { bits },
            inner,
        }) => {
            let (up, down) = ratio(8, *bits)?;
            let swizzle = swizzle.upcast(up)?.downcast(down)?;
            Ok(if swizzle.bits() == 0 {
                inner.as_ref().clone()
            } else {
                AnyLayout::Composed(ComposedLayout {
                    outer: Outer::Swizzle(swizzle),
                    offset: Offset::Int(Int::fixed(0)),
                    inner: inner.clone(),
                })
            })
        }
        other => Ok(other.clone()),
    };
    bind().during("position_independent", &[a])
}
