//! Which instructions are Hopper's.

use crate::machine::Action;
use crate::text::{Scope, Statement};

/// The action of a Hopper instruction; `None` for an instruction of another family.
pub fn decode(statement: &Statement<'_>, _scope: &mut Scope<'_>) -> Option<Result<Action, String>> {
    let _ = statement;
    None
}
