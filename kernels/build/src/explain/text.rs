//! Finding the types in a message.

use super::notation::shown;
use super::types::{DEPTH, path, word};

/// The text with every type of layouts in the notation.
///
/// On lines that quote source, only what stands between backticks is looked at: the rest is the user's own code, and the
/// marks under it keep their places.
///
/// ```
/// use azulejo_build::explain;
/// assert_eq!(explain("found `Layout<UInt<UInt<UTerm, B1>, B0>, i32>`"), "found `_2:i32`");
/// ```
pub fn explain(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match is_source(line) {
            true => between_backticks(line),
            false => rewritten(line),
        })
        .collect()
}

/// Returns `true` if the line is one of a quoted source file: perhaps a number, then a bar.
fn is_source(line: &str) -> bool {
    let line = line
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    line.trim_start().starts_with('|')
}

fn between_backticks(line: &str) -> String {
    let mut inside = true;
    let parts = line.split('`').map(|part| {
        inside = !inside;
        match inside {
            true => rewritten(part),
            false => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join("`")
}

/// What the types of layouts are called.
const NAMES: [&str; 6] = [
    "UInt",
    "UTerm",
    "Cons",
    "Layout",
    "azulejo_layout::",
    "typenum::",
];

/// Every path that has a notation, in it. Types that nest deeper than [`DEPTH`] stay as they are.
fn rewritten(text: &str) -> String {
    let lists = brackets(text);
    let (mut out, mut at) = (String::new(), 0);
    while let Some(start) = text[at..].find(|c: char| c.is_alphabetic() || c == '_') {
        out.push_str(&text[at..at + start]);
        at += start;
        let list = at + head(&text[at..]);
        let (end, shallow) = match (text[list..].starts_with('<'), lists[list]) {
            (false, _) => (list, true),
            (true, Some(list)) => (list.end, list.depth <= DEPTH),
            // It does not end.
            (true, None) => (list, false),
        };
        let found = Some(&text[at..end])
            .filter(|part| shallow && NAMES.iter().any(|name| part.contains(name)))
            .and_then(path);
        match found {
            Some((found, rest)) => {
                out.push_str(&shown(&found));
                at = end - rest.len();
            }
            // What it holds has no notation either.
            None => {
                out.push_str(&text[at..end]);
                at = end;
            }
        }
    }
    out + &text[at..]
}

/// Brackets that close.
#[derive(Clone, Copy)]
struct List {
    /// Where what follows them begins.
    end: usize,
    /// How many are open at once in them, with themselves.
    depth: usize,
}

/// For each place of an opening bracket what it encloses, in one pass.
fn brackets(text: &str) -> Vec<Option<List>> {
    let mut lists = vec![None; text.len() + 1];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => open.push((at, 1)),
            '>' if before == '-' || before == '=' => {}
            '>' | ')' | ']' | '}' => {
                if let Some((start, depth)) = open.pop() {
                    lists[start] = Some(List { end: at + 1, depth });
                    if let Some((_, around)) = open.last_mut() {
                        *around = (*around).max(depth + 1);
                    }
                }
            }
            _ => {}
        }
        before = c;
    }
    lists
}

/// The length of the path that `text` begins with, up to its list, if one follows.
fn head(text: &str) -> usize {
    let mut end = word(text).unwrap_or(1);
    while let Some(next) = text[end..].strip_prefix("::").and_then(word) {
        end += 2 + next;
    }
    if text[end..].starts_with("::<") {
        end += 2;
    }
    end
}
