//! One instruction or directive of a body, cut at its commas.

/// An instruction or directive as it is written.
#[derive(Clone, Debug)]
pub struct Statement<'t> {
    /// The line of the module's text on which it begins, from 1.
    pub line: usize,
    /// The predicate before it, and whether it is negated.
    pub guard: Option<(&'t str, bool)>,
    /// The operation with its suffixes: `add.rn.f32`.
    pub opcode: &'t str,
    /// The operands, cut at commas outside brackets.
    pub operands: Vec<&'t str>,
}

impl<'t> Statement<'t> {
    /// Cuts a statement, given without its semicolon.
    pub fn new(text: &'t str, line: usize) -> Self {
        let mut text = text.trim();
        let mut guard = None;
        if let Some(rest) = text.strip_prefix('@') {
            let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            guard = Some((name.trim_start_matches('!'), name.starts_with('!')));
            text = rest.trim_start();
        }
        let (opcode, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Self {
            line,
            guard,
            opcode,
            operands: pieces(rest),
        }
    }

    /// The parts of the opcode between its dots.
    pub fn words(&self) -> Vec<&'t str> {
        self.opcode.split('.').collect()
    }

    /// Returns `true` if the opcode has this part.
    pub fn has(&self, word: &str) -> bool {
        self.opcode.split('.').any(|part| part == word)
    }

    /// The operand at `index`, or a message.
    pub fn operand(&self, index: usize) -> Result<&'t str, String> {
        self.operands
            .get(index)
            .copied()
            .ok_or_else(|| format!("{} has no operand {index}", self.opcode))
    }
}

/// Cuts text at its commas outside of brackets and braces.
pub fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth -= 1,
            b',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        found.push(last);
    }
    found
}

/// The elements of `{a, b}`, or the one operand written without braces.
pub fn elements(operand: &str) -> Vec<&str> {
    match operand
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
    {
        Some(inside) => pieces(inside),
        None => vec![operand],
    }
}
