//! PTX as text: parts, launch bounds, one order.

use super::BuildError;

/// Launch bounds of one entry point, as `.maxntid` and `.minnctapersm` state them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The entry point's symbol.
    pub name: String,
    /// Threads in a block, at most.
    pub threads: u32,
    /// Blocks an SM must be able to hold.
    pub min_ctas: u32,
}

impl Bounds {
    /// The bounds of the entry point `name`.
    pub fn new(name: impl Into<String>, threads: u32, min_ctas: u32) -> Self {
        Self {
            name: name.into(),
            threads,
            min_ctas,
        }
    }
}

/// A PTX module, cut into its header and its top-level items.
///
/// Comments and blank lines are gone and entry points are sorted by name, so the same instructions give the same
/// text, whatever order the compiler met them in and whatever it compiled beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ptx {
    /// `.version`, `.target` and `.address_size`, one a line.
    header: String,
    /// Everything that is no entry point: variables, functions, in the compiler's order.
    shared: Vec<String>,
    /// Entry points by name.
    entries: Vec<(String, String)>,
}

impl Ptx {
    /// Reads what the compiler wrote.
    ///
    /// # Errors
    /// [`BuildError::Failed`] where a header line is missing or an item does not end.
    pub fn parse(text: &str) -> Result<Self, BuildError> {
        let text = &without_ordinals(&without_hashes(text));
        let (mut header, mut shared, mut entries) = (String::new(), Vec::new(), Vec::new());
        let (mut item, mut depth) = (String::new(), 0i32);
        for line in text.lines() {
            let line = match line.find("//") {
                Some(at) => &line[..at],
                None => line,
            }
            .trim_end();
            if line.trim().is_empty() {
                continue;
            }
            if item.is_empty()
                && [".version", ".target", ".address_size"]
                    .iter()
                    .any(|w| line.starts_with(w))
            {
                header.push_str(line);
                header.push('\n');
                continue;
            }
            item.push_str(line);
            item.push('\n');
            depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
            // An item ends with its body's brace, a declaration with a semicolon.
            if depth == 0 && (line == "}" || line.ends_with(';')) {
                let item = std::mem::take(&mut item);
                match entry_name(&item) {
                    Some(name) => entries.push((name, item)),
                    None => shared.push(item),
                }
            }
        }
        if !item.trim().is_empty() || header.lines().count() != 3 {
            return Err(BuildError::Failed(
                "this is not a PTX module: its header or its last item is cut".into(),
            ));
        }
        entries.sort();
        Ok(Self {
            header,
            shared,
            entries,
        })
    }

    /// The entry points' names, sorted.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// The text of one entry point.
    pub fn entry(&self, name: &str) -> Option<&str> {
        self.entries
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, text)| text.as_str())
    }

    /// Puts `.maxntid` and `.minnctapersm` between each entry point's parameters and body.
    ///
    /// # Errors
    /// [`BuildError::Mismatch`] where the module and the bounds do not name the same entry points.
    pub fn with_bounds(mut self, bounds: &[Bounds]) -> Result<Self, BuildError> {
        for b in bounds {
            if self.entry(&b.name).is_none() {
                return Err(BuildError::Mismatch(format!(
                    "no entry point {} in the PTX, but a row in the table",
                    b.name
                )));
            }
        }
        for (name, text) in &mut self.entries {
            let Some(b) = bounds.iter().find(|b| b.name == *name) else {
                return Err(BuildError::Mismatch(format!(
                    "entry point {name} has no launch bounds"
                )));
            };
            let Some(body) = text.find("\n{") else {
                return Err(BuildError::Failed(format!(
                    "entry point {name} has no body"
                )));
            };
            text.insert_str(
                body,
                &format!(
                    "\n.maxntid {}, 1, 1\n.minnctapersm {}",
                    b.threads, b.min_ctas
                ),
            );
        }
        Ok(self)
    }

    /// The module with only the entry points that `keep` names, and what they refer to.
    pub fn part(&self, keep: impl Fn(&str) -> bool) -> Self {
        let entries: Vec<_> = self
            .entries
            .iter()
            .filter(|(name, _)| keep(name))
            .cloned()
            .collect();
        let mut used = vec![false; self.shared.len()];
        loop {
            let mut grew = false;
            for (i, item) in self.shared.iter().enumerate() {
                let symbols = defined(item);
                let wanted = |text: &str| symbols.iter().any(|s| mentions(text, s));
                let needed = symbols.is_empty()
                    || entries.iter().any(|(_, text)| wanted(text))
                    || self
                        .shared
                        .iter()
                        .zip(&used)
                        .any(|(other, u)| *u && wanted(other));
                if needed && !used[i] {
                    used[i] = true;
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        let shared = self
            .shared
            .iter()
            .zip(&used)
            .filter(|(_, u)| **u)
            .map(|(s, _)| s.clone())
            .collect();
        Self {
            header: self.header.clone(),
            shared,
            entries,
        }
    }
}

impl std::fmt::Display for Ptx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.header)?;
        for item in &self.shared {
            write!(f, "\n{item}")?;
        }
        for (_, item) in &self.entries {
            write!(f, "\n{item}")?;
        }
        Ok(())
    }
}

