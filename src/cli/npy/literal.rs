//! The Python literals that the header of a `.npy` file is made of.
//!
//! NumPy reads the header with `ast.literal_eval`; what it writes are dictionaries, tuples, lists, strings, integers and
//! the three names. Those are read here, nested at most [`DEEPEST`] deep, in time that is linear in the text.

/// The deepest nesting of brackets; the header of a plain array has 2.
const DEEPEST: usize = 8;

/// A literal.
#[derive(Debug, PartialEq)]
pub enum Literal {
    Str(String),
    /// A number as it is written; whether it is an integer is for the reader of the header.
    Number(String),
    Bool(bool),
    None,
    Tuple(Vec<Literal>),
    List(Vec<Literal>),
    Dict(Vec<(Literal, Literal)>),
}

/// Why a text is no literal.
#[derive(Debug, PartialEq)]
pub enum NotLiteral {
    Syntax,
    /// Brackets are nested too deep.
    Deep,
}

impl Literal {
    /// Reads a whole text.
    pub fn parse(text: &str) -> Result<Self, NotLiteral> {
        let mut rest = Rest { text, depth: 0 };
        let value = rest.value()?;
        rest.blank();
        match rest.text {
            "" => Ok(value),
            _ => Err(NotLiteral::Syntax),
        }
    }
}

/// What is left to read.
struct Rest<'a> {
    text: &'a str,
    depth: usize,
}

impl<'a> Rest<'a> {
    fn blank(&mut self) {
        self.text = self.text.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    /// Skips blanks and then `token`, if it is next.
    fn take(&mut self, token: char) -> bool {
        self.blank();
        let rest = self.text.strip_prefix(token);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn expect(&mut self, token: char) -> Result<(), NotLiteral> {
        self.take(token).then_some(()).ok_or(NotLiteral::Syntax)
    }

    /// The longest piece of characters for which `inside` holds.
    fn word(&mut self, inside: impl Fn(char) -> bool) -> &'a str {
        let end = self.text.find(|c| !inside(c)).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word
    }

    fn value(&mut self) -> Result<Literal, NotLiteral> {
        self.blank();
        match self.text.chars().next() {
            Some('(') => {
                let (mut items, comma) = self.items('(', ')', Self::value)?;
                // Brackets around one value without a comma are that value.
                match items.pop() {
                    Some(item) if items.is_empty() && !comma => Ok(item),
                    last => {
                        items.extend(last);
                        Ok(Literal::Tuple(items))
                    }
                }
            }
            Some('[') => Ok(Literal::List(self.items('[', ']', Self::value)?.0)),
            Some('{') => {
                let entry = |rest: &mut Self| {
                    let key = rest.value()?;
                    rest.expect(':')?;
                    Ok((key, rest.value()?))
                };
                Ok(Literal::Dict(self.items('{', '}', entry)?.0))
            }
            Some(quote @ ('\'' | '"')) => self.string(quote),
            Some('-' | '+' | '.' | '0'..='9') => {
                let number = self.word(
                    |c| matches!(c, '-' | '+' | '.' | '_' | '0'..='9' | 'a'..='z' | 'A'..='Z'),
                );
                // Python 2 wrote long integers with a suffix.
                Ok(Literal::Number(number.trim_end_matches('L').to_owned()))
            }
            _ => match self.word(|c| c.is_ascii_alphanumeric() || c == '_') {
                "True" => Ok(Literal::Bool(true)),
                "False" => Ok(Literal::Bool(false)),
                "None" => Ok(Literal::None),
                "u" if self.text.starts_with(['\'', '"']) => self.value(),
                _ => Err(NotLiteral::Syntax),
            },
        }
    }

    /// Values between brackets, separated by commas, and whether a comma follows the last one.
    fn items<T>(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, NotLiteral>,
    ) -> Result<(Vec<T>, bool), NotLiteral> {
        self.expect(open)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(NotLiteral::Deep);
        }
        let (mut items, mut comma) = (Vec::new(), false);
        while !self.take(close) {
            if !items.is_empty() && !comma {
                return Err(NotLiteral::Syntax);
            }
            items.push(item(self)?);
            comma = self.take(',');
        }
        self.depth -= 1;
        Ok((items, comma))
    }

