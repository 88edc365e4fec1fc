//! A body's text → its statements, labels and braces.

use super::Statement;

/// One thing in a body.
#[derive(Clone, Debug)]
pub enum Item<'t> {
    /// A brace that opens a scope.
    Open,
    /// A brace that closes one.
    Close,
    /// A label, without its colon.
    Label(&'t str),
    /// An instruction or directive.
    Statement(Statement<'t>),
}

/// The items of a body whose text begins on line `line`.
pub fn items(text: &str, line: usize) -> Vec<Item<'_>> {
    let (mut found, mut rest, mut line) = (Vec::new(), text, line);
    loop {
        let trimmed = rest.trim_start();
        line += newlines(&rest[..rest.len() - trimmed.len()]);
        rest = trimmed;
        let Some(first) = rest.bytes().next() else {
            return found;
        };
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if first == b'{' || first == b'}' {
            found.push(if first == b'{' {
                Item::Open
            } else {
                Item::Close
            });
            rest = &rest[1..];
        } else if let Some(end) = label(rest) {
            found.push(Item::Label(&rest[..end]));
            rest = &rest[end + 1..];
        } else {
            let end = rest.find(';').unwrap_or(rest.len());
            found.push(Item::Statement(Statement::new(&rest[..end], line)));
            line += newlines(&rest[..end]);
            rest = rest.get(end + 1..).unwrap_or("");
        }
    }
}

/// How many lines end in the text.
pub fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Where the label at the text's start ends, if there is one.
fn label(text: &str) -> Option<usize> {
    let end = text
        .bytes()
        .position(|byte| !(byte.is_ascii_alphanumeric() || b"_$%".contains(&byte)))?;
    let after = &text.as_bytes()[end..];
    (end > 0 && after[0] == b':' && after.get(1) != Some(&b':')).then_some(end)
}
