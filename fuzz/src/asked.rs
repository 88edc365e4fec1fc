//! The rest of what an expression can ask, called by name and held against brute force: questions about shapes, functions and memory.

use std::collections::BTreeSet;

use azulejo_layout::expr::{Value, evaluate};
use azulejo_layout::value::*;

use crate::operations::{Rule, equal, holds, set, table};

/// The integer that an expression gives.
pub(crate) fn number(text: &str) -> Result<i64, LayoutError> {
    match evaluate(text)? {
        Value::Tree(tree) => Ok(tree.int()?.value),
        other => panic!("{text} = {other} is no integer"),
    }
}

/// Yes or no.
fn flag(text: &str) -> Result<bool, LayoutError> {
    match evaluate(text)? {
        Value::Flag(flag) => Ok(flag),
        other => panic!("{text} = {other} is no answer"),
    }
}

/// What an expression gives, as it is printed.
pub(crate) fn told(text: &str) -> Result<String, LayoutError> {
    Ok(evaluate(text)?.to_string())
}

/// The offsets of the layout that an expression gives, the pointer's included.
pub(crate) fn offsets(text: &str) -> Result<Vec<i64>, LayoutError> {
    let (start, layout) = match evaluate(text)? {
        Value::Layout(layout) => (0, layout),
        Value::Moved(start, layout) => (start.int()?.value, layout),
        other => panic!("{text} = {other} is no layout"),
    };
    Ok(layout.offsets()?.into_iter().map(|x| start + x).collect())
}

/// All numbers in a text.
pub(crate) fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// A text without its numbers: the parentheses.
fn profile(tree: &Tree) -> String {
    tree.to_string()
        .replace(|c: char| c.is_ascii_digit() || c == '_', "")
}

/// The sizes of the modes at the top.
fn sizes(a: &DynLayout) -> Result<Vec<i64>, LayoutError> {
    a.modes()
        .iter()
        .map(|mode| Ok(table(mode)?.len() as i64))
        .collect()
}

/// A coordinate for each of two numbers, in one shape.
fn coordinates(a: &DynLayout, n: i64) -> Result<(Tree, Tree), LayoutError> {
    let size = table(a)?.len().max(1) as i64;
    Ok((
        idx2crd(n % size, a.shape())?,
        idx2crd(n * 7 % size, a.shape())?,
    ))
}

/// Whether a shape opens as far as another one does, and has its sizes.
fn opens(x: &Tree, y: &Tree, sized: bool) -> bool {
    match (x, y) {
        (Tree::Tuple(x), Tree::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| opens(x, y, sized))
        }
        (Tree::Tuple(_), _) => false,
        (x, y) => {
            let product = |tree: &Tree| numbers(&tree.to_string()).iter().product::<i64>();
            !sized || product(x) == product(y)
        }
    }
}

/// How many numbers there are from the least to the greatest.
fn span(all: &BTreeSet<i64>) -> i64 {
    let ends = all.last().zip(all.first());
    ends.map_or(0, |(top, low)| top - low + 1)
}

/// The swizzle of `n` bit by bit.
pub(crate) fn swizzled_by_hand(f: Swizzle, x: i64) -> i64 {
    let (bits, base) = (i64::from(f.bits()), i64::from(f.base()));
    let shift = i64::from(f.shift());
    let mut out = x;
    for k in 0..bits {
        // From the bit that is read to the bit that is flipped.
        let (low, high) = (base + k, base + k + shift.abs());
        let (from, to) = if shift >= 0 { (high, low) } else { (low, high) };
        out ^= (x >> from & 1) << to;
    }
    out
}

/// The sectors or lines of `bytes` bytes that 32 lanes touch, `d` floats apart.
fn touched(d: i64, bytes: i64) -> usize {
    (0..32)
        .map(|lane| lane * d * 4 / bytes)
        .collect::<BTreeSet<_>>()
        .len()
}

