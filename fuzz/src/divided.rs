//! Coordinates, tiles, products and swizzles of expressions, called by name and held against brute force.

use azulejo_layout::expr::{Value, evaluate};
use azulejo_layout::value::*;

use crate::asked::{column, number, numbers, offsets, swizzled_by_hand, tiles, told};
use crate::more::{product, swizzle_of};
use crate::operations::{Outcome, Rule, at, equal, holds, set, table};

/// An operation on a swizzled layout is the swizzle after the operation on its layout.
fn behind(
    name: &str,
    a: &DynLayout,
    b: &DynLayout,
    n: i64,
    plain: fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>,
) -> Outcome {
    let f = swizzle_of(n)?;
    let got = offsets(&format!("{name}({f}, {a}, {b})"))?;
    let inner = table(&plain(a, &b.clone().into())?)?;
    let want = inner.iter().map(|&x| swizzled_by_hand(f, x)).collect();
    Ok(equal(&got, &want))
}

pub(crate) const DIVIDED: [Rule; 27] = [
    ("make_layout", |a, _, _| {
        let all = offsets(&format!("make_layout({}, LayoutLeft)", a.shape()))?;
        Ok(equal(&all, &(0..all.len() as i64).collect()))
    }),
    ("make_identity_layout", |a, _, n| {
        let identity = make_identity_layout(a.shape())?;
        let i = n % table(a)?.len().max(1) as i64;
        let trimmed = |text: String| {
            let mut all = numbers(&text);
            while all.last() == Some(&0) {
                all.pop();
            }
            all
        };
        let point = told(&format!("crd2idx({identity}, {i})"))?;
        // Trailing zeros may be left out, and sub-modes with them: one number is enough to compare.
        let (got, want) = (trimmed(point), trimmed(idx2crd(i, a.shape())?.to_string()));
        Ok(equal(&got.iter().sum::<i64>(), &want.iter().sum()))
    }),
    ("crd2idx", |a, _, n| {
        Ok(equal(&number(&format!("crd2idx({a}, {n})"))?, &at(a, n)?))
    }),
    ("get_hier_coord", |a, _, n| {
        let (all, column) = column(a)?;
        let x = n % all;
        let coord = told(&format!("get_hier_coord({column}, {x})"))?;
        Ok(equal(&number(&format!("crd2idx({column}, {coord})"))?, &x))
    }),
    ("get_flat_coord", |a, _, n| {
        let (all, column) = column(a)?;
        let x = n % all;
        // One number a mode.
        let flat = told(&format!("get_flat_coord({column}, {x})"))?;
        let entries = equal(&numbers(&flat).len(), &a.modes().len());
        let index = number(&format!("crd2idx({column}, {flat})"))?;
        Ok(entries.and(equal(&index, &x)))
    }),
    ("get_1d_coord", |a, _, n| {
        let (all, column) = column(a)?;
        let x = n % all;
        Ok(equal(&number(&format!("get_1d_coord({column}, {x})"))?, &x))
    }),
    ("local_tile", |a, b, n| {
        let (size, all) = tiles(a, b)?;
        let j = n as usize % (all.len() / size);
        let got = offsets(&format!("local_tile({a}, {b}, {j})"))?;
        Ok(equal(&got, &all[j * size..][..size].to_vec()))
    }),
    ("inner_partition", |a, b, n| {
        let (size, all) = tiles(a, b)?;
        let j = n as usize % (all.len() / size);
        let got = offsets(&format!("inner_partition({a}, {b}, {j})"))?;
        Ok(equal(&got, &all[j * size..][..size].to_vec()))
    }),
    ("outer_partition", |a, b, n| {
        let (size, all) = tiles(a, b)?;
        let i = n as usize % size;
        let got = offsets(&format!("outer_partition({a}, {b}, {i})"))?;
        Ok(equal(
            &got,
            &all.into_iter().skip(i).step_by(size).collect(),
        ))
    }),
    ("local_partition", |a, _, n| {
        // Threads along mode 0: each has one element of every tile of that mode.
        let (threads, t) = (1 + n % 4, n % (1 + n % 4));
        let tiler = Tiler::Modes(vec![Tiler::Int(Int::fixed(threads))]);
        let all = table(&zipped_divide_ceil(a, &tiler)?.layout)?;
        let got = offsets(&format!("local_partition({a}, {threads}:1, {t})"))?;
        let mine = all.into_iter().skip(t as usize).step_by(threads as usize);
        Ok(equal(&got, &mine.collect()))
    }),
    ("identity_local_tile", |a, _, n| {
        let (size, tile) = (table(a)?.len() as i64, 1 + n % 4);
        let j = n % ((size + tile - 1) / tile);
        let got = told(&format!("identity_local_tile({size}, {tile}, {j})"))?;
        let start = numbers(&got).first().copied();
        Ok(equal(&start, &Some(j * tile)))
    }),
    ("zipped_product_unchecked", |a, b, _| {
        product(a, b, zipped_product_unchecked)
    }),
    ("tiled_product_unchecked", |a, b, _| {
        product(a, b, tiled_product_unchecked)
    }),
    ("flat_product_unchecked", |a, b, _| {
        let (flat, zipped) = (
            flat_product_unchecked(a, &b.clone().into())?,
            zipped_product_unchecked(a, &b.clone().into())?,
        );
        Ok(equal(&set(&table(&flat)?), &set(&table(&zipped)?)))
    }),
    ("swizzle_apply", |_, _, n| {
        let f = swizzle_of(n)?;
        let got = (0..256).map(|x| number(&format!("swizzle_apply({f}, {x})")));
        let want = (0..256).map(|x| swizzled_by_hand(f, x)).collect();
        Ok(equal(&got.collect::<Result<Vec<_>, _>>()?, &want))
    }),
    ("swizzle_compose", |a, _, n| {
        let f = swizzle_of(n)?;
        let want = table(a)?.iter().map(|&x| swizzled_by_hand(f, x)).collect();
        Ok(equal(
            &offsets(&format!("swizzle_compose({f}, {a})"))?,
            &want,
        ))
    }),
    ("swizzle_logical_divide", |a, b, n| {
        behind("swizzle_logical_divide", a, b, n, logical_divide)
    }),
    ("swizzle_zipped_divide", |a, b, n| {
        behind("swizzle_zipped_divide", a, b, n, zipped_divide)
    }),
    ("swizzle_tiled_divide", |a, b, n| {
        behind("swizzle_tiled_divide", a, b, n, tiled_divide)
    }),
    ("swizzle_flat_divide", |a, b, n| {
        behind("swizzle_flat_divide", a, b, n, flat_divide)
    }),
    ("swizzle_composition", |a, b, n| {
        behind("swizzle_composition", a, b, n, composition)
    }),
    ("swizzle_upcast", |a, _, n| {
        let (f, unit) = (swizzle_of(n)?, 1 << (n % 3));
        let got = offsets(&format!("swizzle_upcast({f}, {a}, {unit})"))?;
        let inner = table(&upcast(a, unit)?)?;
        // Units within what the swizzle leaves together move as wholes.
        let want = inner
            .iter()
            .map(|&x| swizzled_by_hand(f, x * unit) / unit)
            .collect();
        Ok(if unit <= 1 << f.base() {
            equal(&got, &want)
        } else {
            Ok(())
        })
    }),
    ("swizzle_downcast", |a, _, n| {
        let (f, unit) = (swizzle_of(n)?, 1 << (n % 3));
        let got = set(&offsets(&format!("swizzle_downcast({f}, {a}, {unit})"))?);
        let pieces = |x: &i64| {
            let start = swizzled_by_hand(f, *x) * unit;
            start..start + unit
        };
        Ok(equal(&got, &table(a)?.iter().flat_map(pieces).collect()))
    }),
    ("swizzle_left_inverse", |a, _, n| {
        let f = swizzle_of(n)?;
        let back = match evaluate(&format!("swizzle_left_inverse({f}, {a})"))? {
            Value::Layout(back) => back,
            other => return Ok(Err(other.to_string())),
        };
        let whole: Vec<i64> = table(a)?.iter().map(|&x| swizzled_by_hand(f, x)).collect();
        let again = whole
            .iter()
            .map(|&x| Ok(swizzled_by_hand(f, at(a, back.at(x)?)?)));
        Ok(equal(
            &again.collect::<Result<Vec<_>, LayoutError>>()?,
            &whole,
        ))
    }),
    ("max_common_swizzle", |a, b, n| {
        let f = swizzle_of(n)?;
        let run = offsets(&format!("max_common_swizzle({f}, {a}, {b})"))?;
        let ours = run.iter().map(|&i| Ok(swizzled_by_hand(f, at(a, i)?)));
        let theirs = run.iter().map(|&i| at(b, i));
        let want: Vec<i64> = (0..run.len() as i64).collect();
        let ours = equal(&ours.collect::<Result<Vec<_>, LayoutError>>()?, &want);
        Ok(ours.and(equal(&theirs.collect::<Result<Vec<_>, _>>()?, &want)))
    }),
    ("position_independent", |a, _, n| {
        // A swizzle of bytes, on elements of two bytes.
        let f = swizzle_of(n)?;
        let f = Swizzle::new(f.bits().into(), i64::from(f.base()) + 1, f.shift().into())?;
        let got = offsets(&format!(
            "position_independent({f} o smem_ptr[16b](unset) o {a})"
        ))?;
        let want = table(a)?
            .iter()
            .map(|x| swizzled_by_hand(f, 2 * x) / 2)
            .collect();
        Ok(equal(&got, &want))
    }),
    ("f2_inverse", |a, _, n| {
        let f = swizzle_of(n)?;
        let whole: Vec<i64> = table(a)?.iter().map(|&x| swizzled_by_hand(f, x)).collect();
        Ok(
            match evaluate(&format!("f2_inverse(swizzle_compose({f}, {a}))"))? {
                Value::Layout(back) => {
                    let again = whole.iter().map(|&x| back.at(x));
                    let want = (0..whole.len() as i64).collect();
                    equal(&again.collect::<Result<Vec<_>, _>>()?, &want)
                }
                // Columns of bits: one for each bit of an offset.
                text => holds(!text.to_string().is_empty(), String::new),
            },
        )
    }),
];
