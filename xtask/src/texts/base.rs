//! Finds how one kernel's text is made from another's.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

use imara_diff::{Algorithm, Diff, Token};

use azulejo_runtime::ptx::like::{Edit, Like};
use azulejo_runtime::ptx::words::{Shifts, between, lines, numbered, shape, words};

/// A number for each shape of a line.
#[derive(Default)]
pub struct Shapes(HashMap<String, u32>);

/// A text whose kernels another's may be like.
pub struct Base {
    name: String,
    lines: Vec<String>,
    shapes: Vec<Token>,
    /// How many lines have a shape of each of some kinds.
    bag: Vec<u32>,
}

/// Kinds of shapes that are counted.
const KINDS: usize = 512;

impl Base {
    /// Of a kernel and its text.
    pub fn new(name: &str, text: &str, shapes: &mut Shapes) -> Self {
        let lines = lines(name, text);
        let mut bag = vec![0; KINDS];
        let shape = |line: &String| {
            let shape = shape(line);
            let mut hasher = DefaultHasher::new();
            shape.hash(&mut hasher);
            bag[hasher.finish() as usize % KINDS] += 1;
            let next = shapes.0.len() as u32;
            Token(*shapes.0.entry(shape).or_insert(next))
        };
        Self {
            name: name.to_owned(),
            shapes: lines.iter().map(shape).collect(),
            lines,
            bag,
        }
    }

    /// Lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// About how many lines the two do not share.
    pub fn distance(&self, other: &Base) -> u32 {
        let pairs = self.bag.iter().zip(&other.bag);
        pairs.map(|(a, b)| a.abs_diff(*b)).sum()
    }

    /// How another kernel's text is made from this one, in the fewest bytes that were found.
    pub fn like(&self, other: &Base, shapes: &Shapes) -> Like {
        let mut diff = Diff::default();
        diff.compute_with(
            Algorithm::Myers,
            &self.shapes,
            &other.shapes,
            shapes.0.len() as u32,
        );
        let (mut pairs, mut ours, mut theirs) = (Vec::new(), 0, 0);
        for hunk in diff.hunks() {
            pairs.extend((ours..hunk.before.start as usize).zip(theirs..));
            // As many lines in another form: another type, often.
            if hunk.before.len() == hunk.after.len() {
                let [before, after] =
                    [&hunk.before, &hunk.after].map(|of| of.start as usize..of.end as usize);
                pairs.extend(before.zip(after));
            }
            (ours, theirs) = (hunk.before.end as usize, hunk.after.end as usize);
        }
        pairs.extend((ours..self.len()).zip(theirs..));
        let by_shape = self.by(other, &pairs);
        if self.len() != other.len() {
            return by_shape;
        }
        let all: Vec<_> = (0..self.len()).map(|at| (at, at)).collect();
        let by_line = self.by(other, &all);
        let bytes = |like: &Like| like.to_string().len();
        if bytes(&by_line) <= bytes(&by_shape) {
            by_line
        } else {
            by_shape
        }
    }

    /// How the other text is made from this one, where lines are as in these ascending pairs.
    fn by(&self, other: &Base, pairs: &[(usize, usize)]) -> Like {
        // How often each word is in the place of each.
        let mut places: HashMap<&str, BTreeMap<&str, usize>> = HashMap::new();
        for (ours, theirs) in pairs
            .iter()
            .map(|(a, b)| (&self.lines[*a], &other.lines[*b]))
        {
            if between(ours) == between(theirs) {
                for ((_, ours), (_, theirs)) in words(ours).zip(words(theirs)) {
                    *places.entry(ours).or_default().entry(theirs).or_default() += 1;
                }
            }
        }
        let mut like = Like {
            name: other.name.clone(),
            base: self.name.clone(),
            words: Vec::new(),
            numbers: Vec::new(),
            edits: Vec::new(),
        };
        let mut moved: BTreeMap<&str, BTreeMap<usize, i64>> = BTreeMap::new();
        for (word, others) in &places {
            let most = others.iter().max_by_key(|(_, count)| **count);
            let Some((most, count)) = most else { continue };
            match (numbered(word), numbered(most)) {
                (Some((kind, from)), Some((to_kind, to))) if kind == to_kind => {
                    let by = to as i64 - from as i64;
                    moved.entry(kind).or_default().insert(from, by);
                }
                (Some(_), _) => {}
                _ if most != word && *count > others.get(word).copied().unwrap_or(0) => {
                    like.words.push(((*word).to_owned(), (*most).to_owned()));
                }
                _ => {}
            }
        }
        like.words.sort();
        for (kind, moved) in moved {
            let (mut shifts, mut last) = (Shifts::new(), 0);
            for (from, by) in moved {
                if by != last {
                    shifts.push((from, by));
                    last = by;
                }
            }
            if !shifts.is_empty() {
                like.numbers.push((kind.to_owned(), shifts));
            }
        }
        like.edits = self.edits(other, pairs, &like);
        like
    }

