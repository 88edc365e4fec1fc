//! A kernel as the machine runs it.

use super::{Constant, Register};
use crate::machine::Action;

/// Where a jump goes: an index into [`Program::labels`].
pub type Label = usize;

/// One instruction.
pub struct Instruction {
    /// The line of the module's text.
    pub line: usize,
    /// The predicate it runs under, and whether it is negated.
    pub guard: Option<(Register, bool)>,
    /// `true` if all living lanes of the warp have to run it together.
    pub aligned: bool,
    /// What it does.
    pub action: Action,
}

/// A kernel with its functions inlined.
#[derive(Default)]
pub struct Program {
    /// The instructions in the order of the text.
    pub instructions: Vec<Instruction>,
    /// The instruction at which each label stands.
    pub labels: Vec<usize>,
    /// How many registers a lane has, constants included.
    pub registers: usize,
    /// The registers that are filled when a warp starts.
    pub constants: Vec<(Register, Constant)>,
    /// Instructions that are not understood, each with its line: faults, should they be reached.
    pub rejected: Vec<(usize, String)>,
    /// Bytes of local memory a lane.
    pub local: usize,
}