pub(crate) const ASKED: [Rule; 35] = [
    ("shape", |a, _, _| {
        Ok(equal(
            &told(&format!("shape({a})"))?,
            &a.shape().to_string(),
        ))
    }),
    ("stride", |a, _, _| {
        Ok(equal(
            &told(&format!("stride({a})"))?,
            &a.stride().to_string(),
        ))
    }),
    ("size", |a, _, _| {
        Ok(equal(
            &number(&format!("size({a})"))?,
            &(table(a)?.len() as i64),
        ))
    }),
    ("rank", |a, _, _| {
        Ok(equal(
            &number(&format!("rank({a})"))?,
            &(a.modes().len() as i64),
        ))
    }),
    ("depth", |a, _, _| {
        let (mut depth, mut most) = (0, 0);
        for c in a.shape().to_string().chars() {
            depth += i64::from(c == '(') - i64::from(c == ')');
            most = most.max(depth);
        }
        Ok(equal(&number(&format!("depth({a})"))?, &most))
    }),
    ("cosize", |a, _, _| {
        let most = table(a)?.into_iter().max().map_or(0, |x| x + 1);
        Ok(equal(&number(&format!("cosize({a})"))?, &most))
    }),
    ("sum", |a, _, _| {
        let all = numbers(&a.shape().to_string());
        Ok(equal(
            &number(&format!("sum({})", a.shape()))?,
            &all.iter().sum(),
        ))
    }),
    ("max", |a, _, _| {
        let all = numbers(&a.shape().to_string());
        Ok(equal(
            &Some(number(&format!("max({})", a.shape()))?),
            &all.into_iter().max(),
        ))
    }),
    ("product_each", |a, _, _| {
        let each = told(&format!("product_each({})", a.shape()))?;
        Ok(equal(&numbers(&each), &sizes(a)?))
    }),
    ("compact_col", |a, _, _| {
        let stride = told(&format!("compact_col({})", a.shape()))?;
        let all = offsets(&format!("{}:{stride}", a.shape()))?;
        Ok(equal(&all, &(0..all.len() as i64).collect()))
    }),
    ("compact_row", |a, _, _| {
        let stride = told(&format!("compact_row({})", a.shape()))?;
        let all = offsets(&format!("{}:{stride}", a.shape()))?;
        // Rightmost fastest: counted with the digits from the right.
        let want: Vec<i64> = (0..all.len() as i64)
            .map(|mut i| {
                let mut digits = Vec::new();
                for size in numbers(&a.shape().to_string()) {
                    digits.push((i % size, size));
                    i /= size;
                }
                digits
                    .iter()
                    .fold(0, |index, (digit, size)| index * size + digit)
            })
            .collect();
        Ok(equal(&all, &want))
    }),
    ("round_up", |a, _, n| {
        let size = table(a)?.len() as i64;
        let up = number(&format!("round_up({size}, {n})"))?;
        Ok(holds(up >= size && up < size + n && up % n == 0, || {
            format!("{size} to {up}")
        }))
    }),
    ("congruent", |a, b, _| {
        let same = flag(&format!("congruent({}, {})", a.shape(), b.shape()))?;
        Ok(equal(&same, &(profile(a.shape()) == profile(b.shape()))))
    }),
    ("weakly_congruent", |a, b, _| {
        let opens_up = flag(&format!("weakly_congruent({}, {})", a.shape(), b.shape()))?;
        Ok(equal(&opens_up, &opens(a.shape(), b.shape(), false)))
    }),
    ("compatible", |a, b, _| {
        let fits = flag(&format!("compatible({}, {})", a.shape(), b.shape()))?;
        Ok(equal(&fits, &opens(a.shape(), b.shape(), true)))
    }),
    ("evenly_divides", |a, _, n| {
        // By an integer of a single mode: whether tiles of so many fill it.
        let size = table(a)?.len() as i64;
        let divides = flag(&format!("evenly_divides({size}, {n})"))?;
        Ok(equal(&divides, &(size % n == 0)))
    }),
    ("lex_less", |a, _, n| {
        let (x, y) = coordinates(a, n)?;
        let less = numbers(&x.to_string()) < numbers(&y.to_string());
        Ok(equal(&flag(&format!("lex_less({x}, {y})"))?, &less))
    }),
    ("colex_less", |a, _, n| {
        let (x, y) = coordinates(a, n)?;
        let turned = |tree: &Tree| {
            numbers(&tree.to_string())
                .into_iter()
                .rev()
                .collect::<Vec<_>>()
        };
        Ok(equal(
            &flag(&format!("colex_less({x}, {y})"))?,
            &(turned(&x) < turned(&y)),
        ))
    }),
    ("elem_less", |a, _, n| {
        let (x, y) = coordinates(a, n)?;
        let (p, q) = (numbers(&x.to_string()), numbers(&y.to_string()));
        let less = p.iter().zip(&q).all(|(p, q)| p < q);
        Ok(equal(&flag(&format!("elem_less({x}, {y})"))?, &less))
    }),
    ("elem_leq", |a, _, n| {
        let (x, y) = coordinates(a, n)?;
        let (p, q) = (numbers(&x.to_string()), numbers(&y.to_string()));
        // Not that every entry of the second is less.
        let some = p.iter().zip(&q).any(|(p, q)| p <= q);
        Ok(equal(&flag(&format!("elem_leq({x}, {y})"))?, &some))
    }),
    ("erase", |a, _, _| {
        Ok(equal(
            &told(&format!("erase({a})"))?,
            &a.to_string().replace('_', ""),
        ))
    }),
    ("functionally_equal", |a, b, _| {
        let same = flag(&format!("functionally_equal({a}, {b})"))?;
        Ok(equal(&same, &(table(a)? == table(b)?)))
    }),
    ("injective", |a, _, _| {
        let all = table(a)?;
        Ok(equal(
            &flag(&format!("injective({a})"))?,
            &(set(&all).len() == all.len()),
        ))
    }),
    ("surjective", |a, _, _| {
        let all = set(&table(a)?);
        Ok(equal(
            &flag(&format!("surjective({a})"))?,
            &(all.len() as i64 == span(&all)),
        ))
    }),
    ("collision", |a, _, _| {
        let all = table(a)?;
        Ok(match evaluate(&format!("collision({a})"))? {
            Value::Nothing => equal(&set(&all).len(), &all.len()),
            text => match numbers(&text.to_string())[..] {
                [i, j, x] => holds(
                    i < j && all.get(i as usize) == Some(&x) && all.get(j as usize) == Some(&x),
                    || text.to_string(),
                ),
                _ => Err(text.to_string()),
            },
        })
    }),
    ("covers", |a, _, n| {
        let all = table(a)?;
        let owners: Vec<usize> = (0..n)
            .map(|k| all.iter().filter(|x| **x == k).count())
            .collect();
        let within = all.iter().all(|x| (0..n).contains(x));
        let even = owners.windows(2).all(|pair| pair[0] == pair[1]) && owners[0] > 0;
        Ok(match number(&format!("covers({a}, {n})")) {
            Ok(times) => equal(&(times, true), &(owners[0] as i64, within && even)),
            Err(error) => holds(!within || !even, || error.to_string()),
        })
    }),
    ("footprint", |a, _, _| {
        let all = set(&table(a)?);
        let want = all
            .first()
            .zip(all.last())
            .map(|(low, top)| vec![*low, *top, all.len() as i64]);
        Ok(equal(
            &Some(numbers(&told(&format!("footprint({a})"))?)),
            &want,
        ))
    }),
    ("gaps", |a, _, _| {
        let all = set(&table(a)?);
        Ok(equal(
            &number(&format!("gaps({a})"))?,
            &(span(&all) - all.len() as i64),
        ))
    }),
    ("first_gap", |a, _, _| {
        let all = set(&table(a)?);
        let top = all.last().copied().unwrap_or(0);
        let want = (0..top).find(|x| !all.contains(x));
        Ok(match evaluate(&format!("first_gap({a})"))? {
            Value::Nothing => equal(&None, &want),
            Value::Tree(tree) => equal(&Some(tree.int()?.value), &want),
            other => Err(other.to_string()),
        })
    }),
    ("contiguous_run", |a, _, _| {
        let all = set(&table(a)?);
        let run = (0..).find(|x| !all.contains(x)).unwrap_or(0);
        Ok(equal(&number(&format!("contiguous_run({a})"))?, &run))
    }),
    ("index_bits", |a, _, _| {
        let all = table(a)?;
        let top = all.iter().copied().max().unwrap_or(0).max(all.len() as i64);
        let bits = [8, 16, 32, 64]
            .into_iter()
            .find(|bits| i128::from(top) < 1_i128 << (bits - 1));
        Ok(equal(&Some(number(&format!("index_bits({a})"))?), &bits))
    }),
    ("bank_conflicts", |_, _, n| {
        // The words of one bank are read one after the other.
        let words: BTreeSet<i64> = (0..32).map(|lane| lane * n).collect();
        let most = (0..32)
            .map(|bank| words.iter().filter(|word| **word % 32 == bank).count())
            .max();
        let told = numbers(&told(&format!("bank_conflicts(_32:{n}, 4)"))?);
        Ok(equal(&told.first().copied(), &most.map(|most| most as i64)))
    }),
    ("coalescing", |_, _, n| {
        let told = numbers(&told(&format!("coalescing(_32:{n}, 4)"))?);
        Ok(equal(
            &told,
            &vec![touched(n, 32) as i64, touched(n, 128) as i64, 4],
        ))
    }),
    ("best_swizzle", |_, _, n| {
        // 2^k lanes that read a column of 2^k words, in a tile of rows of 2^k.
        let k = n % 6;
        let side = 1_i64 << k;
        let text = told(&format!(
            "best_swizzle(({side},{side}):({side},1), 4, 1, {side}:1, {side}:{side})"
        ))?;
        let f: Swizzle = text.split(':').next().unwrap_or_default().parse()?;
        let passes = |step: i64, lanes: i64| -> i64 {
            let words: BTreeSet<i64> = (0..lanes)
                .map(|lane| lane * step)
                .map(|i| i % side * side + i / side)
                .map(|x| swizzled_by_hand(f, x))
                .collect();
            let of = |bank| words.iter().filter(|word| **word % 32 == bank).count() as i64;
            (0..32).map(of).max().unwrap_or(0)
        };
        let counted = passes(1, side) + passes(side, side);
        let after = text.split_once(':').map_or("", |(_, rest)| rest);
        Ok(equal(&numbers(after).first().copied(), &Some(counted)))
    }),
    ("owners", |a, b, _| {
        let tv = DynLayout::concat([a.clone(), b.clone()])?;
        let all = table(&tv)?;
        let tile = all.iter().max().map_or(1, |top| top + 1);
        let (threads, drawn) = (table(a)?.len(), told(&format!("owners({tv}, {tile})"))?);
        // The first owner of each element is named, but for those that every thread owns once.
        let mut seen = BTreeSet::new();
        let everyone = |x: i64| {
            let owners: Vec<usize> = (0..all.len())
                .filter(|i| all[*i] == x)
                .map(|i| i % threads)
                .collect();
            let distinct: BTreeSet<usize> = owners.iter().copied().collect();
            owners.len() == threads && distinct.len() == threads && drawn.contains("all")
        };
        let missing = all.iter().enumerate().find(|(i, x)| {
            seen.insert(**x)
                && !drawn.contains(&format!("T{}V{}", i % threads, i / threads))
                && !everyone(**x)
        });
        Ok(equal(&missing, &None))
    }),
];

/// The size of a shape, and its column-major layout.
pub(crate) fn column(a: &DynLayout) -> Result<(i64, DynLayout), LayoutError> {
    Ok((
        table(a)?.len() as i64,
        make_layout(a.shape(), &Order::Left)?,
    ))
}

/// The size of a tile, and the table of all tiles one after the other.
pub(crate) fn tiles(a: &DynLayout, b: &DynLayout) -> Result<(usize, Vec<i64>), LayoutError> {
    let all = table(&zipped_divide_ceil(a, &b.clone().into())?.layout)?;
    Ok((table(b)?.len(), all))
}
