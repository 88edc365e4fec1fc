//! The JSON form of a value.

use azulejo::layout::expr::Value;
use azulejo::layout::value::{AnyLayout, LayoutError, cosize};

/// Longest table that goes into the object.
const LISTED: i64 = 1 << 16;

/// One object on one line: the expression, the result in the notation, and for layouts shape, stride, size, cosize, rank,
/// depth, pointer offset and (up to 65,536) the offsets.
pub fn object(expression: &str, value: &Value) -> Result<String, LayoutError> {
    let mut fields = vec![
        format!("\"expression\":{}", quoted(expression)),
        format!("\"result\":{}", quoted(&value.to_string())),
    ];
    if let Value::Moved(offset, _) = value {
        fields.push(format!("\"offset\":{}", quoted(&offset.to_string())));
    }
    if let Some(layout) = value.layout() {
        let shape = layout.shape();
        let size = shape.size()?.value;
        fields.push(format!("\"layout\":{}", quoted(&layout.to_string())));
        fields.push(format!("\"shape\":{}", quoted(&shape.to_string())));
        if let AnyLayout::Plain(plain) = layout {
            fields.push(format!(
                "\"stride\":{}",
                quoted(&plain.stride().to_string())
            ));
            fields.push(format!("\"cosize\":{}", cosize(plain)?.value));
        }
        fields.push(format!("\"size\":{size}"));
        fields.push(format!("\"rank\":{}", shape.rank()));
        fields.push(format!("\"depth\":{}", shape.depth()));
        if size <= LISTED {
            fields.push(format!("\"offsets\":[{}]", table(layout)?));
        }
    }
    Ok(format!("{{{}}}", fields.join(",")))
}

/// The offsets as JSON: numbers, or coordinates in the notation.
fn table(layout: &AnyLayout) -> Result<String, LayoutError> {
    let words: Vec<String> = match layout {
        AnyLayout::Plain(plain) if plain.has_basis() => plain
            .points()?
            .iter()
            .map(|point| quoted(&point.to_string()))
            .collect(),
        other => other.offsets()?.iter().map(i64::to_string).collect(),
    };
    Ok(words.join(","))
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
