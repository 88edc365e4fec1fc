//! What went wrong, and where.

use std::fmt;

/// What an instruction found wrong.
#[derive(Clone, Debug)]
pub struct ExecError {
    /// The lane, if it is one lane's doing.
    pub lane: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl ExecError {
    /// An error of a whole warp.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            lane: None,
            message: message.into(),
        }
    }

    /// An error of one lane.
    pub fn of(lane: usize, message: impl Into<String>) -> Self {
        Self {
            lane: Some(lane),
            message: message.into(),
        }
    }
}

impl From<String> for ExecError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

/// Why a launch ended early.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// The kernel.
    pub kernel: String,
    /// The line of the module's text, from 1, and what stands there.
    pub line: Option<(usize, String)>,
    /// The block.
    pub block: Option<[u32; 3]>,
    /// The thread in its block, or the first of a warp.
    pub thread: Option<[u32; 3]>,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.kernel, self.message)?;
        if let Some([x, y, z]) = self.block {
            write!(out, "; block ({x}, {y}, {z})")?;
        }
        if let Some([x, y, z]) = self.thread {
            write!(out, ", thread ({x}, {y}, {z})")?;
        }
        if let Some((line, text)) = &self.line {
            write!(out, "; line {line}: {text}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
