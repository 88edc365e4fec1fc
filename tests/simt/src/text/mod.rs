//! PTX text → modules, and their kernels as lists of actions.

mod constant;
mod decode;
mod labels;
mod module;
mod operation;
mod outline;
mod program;
mod scan;
mod scope;
mod statement;

pub use constant::{Constant, Special, number};
pub use module::{Entry, Module, Parameter, SHARED_START};
pub use operation::Operation;
pub use program::{Instruction, Label, Program};
pub use scan::{Item, items};
pub use scope::{Address, Place, Register, Scope};
pub use statement::{Statement, elements, pieces};
