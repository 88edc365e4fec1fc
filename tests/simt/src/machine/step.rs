//! What an instruction does, and what comes after it.

use super::{Context, ExecError};
use crate::text::Label;

/// What an instruction does to the lanes that run it.
pub type Action = Box<dyn Fn(&mut Context<'_>) -> Result<Step, ExecError> + Send + Sync>;

/// Where the lanes go next.
#[derive(Clone, Debug)]
pub enum Step {
    /// To the next instruction.
    Next,
    /// The active lanes to a label, the others to the next instruction.
    Jump(Label),
    /// Each active lane to a label of its own.
    Scatter(Box<[Label; 32]>),
    /// The active lanes end.
    Exit,
    /// Nowhere yet: the instruction is run again when the warp's turn comes.
    Stall(Wait),
}

/// What a warp waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// In words.
    pub what: &'static str,
    /// Which one: a barrier's number or an address.
    pub which: u64,
}

impl Wait {
    /// A barrier in memory, as [`Wait::what`].
    pub const MBARRIER: &str = "mbarrier";
}
