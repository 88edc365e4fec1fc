//! The device's `printf`.

use super::access::bits;
use crate::machine::{Action, Context, ExecError, Space, Step};
use crate::text::Place;

/// The action of `vprintf`: result, format and arguments lie where a call's variables do.
pub fn print(places: &[Place]) -> Result<Action, String> {
    let [
        Place::Local(result),
        Place::Local(format),
        Place::Local(arguments),
    ] = *places
    else {
        return Err("vprintf has a result and two arguments".into());
    };
    Ok(Box::new(move |context| {
        for lane in context.lanes() {
            let mut pointer = |at: usize| {
                Ok::<_, ExecError>(bits(context.load(lane, Space::Local, at as u64, 8)?))
            };
            let (format, arguments) = (pointer(format)?, pointer(arguments)?);
            let format = text(context, lane, format)?;
            print!("{}", formatted(context, lane, &format, arguments)?);
            context.store(lane, Space::Local, result as u64, &1_u32.to_le_bytes())?;
        }
        Ok(Step::Next)
    }))
}

/// A string up to its zero, or to the end of what holds it.
fn text(context: &mut Context<'_>, lane: usize, at: u64) -> Result<String, ExecError> {
    let mut found = Vec::new();
    loop {
        match context.load(lane, Space::Generic, at + found.len() as u64, 1)? {
            [0] => return Ok(String::from_utf8_lossy(&found).into_owned()),
            bytes => found.extend_from_slice(bytes),
        }
    }
}

/// The format with its arguments in place, which lie one after the other, each aligned to its size.
fn formatted(
    context: &mut Context<'_>,
    lane: usize,
    format: &str,
    mut at: u64,
) -> Result<String, ExecError> {
    let mut out = String::new();
    let mut pieces = format.split('%');
    out += pieces.next().unwrap_or("");
    while let Some(piece) = pieces.next() {
        if piece.is_empty() {
            out.push('%');
            out += pieces.next().unwrap_or("");
            continue;
        }
        let digits = piece.len()
            - piece
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        let zeros = piece.starts_with('0');
        let width = match &piece[..digits] {
            "" => 0,
            // As wide as what the host formats.
            width => width.parse::<u16>().unwrap_or(u16::MAX).into(),
        };
        let rest = &piece[digits..];
        let long = rest.starts_with("ll") || rest.starts_with('s');
        let rest = rest.trim_start_matches('l');
        let size = if long { 8 } else { 4 };
        at = at.checked_next_multiple_of(size).unwrap_or(0);
        let value = bits(context.load(lane, Space::Generic, at, size as usize)?);
        at = at.wrapping_add(size);
        let signed = if long {
            value as i64
        } else {
            i64::from(value as i32)
        };
        let shown = match rest.as_bytes().first() {
            Some(b's') => text(context, lane, value)?,
            Some(b'd' | b'i') if zeros => format!("{signed:0width$}"),
            Some(b'd' | b'i') => signed.to_string(),
            Some(b'u') => value.to_string(),
            _ => {
                return Err(ExecError::of(
                    lane,
                    format!("prints `%{piece}`, which is not known"),
                ));
            }
        };
        match zeros {
            true => out += &format!("{shown:0>width$}"),
            false => out += &format!("{shown:>width$}"),
        }
        out += &rest[1..];
    }
    Ok(out)
}