/// The text with the hash left out of every crate's name in a symbol, `Cs4Kx_4core` becoming `Cs_4core`: the hash changes
/// with the features and dependencies of the crate, and the code does not.
fn without_hashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("Cs") {
        let (before, after) = rest.split_at(at + 2);
        out.push_str(before);
        let hash = after
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(after.len());
        let named = after[hash..].strip_prefix('_');
        let named = named.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()));
        rest = &after[if named { hash } else { 0 }..];
    }
    out.push_str(rest);
    out
}

/// The text with the function's number left out of every label, `$L__BB16_2` becoming `$L__BB_2`: the compiler counts the
/// functions of a run, and a label is known in its own alone.
fn without_ordinals(text: &str) -> String {
    const LABEL: &str = "$L__BB";
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split(LABEL);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let number = part.trim_start_matches(|c: char| c.is_ascii_digit());
        out.push_str(LABEL);
        out.push_str(if number.starts_with('_') {
            number
        } else {
            part
        });
    }
    out
}

/// The name after `.entry`, for an entry point.
fn entry_name(item: &str) -> Option<String> {
    let rest = item.split(".entry").nth(1)?;
    Some(
        rest.trim_start()
            .chars()
            .take_while(|c| !"( \n".contains(*c))
            .collect(),
    )
}

/// The symbol that a variable or function item defines or declares.
fn defined(item: &str) -> Vec<&str> {
    let head = item.split(['{', '=']).next().unwrap_or(item);
    let head = if head.contains(".func") {
        head.rsplit_once('(').map_or(head, |(h, _)| h)
    } else {
        head
    };
    head.split(|c: char| !(c.is_alphanumeric() || "_$.%".contains(c)))
        .filter(|w| w.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$'))
        .collect()
}

/// Returns `true` if `text` uses `symbol` as a whole word.
fn mentions(text: &str, symbol: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || "_$%".contains(c);
    text.match_indices(symbol)
        .any(|(at, _)| !text[..at].ends_with(word) && !text[at + symbol.len()..].starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//\n// Generated\n//\n\n.version 7.0\n.target sm_80\n.address_size 64\n\n.extern .shared .align 1024 .b8 dyn_smem[];\n\
        .global .align 1 .b8 table_1[4] = {1, 2, 3, 4};\n\t// .globl\tb\n.visible .entry b(\n\t.param .u64 b_param_0\n)\n{\n\t.reg .b32 %r<2>;\n\
        \t// begin inline asm\n\tmov.u32 %r1, dyn_smem;\n\t{\n\tret;\n\t}\n\n}\n.visible .entry a()\n{\n\tret;\n}\n";

    #[test]
    fn parts_bounds_and_order() {
        let ptx = Ptx::parse(TEXT).unwrap();
        assert_eq!(ptx.entries().collect::<Vec<_>>(), ["a", "b"]);
        let bounds = [Bounds::new("a", 32, 1), Bounds::new("b", 256, 8)];
        let text = ptx.clone().with_bounds(&bounds).unwrap().to_string();
        assert!(text.contains(")\n.maxntid 256, 1, 1\n.minnctapersm 8\n{"));
        assert!(text.find(".entry a()").unwrap() < text.find(".entry b(").unwrap());
        assert!(!text.contains("//"));
        let a = ptx.part(|n| n == "a").to_string();
        assert!(!a.contains("dyn_smem") && !a.contains("table_1") && !a.contains(".entry b"));
        assert!(
            ptx.part(|n| n == "b")
                .to_string()
                .contains(".extern .shared .align 1024 .b8 dyn_smem[];")
        );
        // Read again, a normal text stays as it is.
        assert_eq!(Ptx::parse(&text).unwrap().to_string(), text);
    }

    #[test]
    fn names_of_crates_have_no_hash() {
        let text = "mov.b64 %rd1, _RNvNtCsgfuS0I9DU4m_15azulejo_kernels3map5TABLE; Cs Csx_y";
        let plain = "mov.b64 %rd1, _RNvNtCs_15azulejo_kernels3map5TABLE; Cs Csx_y";
        assert_eq!(without_hashes(text), plain);
        assert_eq!(without_hashes(plain), plain);
    }

    #[test]
    fn labels_have_no_number_of_a_function() {
        let text = "@%p2 bra \t$L__BB16_2;\n$L__BB16_2:\n$L__BB0_17: $L__BB x";
        let plain = "@%p2 bra \t$L__BB_2;\n$L__BB_2:\n$L__BB_17: $L__BB x";
        assert_eq!(without_ordinals(text), plain);
        assert_eq!(without_ordinals(plain), plain);
    }

    #[test]
    fn tables_that_disagree_are_rejected() {
        let ptx = Ptx::parse(TEXT).unwrap();
        assert!(ptx.clone().with_bounds(&[Bounds::new("a", 32, 1)]).is_err());
        let more = [
            Bounds::new("a", 32, 1),
            Bounds::new("b", 32, 1),
            Bounds::new("c", 32, 1),
        ];
        assert!(ptx.with_bounds(&more).is_err());
        assert!(
            Ptx::parse(".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry a()\n{\n")
                .is_err()
        );
    }
}