    /// What the words and numbers of `like` leave.
    fn edits(&self, other: &Base, pairs: &[(usize, usize)], like: &Like) -> Vec<Edit> {
        let (mut edits, mut ours, mut theirs) = (Vec::new(), 0, 0);
        let end = (self.len(), other.len());
        for &(a, b) in pairs.iter().chain([&end]) {
            if a > ours {
                edits.push(Edit::Remove(ours, a - ours));
            }
            let added = &other.lines[theirs..b];
            edits.extend(added.iter().map(|line| Edit::Insert(a, line.clone())));
            (ours, theirs) = (a + 1, b + 1);
            if (a, b) != end && like.line(&self.lines[a]).as_ref() != Some(&other.lines[b]) {
                edits.push(Edit::Replace(a, other.lines[b].clone()));
            }
        }
        edits
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

    /// How the second text is made from the first, which is checked to give it.
    fn like(base: &str, name: &str, text: &str) -> Like {
        let mut shapes = Shapes::default();
        let [one, two] = [("k_1", base), (name, text)].map(|(n, t)| Base::new(n, t, &mut shapes));
        let like = one.like(&two, &shapes);
        assert_eq!(like.text(base).as_deref(), Some(text));
        assert_eq!(Like::parse(&like.to_string()), Some(vec![like.clone()]));
        like
    }

    #[test]
    fn a_text_is_made_from_another_s_words_and_lines() {
        let base = text("k_1", "mma.bf16.bf16.f32", "mov.b32 %r3, {0, %rs1};");
        let other = text("k_f16", "mma.f16.f16.f32", "cvt.f32.f16 %r3, %rs1;");
        let like = like(&base, "k_f16", &other);
        let line = "k_f16 = k_1 mma.bf16.bf16.f32=mma.f16.f16.f32\n@6 \tcvt.f32.f16 %r3, %rs1;\n";
        assert_eq!(like.to_string(), line);
        assert!(like.fits(&base) && !like.fits(&base.replace("mma.bf16.bf16.f32", "mma")));
        assert_eq!(like.text("k_1()\n"), None);
        let two = format!("{like}{like}");
        assert_eq!(Like::parse(&two), Some(vec![like.clone(), like]));
        assert_eq!(Like::parse("@6 alone\n"), None);
        assert_eq!(Like::parse("+ alone\n"), None);
        assert_eq!(Like::parse("k = b word\n"), None);
        assert_eq!(Like::parse("k = b\n#%r 12\n"), None);
    }

    #[test]
    fn a_word_that_is_kept_elsewhere_is_not_renamed() {
        // One of four numbers differs.
        let base = text("k_1", "mma", "add.s32 %r9, %r1, 64;");
        let other = base
            .replace("k_1", "k_2")
            .replace("%r9, %r1, 64", "%r9, %r1, 32");
        let like = like(&base, "k_2", &other);
        assert_eq!(like.to_string(), "k_2 = k_1\n@6 \tadd.s32 %r9, %r1, 32;\n");
    }

    #[test]
    fn registers_after_an_added_line_have_other_numbers() {
        let base = text("k_1", "mma", "x;");
        let other = text("k_2", "mma", "x;\n\ty %r3;\n\tz %r3;");
        let other = other
            .replace("mma %r4", "mma %r5")
            .replace("mma %r3", "mma %r4");
        let like = like(&base, "k_2", &other);
        let expected = "k_2 = k_1\n#%r 3+1\n+7 \ty %r3;\n+ \tz %r3;\n";
        assert_eq!(like.to_string(), expected);
    }

    #[test]
    fn lines_are_left_out() {
        let base = text("k_1", "mma", "x;\n\ty %r3;\n\tz %r3;");
        let other = text("k_2", "mma", "x;");
        let like = like(&base, "k_2", &other);
        assert_eq!(like.to_string(), "k_2 = k_1\n-7 2\n");
    }

    #[test]
    fn edits_that_leave_the_base_give_no_text() {
        let base = text("k_1", "mma", "x;");
        for wrong in ["@99 ret;", "-9 9", "@7 ret;\n@6 ret;", "#%r 0-2"] {
            let like = Like::parse(&format!("k_2 = k_1\n{wrong}\n")).unwrap();
            assert_eq!(like[0].text(&base), None, "{wrong}");
        }
    }
}
