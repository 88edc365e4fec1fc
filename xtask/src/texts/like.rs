//! A kernel's text as another's: with other words, and other lines where that is not all.
//!
//! Kernels that differ in types, or in one instruction of the product, come from the compiler with the same lines in the
//! same order. Such a text is a line with the kernel, the base and the words that are others, and each line that differs
//! in more with its number:
//!
//! ```text
//! gemm_e5m2_e5m2_kk_64x64 = gemm_e4m3_e5m2_kk_64x64 cvt.rn.f16x2.e4m3x2=cvt.rn.f16x2.e5m2x2
//! @117  add.s64  %rd12, %rd11, 64;
//! ```

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};

/// What the kernel is called in a text that is compared with others.
const NAME: &str = "\u{1}";

/// A text whose kernels another's may be like.
pub struct Base {
    name: String,
    lines: Vec<String>,
    /// How often each word is in it.
    words: HashMap<String, usize>,
}

/// What makes a kernel's text from that of a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Like {
    /// The kernel.
    pub name: String,
    /// Whose text it begins with.
    pub base: String,
    /// Other words.
    words: BTreeMap<String, String>,
    /// Other lines, by their index.
    lines: BTreeMap<usize, String>,
}

/// The words of a line, with their places: names, numbers, registers and instructions.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is = |c: char| c.is_ascii_alphanumeric() || "_.$%\u{1}".contains(c);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(is)?;
        let end = line[start..]
            .find(|c| !is(c))
            .map_or(line.len(), |n| start + n);
        at = end;
        Some((start, &line[start..end]))
    })
}

/// What is between the words of a line.
fn between(line: &str) -> Vec<&str> {
    let mut from = 0;
    let parts = words(line).map(|(at, word)| {
        let before = &line[from..at];
        from = at + word.len();
        before
    });
    parts.collect()
}

/// The line with other words.
fn with(line: &str, others: &BTreeMap<String, String>) -> String {
    let (mut out, mut from) = (String::with_capacity(line.len()), 0);
    for (at, word) in words(line) {
        if let Some(other) = others.get(word) {
            out += &line[from..at];
            out += other;
            from = at + word.len();
        }
    }
    out + &line[from..]
}

/// The lines of a kernel's text, its name out of them.
fn lines(name: &str, text: &str) -> Vec<String> {
    let text = text.trim_end().replace(name, NAME);
    text.lines().map(str::to_owned).collect()
}

impl Base {
    /// Of a kernel and its text.
    pub fn new(name: &str, text: &str) -> Self {
        let lines = lines(name, text);
        let mut counts = HashMap::new();
        for (_, word) in lines.iter().flat_map(|line| words(line)) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
        Self {
            name: name.to_owned(),
            lines,
            words: counts,
        }
    }

    /// Lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// How another kernel's text is made from this one; none where they have little in common.
    pub fn like(&self, other: &Base) -> Option<Like> {
        if self.len() != other.len() {
            return None;
        }
        let pairs = || self.lines.iter().zip(&other.lines);
        let differing = || pairs().filter(|(ours, theirs)| ours != theirs);
        if 3 * differing().count() > self.len() {
            return None;
        }
        // For each word in a line that differs, how often each word is in its place.
        let mut places: HashMap<&str, HashMap<&str, usize>> = HashMap::new();
        for (ours, theirs) in differing().filter(|(a, b)| between(a) == between(b)) {
            for ((_, ours), (_, theirs)) in words(ours).zip(words(theirs)) {
                *places.entry(ours).or_default().entry(theirs).or_default() += 1;
            }
        }
        let mut renamed = BTreeMap::new();
        for (word, others) in &places {
            let kept = self.words[*word] - others.values().sum::<usize>();
            let (other, count) = others
                .iter()
                .filter(|(other, _)| *other != word)
                .max_by_key(|(other, count)| (**count, **other))
                .unwrap_or((word, &0));
            if *count > kept + others.get(word).unwrap_or(&0) {
                renamed.insert((*word).to_owned(), (*other).to_owned());
            }
        }
        let mut lines = BTreeMap::new();
        for (index, (ours, theirs)) in pairs().enumerate() {
            if with(ours, &renamed) != *theirs {
                lines.insert(index, theirs.replace(NAME, &other.name));
            }
        }
        Some(Like {
            name: other.name.clone(),
            base: self.name.clone(),
            words: renamed,
            lines,
        })
    }
}

