//! Reading an expression and calling the operations in it.

use super::arguments::Arguments;
use super::value::{Named, Value};
use super::{algebra, pictures, properties, shapes, swizzles};
use crate::value::Order;
use crate::value::Tree;
use crate::value::parse::Parser;
use crate::value::{ErrorKind, LayoutError};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The operations of one family: what they are called and how they are called.
pub(super) type Family = (
    &'static [&'static str],
    fn(&str, &Arguments) -> Result<Value, LayoutError>,
);

const FAMILIES: [Family; 5] = [
    (algebra::NAMES, algebra::call),
    (shapes::NAMES, shapes::call),
    (swizzles::NAMES, swizzles::call),
    (properties::NAMES, properties::call),
    (pictures::NAMES, pictures::call),
];

/// Other names, and the operations that they call.
const ALIASES: [(&str, &str); 9] = [
    ("compose", "composition"),
    ("composition_tiler", "composition"),
    ("recast", "recast_layout"),
    ("max_common", "max_common_layout"),
    ("slice_and_offset", "slice"),
    ("local_tile_proj", "local_tile"),
    ("crd2idx_static", "crd2idx"),
    ("equal", "functionally_equal"),
    ("coverage", "covers"),
];

/// The names of all operations, family by family, and their other names.
pub fn functions() -> impl Iterator<Item = &'static str> {
    FAMILIES
        .iter()
        .flat_map(|(names, _)| names.iter().copied())
        .chain(ALIASES.iter().map(|(name, _)| *name))
}

/// The operation that a name calls.
#[must_use]
pub fn operation(name: &str) -> &str {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    alias.map_or(name, |(_, operation)| operation)
}

/// The value of an expression.
///
/// An expression is a tree, a layout, a composed layout, a swizzle, a tiler, or `operation(argument, …)` with expressions
/// as arguments; lists `[1,0]`, `null`, `LayoutLeft`, `LayoutRight` and `X` (as `_` in projections) stand where an
/// operation takes them.
///
/// # Errors
/// Text that is not in the grammar (with its column), an unknown operation, and the errors of the operations.
pub fn evaluate(text: &str) -> Result<Value, LayoutError> {
    Parser::whole(text, expression)
}

fn expression(p: &mut Parser) -> Result<Value, LayoutError> {
    match p.peek() {
        Some('<') => Ok(Value::Tiler(p.tiler()?)),
        Some('[') => p.deeper(list),
        Some(c) if c.is_ascii_alphabetic() => named(p),
        _ => {
            let mark = p.mark();
            let tree = match p.tree() {
                Ok(tree) => tree,
                Err(error) => {
                    // `(X,_1)` of projections is not in the grammar of trees.
                    p.rewind(mark);
                    return p.deeper(projection).map_err(|_| error);
                }
            };
            if p.peek() == Some(':') {
                return Ok(Value::Layout(p.layout_from(tree)?));
            }
            Ok(Value::Tree(tree))
        }
    }
}

fn list(p: &mut Parser) -> Result<Value, LayoutError> {
    p.need("[")?;
    let mut items = Vec::new();
    if p.eat("]") {
        return Ok(Value::List(items));
    }
    loop {
        items.push(expression(p)?);
        if p.eat("]") {
            return Ok(Value::List(items));
        }
        if !p.eat(",") {
            return Err(p.expected("`,` or `]`"));
        }
    }
}

/// A flat tuple of leaves and `X`.
fn projection(p: &mut Parser) -> Result<Value, LayoutError> {
    p.need("(")?;
    let mut items = Vec::new();
    loop {
        items.push(if p.eat("X") {
            Tree::Underscore
        } else {
            p.tree()?
        });
        if p.eat(")") {
            return Ok(Value::Tree(Tree::Tuple(items)));
        }
        p.need(",")?;
    }
}

fn named(p: &mut Parser) -> Result<Value, LayoutError> {
    let mark = p.mark();
    let name = p.word();
    match name {
        "Sw" => {
            p.rewind(mark);
            let swizzle = p.swizzle()?;
            if p.peek() == Some('o') {
                p.rewind(mark);
                return Ok(Value::Layout(p.layout()?));
            }
            return Ok(Value::Swizzle(swizzle));
        }
        "LayoutLeft" | "GenColMajor" => return Ok(Value::Order(Order::Left)),
        "LayoutRight" | "GenRowMajor" => return Ok(Value::Order(Order::Right)),
        "null" | "none" | "None" => return Ok(Value::Nothing),
        "X" => return Ok(Value::Tree(Tree::Underscore)),
        "true" => return Ok(Value::Flag(true)),
        "false" => return Ok(Value::Flag(false)),
        _ => {}
    }
    let name = operation(name);
    let Some((_, call)) = FAMILIES.iter().find(|(names, _)| names.contains(&name)) else {
        return Err(unknown(name));
    };
    let values = p.deeper(|p| {
        p.need("(")?;
        let mut values = Vec::new();
        if p.eat(")") {
            return Ok(values);
        }
        loop {
            values.push(expression(p)?);
            if p.eat(")") {
                return Ok(values);
            }
            if !p.eat(",") {
                return Err(p.expected("`,` or `)`"));
            }
        }
    })?;
    let value = call(name, &Arguments { values: &values }).map_err(|error| {
        if error.call().is_some() {
            error
        } else {
            let operands: Vec<_> = values.iter().map(Named).collect();
            let operands: Vec<_> = operands
                .iter()
                .map(|operand| operand as &dyn core::fmt::Display)
                .collect();
            error.during(name, &operands)
        }
    })?;
    p.list(value.listed())?;
    Ok(value)
}

/// The error for a name that is not an operation, with the nearest one that is.
fn unknown(name: &str) -> LayoutError {
    let error = LayoutError::new(ErrorKind::Syntax, format!("`{name}` is not an operation"));
    let name = name.to_ascii_lowercase();
    // The fewest changes; of equally many, the longest common beginning.
    let near = functions().min_by_key(|other| {
        let common = name.bytes().zip(other.bytes());
        let shared = common.take_while(|(a, b)| a == b).count();
        (changes(&name, other), Reverse(shared))
    });
    match near {
        Some(near) if changes(&name, near) <= name.len() / 2 => {
            error.fix(format!("did you mean `{near}`?"))
        }
        _ => error.fix("see `azulejo layout --help`"),
    }
}

/// How many letters have to be put in, taken out or replaced to make one word of the other.
fn changes(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
