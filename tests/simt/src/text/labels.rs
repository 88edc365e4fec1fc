//! Labels, which are their block's own (PTX ISA, labels): the same name in another block is another label.

use std::collections::HashMap;

use super::Label;

/// A label that nothing has placed.
const NOWHERE: usize = usize::MAX;

/// A block's labels: those it places, and those it branches to.
type Block<'t> = HashMap<&'t str, Label>;

/// The labels of the blocks around a statement.
pub struct Labels<'t> {
    blocks: Vec<Block<'t>>,
    /// Labels that a block branches to and does not place, each with that of the block around it.
    outer: Vec<(Label, Label)>,
}

impl Default for Labels<'_> {
    fn default() -> Self {
        Self {
            blocks: vec![Block::new()],
            outer: Vec::new(),
        }
    }
}

impl<'t> Labels<'t> {
    /// The label of this name in the innermost block, to branch to; `places` has where each label is.
    pub fn of(&mut self, name: &'t str, places: &mut Vec<usize>) -> Label {
        let fresh = places.len();
        let label = match self.blocks.last_mut() {
            Some(block) => *block.entry(name).or_insert(fresh),
            None => fresh,
        };
        if label == fresh {
            places.push(NOWHERE);
        }
        label
    }

    /// The same, to be placed.
    pub fn place(&mut self, name: &'t str, places: &mut Vec<usize>) -> Result<Label, String> {
        let label = self.of(name, places);
        match places[label] {
            NOWHERE => Ok(label),
            _ => Err(format!("the label `{name}` stands twice in one block")),
        }
    }

    /// A block begins.
    pub fn open(&mut self) {
        self.blocks.push(Block::new());
    }

    /// A block ends: what it branches to and has not placed is a label of the block around it.
    pub fn close(&mut self, places: &mut Vec<usize>) {
        for (name, label) in self.blocks.pop().unwrap_or_default() {
            if places[label] == NOWHERE {
                let outer = self.of(name, places);
                self.outer.push((label, outer));
            }
        }
    }

    /// A function begins.
    pub fn enter(&mut self) {
        self.blocks.push(Block::new());
    }

    /// A function ends; its labels are nobody else's.
    pub fn leave(&mut self) {
        self.blocks.pop();
    }

    /// Places the labels that are an outer block's, the outermost first; an error, if one is nowhere.
    pub fn join(&mut self, places: &mut [usize]) -> Result<(), String> {
        for (label, outer) in self.outer.drain(..).rev() {
            places[label] = places[outer];
        }
        match places.contains(&NOWHERE) {
            true => Err("a branch goes to a label that does not exist".into()),
            false => Ok(()),
        }
    }
}
