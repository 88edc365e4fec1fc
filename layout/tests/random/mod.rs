//! Random layouts of values for rules, and oracles that only count and compare.

mod seeded;

use azulejo_layout::check;
use azulejo_layout::value::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

pub use seeded::seeded;

/// Flat modes of one of the kinds that matter.
pub fn flat_modes() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let size = prop::sample::select(vec![1_i64, 2, 2, 3, 4, 4, 5, 6, 8]);
    (prop::collection::vec((size, any::<u16>()), 1..=4), 0..9_u8).prop_map(|(raw, kind)| {
        // At most 64 elements: tables are the oracle.
        let mut total = 1;
        let mut sizes: Vec<i64> = raw.iter().map(|(s, _)| *s).collect();
        sizes.retain(|s| {
            let fits = total * s <= 64;
            total *= if fits { *s } else { 1 };
            fits
        });
        let salt: Vec<i64> = raw.iter().map(|(_, x)| i64::from(*x)).collect();
        // Kinds 0..=3 and 7 place the modes one above the other, in some order, with some padding; 7 and 8 turn some around.
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        match kind {
            0 => {}
            1 => order.reverse(),
            _ => order.sort_by_key(|&k| salt[k] / 7),
        }
        let mut strides = vec![0; sizes.len()];
        let mut next = 1;
        for &k in &order {
            let padding = if kind == 3 { 1 + salt[k] % 3 } else { 1 };
            strides[k] = next * padding;
            next = strides[k] * sizes[k];
        }
        const LOOSE: [i64; 12] = [0, 1, 1, 2, 3, 4, 5, 6, 8, 12, 24, 59];
        match kind {
            4 => strides.iter_mut().zip(&salt).for_each(|(d, x)| *d *= x % 2),
            5 | 6 | 8 => strides
                .iter_mut()
                .zip(&salt)
                .for_each(|(d, x)| *d = LOOSE[*x as usize % LOOSE.len()]),
            _ => {}
        }
        if kind >= 7 {
            let backwards = strides
                .iter_mut()
                .zip(&salt)
                .filter(|(_, x)| *x / 64 % 2 == 0);
            backwards.for_each(|(d, _)| *d = -*d);
        }
        sizes.into_iter().zip(strides).collect()
    })
}

/// For each position of a layout of coordinates the index in `shape` that it stands for, if it lies in the shape.
pub fn elements(coordinates: &DynLayout, shape: &Tree) -> Vec<Option<i64>> {
    fn leaves(tree: &Tree, path: &mut Vec<usize>, out: &mut Vec<(Vec<usize>, i64)>) {
        match tree {
            Tree::Tuple(items) => {
                for (k, item) in items.iter().enumerate() {
                    path.push(k);
                    leaves(item, path, out);
                    path.pop();
                }
            }
            leaf => out.push((path.clone(), leaf.int().unwrap().value)),
        }
    }
    let mut entries = Vec::new();
    leaves(shape, &mut Vec::new(), &mut entries);
    // Size, step, and which entry of a coordinate it moves.
    let mut modes = Vec::new();
    let sizes = coordinates.shape().leaves().unwrap();
    for (size, stride) in sizes.iter().zip(coordinates.stride().leaves().unwrap()) {
        let step = stride.int.value;
        let entry = entries.iter().position(|(path, _)| *path == stride.basis);
        assert!(step == 0 || entry.is_some(), "{coordinates} leaves {shape}");
        modes.push((size.int.value, step, entry.unwrap_or(0)));
    }
    let mut all = Vec::new();
    for i in 0..count(coordinates) {
        let (mut rest, mut at) = (i, vec![0; entries.len()]);
        for (size, step, entry) in &modes {
            at[*entry] += rest % size * step;
            rest /= size;
        }
        let within = at.iter().zip(&entries).all(|(at, (_, size))| at < size);
        let index = at.iter().zip(&entries).rev();
        let index = index.fold(0, |index, (at, (_, size))| index * size + at);
        all.push(within.then_some(index));
    }
    all
}

