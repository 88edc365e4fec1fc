//! The names that a statement may use, while a kernel is decoded.

use std::collections::HashMap;
use std::ops::Range;

use super::constant::number;
use super::labels::Labels;
use super::module::Layout;
use super::{Constant, Label, Program, Special};

/// The registers that a kernel may name, its calls' included.
const MOST_REGISTERS: usize = 1 << 20;

/// Bytes of local memory that a thread may have (CUDA C++ Programming Guide, technical specifications).
const MOST_LOCAL: usize = 512 << 10;

/// Where a lane's value lies in its warp: an index into `Warp::registers`.
pub type Register = usize;

/// An address as it is written: a register and a constant.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// What holds the first part.
    pub base: Register,
    /// What is added to it.
    pub offset: i64,
}

/// Where a name in parameter space lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this offset of the kernel's parameters.
    Entry(usize),
    /// At this offset of the lane's local memory: an argument or a result of a call.
    Local(usize),
}

/// What a declared name stands for.
#[derive(Clone, Copy)]
enum Name {
    Register(Register),
    Numbered(Register, usize),
    Local(usize),
    Parameter(Place),
}

/// The scopes around a statement, and the program that it becomes part of.
pub struct Scope<'t> {
    /// What has been decoded.
    pub program: Program,
    pub(super) layout: &'t Layout,
    names: Vec<HashMap<&'t str, Name>>,
    predicates: Vec<Range<Register>>,
    labels: Labels<'t>,
    returns: Vec<Label>,
    tables: HashMap<&'t str, Vec<Label>>,
    constants: HashMap<Constant, Register>,
}

impl<'t> Scope<'t> {
    pub(super) fn new(layout: &'t Layout) -> Self {
        Self {
            program: Program {
                registers: 1,
                ..Program::default()
            },
            layout,
            names: vec![HashMap::new()],
            predicates: Vec::new(),
            labels: Labels::default(),
            returns: Vec::new(),
            tables: HashMap::new(),
            constants: HashMap::new(),
        }
    }

    /// The register that an operand writes; `_` is register 0, which is never read.
    pub fn register(&self, name: &str) -> Result<Register, String> {
        if name == "_" {
            return Ok(0);
        }
        self.declared(name)
            .ok_or_else(|| format!("no register `{name}`"))
    }

    /// The register that holds an operand to read: a register, a number, a variable's address, or one of the machine's.
    pub fn value(&mut self, text: &str) -> Result<Register, String> {
        if let Some(register) = self.declared(text) {
            return Ok(register);
        }
        let constant = if let Some(bits) = number(text) {
            Constant::Bits(bits)
        } else if let Some(special) = Special::named(text) {
            Constant::Special(special)
        } else if let Some(Name::Local(offset)) = self.find(text) {
            Constant::Bits(offset as u64)
        } else if let Some(&offset) = self.layout.shared.get(text) {
            Constant::Bits(offset as u64)
        } else if let Some(&variable) = self.layout.variables.get(text) {
            Constant::Variable(variable)
        } else if self.layout.dynamic.contains_key(text) {
            Constant::DynamicShared
        } else {
            return Err(format!("no operand `{text}`"));
        };
        Ok(self.constant(constant))
    }

    /// A register that no name stands for.
    pub fn unnamed(&mut self) -> Register {
        self.fresh(1)
    }

    /// The register that holds a constant.
    pub fn constant(&mut self, constant: Constant) -> Register {
        if let Some(&register) = self.constants.get(&constant) {
            return register;
        }
        let register = self.fresh(1);
        self.constants.insert(constant, register);
        self.program.constants.push((register, constant));
        register
    }

    /// The address in `[base+offset]`.
    pub fn address(&mut self, text: &str) -> Result<Address, String> {
        let inside = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .unwrap_or(text)
            .trim();
        let (base, offset) = match inside.split_once('+') {
            Some((base, offset)) => (
                base.trim(),
                number(offset.trim()).ok_or_else(|| format!("no offset in `{text}`"))?,
            ),
            None => (inside, 0),
        };
        Ok(Address {
            base: self.value(base)?,
            offset: offset as i64,
        })
    }

    /// The place of `[name+offset]` in parameter space.
    pub fn place(&self, text: &str) -> Result<Place, String> {
        let inside = text.trim_start_matches('[').trim_end_matches(']').trim();
        let (name, offset) = inside.split_once('+').unwrap_or((inside, "0"));
        let offset = offset
            .trim()
            .parse::<usize>()
            .ok()
            .filter(|offset| *offset <= MOST_LOCAL)
            .ok_or_else(|| format!("no offset in `{text}`"))?;
        match self.find(name.trim()) {
            Some(Name::Parameter(Place::Entry(start))) => Ok(Place::Entry(start + offset)),
            Some(Name::Parameter(Place::Local(start))) => Ok(Place::Local(start + offset)),
            _ => Err(format!("no parameter `{name}`")),
        }
    }

