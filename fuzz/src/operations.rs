//! Each operation of the twin against a table: what it accepts obeys its rule, and nothing panics.

use std::collections::BTreeSet;

use azulejo_layout::value::*;

use crate::asked::ASKED;
use crate::bytes::Bytes;
use crate::divided::DIVIDED;
use crate::more::MORE;

/// Picks an operation and its operands, and checks the result by enumeration.
///
/// # Panics
/// If a result breaks the rule of its operation, or an error names no suggestion.
pub fn operations(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let operation = bytes.below(rules().count());
    let rule = rules().nth(operation).expect("a rule");
    check(rule, &mut bytes).unwrap_or_else(|broken| panic!("{broken}"));
}

/// As [`operations`], of the operation of this name.
///
/// # Errors
/// What breaks the rule, or that there is none.
pub fn operation(name: &str, data: &[u8]) -> Result<(), String> {
    let rule = rules().find(|(known, _)| *known == name);
    check(rule.ok_or("no rule")?, &mut Bytes::new(data))
}

/// The rule on the operands that the bytes give.
fn check((name, rule): &Rule, bytes: &mut Bytes) -> Result<(), String> {
    let (a, b) = (bytes.layout(), bytes.layout());
    let n = 1 + bytes.below(32) as i64;
    // An operation may reject, and then says what to do; what it gives must be right.
    match rule(&a, &b, n) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(broken)) => Err(format!("{name} of {a}, {b}, {n}: {broken}")),
        Err(error) if error.suggestion().is_none() => Err(format!("no suggestion of {error}")),
        Err(_) => Ok(()),
    }
}

/// All rules.
fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().chain(&MORE).chain(&ASKED).chain(&DIVIDED)
}

/// The operations that have a rule here.
pub fn names() -> impl Iterator<Item = &'static str> {
    rules().map(|(name, _)| *name)
}

/// What came of a rule: the operation rejected, or gave something right, or something wrong.
pub(crate) type Outcome = Result<Result<(), String>, LayoutError>;

