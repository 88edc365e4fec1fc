//! What an expression is worth.

use crate::draw::{Grid, Panel, text_of};
use crate::value::AnyLayout;
use crate::value::DynLayout;
use crate::value::LayoutError;
use crate::value::Order;
use crate::value::Swizzle;
use crate::value::Tiler;
use crate::value::Tree;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The value of an expression or of an argument. `Display` is the notation.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A layout.
    Layout(AnyLayout),
    /// A layout behind a pointer offset, printed `offset + layout`.
    Moved(Tree, AnyLayout),
    /// A shape, stride, coordinate or integer.
    Tree(Tree),
    /// A by-mode tiler, `<…>`.
    Tiler(Tiler),
    /// A swizzle alone.
    Swizzle(Swizzle),
    /// `LayoutLeft` or `LayoutRight`.
    Order(Order),
    /// Yes or no, printed `true` or `false`.
    Flag(bool),
    /// A picture of several tables; as text it is drawn.
    Picture(Grid),
    /// A report in words.
    Text(String),
    /// Several values, printed in brackets.
    List(Vec<Value>),
    /// An argument left out: `null`.
    Nothing,
}

impl Value {
    /// The layout, when this is one (with or without an offset).
    #[must_use]
    pub fn layout(&self) -> Option<&AnyLayout> {
        match self {
            Self::Layout(layout) | Self::Moved(_, layout) => Some(layout),
            _ => None,
        }
    }

    /// The picture of a layout, or the one that this is.
    ///
    /// # Errors
    /// What is no layout, or too long to list.
    pub fn picture(&self) -> Result<Grid, LayoutError> {
        match self {
            Self::Layout(layout) => Grid::of_layout(layout),
            Self::Moved(offset, layout) => Grid::of_moved(offset, layout),
            Self::Picture(grid) => Ok(grid.clone()),
            other => Err(LayoutError::profile(format!(
                "{other} is no layout: there is no table to show"
            ))
            .fix(
                "give an expression whose value is a layout, or one that draws: difference(A, B)",
            )),
        }
    }

    /// How many entries it lists, as tables are counted: the items of a list, the cells of a picture's largest panel, those that
    /// a report has room for.
    pub(super) fn listed(&self) -> usize {
        const BYTES_OF_A_CELL: usize = 128;
        match self {
            Self::List(items) => items.len(),
            Self::Picture(grid) => {
                let cells = |panel: &Panel| panel.rows.iter().map(Vec::len).sum();
                grid.panels.iter().map(cells).max().unwrap_or(0)
            }
            Self::Text(text) => text.len() / BYTES_OF_A_CELL,
            _ => 0,
        }
    }

    pub(super) fn expected(&self, what: &str) -> LayoutError {
        LayoutError::profile(format!("{} stands where {what} is needed", Named(self)))
            .fix("see `azulejo layout --help` for what each operation takes")
    }
}

/// A value as errors name it: on one line.
pub(super) struct Named<'a>(pub &'a Value);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Picture(_) => f.write_str("a picture"),
            other => write!(f, "{other}"),
        }
    }
}

impl From<DynLayout> for Value {
    fn from(layout: DynLayout) -> Self {
        Self::Layout(layout.into())
    }
}

impl From<AnyLayout> for Value {
    fn from(layout: AnyLayout) -> Self {
        Self::Layout(layout)
    }
}

impl From<Tree> for Value {
    fn from(tree: Tree) -> Self {
        Self::Tree(tree)
    }
}

impl From<crate::value::Int> for Value {
    fn from(int: crate::value::Int) -> Self {
        Self::Tree(int.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<(Tree, DynLayout)> for Value {
    fn from((offset, layout): (Tree, DynLayout)) -> Self {
        Self::Moved(offset, layout.into())
    }
}

impl From<(Tree, AnyLayout)> for Value {
    fn from((offset, layout): (Tree, AnyLayout)) -> Self {
        Self::Moved(offset, layout)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(layout) => write!(f, "{layout}"),
            Self::Moved(offset, layout) => write!(f, "{offset} + {layout}"),
            Self::Tree(tree) => write!(f, "{tree}"),
            Self::Tiler(tiler) => write!(f, "{tiler}"),
            Self::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Self::Order(order) => write!(f, "{order}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Picture(grid) => f.write_str(text_of(grid).trim_end()),
            Self::Text(text) => f.write_str(text),
            Self::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("]")
            }
            Self::Nothing => f.write_str("null"),
        }
    }
}
