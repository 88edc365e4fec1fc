//! What is at a module's top level, with bodies left as text.

use std::collections::HashMap;
use std::ops::Range;

use super::scan::newlines;
use super::statement::{elements, pieces};
use super::{Entry, Parameter};

/// A function or a kernel's body.
#[derive(Clone, Debug)]
pub struct Function {
    pub parameters: Vec<Parameter>,
    pub results: Vec<Parameter>,
    /// Where its text lies, without the outer braces; `None` for one that is only declared.
    pub text: Option<Range<usize>>,
    /// The line on which the text begins.
    pub line: usize,
}

/// A `.global`, `.const` or `.shared` variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub align: usize,
    pub element: usize,
    pub bytes: usize,
    pub initial: Vec<String>,
}

/// The largest alignment of a variable.
const MOST_ALIGNED: usize = 1 << 16;

/// The most bytes of a variable.
const MOST_BYTES: usize = 1 << 32;

/// A module's top level.
#[derive(Default)]
pub struct Outline {
    pub entries: Vec<Entry>,
    pub functions: HashMap<String, Function>,
    pub variables: Vec<Variable>,
    pub shared: Vec<Variable>,
    /// Names of dynamic shared memory, each with its alignment.
    pub dynamic: Vec<(String, usize)>,
}

/// Reads the top level.
pub fn outline(source: &str) -> Result<Outline, String> {
    let (mut outline, mut at, mut line) = (Outline::default(), 0, 1);
    loop {
        let rest = &source[at..];
        let trimmed = rest.trim_start();
        line += newlines(&rest[..rest.len() - trimmed.len()]);
        at = source.len() - trimmed.len();
        if trimmed.is_empty() {
            return Ok(outline);
        }
        let line_end = trimmed.find('\n').unwrap_or(trimmed.len());
        let heads = ["//", ".version", ".target", ".address_size"];
        let used = if heads.iter().any(|head| trimmed.starts_with(head)) {
            line_end
        } else if trimmed[..line_end].contains(".entry") || trimmed[..line_end].contains(".func") {
            function(&mut outline, trimmed, at, line)?
        } else {
            let end = trimmed
                .find(';')
                .ok_or_else(|| format!("line {line}: no semicolon"))?;
            let declared =
                variable(&trimmed[..end]).map_err(|why| format!("line {line}: {why}"))?;
            match (
                trimmed[..end].contains(".shared"),
                trimmed.starts_with(".extern"),
            ) {
                (true, true) => outline.dynamic.push((declared.name, declared.align)),
                (true, false) => outline.shared.push(declared),
                _ => outline.variables.push(declared),
            }
            end + 1
        };
        line += newlines(&source[at..at + used]);
        at += used;
    }
}

/// Reads a kernel or function, and says how many bytes of text it took.
fn function(outline: &mut Outline, text: &str, at: usize, line: usize) -> Result<usize, String> {
    let head_end = text
        .find(['{', ';'])
        .ok_or_else(|| format!("line {line}: a function without an end"))?;
    let head = &text[..head_end];
    let has_body = text.as_bytes()[head_end] == b'{';
    let end = if has_body {
        close(text, head_end).ok_or_else(|| format!("line {line}: no closing brace"))?
    } else {
        head_end
    };
    let kernel = head.contains(".entry");
    let after = &head[head
        .find(if kernel { ".entry" } else { ".func" })
        .unwrap_or(0)..];
    let after = after
        .split_once(char::is_whitespace)
        .map_or("", |(_, rest)| rest)
        .trim_start();
    let (results, after) = match after.strip_prefix('(') {
        Some(rest) => rest.split_once(')').unwrap_or((rest, "")),
        None => ("", after),
    };
    let (name, after) = after
        .trim_start()
        .split_once(|letter: char| letter == '(' || letter.is_whitespace())
        .unwrap_or((after, ""));
    let list = after
        .trim_start()
        .trim_start_matches('(')
        .split_once(')')
        .map_or("", |(list, _)| list);
    let body = Function {
        parameters: parameters(list)?,
        results: parameters(results)?,
        text: has_body.then(|| at + head_end + 1..at + end),
        line: line + newlines(&text[..head_end]),
    };
    let name = name.trim().to_string();
    if kernel {
        let parameters = body.parameters.clone();
        outline.entries.push(Entry {
            name,
            parameters,
            threads: threads(head),
            body,
        });
    } else if has_body || !outline.functions.contains_key(&name) {
        outline.functions.insert(name, body);
    }
    Ok(end + 1)
}

