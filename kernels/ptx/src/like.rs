//! A kernel's text as edits of another's.
//!
//! Kernels that differ in types, or in a tile's extent, come from the compiler with much the same lines in the same order.
//! Such a text is a line with the kernel, its base and the words that are others; a line for each kind of register whose
//! numbers are others, from which number on and by how much; and each line that differs in more:
//!
//! ```text
//! gemm_e5m2_e5m2_kk_64x64 = gemm_e4m3_e5m2_kk_64x64 cvt.rn.f16x2.e4m3x2=cvt.rn.f16x2.e5m2x2
//! #%rd 20+2 51-1
//! @117  add.s64  %rd12, %rd11, 64;   in place of line 117 of the base
//! @ ret;                             in place of the line after it
//! -130 4                             without the four lines from 130 on
//! +140  bar.sync 0;                  before line 140
//! + bar.sync 1;                      and this, too
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::words::{NAME, Shifts, lines, numbered, shifted, with, words};

/// What makes a kernel's text from that of a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Like {
    /// The kernel.
    pub name: String,
    /// Whose text it begins with.
    pub base: String,
    /// Other words, in their order.
    pub words: Vec<(String, String)>,
    /// Other numbers, by their kind, in order.
    pub numbers: Vec<(String, Shifts)>,
    /// Other lines, in their order.
    pub edits: Vec<Edit>,
}

/// A line that the words and numbers do not make, by an index of the base's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// This line instead.
    Replace(usize, String),
    /// Without as many lines.
    Remove(usize, usize),
    /// This line before.
    Insert(usize, String),
}

impl Edit {
    /// The index.
    fn at(&self) -> usize {
        match self {
            Edit::Replace(at, _) | Edit::Remove(at, _) | Edit::Insert(at, _) => *at,
        }
    }
}

/// What stands beside `key`: a kernel has few, so no map.
fn get<'a, V>(pairs: &'a [(String, V)], key: &str) -> Option<&'a V> {
    let pair = pairs.iter().find(|(own, _)| own == key);
    pair.map(|(_, value)| value)
}

impl Like {
    /// A line of the base with its words and numbers as they are here; none where a number is below 0.
    pub fn line(&self, line: &str) -> Option<String> {
        if words(line).any(|(_, word)| self.moved(word).is_some_and(|(_, to)| to.is_none())) {
            return None;
        }
        Some(with(line, |word| {
            let other = get(&self.words, word).cloned();
            other.or_else(|| {
                let (kind, to) = self.moved(word)?;
                Some(format!("{kind}{}", to?))
            })
        }))
    }

    /// A register or a label of the base, where its kind has other numbers: its kind and its number here, none below 0.
    fn moved<'w>(&self, word: &'w str) -> Option<(&'w str, Option<usize>)> {
        let (kind, number) = numbered(word)?;
        Some((kind, shifted(get(&self.numbers, kind)?, number)))
    }

    /// Whether every word that is another one here is in the text of the base.
    pub fn fits(&self, base: &str) -> bool {
        let base = lines(&self.base, base);
        let known = |own: &str| {
            base.iter()
                .any(|line| words(line).any(|(_, word)| word == own))
        };
        self.words.iter().all(|(word, _)| known(word))
    }

    /// The kernel's text, from that of its base; none where a line is not in it.
    pub fn text(&self, base: &str) -> Option<String> {
        let base = lines(&self.base, base);
        let mut out = String::new();
        let mut put = |line: &str| {
            out += &line.replace(NAME, &self.name);
            out.push('\n');
        };
        let mut at = 0;
        for edit in &self.edits {
            for line in base.get(at..edit.at())? {
                put(&self.line(line)?);
            }
            at = edit.at();
            match edit {
                Edit::Insert(_, line) => put(line),
                Edit::Replace(_, line) => {
                    put(line);
                    at += 1;
                }
                Edit::Remove(_, count) => at = at.saturating_add(*count),
            }
        }
        for line in base.get(at..)? {
            put(&self.line(line)?);
        }
        Some(out)
    }

    /// Reads what [`Display`] wrote of several.
    pub fn parse(text: &str) -> Option<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for line in text.lines() {
            if let Some(line) = line.strip_prefix('#') {
                let (kind, shifts) = line.split_once(' ')?;
                let shifts = shifts.split(' ').map(|shift| {
                    let (from, by) = shift.split_at(shift.find(['+', '-'])?);
                    Some((from.parse().ok()?, by.parse().ok()?))
                });
                let shifts = shifts.collect::<Option<_>>()?;
                all.last_mut()?.numbers.push((kind.to_owned(), shifts));
            } else if line.starts_with(['@', '-', '+']) {
                let edits = &mut all.last_mut()?.edits;
                let (kind, (index, line)) = (line.as_bytes()[0], line[1..].split_once(' ')?);
                let before = edits.last().map(Edit::at);
                let edit = match (kind, index) {
                    (b'@', "") => Edit::Replace(before? + 1, line.to_owned()),
                    (b'+', "") => Edit::Insert(before?, line.to_owned()),
                    (b'@', _) => Edit::Replace(index.parse().ok()?, line.to_owned()),
                    (b'+', _) => Edit::Insert(index.parse().ok()?, line.to_owned()),
                    _ => Edit::Remove(index.parse().ok()?, line.parse().ok()?),
                };
                edits.push(edit);
            } else {
                let (name, rest) = line.split_once(" = ")?;
                let mut words = rest.split(' ');
                let base = words.next()?;
                let words = words.map(|pair| {
                    let (from, to) = pair.split_once('=')?;
                    Some((from.to_owned(), to.to_owned()))
                });
                all.push(Self {
                    name: name.to_owned(),
                    base: base.to_owned(),
                    words: words.collect::<Option<_>>()?,
                    numbers: Vec::new(),
                    edits: Vec::new(),
                });
            }
        }
        Some(all)
    }
}

impl Display for Like {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.base)?;
        for (from, to) in &self.words {
            write!(f, " {from}={to}")?;
        }
        writeln!(f)?;
        for (kind, shifts) in &self.numbers {
            write!(f, "#{kind}")?;
            for (from, by) in shifts {
                write!(f, " {from}{by:+}")?;
            }
            writeln!(f)?;
        }
        let mut before: Option<&Edit> = None;
        for edit in &self.edits {
            let line = match edit {
                Edit::Replace(_, line) | Edit::Insert(_, line) => line.replace(NAME, &self.name),
                Edit::Remove(_, count) => count.to_string(),
            };
            match (before, edit) {
                (Some(Edit::Replace(before, _)), Edit::Replace(at, _)) if before + 1 == *at => {
                    writeln!(f, "@ {line}")?
                }
                (Some(Edit::Insert(before, _)), Edit::Insert(at, _)) if before == at => {
                    writeln!(f, "+ {line}")?
                }
                (_, Edit::Replace(at, _)) => writeln!(f, "@{at} {line}")?,
                (_, Edit::Remove(at, _)) => writeln!(f, "-{at} {line}")?,
                (_, Edit::Insert(at, _)) => writeln!(f, "+{at} {line}")?,
            }
            before = Some(edit);
        }
        Ok(())
    }
}
