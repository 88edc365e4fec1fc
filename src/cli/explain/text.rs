//! Finding the types in a message.

use super::notation::shown;
use super::types::{path, word};

/// The text with every type of layouts in the notation.
///
/// On lines that quote source, only what stands between backticks is looked at: the rest is the user's own code, and the
/// marks under it keep their places.
pub fn explain(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match is_source(line) {
            true => between_backticks(line),
            false => rewritten(line),
        })
        .collect()
}

/// Whether the line is one of a quoted source file: perhaps a number, then a bar.
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

/// Every path that has a notation, in it.
fn rewritten(mut text: &str) -> String {
    let mut out = String::new();
    while let Some(start) = text.find(|c: char| c.is_alphabetic() || c == '_') {
        out.push_str(&text[..start]);
        text = &text[start..];
        let skip = word(text).unwrap_or(1);
        let found = path(text).filter(|(found, _)| {
            let text = format!("{found:?}");
            [
                "UInt",
                "UTerm",
                "Cons",
                "Layout",
                "azulejo_layout::",
                "typenum::",
            ]
            .iter()
            .any(|name| text.contains(name))
        });
        match found {
            Some((found, rest)) => {
                out.push_str(&shown(&found));
                text = rest;
            }
            None => {
                out.push_str(&text[..skip]);
                text = &text[skip..];
            }
        }
    }
    out + text
}
