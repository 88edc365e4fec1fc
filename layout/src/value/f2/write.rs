//! Maps as layouts, where they are one.

use super::map::F2Map;
use crate::value::composed::{AnyLayout, ComposedLayout, Offset, Outer};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::swizzle::Swizzle;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl F2Map {
    /// The layout that is this map: plain where it is one, else one swizzle after a plain layout; `None` when neither is.
    ///
    /// All swizzles within the bits of the map are tried, those of the fewest bits first.
    ///
    /// ```
    /// use azulejo_layout::value::{AnyLayout, f2::F2Map, properties::functionally_equal};
    /// let a: AnyLayout = "Sw<1,0,2> o _0 o (_4,_2):(_2,_1)".parse()?;
    /// let back = F2Map::of(&a)?.inverse().unwrap().to_layout().unwrap();
    /// for (i, offset) in a.offsets()?.into_iter().enumerate() {
    ///     assert_eq!(back.at(offset)?, i as i64);
    /// }
    /// # Ok::<(), azulejo_layout::value::LayoutError>(())
    /// ```
    #[must_use]
    pub fn to_layout(&self) -> Option<AnyLayout> {
        if self.constant() == 0
            && let Some(layout) = plain(self.columns())
        {
            return Some(AnyLayout::Plain(layout));
        }
        let bits = 64 - i64::from((self.reach() | self.constant()).leading_zeros());
        for swizzle in swizzles(bits) {
            let through = |x: u64| swizzle.apply(x as i64) as u64;
            let columns: Vec<u64> = self.columns().iter().map(|&x| through(x)).collect();
            let offset = through(self.constant());
            let Some(layout) = plain(&columns) else {
                continue;
            };
            if columns.iter().any(|column| column & offset != 0) {
                continue;
            }
            return Some(AnyLayout::Composed(ComposedLayout {
                outer: Outer::Swizzle(swizzle),
                offset: Offset::Int(Int::fixed(offset as i64)),
                inner: Box::new(AnyLayout::Plain(layout)),
            }));
        }
        None
    }
}

/// All swizzles that read and write below bit `bits`, by number of swizzled bits.
pub(super) fn swizzles(bits: i64) -> impl Iterator<Item = Swizzle> {
    (1..=bits / 2).flat_map(move |b| {
        (0..=bits - 2 * b).flat_map(move |m| {
            (b..=bits - b - m)
                .flat_map(|s| [s, -s])
                .filter_map(move |s| Swizzle::new(b, m, s).ok())
        })
    })
}

/// The plain layout with these columns, if sums are XORs: runs of doubling columns become modes.
fn plain(columns: &[u64]) -> Option<DynLayout> {
    let mut seen = 0;
    for column in columns {
        if seen & column != 0 {
            return None;
        }
        seen |= column;
    }
    let mut modes: Vec<(i64, u64)> = Vec::new();
    for &column in columns {
        match modes.last_mut() {
            Some((size, stride)) if column == *stride * *size as u64 => *size *= 2,
            _ => modes.push((2, column)),
        }
    }
    let leaves = modes
        .iter()
        .map(|&(size, stride)| FlatMode::new(Int::fixed(size), Int::fixed(stride as i64)));
    if modes.is_empty() {
        return Some(DynLayout::unit());
    }
    DynLayout::from_leaves(leaves, true).ok()
}
