//! The notation, read: trees, layouts, swizzles, composed layouts, tilers. Never panics; depth and length are bounded.

use super::composed::{AnyLayout, ComposedLayout, Offset, Outer};
use super::error::{ErrorKind, LayoutError};
use super::int::Int;
use super::layout::{DynLayout, table_fits};
use super::swizzle::Swizzle;
use super::tiler::Tiler;
use super::tree::{Leaf, Tree};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

/// Deepest nesting that is read.
const MAX_DEPTH: usize = 32;
/// Most tuples, leaves and calls in one text.
const MAX_NODES: usize = 4096;
/// Most entries of all coordinates that the strides of one text lead to.
const MAX_ENTRIES: usize = 1 << 16;

/// A cursor over the text.
pub(crate) struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    nodes: usize,
    /// Entries of coordinates so far.
    entries: usize,
    /// Entries of the tables so far that calls have listed.
    listed: i64,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            nodes: 0,
            entries: 0,
            listed: 0,
        }
    }

    /// Reads all of `text` with `read`; nothing may be left.
    pub(crate) fn whole<T>(
        text: &'a str,
        read: impl FnOnce(&mut Self) -> Result<T, LayoutError>,
    ) -> Result<T, LayoutError> {
        let mut parser = Self::new(text);
        let value = read(&mut parser)?;
        parser.spaces();
        if parser.at < text.len() {
            return Err(parser.expected("the end"));
        }
        Ok(value)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next character that is no space, not consumed.
    pub(crate) fn peek(&mut self) -> Option<char> {
        self.spaces();
        self.rest().chars().next()
    }

    /// Consumes `token` if it is next.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        self.spaces();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(crate) fn need(&mut self, token: &str) -> Result<(), LayoutError> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{token}`")))
        }
    }

    /// The error at this place; quotes the position (in characters, from 1) and what stands there.
    pub(crate) fn expected(&self, what: &str) -> LayoutError {
        let found = match self.rest().chars().next() {
            Some(c) => format!("`{c}`"),
            None => String::from("the end"),
        };
        let column = self.text.get(..self.at).unwrap_or("").chars().count() + 1;
        LayoutError::new(
            ErrorKind::Syntax,
            format!("column {column}: expected {what}, found {found}"),
        )
        .fix("write shape:stride as `(_4,(2,_8)):(_1,(_4,8))`, a leading `_` for static integers")
    }

    /// The error at this place for a text beyond a limit.
    fn beyond(&self, limit: &str) -> LayoutError {
        self.expected(limit)
            .fix_instead("write a shorter expression, or several")
    }

    /// Counts what a call has listed; all of one text together is no longer than one table.
    pub(crate) fn list(&mut self, entries: usize) -> Result<(), LayoutError> {
        let entries = i64::try_from(entries).unwrap_or(i64::MAX);
        self.listed = self.listed.saturating_add(entries);
        table_fits(self.listed)
    }

    /// Goes one level down; `read` reads what is there.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, LayoutError>,
    ) -> Result<T, LayoutError> {
        self.depth += 1;
        self.nodes += 1;
        if self.depth > MAX_DEPTH || self.nodes > MAX_NODES {
            let limit = if self.depth > MAX_DEPTH {
                format!("at most {MAX_DEPTH} levels of nesting")
            } else {
                format!("at most {MAX_NODES} items")
            };
            return Err(self.beyond(&limit));
        }
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    /// A run of letters, digits and underscores that starts with a letter; empty when there is none.
    pub(crate) fn word(&mut self) -> &'a str {
        self.spaces();
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return "";
        }
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let (word, _) = rest.split_at(end);
        self.at += end;
        word
    }

    /// Forgets what was read since `mark`.
    pub(crate) fn rewind(&mut self, mark: usize) {
        self.at = mark;
    }

    /// The position, for [`Parser::rewind`].
    pub(crate) fn mark(&self) -> usize {
        self.at
    }

    /// An unsigned number of at most 64 bits (signed range), with an optional minus.
    pub(crate) fn number(&mut self) -> Result<i64, LayoutError> {
        self.spaces();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest
            .bytes()
            .skip(sign)
            .take_while(u8::is_ascii_digit)
            .count();
        if digits == 0 {
            return Err(self.expected("a number"));
        }
        let (text, _) = rest.split_at(sign + digits);
        let value = text.parse().map_err(|_| {
            LayoutError::new(ErrorKind::Syntax, format!("{text} does not fit 64 bits"))
                .fix("take a smaller integer")
        })?;
        self.at += text.len();
        Ok(value)
    }

    /// `_4`, `_-4`, `4`, `-4`, each with an optional `@i@j`; or a lone `_`.
    fn leaf(&mut self) -> Result<Tree, LayoutError> {
        self.spaces();
        let rest = self.rest();
        let int = if let Some(after) = rest.strip_prefix('_') {
            self.at += 1;
            if !after.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                return Ok(Tree::Underscore);
            }
            Int::fixed(self.number()?)
        } else {
            Int::dynamic(self.number()?)
        };
        let mut basis = Vec::new();
        while self.rest().starts_with('@') {
            self.at += 1;
            let mark = self.mark();
            let step = usize::try_from(self.number()?).ok();
            let step = step.filter(|step| *step < MAX_NODES).ok_or_else(|| {
                self.rewind(mark);
                self.expected(&format!("a mode number below {MAX_NODES}"))
                    .fix_instead("a stride of mode i is `1@i`, counted from 0")
            })?;
            // A coordinate has an entry for each mode up to this one.
            self.entries += step + 1;
            if basis.len() == MAX_DEPTH {
                return Err(self.beyond(&format!("at most {MAX_DEPTH} modes in a path")));
            }
            if self.entries > MAX_ENTRIES {
                return Err(self.beyond(&format!("at most {MAX_ENTRIES} entries of coordinates")));
            }
            basis.push(step);
        }
        basis.reverse();
        Ok(Leaf { int, basis }.into())
    }

    /// A tree.
    pub(crate) fn tree(&mut self) -> Result<Tree, LayoutError> {
        if self.peek() != Some('(') {
            return self.deeper(Self::leaf);
        }
        self.deeper(|p| {
            p.need("(")?;
            let mut items = Vec::new();
            if p.eat(")") {
                return Ok(Tree::Tuple(items));
            }
            loop {
                items.push(p.tree()?);
                if p.eat(")") {
                    return Ok(Tree::Tuple(items));
                }
                if !p.eat(",") {
                    return Err(p.expected("`,` or `)`"));
                }
            }
        })
    }

    /// `Sw<B,M,S>`.
    pub(crate) fn swizzle(&mut self) -> Result<Swizzle, LayoutError> {
        self.need("Sw<")?;
        let bits = self.number()?;
        self.need(",")?;
        let base = self.number()?;
        self.need(",")?;
        let shift = self.number()?;
        self.need(">")?;
        Swizzle::new(bits, base, shift)
    }

    /// What stands between the two `o` of a composed layout.
    fn offset(&mut self) -> Result<Offset, LayoutError> {
        if self.eat("smem_ptr[") {
            let bits = self.number()?;
            self.need("b](unset)")?;
            return Ok(Offset::Unset { bits });
        }
        if self.eat("M_") {
            let fixed = self.number()?;
            self.need("|(")?;
            let dynamic = self.number()?;
            self.need("&")?;
            let mask = self.number()?;
            self.need(")=")?;
            let value = self.number()?;
            let offset = Offset::mixed(fixed, dynamic, mask);
            if offset.value() != Some(value) {
                return Err(LayoutError::new(
                    ErrorKind::Syntax,
                    format!("{fixed}|({dynamic}&{mask}) is not {value}"),
                )
                .fix("write the value itself"));
            }
            return Ok(offset);
        }
        Ok(Offset::Int(self.tree()?.int()?))
    }

    /// A layout, plain or composed; `first` is a tree that was read already.
    pub(crate) fn layout_from(&mut self, first: Tree) -> Result<AnyLayout, LayoutError> {
        self.need(":")?;
        let stride = self.tree()?;
        let layout = DynLayout::new(first, stride)?;
        if self.next_is_composition() {
            self.need("o")?;
            return self.composed(Outer::Layout(layout));
        }
        Ok(layout.into())
    }

    /// Returns `true` if ` o ` follows.
    fn next_is_composition(&mut self) -> bool {
        self.spaces();
        let mut chars = self.rest().chars();
        chars.next() == Some('o') && chars.next().is_some_and(char::is_whitespace)
    }

    /// ` offset o layout`, after the outer function and its `o`.
    fn composed(&mut self, outer: Outer) -> Result<AnyLayout, LayoutError> {
        let offset = self.offset()?;
        self.need("o")?;
        let inner = self.deeper(Self::layout)?;
        Ok(AnyLayout::Composed(ComposedLayout {
            outer,
            offset,
            inner: Box::new(inner),
        }))
    }

    /// A layout, plain or composed.
    pub(crate) fn layout(&mut self) -> Result<AnyLayout, LayoutError> {
        if self.peek() == Some('S') {
            let swizzle = self.swizzle()?;
            self.need("o")?;
            return self.composed(Outer::Swizzle(swizzle));
        }
        let shape = self.tree()?;
        self.layout_from(shape)
    }

    /// A tiler: `_`, an integer, a layout, or `<tiler,…>`.
    pub(crate) fn tiler(&mut self) -> Result<Tiler, LayoutError> {
        if self.peek() == Some('<') {
            return self.deeper(|p| {
                p.need("<")?;
                let mut items = Vec::new();
                if p.eat(">") {
                    return Ok(Tiler::Modes(items));
                }
                loop {
                    items.push(p.tiler()?);
                    if p.eat(">") {
                        return Ok(Tiler::Modes(items));
                    }
                    if !p.eat(",") {
                        return Err(p.expected("`,` or `>`"));
                    }
                }
            });
        }
        let tree = self.tree()?;
        if self.peek() == Some(':') {
            self.need(":")?;
            let stride = self.tree()?;
            return Ok(Tiler::Layout(DynLayout::new(tree, stride)?));
        }
        Tiler::from_shape(&tree)
    }
}

macro_rules! from_str {
    ($($type:ty => $read:expr;)*) => {$(
        impl FromStr for $type {
            type Err = LayoutError;

            fn from_str(text: &str) -> Result<Self, LayoutError> {
                Parser::whole(text, $read)
            }
        }
    )*};
}

from_str! {
    Tree => Parser::tree;
    Swizzle => Parser::swizzle;
    Tiler => Parser::tiler;
    AnyLayout => Parser::layout;
    DynLayout => |p| match p.layout()? {
        AnyLayout::Plain(layout) => Ok(layout),
        AnyLayout::Composed(composed) => Err(LayoutError::unsupported(format!(
            "{composed} is a composed layout, a plain one is needed"
        )).fix("slice it at a coordinate, or take the layout behind the swizzle")),
    };
    ComposedLayout => |p| match p.layout()? {
        AnyLayout::Composed(composed) => Ok(composed),
        AnyLayout::Plain(layout) => Err(LayoutError::unsupported(format!(
            "{layout} is a plain layout, a composed one is needed"
        )).fix("compose it with a swizzle: `Sw<2,0,3> o _0 o layout`")),
    };
}