/// A name, and the rule on two layouts and a number.
pub(crate) type Rule = (&'static str, fn(&DynLayout, &DynLayout, i64) -> Outcome);

const RULES: [Rule; 19] = [
    ("flatten", |a, _, _| {
        Ok(equal(&table(&flatten(a))?, &table(a)?))
    }),
    ("coalesce", |a, _, _| {
        Ok(equal(&table(&coalesce(a)?)?, &table(a)?))
    }),
    ("filter", |a, _, _| {
        let (kept, all) = (table(&filter(a)?)?, table(a)?);
        Ok(equal(&set(&kept), &set(&all)))
    }),
    ("composition", |a, b, _| {
        let r = composition(a, &b.clone().into())?;
        Ok(equal(&table(&r)?, &composed(a, b)?))
    }),
    ("compose_lazy", |a, b, _| {
        let r = compose_lazy(a, b)?.offsets()?;
        Ok(equal(&r, &composed(a, b)?))
    }),
    ("complement", |a, _, n| {
        let r = complement(a, Some(&Tree::fixed(n)))?;
        let (image, rest) = (set(&table(a)?), table(&r)?);
        let sums: BTreeSet<i64> = image
            .iter()
            .flat_map(|x| rest.iter().map(move |y| x + y))
            .collect();
        let rises = rest.windows(2).all(|pair| pair[0] < pair[1]);
        let apart = sums.len() == image.len() * rest.len();
        Ok(holds(rises && apart, || format!("{r} is no complement")))
    }),
    ("right_inverse", |a, _, _| {
        let r = table(&right_inverse(a)?)?;
        let back: Vec<i64> = r.iter().map(|&i| at(a, i)).collect::<Result<_, _>>()?;
        Ok(equal(&back, &(0..r.len() as i64).collect()))
    }),
    ("left_inverse", |a, _, _| {
        let l = left_inverse(a)?;
        let all = table(a)?;
        let back: Vec<i64> = all.iter().map(|&x| at(&l, x)).collect::<Result<_, _>>()?;
        let again: Vec<i64> = back.iter().map(|&i| at(a, i)).collect::<Result<_, _>>()?;
        let injective = set(&all).len() == all.len();
        let rule = equal(&again, &all);
        Ok(match injective {
            true => rule.and_then(|()| equal(&back, &(0..all.len() as i64).collect())),
            false => rule,
        })
    }),
    ("logical_divide", |a, b, _| {
        let tile = logical_divide(a, &b.clone().into())?.modes().remove(0);
        Ok(equal(&table(&tile)?, &composed(a, b)?))
    }),
    ("zipped_divide", |a, b, _| divided(a, b, zipped_divide)),
    ("tiled_divide", |a, b, _| divided(a, b, tiled_divide)),
    ("flat_divide", |a, b, _| divided(a, b, flat_divide)),
    ("logical_product", |a, b, _| {
        let r = logical_product(a, &b.clone().into())?;
        let block = table(&r.modes().remove(0))?;
        Ok(equal(&block, &table(a)?).and_then(|()| apart(a, b, &r)))
    }),
    ("stacked_product", |a, b, _| {
        Ok(apart(a, b, &stacked_product(a, b)?))
    }),
    ("blocked_product", |a, b, _| {
        Ok(apart(a, b, &blocked_product(a, b)?))
    }),
    ("raked_product", |a, b, _| {
        Ok(apart(a, b, &raked_product(a, b)?))
    }),
    ("max_common_vector", |a, b, _| {
        let count = max_common_vector(a, b)?.value as usize;
        let (a, b) = (table(a)?, table(b)?);
        // The coordinates need not follow one another.
        let both = |x: &i64| a.iter().zip(&b).any(|pair| pair == (x, x));
        let run = (0..).take_while(both).take(count).count();
        Ok(equal(&run, &count))
    }),
    ("upcast", |a, _, n| {
        let wide = set(&table(&upcast(a, n)?)?);
        let expected = table(a)?.iter().map(|x| x / n).collect();
        Ok(if is_chain(a)? {
            equal(&wide, &expected)
        } else {
            Ok(())
        })
    }),
    ("downcast", |a, _, n| {
        let narrow = set(&table(&downcast(a, n)?)?);
        let expected = table(a)?.iter().flat_map(|x| x * n..x * n + n).collect();
        Ok(equal(&narrow, &expected))
    }),
];

/// All offsets, in the order of the one-dimensional coordinate.
pub(crate) fn table(a: &DynLayout) -> Result<Vec<i64>, LayoutError> {
    a.offsets()
}

/// The offset of a coordinate, which may lie beyond the last mode's extent: that one goes on.
pub(crate) fn at(a: &DynLayout, mut index: i64) -> Result<i64, LayoutError> {
    let (shape, stride) = (a.shape().leaves()?, a.stride().leaves()?);
    let mut offset = 0;
    for (k, (extent, stride)) in shape.iter().zip(&stride).enumerate() {
        let (extent, stride) = (extent.plain()?.value, stride.plain()?.value);
        let last = k + 1 == shape.len();
        offset += stride * if last { index } else { index % extent };
        index /= extent.max(1);
    }
    Ok(offset)
}

/// A(B(i)) for each i.
fn composed(a: &DynLayout, b: &DynLayout) -> Result<Vec<i64>, LayoutError> {
    table(b)?.into_iter().map(|i| at(a, i)).collect()
}

/// A divide by another name holds the elements of the logical one.
fn divided(
    a: &DynLayout,
    b: &DynLayout,
    divide: fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>,
) -> Outcome {
    let tiler = b.clone().into();
    let (mut ours, mut logical) = (
        table(&divide(a, &tiler)?)?,
        table(&logical_divide(a, &tiler)?)?,
    );
    ours.sort_unstable();
    logical.sort_unstable();
    Ok(equal(&ours, &logical))
}

/// Copies of an injective block at injective places do not meet.
pub(crate) fn apart(a: &DynLayout, b: &DynLayout, product: &DynLayout) -> Result<(), String> {
    let injective =
        |layout: &DynLayout| table(layout).is_ok_and(|table| set(&table).len() == table.len());
    holds(!injective(a) || !injective(b) || injective(product), || {
        format!("two elements of {product} share an offset")
    })
}

/// Whether each mode, by stride, begins beyond the end of the one before.
fn is_chain(a: &DynLayout) -> Result<bool, LayoutError> {
    let (shape, stride) = (a.shape().leaves()?, a.stride().leaves()?);
    let modes = shape.iter().zip(&stride);
    let modes = modes.map(|(extent, stride)| Ok((stride.plain()?.value, extent.plain()?.value)));
    let mut modes = modes.collect::<Result<Vec<_>, LayoutError>>()?;
    modes.retain(|(_, extent)| *extent > 1);
    modes.sort_unstable();
    Ok(modes
        .windows(2)
        .all(|pair| pair[0].0 * pair[0].1 <= pair[1].0))
}

pub(crate) fn set(table: &[i64]) -> BTreeSet<i64> {
    table.iter().copied().collect()
}

pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(got: &T, expected: &T) -> Result<(), String> {
    holds(got == expected, || {
        format!("{got:?} instead of {expected:?}")
    })
}

pub(crate) fn holds(rule: bool, what: impl Fn() -> String) -> Result<(), String> {
    if rule { Ok(()) } else { Err(what()) }
}