    fn string(&mut self, quote: char) -> Result<Literal, NotLiteral> {
        self.expect(quote)?;
        let mut value = String::new();
        let mut chars = self.text.chars();
        loop {
            value.push(match chars.next().ok_or(NotLiteral::Syntax)? {
                c if c == quote => break,
                '\n' => return Err(NotLiteral::Syntax),
                '\\' => match chars.next().ok_or(NotLiteral::Syntax)? {
                    c @ ('\\' | '\'' | '"') => c,
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'x' => code(&mut chars, 2)?,
                    'u' => code(&mut chars, 4)?,
                    'U' => code(&mut chars, 8)?,
                    _ => return Err(NotLiteral::Syntax),
                },
                c => c,
            });
        }
        self.text = chars.as_str();
        Ok(Literal::Str(value))
    }
}

/// The character whose number the next `digits` hexadecimal digits are.
fn code(chars: &mut std::str::Chars<'_>, digits: usize) -> Result<char, NotLiteral> {
    let number = (0..digits).try_fold(0u32, |number, _| {
        let digit = chars.next()?.to_digit(16)?;
        number.checked_mul(16)?.checked_add(digit)
    });
    number.and_then(char::from_u32).ok_or(NotLiteral::Syntax)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Literal, NotLiteral> {
        Literal::parse(text)
    }

    fn number(text: &str) -> Literal {
        Literal::Number(text.to_owned())
    }

    fn string(text: &str) -> Literal {
        Literal::Str(text.to_owned())
    }

    #[test]
    fn what_numpy_writes_is_read() {
        let header = parse("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }");
        let entries = [
            (string("descr"), string("<f4")),
            (string("fortran_order"), Literal::Bool(false)),
            (
                string("shape"),
                Literal::Tuple(vec![number("3"), number("2")]),
            ),
        ];
        assert_eq!(header, Ok(Literal::Dict(entries.into())));
        assert_eq!(parse(" ( ) "), Ok(Literal::Tuple(vec![])));
        assert_eq!(parse("(7,)"), Ok(Literal::Tuple(vec![number("7")])));
        assert_eq!(parse("(7)"), Ok(number("7")));
        assert_eq!(parse("[7]"), Ok(Literal::List(vec![number("7")])));
        // Python 2 wrote these.
        assert_eq!(parse("(3L,)"), Ok(Literal::Tuple(vec![number("3")])));
        assert_eq!(parse("u'x'"), Ok(string("x")));
        assert_eq!(parse(r#""a\'\\\"\x41\u00e9\n""#), Ok(string("a'\\\"Aé\n")));
        assert_eq!(parse("None"), Ok(Literal::None));
    }

    #[test]
    fn what_python_rejects_is_rejected() {
        for text in [
            "",
            "(",
            ")",
            "(,)",
            "(1,,2)",
            "(1 2)",
            "[1",
            "{1}",
            "{1:}",
            "{'a': 1 'b': 2}",
            "'",
            "'a",
            "'a\\",
            "'\\x4",
            "'\\ud800'",
            "'\\q'",
            "True False",
            "true",
            "nope",
            "{'a': 1} {}",
            "'a\nb'",
            "\u{a0}1",
            "é",
        ] {
            assert_eq!(parse(text), Err(NotLiteral::Syntax), "{text:?}");
        }
        assert_eq!(parse(&"(".repeat(9)), Err(NotLiteral::Deep));
        assert_eq!(parse(&"[{'a':".repeat(100_000)), Err(NotLiteral::Deep));
        // Brackets in a string nest nothing, and neither do those beside each other.
        let beside = format!("{{'((((((((((': [{}]}}", "(),".repeat(1000));
        assert!(matches!(parse(&beside), Ok(Literal::Dict(_))));
    }
}
