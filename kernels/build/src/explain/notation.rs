//! Types in the notation: `(_4,_8):(_1,_4)`.

use super::types::Type;

/// Names of integers whose value only the running program knows.
const DYNAMIC: [&str; 10] = [
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
];

/// Crates whose types are named without their path.
const KNOWN: [&str; 10] = [
    "azulejo",
    "azulejo_cpu",
    "azulejo_device",
    "azulejo_kernels",
    "azulejo_layout",
    "azulejo_runtime",
    "azulejo_scalar",
    "azulejo_tensor",
    "azulejo_tile",
    "typenum",
];

/// The type as it is to be read; the same text where nothing in it has a notation.
pub fn shown(r#type: &Type<'_>) -> String {
    if let Some(text) = notation(r#type) {
        return text;
    }
    match r#type {
        Type::Path {
            path,
            turbofish,
            args,
        } => {
            let mut out = short(path).to_owned();
            if !args.is_empty() {
                let args: Vec<String> = args.iter().map(shown).collect();
                let open = if *turbofish { "::<" } else { "<" };
                out = format!("{out}{open}{}>", args.join(", "));
            }
            out
        }
        Type::Tuple(items) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            match items.as_slice() {
                [one] => format!("({one},)"),
                _ => format!("({})", items.join(", ")),
            }
        }
        Type::Other(text) => super::text::explain(text),
    }
}

/// A path without the modules of crates whose names say enough.
fn short(path: &str) -> &str {
    let root = path.split("::").next().unwrap_or(path);
    match path.rsplit_once("::") {
        // Modules of functions say which one is meant.
        Some((_, name)) if KNOWN.contains(&root) && name.starts_with(char::is_uppercase) => name,
        _ => path,
    }
}

/// The notation of integers, trees, layouts and swizzles; `None` for everything else, and where a part is missing.
fn notation(r#type: &Type<'_>) -> Option<String> {
    let args = r#type.args();
    match (r#type.name(), args) {
        ("UTerm" | "UInt", _) => Some(format!("_{}", number(r#type)?)),
        ("C", [value]) => Some(format!("_{}", number(value)?)),
        ("N", [value]) => Some(format!("_-{}", number(value)?)),
        ("Lf", [leaf]) => notation(leaf),
        ("Dyn", [factor, integer]) => Some(format!(
            "{}·{}",
            number(factor.args().first().unwrap_or(factor))?,
            notation(integer)?
        )),
        ("E", [value, way]) => Some(format!("{}{}", notation(value)?, coordinate(way, 0)?)),
        ("Layout", [shape, stride]) => Some(format!("{}:{}", notation(shape)?, notation(stride)?)),
        ("ComposedLayout", [outer, offset, inner]) => Some(format!(
            "{} o {} o {}",
            notation(outer)?,
            notation(offset)?,
            notation(inner)?
        )),
        ("Swizzle", [bits, base, shift]) => {
            let part = |part| Some(notation(part)?.trim_start_matches('_').to_owned());
            Some(format!(
                "Sw<{},{},{}>",
                part(bits)?,
                part(base)?,
                part(shift)?
            ))
        }
        ("Cons" | "M", _) => match modes(r#type) {
            Some((shape, stride)) => Some(format!("{shape}:{stride}")),
            None => list(r#type),
        },
        (name, []) if DYNAMIC.contains(&name) || is_static(name) => Some(name.to_owned()),
        _ => match r#type {
            Type::Tuple(items) if !items.is_empty() => {
                let items: Option<Vec<String>> = items.iter().map(notation).collect();
                Some(format!("({})", items?.join(",")))
            }
            _ => None,
        },
    }
}

/// Returns `true` if it is an integer in the notation already.
fn is_static(name: &str) -> bool {
    let digits = name.strip_prefix('_').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The value of a binary number of `UInt`s.
fn number(r#type: &Type<'_>) -> Option<u128> {
    match (r#type.name(), r#type.args()) {
        ("UTerm", []) => Some(0),
        ("UInt", [high, bit]) => {
            let bit = match bit.name() {
                "B0" => 0,
                "B1" => 1,
                _ => return None,
            };
            number(high)?.checked_mul(2)?.checked_add(bit)
        }
        _ => None,
    }
}

/// The `@0@1` of a way into a shape, outermost last.
fn coordinate(way: &Type<'_>, passed: usize) -> Option<String> {
    match (way.name(), way.args()) {
        ("Here", []) => Some(String::new()),
        ("First", [on]) => Some(format!("{}@{passed}", coordinate(on, 0)?)),
        ("Next", [on]) => coordinate(on, passed + 1),
        _ => None,
    }
}

/// The items of a list, if it is whole.
fn items<'t, 'a>(list: &'t Type<'a>) -> Option<Vec<&'t Type<'a>>> {
    let (mut items, mut rest) = (Vec::new(), list);
    while let ("Cons", [head, tail]) = (rest.name(), rest.args()) {
        items.push(head);
        rest = tail;
    }
    (rest.name() == "Nil" && !items.is_empty()).then_some(items)
}

/// A list of integers and lists of them as a tuple.
fn list(r#type: &Type<'_>) -> Option<String> {
    let items: Option<Vec<String>> = items(r#type)?.into_iter().map(notation).collect();
    Some(format!("({})", items?.join(",")))
}

/// Shape and stride of a list of modes.
fn modes(r#type: &Type<'_>) -> Option<(String, String)> {
    if let ("M", [size, stride]) = (r#type.name(), r#type.args()) {
        return Some((notation(size)?, notation(stride)?));
    }
    let pairs: Option<Vec<_>> = items(r#type)?.into_iter().map(modes).collect();
    let (shape, stride): (Vec<String>, Vec<String>) = pairs?.into_iter().unzip();
    Some((
        format!("({})", shape.join(",")),
        format!("({})", stride.join(",")),
    ))
}
