//! How results print, as the data writes them.

use azulejo_layout::{Coordinate, Domain, Int, Size};
use std::fmt;

/// Compares what an expression prints with what it must print.
pub fn same(id: &str, got: &dyn fmt::Display, want: &str, failures: &mut Vec<String>) {
    let got = got.to_string();
    if got != want {
        failures.push(format!("{id}: got {got}, want {want}"));
    }
}

/// A sliced layout and its offset, printed `offset + layout`.
pub struct Offset<L, O>(pub (L, O));

impl<L: fmt::Display, O: fmt::Display> fmt::Display for Offset<L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {}", self.0.1, self.0.0)
    }
}

/// A sliced coordinate layout and the coordinate where it starts, counted from an origin, printed
/// `coordinate + layout` by value.
pub struct FromOrigin<L, O, Z>(pub (L, O), pub Z);

impl<L, O, Z> fmt::Display for FromOrigin<L, O, Z>
where
    L: fmt::Display,
    O: Copy,
    Z: azulejo_layout::AddCoords<O> + Copy,
    Z::Out: azulejo_layout::Show,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = azulejo_layout::Notation(self.1.add_coords(self.0.1)).to_string();
        write!(f, "{} + {}", start.replace('_', ""), self.0.0)
    }
}

/// A few offsets, printed `[0,1,2]`.
pub struct All<const N: usize>(pub [i32; N]);

impl<const N: usize> fmt::Display for All<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = self.0.iter().map(i32::to_string).collect();
        write!(f, "[{}]", offsets.join(","))
    }
}

/// A layout and all its offsets, printed `layout = [0,1,2]`.
pub struct Table<L>(pub L);

impl<L> fmt::Display for Table<L>
where
    L: fmt::Display + Domain,
    L::L: Size,
    <L::L as Size>::Out: Int,
    i64: Coordinate<L>,
    <i64 as Coordinate<L>>::Out: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = (0..self.0.domain().size().value())
            .map(|i| i.offset(self.0).to_string())
            .collect();
        write!(f, "{} = [{}]", self.0, offsets.join(","))
    }
}

/// A number, static or dynamic, printed as a plain one.
pub struct Value<X>(pub X);

impl<X: azulejo_layout::Int> fmt::Display for Value<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.value())
    }
}

/// A tree whose static entries print as plain numbers.
pub struct Values<'a>(pub &'a dyn fmt::Display);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_string().replace('_', ""))
    }
}

/// The three coordinates of an offset.
pub struct Coords(String);

impl Coords {
    /// The coordinates as printed, static or not.
    pub fn of<H: azulejo_layout::Show, F: azulejo_layout::Show, I: azulejo_layout::Show>(
        hier: H,
        flat: F,
        index: I,
    ) -> Self {
        let [h, f, i] = [
            azulejo_layout::Notation(hier).to_string(),
            azulejo_layout::Notation(flat).to_string(),
            azulejo_layout::Notation(index).to_string(),
        ];
        Coords(format!("{h} {f} {i}").replace('_', ""))
    }
}

impl fmt::Display for Coords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Answers, printed 1 and 0.
pub struct Flags(pub [bool; 3]);

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0.map(u8::from);
        write!(f, "{a} {b} {c}")
    }
}

/// What is known of a composition, printed as its name.
pub struct Rule(pub azulejo_layout::check::rules::CheckResult);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Rows of `"id" expression => "text";`.
#[macro_export]
macro_rules! rows {
    ($($id:literal $e:expr => $want:literal;)*) => {
        let mut failures = Vec::new();
        $({ let got = $e; $crate::same($id, &got, $want, &mut failures); })*
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    };
}
