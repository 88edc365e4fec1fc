//! The arguments of one call, taken as what the operation needs.

use super::value::Value;
use crate::value::AnyLayout;
use crate::value::DynLayout;
use crate::value::Order;
use crate::value::Swizzle;
use crate::value::Tiler;
use crate::value::Tree;
use crate::value::{ErrorKind, LayoutError};
use alloc::format;
use alloc::vec::Vec;

/// A slice of values with the name of the operation they are for.
pub(super) struct Arguments<'a> {
    pub(super) values: &'a [Value],
}

impl Arguments<'_> {
    /// Rejects a wrong number of arguments.
    pub(super) fn count(&self, least: usize, most: usize, names: &str) -> Result<(), LayoutError> {
        let given = self.values.len();
        if (least..=most).contains(&given) {
            return Ok(());
        }
        Err(LayoutError::new(
            ErrorKind::Syntax,
            match given {
                1 => format!("takes ({names}), 1 argument is given"),
                _ => format!("takes ({names}), {given} arguments are given"),
            },
        )
        .fix("give the arguments in this order"))
    }

    fn value(&self, i: usize) -> Result<&Value, LayoutError> {
        self.values.get(i).ok_or_else(|| {
            LayoutError::new(ErrorKind::Syntax, format!("argument {} is missing", i + 1))
                .fix("give it after the others")
        })
    }

    /// Returns `true` if argument `i` is a layout.
    pub(super) fn is_layout(&self, i: usize) -> bool {
        matches!(
            self.values.get(i),
            Some(Value::Layout(_) | Value::Moved(..))
        )
    }

    /// Returns `true` if argument `i` is there and not `null`.
    pub(super) fn is_given(&self, i: usize) -> bool {
        !matches!(self.values.get(i), None | Some(Value::Nothing))
    }

    /// A layout of either kind; the offset of a moved one is left behind.
    pub(super) fn any(&self, i: usize) -> Result<&AnyLayout, LayoutError> {
        let value = self.value(i)?;
        value
            .layout()
            .ok_or_else(|| value.expected("a layout `shape:stride`"))
    }

    /// A plain layout.
    pub(super) fn layout(&self, i: usize) -> Result<&DynLayout, LayoutError> {
        self.any(i)?.plain()
    }

    /// A tree; the shape of a layout counts.
    pub(super) fn tree(&self, i: usize) -> Result<Tree, LayoutError> {
        match self.value(i)? {
            Value::Tree(tree) => Ok(tree.clone()),
            Value::Tiler(tiler) => tree_of(tiler),
            Value::Layout(layout) => Ok(layout.shape().clone()),
            other => Err(other.expected("a tree of integers")),
        }
    }

    /// An integer.
    pub(super) fn int(&self, i: usize) -> Result<i64, LayoutError> {
        match self.value(i)? {
            Value::Tree(tree) => Ok(tree.int()?.value),
            other => Err(other.expected("an integer")),
        }
    }

    /// A mode number or count.
    pub(super) fn index(&self, i: usize) -> Result<usize, LayoutError> {
        mode_number(self.int(i)?)
    }

    /// Mode numbers: one integer, a tuple, a list, or all further arguments.
    pub(super) fn indices(&self, from: usize) -> Result<Vec<usize>, LayoutError> {
        self.ints(from)?.into_iter().map(mode_number).collect()
    }

    /// Integers: one, a tuple, a list, or all further arguments.
    pub(super) fn ints(&self, from: usize) -> Result<Vec<i64>, LayoutError> {
        let mut out = Vec::new();
        for value in self.values.iter().skip(from) {
            collect(value, &mut out)?;
        }
        Ok(out)
    }

    /// A tiler: `_`, an integer, a layout, `<…>`, or a shape.
    pub(super) fn tiler(&self, i: usize) -> Result<Tiler, LayoutError> {
        match self.value(i)? {
            Value::Tiler(tiler) => Ok(tiler.clone()),
            Value::Tree(tree) => Tiler::from_shape(tree),
            Value::Layout(layout) => Ok(Tiler::Layout(layout.plain()?.clone())),
            other => Err(other.expected("a tiler")),
        }
    }

    /// A swizzle.
    pub(super) fn swizzle(&self, i: usize) -> Result<Swizzle, LayoutError> {
        match self.value(i)? {
            Value::Swizzle(swizzle) => Ok(*swizzle),
            other => Err(other.expected("a swizzle `Sw<B,M,S>`")),
        }
    }

    /// An order: `LayoutLeft` (the default), `LayoutRight`, or a tree.
    pub(super) fn order(&self, i: usize) -> Result<Order, LayoutError> {
        match self.values.get(i) {
            None | Some(Value::Nothing) => Ok(Order::Left),
            Some(Value::Order(order)) => Ok(order.clone()),
            Some(Value::Tree(tree)) => Ok(Order::By(tree.clone())),
            Some(other) => Err(other.expected("an order")),
        }
    }
}

fn collect(value: &Value, out: &mut Vec<i64>) -> Result<(), LayoutError> {
    match value {
        Value::List(items) => items.iter().try_for_each(|item| collect(item, out)),
        Value::Tree(tree) => {
            for leaf in tree.leaves()? {
                out.push(leaf.plain()?.value);
            }
            Ok(())
        }
        other => Err(other.expected("an integer")),
    }
}

fn mode_number(number: i64) -> Result<usize, LayoutError> {
    usize::try_from(number).map_err(|_| {
        LayoutError::new(
            ErrorKind::OutOfRange,
            format!("{number} is not a mode number"),
        )
        .fix("modes are counted from 0")
    })
}

/// A tiler without layouts as a tree.
fn tree_of(tiler: &Tiler) -> Result<Tree, LayoutError> {
    Ok(match tiler {
        Tiler::Underscore => Tree::Underscore,
        Tiler::Int(int) => (*int).into(),
        Tiler::Layout(layout) => {
            return Err(Value::from(layout.clone()).expected("a tree of integers"));
        }
        Tiler::Modes(items) => Tree::Tuple(items.iter().map(tree_of).collect::<Result<_, _>>()?),
    })
}
