//! Which family an instruction belongs to.

use super::{
    access, atomic, barrier, bits, carry, compare, control, convert, copies, float, half, integer,
    matrix, moves,
};
use super::{print, shuffle};
use crate::hopper;
use crate::machine::Action;
use crate::text::{Operation, Place};

/// A family: the action of an instruction, or `None` if it is another family's.
type Family = fn(&mut Operation<'_, '_>) -> Option<Result<Action, String>>;

/// The families, in the order in which they are asked.
const FAMILIES: &[Family] = &[
    access::decode,
    integer::decode,
    float::decode,
    half::decode,
    moves::decode,
    convert::decode,
    compare::decode,
    control::decode,
    bits::decode,
    carry::decode,
    matrix::decode,
    copies::decode,
    barrier::decode,
    shuffle::decode,
    atomic::decode,
];

/// The action of an instruction.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    for family in FAMILIES {
        if let Some(action) = family(of) {
            return action;
        }
    }
    hopper::decode(of).unwrap_or_else(|| Err("no such instruction is known".into()))
}

/// The action of a call to a function that the text only declares.
pub fn library(name: &str, places: &[Place]) -> Result<Action, String> {
    match name {
        "vprintf" => print::print(places),
        _ => Err(format!("no library function `{name}`")),
    }
}
