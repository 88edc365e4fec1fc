//! Which family an instruction belongs to.

use super::control;
use crate::hopper;
use crate::machine::{Action, Step};
use crate::text::{Place, Scope, Statement};

/// A family: the action of an instruction, or `None` if it is another family's.
type Family = for<'t> fn(&Statement<'t>, &mut Scope<'t>) -> Option<Result<Action, String>>;

/// The families, in the order in which they are asked.
const FAMILIES: &[Family] = &[control::decode];

/// The action of an instruction.
pub fn decode<'t>(statement: &Statement<'t>, scope: &mut Scope<'t>) -> Result<Action, String> {
    for family in FAMILIES {
        if let Some(action) = family(statement, scope) {
            return action;
        }
    }
    hopper::decode(statement, scope).unwrap_or_else(|| Err("no such instruction is known".into()))
}

/// The action of a call to a function that the text only declares.
pub fn library(name: &str, places: &[Place]) -> Result<Action, String> {
    let _ = places;
    match name {
        "vprintf" => Ok(Box::new(|_| Ok(Step::Next))),
        _ => Err(format!("no library function `{name}`")),
    }
}
