//! The notation: no text makes the parsers panic, and what they read is printed so that they read it again.

use std::fmt::Display;
use std::str::FromStr;

use azulejo_layout::expr::evaluate;
use azulejo_layout::value::{AnyLayout, DynLayout, Tiler, Tree};

/// Characters of a text at most: enough for every construct, few enough to be quick.
const LONGEST: usize = 400;

/// Reads a text as each kind of value, and evaluates it as an expression.
///
/// # Panics
/// If a value that was read prints as a text that is not read as the same value, or an error has no message or no suggestion.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(LONGEST)]);
    again::<Tree>(&text);
    again::<DynLayout>(&text);
    again::<AnyLayout>(&text);
    again::<Tiler>(&text);
    match evaluate(&text) {
        Ok(value) => assert!(!value.to_string().is_empty(), "{text} is nothing"),
        Err(error) => {
            let told = error.to_string();
            assert!(!told.is_empty(), "{text} fails without a word");
            assert!(
                error.suggestion().is_some(),
                "no suggestion of {text}: {told}"
            );
        }
    }
}

fn again<T: FromStr<Err: Display> + Display + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            let back = printed.parse::<T>();
            let same = back.is_ok_and(|back| back == value);
            assert!(
                same,
                "{text} is read as {printed}, which is not read as the same"
            );
        }
        Err(error) => assert!(
            !error.to_string().is_empty(),
            "{text} is rejected without a word"
        ),
    }
}
