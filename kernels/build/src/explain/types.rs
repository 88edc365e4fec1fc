//! [`Type`]: as much of Rust's types as the compiler prints of layouts.

/// A type as it is in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type<'a> {
    /// A path with its arguments; `turbofish` as in `f::<T>`.
    Path {
        path: &'a str,
        turbofish: bool,
        args: Vec<Type<'a>>,
    },
    /// `(A, B)`.
    Tuple(Vec<Type<'a>>),
    /// Anything else, up to the comma or bracket that ends it.
    Other(&'a str),
}

/// How deep types are followed; the compiler's own limit is 128 by default, and a binary digit is a level.
pub const DEPTH: usize = 512;

impl<'a> Type<'a> {
    /// The last part of the path, or nothing.
    pub fn name(&self) -> &'a str {
        match self {
            Type::Path { path, .. } => path.rsplit("::").next().unwrap_or(path),
            _ => "",
        }
    }

    /// The arguments, none for what is no path.
    pub fn args(&self) -> &[Type<'a>] {
        match self {
            Type::Path { args, .. } => args,
            _ => &[],
        }
    }
}

/// Reads a path with its arguments from the beginning of `text`; gives what follows it too.
pub fn path(text: &str) -> Option<(Type<'_>, &str)> {
    path_at(text, DEPTH)
}

fn path_at(text: &str, depth: usize) -> Option<(Type<'_>, &str)> {
    let mut end = word(text)?;
    while let Some(next) = text[end..].strip_prefix("::").and_then(word) {
        end += 2 + next;
    }
    let (path, rest) = text.split_at(end);
    let turbofish = rest.starts_with("::<");
    let list = rest.strip_prefix(if turbofish { "::<" } else { "<" });
    let (args, rest) = match list {
        Some(list) => items(list, '>', depth.checked_sub(1)?)?,
        None => (Vec::new(), rest),
    };
    let path = Type::Path {
        path,
        turbofish,
        args,
    };
    Some((path, rest))
}

/// Types with commas between them, up to `close`.
fn items(mut text: &str, close: char, depth: usize) -> Option<(Vec<Type<'_>>, &str)> {
    let mut items = Vec::new();
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix(close) {
            return Some((items, rest));
        }
        let (item, rest) = item(text, depth)?;
        items.push(item);
        text = rest.trim_start();
        text = text.strip_prefix(',').unwrap_or(text);
    }
}

/// One of them.
fn item(text: &str, depth: usize) -> Option<(Type<'_>, &str)> {
    let ends = |rest: &str| rest.trim_start().starts_with([',', '>', ')']);
    let read = match text.strip_prefix('(') {
        Some(list) => {
            let tuple = items(list, ')', depth.checked_sub(1)?);
            tuple.map(|(items, rest)| (Type::Tuple(items), rest))
        }
        None => path_at(text, depth),
    };
    if let Some((read, rest)) = read
        && ends(rest)
    {
        return Some((read, rest));
    }
    // Not a form known here: up to the end, which no bracket hides.
    let mut open = 0usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => open += 1,
            '>' if before == '-' || before == '=' => {}
            '>' | ')' | ',' if open == 0 => {
                return (at > 0).then(|| (Type::Other(text[..at].trim_end()), &text[at..]));
            }
            '>' | ')' | ']' | '}' => open = open.checked_sub(1)?,
            _ => {}
        }
        before = c;
    }
    None
}

/// The length of the identifier or number that `text` begins with.
pub fn word(text: &str) -> Option<usize> {
    let end = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    (end > 0).then_some(end)
}