/// The index of the brace that closes the one at `open`.
fn close(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn threads(head: &str) -> Option<[u32; 3]> {
    let (_, rest) = head.split_once(".maxntid")?;
    let mut found = [1; 3];
    let list = rest
        .trim_start()
        .split_once('\n')
        .map_or(rest, |(list, _)| list);
    for (axis, text) in list.split(',').take(3).enumerate() {
        found[axis] = text.trim().parse().ok()?;
    }
    Some(found)
}

fn parameters(list: &str) -> Result<Vec<Parameter>, String> {
    let (mut found, mut end) = (Vec::new(), 0_usize);
    for text in pieces(list) {
        let declared = variable(text)?;
        let offset = end.next_multiple_of(declared.align.max(1));
        end = offset + declared.bytes;
        found.push(Parameter {
            name: declared.name,
            offset,
            bytes: declared.bytes,
        });
    }
    Ok(found)
}

/// Reads `.param .align 8 .b8 name[240]` and its like, with or without an initial value.
pub fn variable(text: &str) -> Result<Variable, String> {
    let (declared, initial) = match text.split_once('=') {
        Some((declared, initial)) => (declared, initial.trim()),
        None => (text, ""),
    };
    let words: Vec<&str> = declared.split_whitespace().collect();
    let name = words.last().ok_or("an empty declaration")?;
    let kind = words
        .iter()
        .rev()
        .find_map(|word| size(word))
        .ok_or_else(|| format!("no type in `{declared}`"))?;
    let align = match words.iter().position(|&word| word == ".align") {
        None => kind,
        Some(at) => words
            .get(at + 1)
            .and_then(|align| align.parse().ok())
            .filter(|align: &usize| align.is_power_of_two() && *align <= MOST_ALIGNED)
            .ok_or_else(|| format!("no alignment in `{declared}`"))?,
    };
    let initial = match initial {
        "" => Vec::new(),
        list => elements(list)
            .iter()
            .map(|one| {
                one.trim_start_matches("generic(")
                    .trim_end_matches(')')
                    .to_string()
            })
            .collect(),
    };
    let (name, extents) = name.split_at(name.find('[').unwrap_or(name.len()));
    // An array without an extent is as long as its values.
    let count = match extents {
        "" => Some(1),
        "[]" => Some(initial.len()),
        _ => extents
            .trim_start_matches('[')
            .trim_end_matches(']')
            .split("][")
            .try_fold(1, |count: usize, extent| {
                count.checked_mul(extent.parse().ok()?)
            }),
    };
    let bytes = count
        .filter(|count| initial.len() <= *count)
        .and_then(|count| kind.checked_mul(count))
        .filter(|bytes| *bytes <= MOST_BYTES)
        .ok_or_else(|| format!("no extent of `{declared}` is known"))?;
    Ok(Variable {
        name: name.to_string(),
        align,
        element: kind,
        bytes,
        initial,
    })
}

/// The bytes of a type's name such as `.b32`.
pub fn size(kind: &str) -> Option<usize> {
    match kind
        .trim_start_matches('.')
        .trim_start_matches(['b', 'u', 's', 'f'])
    {
        "8" => Some(1),
        "16" => Some(2),
        "32" => Some(4),
        "64" => Some(8),
        _ => None,
    }
}
