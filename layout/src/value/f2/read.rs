//! Layouts as maps.

use super::map::F2Map;
use crate::value::composed::{AnyLayout, ComposedLayout, Outer};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use alloc::format;
use alloc::vec::Vec;

impl F2Map {
    /// The map of a layout: sizes powers of two, strides that never add with a carry, offsets that do not meet them.
    ///
    /// # Errors
    /// A size that is not a power of two, a negative stride, two bits of the index that meet in the offset, an unbound pointer.
    pub fn of(layout: &AnyLayout) -> Result<Self, LayoutError> {
        read(layout).during("f2", &[layout])
    }
}

fn read(layout: &AnyLayout) -> Result<F2Map, LayoutError> {
    match layout {
        AnyLayout::Plain(layout) => {
            let columns = columns(layout, 0)?;
            disjoint(&columns, 0)?;
            Ok(F2Map::new(columns, 0))
        }
        AnyLayout::Composed(composed) => read_composed(composed),
    }
}

fn read_composed(composed: &ComposedLayout) -> Result<F2Map, LayoutError> {
    let inner = read(&composed.inner)?;
    let offset = composed
        .offset
        .value()
        .and_then(|offset| u64::try_from(offset).ok())
        .ok_or_else(|| {
            LayoutError::unsupported(format!(
                "the offset {} is not a number of bits",
                composed.offset
            ))
            .fix("bind its symbol to a value that is not negative")
        })?;
    if offset & (inner.reach() | inner.constant()) != 0 {
        return Err(carries(format!(
            "the offset {offset} meets bits of {}",
            composed.inner
        )));
    }
    let moved = F2Map::new(inner.columns().to_vec(), inner.constant() | offset);
    match &composed.outer {
        Outer::Swizzle(swizzle) => {
            let through = |x: u64| swizzle.apply(x as i64) as u64;
            Ok(F2Map::new(
                moved.columns().iter().map(|&x| through(x)).collect(),
                through(moved.constant()),
            ))
        }
        Outer::Layout(layout) => {
            let reach = moved.reach() | moved.constant();
            let bits = 64 - reach.leading_zeros() as usize;
            let columns = columns(layout, bits)?;
            let reached: Vec<u64> = columns
                .iter()
                .enumerate()
                .filter(|(j, _)| reach >> j & 1 == 1)
                .map(|(_, &column)| column)
                .collect();
            disjoint(&reached, 0)?;
            Ok(F2Map::new(columns, 0).after(&moved))
        }
    }
}

fn carries(reason: alloc::string::String) -> LayoutError {
    LayoutError::new(ErrorKind::NotRepresentable, reason)
        .fix("only layouts whose bits never carry are linear over F2")
}

/// The offset of each bit of the index; at least `bits` of them, the last mode running on.
fn columns(layout: &DynLayout, bits: usize) -> Result<Vec<u64>, LayoutError> {
    let flat = layout.flat()?;
    let modes = flat.as_slice();
    let mut out = Vec::new();
    let mut stride_of_last = 0;
    for mode in modes {
        if mode.size.count_ones() != 1 || mode.size < 1 {
            return Err(carries(format!(
                "the size {} is not a power of two",
                mode.size
            )));
        }
        let stride = u64::try_from(mode.stride)
            .map_err(|_| carries(format!("the stride {} is negative", mode.stride)))?;
        for bit in 0..mode.size.trailing_zeros() {
            out.push(stride << bit);
        }
        stride_of_last = stride << mode.size.trailing_zeros();
    }
    while out.len() < bits {
        out.push(stride_of_last);
        stride_of_last = stride_of_last.checked_shl(1).unwrap_or(0);
    }
    if out.len() > 62 {
        return Err(LayoutError::overflow("more than 62 bits of index"));
    }
    Ok(out)
}

/// Returns `true` if sums of these numbers are XORs.
fn disjoint(columns: &[u64], start: u64) -> Result<(), LayoutError> {
    let mut seen = start;
    for column in columns {
        if seen & column != 0 {
            return Err(carries(format!(
                "two bits of the index meet in the bits {:b} of the offset",
                seen & column
            )));
        }
        seen |= column;
    }
    Ok(())
}