    /// Returns `true` if the register holds a predicate.
    pub fn is_predicate(&self, register: Register) -> bool {
        self.predicates
            .iter()
            .any(|range| range.contains(&register))
    }

    /// The label of this name that a branch from here goes to: the innermost block's around that has one.
    pub fn label(&mut self, name: &'t str) -> Label {
        self.labels.of(name, &mut self.program.labels)
    }

    /// Puts the block's label of this name here.
    pub(super) fn place_label(&mut self, name: &'t str) -> Result<(), String> {
        let label = self.labels.place(name, &mut self.program.labels)?;
        self.set_label(label);
        Ok(())
    }

    /// Puts labels that a block only branches to where those of the blocks around it are; an error, if one is nowhere.
    pub(super) fn join_labels(&mut self) -> Result<(), String> {
        self.labels.join(&mut self.program.labels)
    }

    /// The labels that `brx.idx` chooses from.
    pub fn table(&self, name: &str) -> Result<Vec<Label>, String> {
        self.tables
            .get(name)
            .cloned()
            .ok_or_else(|| format!("no branch targets `{name}`"))
    }

    /// Where `ret` goes in a function that was inlined; `None` in the kernel itself.
    pub fn return_label(&self) -> Option<Label> {
        self.returns.last().copied()
    }

    pub(super) fn set_table(&mut self, name: &'t str, targets: &[&'t str]) {
        let labels = targets.iter().map(|target| self.label(target)).collect();
        self.tables.insert(name, labels);
    }

    pub(super) fn fresh_label(&mut self) -> Label {
        self.program.labels.push(usize::MAX);
        self.program.labels.len() - 1
    }

    pub(super) fn set_label(&mut self, label: Label) {
        self.program.labels[label] = self.program.instructions.len();
    }

    pub(super) fn open(&mut self) {
        self.names.push(HashMap::new());
        self.labels.open();
    }

    pub(super) fn close(&mut self) {
        self.names.pop();
        self.labels.close(&mut self.program.labels);
    }

    pub(super) fn enter(&mut self, end: Label) {
        self.names.push(HashMap::new());
        self.labels.enter();
        self.returns.push(end);
    }

    pub(super) fn leave(&mut self) {
        self.names.pop();
        self.labels.leave();
        self.returns.pop();
    }

    pub(super) fn depth(&self) -> usize {
        self.returns.len()
    }

    pub(super) fn declare_parameter(&mut self, name: &'t str, place: Place) {
        self.declare(name, Name::Parameter(place));
    }

    pub(super) fn declare_local(
        &mut self,
        name: &'t str,
        align: usize,
        bytes: usize,
        parameter: bool,
    ) -> Result<(), String> {
        let start = self.program.local.next_multiple_of(align.max(1));
        self.program.local = start + bytes;
        if self.program.local > MOST_LOCAL {
            return Err(format!(
                "`{name}` with {bytes} bytes is more local memory than a thread has"
            ));
        }
        self.declare(
            name,
            if parameter {
                Name::Parameter(Place::Local(start))
            } else {
                Name::Local(start)
            },
        );
        Ok(())
    }

    /// Declares `%r<12>` or `done`.
    pub(super) fn declare_register(
        &mut self,
        text: &'t str,
        predicate: bool,
    ) -> Result<(), String> {
        let first = self.program.registers;
        match text.split_once('<') {
            Some((prefix, count)) => {
                let count = count
                    .trim_end_matches('>')
                    .parse()
                    .ok()
                    .filter(|count| *count <= MOST_REGISTERS)
                    .ok_or_else(|| format!("no count in `{text}`"))?;
                self.fresh(count);
                self.declare(prefix, Name::Numbered(first, count));
            }
            None => {
                let register = self.fresh(1);
                self.declare(text, Name::Register(register));
            }
        }
        if predicate {
            self.predicates.push(first..self.program.registers);
        }
        match self.program.registers > MOST_REGISTERS {
            true => Err("more registers than a kernel may name".into()),
            false => Ok(()),
        }
    }

    fn fresh(&mut self, count: usize) -> Register {
        self.program.registers += count;
        self.program.registers - count
    }

    fn declare(&mut self, name: &'t str, what: Name) {
        if let Some(names) = self.names.last_mut() {
            names.insert(name, what);
        }
    }

    fn find(&self, name: &str) -> Option<Name> {
        self.names
            .iter()
            .rev()
            .find_map(|names| names.get(name).copied())
    }

    fn declared(&self, name: &str) -> Option<Register> {
        if let Some(Name::Register(register)) = self.find(name) {
            return Some(register);
        }
        let prefix = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let index = name[prefix.len()..].parse::<usize>().ok()?;
        match self.find(prefix) {
            Some(Name::Numbered(first, count)) if index < count => Some(first + index),
            _ => None,
        }
    }
}