/// A nested layout: the modes bracketed at random, leaves static, dynamic or mixed.
pub fn nested(modes: &[(i64, i64)], shape_bits: u16, static_bits: u16) -> DynLayout {
    let int = |value: i64, bit: usize| match static_bits >> bit & 1 {
        1 => Int::fixed(value),
        _ => Int::dynamic(value),
    };
    let leaf = |k: usize| {
        let (s, d) = modes[k];
        (Tree::from(int(s, 2 * k)), Tree::from(int(d, 2 * k + 1)))
    };
    let tuple = |items: Vec<(Tree, Tree)>| {
        let (shapes, strides) = items.into_iter().unzip();
        (Tree::Tuple(shapes), Tree::Tuple(strides))
    };
    let mut items: Vec<(Tree, Tree)> = (0..modes.len()).map(leaf).collect();
    if shape_bits & 1 == 1 && items.len() > 1 {
        let cut = 1 + (shape_bits as usize >> 1) % (items.len() - 1);
        let tail = items.split_off(cut);
        items.push(tuple(tail));
    }
    if shape_bits & 8 == 8 {
        let first = items.remove(0);
        items.insert(0, tuple(vec![first]));
    }
    let (shape, stride) = match items.len() {
        1 if shape_bits & 16 == 16 => items.remove(0),
        _ => tuple(items),
    };
    DynLayout::new(shape, stride).unwrap()
}

/// Layouts of all kinds, static, dynamic and mixed.
pub fn any_layout() -> impl Strategy<Value = DynLayout> {
    let statics = prop_oneof![Just(u16::MAX), Just(0), any::<u16>()];
    (flat_modes(), any::<u16>(), statics).prop_map(|(m, shape, fixed)| nested(&m, shape, fixed))
}

/// Static layouts of all kinds.
pub fn static_layout() -> impl Strategy<Value = DynLayout> {
    (flat_modes(), any::<u16>()).prop_map(|(m, shape)| nested(&m, shape, u16::MAX))
}

/// The offsets of all elements, in order.
pub fn table(a: &DynLayout) -> Vec<i64> {
    a.offsets().unwrap()
}

/// The modes without their nesting.
pub fn flat(a: &DynLayout) -> Vec<check::Mode> {
    a.flat().unwrap().as_slice().to_vec()
}

/// The layout as a function of an index, also past the size: one digit after the other.
pub fn function(a: &DynLayout) -> impl Fn(i64) -> i64 + use<> {
    let modes = flat(a);
    move |i| {
        let (mut rest, mut offset) = (i, 0);
        for (k, mode) in modes.iter().enumerate() {
            let is_last = k + 1 == modes.len();
            offset += mode.stride * if is_last { rest } else { rest % mode.size };
            rest /= mode.size.max(1);
        }
        offset
    }
}

/// The offset of an index, also past the size.
pub fn at(a: &DynLayout, i: i64) -> i64 {
    function(a)(i)
}

/// The number of elements.
pub fn count(a: &DynLayout) -> i64 {
    size(a).unwrap().value
}

/// The set of offsets.
pub fn image(a: &DynLayout) -> BTreeSet<i64> {
    table(a).into_iter().collect()
}

/// Returns `true` if sorted modes do not overlap.
pub fn loose_chain(a: &DynLayout) -> bool {
    check::chain(&flat(a)).is_ok()
}

/// Returns `true` if each sorted stride is a multiple of what is below it.
pub fn chain(a: &DynLayout) -> bool {
    matches!(
        check::chain(&flat(a)),
        Ok(check::Nesting::Chain | check::Nesting::Compact)
    )
}

/// Returns `true` if no two elements share an offset: each marks its own.
pub fn one_to_one(a: &DynLayout) -> bool {
    let offsets = table(a);
    let least = offsets.iter().min().copied().unwrap_or(0);
    let greatest = offsets.iter().max().copied().unwrap_or(0);
    let mut taken = vec![false; (greatest - least + 1) as usize];
    offsets
        .iter()
        .all(|x| !std::mem::replace(&mut taken[(x - least) as usize], true))
}

/// The text of any tree without the marks of static-ness.
pub fn erased(text: &impl ToString) -> String {
    text.to_string().replace('_', "")
}
