//! A module: its kernels, functions and variables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::decode::decode;
use super::outline::{Function, Variable, outline};
use super::{Place, Program};
use crate::machine::Memory;

/// A parameter of a kernel or function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name in the text.
    pub name: String,
    /// Where it begins in the flat parameters.
    pub offset: usize,
    /// The size in bytes.
    pub bytes: usize,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
    /// `.maxntid`, if the text states it: the most threads of a block.
    pub threads: Option<[u32; 3]>,
    pub(super) body: Function,
}

impl Entry {
    /// The most threads of a block that [`Entry::threads`] allows; 1024 where it says nothing.
    pub fn most_threads(&self) -> u32 {
        self.threads.map_or(1024, |threads| {
            threads.into_iter().fold(1, u32::saturating_mul)
        })
    }
}

/// What all kernels of a module share while they are decoded.
#[derive(Default)]
pub struct Layout {
    pub(super) shared: HashMap<String, usize>,
    /// Names of dynamic shared memory, with their alignment.
    pub(super) dynamic: HashMap<String, usize>,
    pub(super) variables: HashMap<String, usize>,
    pub(super) functions: HashMap<String, Function>,
    pub(super) source: Arc<str>,
}

/// PTX that has been read. Kernels are decoded when they are first run.
pub struct Module {
    layout: Layout,
    entries: HashMap<String, Entry>,
    variables: Vec<Variable>,
    addresses: Vec<u64>,
    shared_end: usize,
    programs: Mutex<HashMap<String, Arc<Program>>>,
}

/// The first byte of shared memory that a block may use; an address below is not the block's.
pub const SHARED_START: usize = 1024;

impl Module {
    /// Reads a module.
    pub fn parse(text: &str) -> Result<Self, String> {
        let source: Arc<str> = text.into();
        let outline = outline(&source)?;
        let mut layout = Layout {
            source: source.clone(),
            functions: outline.functions,
            ..Layout::default()
        };
        let mut end = SHARED_START;
        for shared in &outline.shared {
            let start = end.next_multiple_of(shared.align.max(1));
            layout.shared.insert(shared.name.clone(), start);
            end = start + shared.bytes;
        }
        layout.dynamic = outline.dynamic.into_iter().collect();
        for (index, variable) in outline.variables.iter().enumerate() {
            layout.variables.insert(variable.name.clone(), index);
        }
        let entries = outline
            .entries
            .into_iter()
            .map(|entry| (entry.name.clone(), entry))
            .collect();
        Ok(Self {
            layout,
            entries,
            variables: outline.variables,
            addresses: Vec::new(),
            shared_end: end,
            programs: Mutex::default(),
        })
    }

    /// The kernel of this name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// All kernels, in no order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// The address and size of a variable, once the module is placed.
    pub fn variable(&self, name: &str) -> Option<(u64, usize)> {
        let index = *self.layout.variables.get(name)?;
        Some((*self.addresses.get(index)?, self.variables[index].bytes))
    }

    /// Puts the module's variables into memory; to be called once before a kernel runs.
    pub fn place(&mut self, memory: &mut Memory) -> Result<(), String> {
        self.addresses.clear();
        for variable in &self.variables {
            self.addresses.push(memory.allocate(variable.bytes.max(1))?);
        }
        for (variable, &address) in self.variables.iter().zip(&self.addresses) {
            let mut bytes = vec![0; variable.bytes];
            for (index, initial) in variable.initial.iter().enumerate() {
                let value = match self.layout.variables.get(initial.as_str()) {
                    Some(&other) => self.addresses[other],
                    None => super::constant::number(initial)
                        .ok_or_else(|| format!("no initial value `{initial}`"))?,
                };
                let at = index * variable.element;
                bytes[at..at + variable.element]
                    .copy_from_slice(&value.to_le_bytes()[..variable.element]);
            }
            memory.write(address, &bytes)?;
        }
        Ok(())
    }

    /// Frees what [`Module::place`] took.
    pub fn remove(&mut self, memory: &mut Memory) -> Result<(), String> {
        self.addresses
            .drain(..)
            .try_for_each(|address| memory.free(address))
    }

    /// The kernel, decoded.
    pub fn program(&self, entry: &str) -> Result<Arc<Program>, String> {
        let entry = self
            .entry(entry)
            .ok_or_else(|| format!("no kernel `{entry}` in the module"))?;
        if self.addresses.len() != self.variables.len() {
            return Err("the module's variables have not been placed in memory".into());
        }
        let mut programs = self
            .programs
            .lock()
            .map_err(|_| "a kernel failed to decode before")?;
        if let Some(program) = programs.get(&entry.name) {
            return Ok(program.clone());
        }
        let places = entry
            .parameters
            .iter()
            .map(|parameter| (parameter.name.as_str(), Place::Entry(parameter.offset)));
        let program = Arc::new(decode(&self.layout, &entry.body, places)?);
        programs.insert(entry.name.clone(), program.clone());
        Ok(program)
    }

    /// The text of a line, from 1.
    pub fn line(&self, line: usize) -> &str {
        self.layout
            .source
            .lines()
            .nth(line.wrapping_sub(1))
            .unwrap_or("")
            .trim()
    }

    /// Where the variable of this number lies.
    pub fn address(&self, variable: usize) -> u64 {
        self.addresses[variable]
    }

    /// Where a block's dynamic shared memory begins: at the alignment that it is declared with, 16 at least, or `past` a multiple of
    /// 1024.
    pub fn dynamic_shared(&self, past: Option<usize>) -> usize {
        match past {
            Some(past) => self.shared_end.next_multiple_of(1024) + past,
            None => {
                let align = self.layout.dynamic.values().copied().max();
                self.shared_end
                    .next_multiple_of(align.unwrap_or(16).max(16))
            }
        }
    }

    /// Bytes of a block's static shared memory.
    pub fn static_shared(&self) -> usize {
        self.shared_end - SHARED_START
    }
}
