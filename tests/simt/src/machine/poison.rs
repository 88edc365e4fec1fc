//! Registers whose value was never computed.
//!
//! Reading a byte that was never written is not a fault: a pipeline may load one stage more than it needs. The
//! register is poisoned instead, and so is what is computed from it; the fault is to branch on such a value, to use it
//! as an address, or to store it to global memory.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Context, ExecError};
use crate::text::Register;

/// The poisoned registers of a warp.
#[derive(Default)]
pub struct Poison {
    lanes: Vec<u32>,
    origins: HashMap<Register, Arc<str>>,
}

impl Poison {
    /// No poison in any of so many registers.
    pub fn new(registers: usize) -> Self {
        Self {
            lanes: vec![0; registers],
            origins: HashMap::new(),
        }
    }

    /// The lanes in which any of the registers is poisoned.
    pub fn any(&self, registers: &[Register]) -> u32 {
        registers
            .iter()
            .fold(0, |lanes, &register| lanes | self.lanes[register])
    }

    /// Where a register's poison comes from.
    pub fn origin(&self, register: Register) -> Arc<str> {
        self.origins
            .get(&register)
            .cloned()
            .unwrap_or_else(|| "memory".into())
    }

    /// Writes the lanes of a register: `poisoned` of them with poison, the others with values.
    pub fn set(&mut self, register: Register, written: u32, poisoned: u32) {
        self.lanes[register] = self.lanes[register] & !written | poisoned & written;
    }
}

impl Context<'_> {
    /// Writes a register with what has been computed from others, and with their poison.
    pub fn write_from(&mut self, register: Register, values: &[u64; 32], from: &[Register]) {
        let poisoned = self.warp.poison.any(from);
        self.write(register, values);
        if poisoned != 0 {
            self.taint(register, poisoned, from);
        }
    }

    /// Writes a register with two halves of `width` bits, each computed from one register. A half whose source alone is
    /// poisoned, as next to a matrix's edge, is NaN; the register is poisoned where both are.
    pub fn write_halves(
        &mut self,
        register: Register,
        values: &[u64; 32],
        from: [Register; 2],
        width: u32,
    ) {
        let [high, low] = from.map(|register| self.warp.poison.any(&[register]));
        let ones = (1u64 << width) - 1;
        let nan = |lanes: u32, lane: usize| ones * u64::from(lanes >> lane & 1);
        let marked =
            std::array::from_fn(|lane| values[lane] | nan(high, lane) << width | nan(low, lane));
        self.write(register, &marked);
        if high & low != 0 {
            self.taint(register, high & low, &from);
        }
    }

    /// Poisons lanes of a register whose poison comes from others.
    pub fn taint(&mut self, register: Register, lanes: u32, from: &[Register]) {
        let active = self.active;
        let poison = &mut self.warp.poison;
        let now = from.iter().find(|&&source| poison.lanes[source] != 0);
        if let Some(&source) = now.or_else(|| {
            from.iter()
                .find(|source| poison.origins.contains_key(source))
        }) {
            let origin = poison.origin(source);
            poison.origins.insert(register, origin);
        }
        poison.set(register, active, lanes);
    }

    /// Poisons lanes of a register by what a load found.
    pub fn poison(&mut self, register: Register, lanes: u32, origin: &str) {
        let active = self.active;
        self.warp.poison.set(register, active, lanes);
        self.warp.poison.origins.insert(register, origin.into());
    }

    /// A fault, if a register is poisoned in an active lane.
    pub fn require(&self, register: Register, purpose: &str) -> Result<(), ExecError> {
        match self.warp.poison.lanes[register] & self.active {
            0 => Ok(()),
            lanes => {
                let message = format!(
                    "{purpose} a value that {}",
                    self.warp.poison.origin(register)
                );
                Err(ExecError::of(lanes.trailing_zeros() as usize, message))
            }
        }
    }
}
