//! Reading an expression and calling the operations in it.

use super::arguments::Arguments;
use super::value::Value;
use super::{algebra, facts, shapes, swizzles};
use crate::value::error::{ErrorKind, LayoutError};
use crate::value::ops::Order;
use crate::value::parse::Parser;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

/// The operations of one family: what they are called and how they are called.
pub(super) type Family = (
    &'static [&'static str],
    fn(&str, &Arguments) -> Result<Value, LayoutError>,
);

const FAMILIES: [Family; 4] = [
    (algebra::NAMES, algebra::call),
    (shapes::NAMES, shapes::call),
    (swizzles::NAMES, swizzles::call),
    (facts::NAMES, facts::call),
];

/// Other names, and the operations that they call.
const ALIASES: [(&str, &str); 8] = [
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
        p.need(",")?;
    }
}

/// A flat tuple of leaves and `X`.
fn projection(p: &mut Parser) -> Result<Value, LayoutError> {
    p.need("(")?;
    let mut items = Vec::new();
    loop {
        items.push(if p.eat("X") { Tree::Under } else { p.tree()? });
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
        "X" => return Ok(Value::Tree(Tree::Under)),
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
    call(name, &Arguments { values: &values }).map_err(|error| {
        if error.call().is_some() {
            error
        } else {
            error.during(
                name,
                &values
                    .iter()
                    .map(|v| v as &dyn core::fmt::Display)
                    .collect::<Vec<_>>(),
            )
        }
    })
}

/// The error for a name that is no operation, with the nearest one that is.
fn unknown(name: &str) -> LayoutError {
    let error = LayoutError::new(ErrorKind::Syntax, format!("`{name}` is no operation"));
    let shared = |other: &str| {
        name.bytes()
            .zip(other.bytes())
            .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
            .count()
    };
    match functions().max_by_key(|other| shared(other)) {
        Some(near) if shared(near) >= 3 => error.fix(format!("did you mean `{near}`?")),
        _ => error.fix("see `azulejo layout --help`"),
    }
}