impl Like {
    /// The kernel's text, from that of its base; none where this is not about that text: a word or a line is not in it.
    pub fn text(&self, base: &str) -> Option<String> {
        let base = Base::new(&self.base, base);
        let known = self.words.keys().all(|word| base.words.contains_key(word));
        if !known || self.lines.keys().any(|index| *index >= base.len()) {
            return None;
        }
        let mut out = String::new();
        for (index, line) in base.lines.iter().enumerate() {
            match self.lines.get(&index) {
                Some(line) => out += line,
                None => out += &with(line, &self.words).replace(NAME, &self.name),
            }
            out.push('\n');
        }
        Some(out)
    }

    /// Reads what [`Display`] wrote of several.
    pub fn parse(text: &str) -> Option<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for line in text.lines() {
            if let Some(line) = line.strip_prefix('@') {
                let (index, line) = line.split_once(' ')?;
                let lines = &mut all.last_mut()?.lines;
                lines.insert(index.parse().ok()?, line.to_owned());
                continue;
            }
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
                lines: BTreeMap::new(),
            });
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
        for (index, line) in &self.lines {
            writeln!(f, "@{index} {line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, product: &str, load: &str) -> String {
        format!(
            ".visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n{{\n\tmov.u32 %r1, 64;\n\tadd.s32 %r2, %r1, 64;\n\t{load}\n\t{product} %r3;\n\t{product} %r4;\n\tret;\n}}\n"
        )
    }

    #[test]
    fn a_text_is_made_from_another_s_words_and_lines() {
        let base = text("k_bf16", "mma.bf16.bf16.f32", "mov.b32 %r3, {0, %rs1};");
        let other = text("k_f16", "mma.f16.f16.f32", "cvt.f32.f16 %r3, %rs1;");
        let like = Base::new("k_bf16", &base)
            .like(&Base::new("k_f16", &other))
            .unwrap();
        let line =
            "k_f16 = k_bf16 mma.bf16.bf16.f32=mma.f16.f16.f32\n@6 \tcvt.f32.f16 %r3, %rs1;\n";
        assert_eq!(like.to_string(), line);
        assert_eq!(like.text(&base), Some(other));
        assert_eq!(like.text(&base.replace("mma.bf16.bf16.f32", "mma")), None);
        assert_eq!(like.text("k_bf16()\n"), None);
        let two = format!("{like}{like}");
        assert_eq!(Like::parse(&two), Some(vec![like.clone(), like]));
        assert_eq!(Like::parse("@6 alone\n"), None);
        assert_eq!(Like::parse("k = b word\n"), None);
    }

    #[test]
    fn a_word_that_is_kept_elsewhere_is_not_renamed() {
        // One of four numbers differs.
        let base = text("k_1", "mma", "add.s32 %r9, %r1, 64;");
        let other = base
            .replace("k_1", "k_2")
            .replace("%r9, %r1, 64", "%r9, %r1, 32");
        let like = Base::new("k_1", &base)
            .like(&Base::new("k_2", &other))
            .unwrap();
        assert_eq!(like.to_string(), "k_2 = k_1\n@6 \tadd.s32 %r9, %r1, 32;\n");
        assert_eq!(like.text(&base), Some(other));
    }

    #[test]
    fn texts_of_other_lengths_have_nothing_in_common() {
        let base = text("k_1", "mma", "x");
        let other = text("k_2", "mma", "x;\n\ty");
        assert_eq!(
            Base::new("k_1", &base).like(&Base::new("k_2", &other)),
            None
        );
    }
}
