//! [`Operation`]: an instruction while it is decoded.

use std::ops::Deref;

use super::statement::elements;
use super::{Address, Register, Scope, Statement};

/// An instruction as it is written, and the names that it may use.
pub struct Operation<'s, 't> {
    /// The text.
    pub statement: &'s Statement<'t>,
    /// The names.
    pub scope: &'s mut Scope<'t>,
}

impl<'t> Deref for Operation<'_, 't> {
    type Target = Statement<'t>;
    fn deref(&self) -> &Statement<'t> {
        self.statement
    }
}

impl Operation<'_, '_> {
    /// Rejects a part of the opcode, after the first `skipped`, that is none of the words in `known`.
    pub fn only(&self, skipped: usize, known: &str) -> Result<(), String> {
        let unknown = |word: &&str| known.split(' ').all(|one| one != *word);
        match self.words().into_iter().skip(skipped).find(unknown) {
            Some(other) => Err(format!(".{other} is not modelled")),
            None => Ok(()),
        }
    }

    /// The register that the operand at `index` writes.
    pub fn register(&self, index: usize) -> Result<Register, String> {
        self.scope.register(self.operand(index)?)
    }

    /// The registers that the elements of an operand write.
    pub fn registers(&self, index: usize) -> Result<Vec<Register>, String> {
        let names = elements(self.operand(index)?).into_iter();
        names.map(|name| self.scope.register(name)).collect()
    }

    /// The registers of `value|predicate`; the second is register 0 if it is not written.
    pub fn pair(&self, index: usize) -> Result<(Register, Register), String> {
        let text = self.operand(index)?;
        let (first, second) = text.split_once('|').unwrap_or((text, "_"));
        let register = |name: &str| self.scope.register(name.trim());
        Ok((register(first)?, register(second)?))
    }

    /// The register that holds an operand to read.
    pub fn value(&mut self, index: usize) -> Result<Register, String> {
        self.scope.value(self.statement.operand(index)?)
    }

    /// The same of an operand that need not be there.
    pub fn value_if_any(&mut self, index: usize) -> Result<Option<Register>, String> {
        let text = self.statement.operands.get(index);
        text.map(|text| self.scope.value(text)).transpose()
    }

    /// The registers that hold the elements of an operand to read.
    pub fn values(&mut self, index: usize) -> Result<Vec<Register>, String> {
        let names = elements(self.statement.operand(index)?).into_iter();
        names.map(|name| self.scope.value(name)).collect()
    }

    /// The address that an operand is.
    pub fn address(&mut self, index: usize) -> Result<Address, String> {
        self.scope.address(self.statement.operand(index)?)
    }
}
