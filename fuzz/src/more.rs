//! The rest of the operations against tables: modes, coordinates, products, units, swizzles, bits.

use std::collections::BTreeSet;

use azulejo_layout::draw::Grid;
use azulejo_layout::value::f2::F2Map;
use azulejo_layout::value::*;

use crate::operations::{Outcome, Rule, apart, at, equal, holds, set, table};

/// The mode that a number picks.
fn pick(a: &DynLayout, n: i64) -> usize {
    n as usize % a.rank().max(1)
}

/// A coordinate of `a` with the mode that `n` picks left open.
fn open_at(a: &DynLayout, n: i64) -> Tree {
    let open = pick(a, n);
    let entry = |k: usize, mode: &DynLayout| match k == open {
        true => Tree::Underscore,
        false => Tree::dynamic(n % mode.shape().size().map_or(1, |size| size.value.max(1))),
    };
    match a.shape() {
        Tree::Tuple(_) => Tree::Tuple(
            a.modes()
                .iter()
                .enumerate()
                .map(|(k, mode)| entry(k, mode))
                .collect(),
        ),
        _ => Tree::Underscore,
    }
}

/// A swizzle of the sizes that `n` gives.
pub(crate) fn swizzle_of(n: i64) -> Result<Swizzle, LayoutError> {
    let (bits, base) = (n % 3, n / 3 % 3);
    Swizzle::new(
        bits,
        base,
        if n % 2 == 0 {
            bits + n / 9
        } else {
            -bits - n / 9
        },
    )
}

/// The block stays as it is, and its copies do not meet.
pub(crate) fn product(
    a: &DynLayout,
    b: &DynLayout,
    multiply: fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>,
) -> Outcome {
    let r = multiply(a, &b.clone().into())?;
    let block = table(&r.modes().remove(0))?;
    Ok(equal(&block, &table(a)?).and_then(|()| apart(a, b, &r)))
}

/// The layout is that of the plain divide, where tiles are whole, and has a coordinate for each position.
fn predicated(
    a: &DynLayout,
    b: &DynLayout,
    ceil: fn(&DynLayout, &Tiler) -> Result<CeilDivided, LayoutError>,
    divide: fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>,
) -> Outcome {
    let tiler = b.clone().into();
    let d = ceil(a, &tiler)?;
    let all = table(&d.layout)?;
    let places = equal(&d.coordinates.points()?.len(), &all.len());
    Ok(match divide(a, &tiler) {
        // Leaves that run on by value alone are counted one by one where tiles may hang over.
        Ok(plain) if plain.shape().size()? == d.layout.shape().size()? => {
            equal(&all, &table(&plain)?).and(places)
        }
        _ => places,
    })
}

/// The texts of a picture.
fn cells(grid: &Grid) -> impl Iterator<Item = &str> {
    let rows = grid.panels.iter().flat_map(|panel| &panel.rows);
    rows.flatten().map(|cell| cell.text.as_str())
}

