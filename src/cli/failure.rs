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
        // One line, whatever a library's message holds.
        let mut words = text.split_whitespace();
        if let Some(first) = words.next() {
            f.write_str(first)?;
        }
        words.try_for_each(|word| write!(f, " {word}"))
    }
}
