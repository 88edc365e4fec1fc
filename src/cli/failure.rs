//! [`Failure`]: the one line that a command ends with when it cannot do its work.

use std::fmt;
use std::process::ExitCode;

/// Why a command stopped. It is printed as one line on standard error after `error: `.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong: exit code 2. The text names the argument, its value and what to do.
    Input(String),
    /// The input is right but the work failed (a full disk, a lost device): exit code 1.
    Work(String),
}

impl Failure {
    /// Wrong input, in the argument called `name`.
    pub fn argument(name: &str, what: impl fmt::Display) -> Self {
        Failure::Input(format!("{name}: {what}"))
    }

    /// The code that the process ends with.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::Work(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Input(text) | Failure::Work(text)) = self;
        f.write_str(&line(text))
    }
}

/// The longest word, and the longest line, that is printed whole.
const LONGEST: [usize; 2] = [300, 2_000];

/// A message as one line that a terminal can print, whatever names and values of the user it repeats.
///
/// Control and formatting characters are escaped. Long words, and then a long line, lose their middle.
pub fn line(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let printable: String = cut(word, LONGEST[0]).chars().map(printable).collect();
        printable
    });
    cut(&words.collect::<Vec<_>>().join(" "), LONGEST[1])
}

/// The text without its middle where it has more than `most` characters.
fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most * 2 / 3).collect();
    let end: String = text.chars().skip(count - most / 4).collect();
    format!("{start}…{end}")
}

/// The character, or its escape where it controls a terminal or the direction of text.
fn printable(c: char) -> String {
    let formats = matches!(
        c,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    );
    if c.is_control() || formats {
        c.escape_unicode().collect()
    } else {
        c.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_message_is_one_printable_line_of_bounded_length() {
        assert_eq!(line("a 'b'\n \"é\\\" 東"), "a 'b' \"é\\\" 東");
        assert_eq!(
            line("\x1b[2J\u{7}\u{202e}x\u{9b}"),
            "\\u{1b}[2J\\u{7}\\u{202e}x\\u{9b}"
        );
        let long = line(&format!("--shape: {} is no extent", "7".repeat(9_000)));
        assert!(long.starts_with("--shape: 777") && long.ends_with("777 is no extent"));
        assert!(long.len() < 400, "{long}");
        assert!(line(&"word ".repeat(100_000)).chars().count() < 2_000);
        assert!(line(&"\x1b ".repeat(100_000)).chars().count() < 2_000);
    }
}