pub(crate) const MORE: [Rule; 42] = [
    ("get", |a, _, n| {
        let k = pick(a, n);
        Ok(equal(&get(a, &[k])?, &a.modes()[k]))
    }),
    ("select", |a, _, n| {
        let k = pick(a, n);
        let r = select(a, &[k, 0])?;
        Ok(equal(
            &r.modes(),
            &vec![a.modes()[k].clone(), a.modes()[0].clone()],
        ))
    }),
    ("take", |a, _, n| {
        let k = pick(a, n);
        Ok(equal(
            &take(a, k, a.rank())?.modes(),
            &a.modes()[k..].to_vec(),
        ))
    }),
    ("group", |a, _, n| {
        Ok(equal(&table(&group(a, pick(a, n), a.rank())?)?, &table(a)?))
    }),
    ("append", |a, b, n| {
        let r = append(a, a.rank() + pick(a, n), b)?;
        Ok(equal(&r.modes()[..a.rank()].to_vec(), &a.modes()))
    }),
    ("prepend", |a, b, n| {
        let more = pick(a, n);
        let r = prepend(a, a.rank() + more, b)?;
        Ok(equal(&r.modes()[more..].to_vec(), &a.modes()))
    }),
    ("replace", |a, b, n| {
        let k = pick(a, n);
        let r = replace(a, k, b)?;
        if !a.shape().is_tuple() {
            return Ok(equal(&r, b));
        }
        let mut want = a.modes();
        want[k] = b.clone();
        Ok(equal(&r.modes(), &want))
    }),
    ("slice", |a, _, n| {
        let (offset, kept) = slice(a, &open_at(a, n))?;
        let start = offset.int()?.value;
        let all = set(&table(a)?);
        Ok(holds(
            table(&kept)?.iter().all(|x| all.contains(&(x + start))),
            || format!("{offset} + {kept} leaves the layout"),
        ))
    }),
    ("dice", |a, _, n| {
        let coord = open_at(a, n);
        let (kept, cut) = (slice(a, &coord)?.1, dice(a, &coord)?);
        let sizes = (table(&kept)?.len() * table(&cut)?.len(), table(a)?.len());
        Ok(equal(&sizes.0, &sizes.1))
    }),
    ("coalesce_by", |a, _, _| {
        let r = coalesce_by(a, &Tree::repeat(&Tree::fixed(1), a.rank()))?;
        Ok(equal(&table(&r)?, &table(a)?))
    }),
    ("filter_zeros", |a, _, _| {
        Ok(equal(&set(&table(&filter_zeros(a)?)?), &set(&table(a)?)))
    }),
    ("nullspace", |a, _, _| {
        let zero = table(&nullspace(a)?)?
            .iter()
            .map(|&i| at(a, i))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(holds(zero.iter().all(|x| *x == 0), || {
            format!("{zero:?} are not all 0")
        }))
    }),
    ("zipped_product", |a, b, _| product(a, b, zipped_product)),
    ("tiled_product", |a, b, _| product(a, b, tiled_product)),
    ("flat_product", |a, b, _| {
        let r = flat_product(a, &b.clone().into())?;
        let block = table(&logical_product(a, &b.clone().into())?)?;
        Ok(equal(&set(&table(&r)?), &set(&block)))
    }),
    ("logical_product_unchecked", |a, b, _| {
        // A product by a layout has nothing to be unchecked about.
        let r = logical_product_unchecked(a, &b.clone().into())?;
        Ok(apart(a, b, &r))
    }),
    ("tile_to_shape", |a, _, n| {
        let grown: Vec<Tree> = a
            .modes()
            .iter()
            .map(|mode| Ok(Tree::dynamic(mode.shape().size()?.value * (1 + n % 3))))
            .collect::<Result<_, LayoutError>>()?;
        let r = tile_to_shape(a, &Tree::Tuple(grown), &Order::Left)?;
        let times = (1 + n % 3).pow(a.rank() as u32) as usize;
        let unit = DynLayout::new(Tree::fixed(1), Tree::fixed(0))?;
        Ok(equal(&table(&r)?.len(), &(table(a)?.len() * times)).and_then(|()| apart(a, &unit, &r)))
    }),
    ("logical_divide_ceil", |a, b, _| {
        predicated(a, b, logical_divide_ceil, logical_divide)
    }),
    ("zipped_divide_ceil", |a, b, _| {
        predicated(a, b, zipped_divide_ceil, zipped_divide)
    }),
    ("tiled_divide_ceil", |a, b, _| {
        predicated(a, b, tiled_divide_ceil, tiled_divide)
    }),
    ("flat_divide_ceil", |a, b, _| {
        predicated(a, b, flat_divide_ceil, flat_divide)
    }),
    ("recast_layout", |a, _, n| {
        let (old, new) = ([8, 16, 32][n as usize % 3], [8, 16, 32][n as usize / 3 % 3]);
        let r = recast_layout(a, old, new)?;
        Ok(if old == new {
            equal(&table(&r)?, &table(a)?)
        } else {
            Ok(())
        })
    }),
    ("max_common_layout", |a, b, _| {
        let r = table(&max_common_layout(a, b)?)?;
        let ours = r.iter().map(|&i| at(a, i)).collect::<Result<Vec<_>, _>>()?;
        let theirs = r.iter().map(|&i| at(b, i)).collect::<Result<Vec<_>, _>>()?;
        let want: Vec<i64> = (0..r.len() as i64).collect();
        Ok(equal(&ours, &want).and_then(|()| equal(&theirs, &want)))
    }),
    ("max_alignment", |a, _, _| {
        let n = max_alignment(a)?.value;
        Ok(holds(n >= 1, || format!("{n} is no alignment")))
    }),
    ("domain_distribute", |a, _, n| {
        let r = domain_distribute(a.shape(), n)?;
        let places = table(&r)?;
        let size = table(a)?.len() as i64;
        Ok(holds(
            set(&places).len() == places.len() && places.iter().all(|x| (0..size).contains(x)),
            || format!("{r} leaves the shape, or repeats an element"),
        ))
    }),
    ("make_ordered_layout", |a, b, _| {
        let orders: Vec<Tree> = a
            .modes()
            .iter()
            .enumerate()
            .map(|(k, _)| Ok(Tree::fixed(table(b)?.get(k).copied().unwrap_or(0))))
            .collect::<Result<_, LayoutError>>()?;
        let order = match a.shape() {
            Tree::Tuple(_) => Tree::Tuple(orders),
            _ => orders.into_iter().next().unwrap_or(Tree::fixed(0)),
        };
        let r = table(&make_ordered_layout(a.shape(), &Order::By(order))?)?;
        Ok(equal(
            &set(&r),
            &(0..r.len() as i64).collect::<BTreeSet<_>>(),
        ))
    }),
    ("make_layout_like", |a, _, _| {
        Ok(equal(
            &make_layout_like(a)?.shape().size()?.value,
            &a.shape().size()?.value,
        ))
    }),
    ("make_fragment_like", |a, _, _| {
        Ok(equal(
            &make_fragment_like(a)?.shape().size()?.value,
            &a.shape().size()?.value,
        ))
    }),
    ("idx2crd", |a, _, n| {
        let coord = idx2crd(n, a.shape())?;
        let back = crd2idx(&coord, a.shape(), a.stride())?.int()?.value;
        Ok(equal(&back, &at(a, n)?)
            .and_then(|()| holds(coord.congruent(a.shape()), || coord.to_string())))
    }),
    ("crd2crd", |a, _, n| {
        let size = a.shape().size()?.value;
        let coord = crd2crd(
            &Tree::dynamic(n % size.max(1)),
            &Tree::dynamic(size),
            a.shape(),
        )?;
        let back = crd2crd(&coord, a.shape(), &Tree::dynamic(size))?
            .int()?
            .value;
        Ok(equal(&back, &(n % size.max(1))))
    }),
    ("ceil_div", |a, _, n| {
        let by_mode = a.shape().map(&mut |_| Ok(Tree::fixed(n)))?;
        let r = ceil_div(a.shape(), &by_mode)?;
        let sizes = (r.leaves()?, a.shape().leaves()?);
        let covers = sizes.0.iter().zip(sizes.1).all(|(q, s)| {
            let (q, s) = (q.int.value, s.int.value);
            q * n >= s && (q - 1) * n < s
        });
        Ok(holds(covers, || {
            format!("{r} times {n} is too few or too many")
        }))
    }),
    ("shape_div", |a, _, n| {
        let (r, up) = (
            shape_div(a.shape(), &Tree::dynamic(n))?,
            ceil_div(a.shape(), &Tree::dynamic(n))?,
        );
        Ok(equal(&r.size()?.value, &up.size()?.value))
    }),
    ("swizzle_slice", |a, _, n| {
        let AnyLayout::Composed(whole) = swizzled(swizzle_of(n)?, a) else {
            return Ok(Ok(()));
        };
        let coord = open_at(a, n);
        let (start, kept) = slice(a, &coord)?;
        let (offset, rest) = slice_swizzled(&whole, &coord)?;
        let (start, offset) = (start.int()?.value, offset.int()?.value);
        let f = swizzle_of(n)?;
        let want: Vec<i64> = table(&kept)?.iter().map(|x| f.apply(start + x)).collect();
        let got: Vec<i64> = rest.offsets()?.iter().map(|x| offset + x).collect();
        Ok(equal(&got, &want))
    }),
    ("swizzle_right_inverse", |a, _, n| {
        let f = swizzle_of(n)?;
        let whole = swizzled(f, a);
        let r = right_inverse_any(&whole)?;
        // Where the swizzled offset is one that its layout inverts.
        let inverted = right_inverse(a)?.shape().size()?.value;
        let size = r.shape().size()?.value;
        let within: Vec<i64> = (0..size).filter(|&i| f.apply(i) < inverted).collect();
        let back = within
            .iter()
            .map(|&i| whole.at(r.at(i)?))
            .collect::<Result<Vec<_>, LayoutError>>()?;
        Ok(equal(&back, &within))
    }),
    ("f2", |a, _, n| {
        let whole = swizzled(swizzle_of(n)?, a);
        let map = F2Map::of(&whole)?;
        let offsets = whole.offsets()?;
        let ours: Vec<i64> = (0..offsets.len())
            .map(|i| map.apply(i as u64) as i64)
            .collect();
        let injective = set(&offsets).len() == offsets.len();
        let inverse = match map.inverse() {
            Some(back) => holds(
                offsets
                    .iter()
                    .enumerate()
                    .all(|(i, &x)| back.apply(x as u64) == i as u64),
                || format!("the inverse of {whole} does not undo it"),
            ),
            None => holds(!injective, || format!("{whole} has an inverse")),
        };
        Ok(equal(&ours, &offsets).and(inverse))
    }),
    ("difference", |a, b, _| {
        let grid = Grid::of_difference(&a.clone().into(), &b.clone().into())?;
        let differ = cells(&grid).filter(|text| text.contains('/')).count();
        let (ours, theirs) = (table(a)?, table(b)?);
        let want = ours.iter().zip(&theirs).filter(|(x, y)| x != y).count();
        Ok(equal(&differ, &want))
    }),
    ("composition_steps", |a, b, _| {
        let grid = Grid::of_composition(a, b)?;
        let places = table(a)?.len() + 2 * table(b)?.len();
        Ok(equal(&cells(&grid).count(), &places))
    }),
    ("tv_table", |a, _, _| {
        // Each element of a tile of its own size once, where the layout is one to one and reaches all of it.
        let tv = DynLayout::concat([a.clone(), DynLayout::unit()])?;
        let size = table(a)?.len() as i64;
        let grid = Grid::of_owners(&tv, &Tree::dynamic(size))?;
        let owned = cells(&grid).filter(|text| !text.is_empty()).count();
        Ok(equal(&owned, &set(&table(a)?).len()))
    }),
    ("copy_table", |a, _, _| {
        let tv = DynLayout::concat([a.clone(), DynLayout::unit()])?;
        let tile = Tree::dynamic(table(a)?.len() as i64);
        let grid = Grid::of_copy(&tv, &tv, &tile)?;
        Ok(equal(&grid.panels[0].rows, &grid.panels[1].rows))
    }),
    ("mma_table", |a, _, _| {
        let tv = DynLayout::concat([a.clone(), DynLayout::unit()])?;
        let size = Tree::dynamic(table(a)?.len() as i64);
        let grid = Grid::of_mma(
            [&tv; 3],
            &Tree::Tuple(vec![size, Tree::fixed(1), Tree::fixed(1)]),
        );
        Ok(holds(
            grid.map_or(true, |grid| grid.panels.len() == 3),
            || "three panels".into(),
        ))
    }),
    ("bank_table", |_, _, n| {
        // A column of eight words, `n` apart: each is in the bank that its number has in 32.
        let layout = format!("(_8,_1):({n},_1)").parse()?;
        let grid = Grid::of_banks(&layout, 4)?;
        let column: Vec<String> = cells(&grid).map(|text| text.to_string()).collect();
        let banks: Vec<String> = (0..8).map(|row| (row * n % 32).to_string()).collect();
        Ok(equal(&column, &banks))
    }),
    ("swizzle_table", |_, _, n| {
        let swizzle = swizzle_of(n)?;
        let grid = Grid::of_swizzle(swizzle)?;
        let side = 1_usize << swizzle.bits();
        let rows = grid.panels[0].rows.iter().enumerate();
        let moved = rows.flat_map(|(y, row)| {
            let cells = row.iter().enumerate();
            cells.map(move |(z, cell)| cell.text == (y ^ z).to_string())
        });
        Ok(holds(
            moved.filter(|&right| right).count() == side * side,
            || format!("{swizzle}"),
        ))
    }),
];
