//! [`ArrayApi`]: promotion by the Python array API standard, beside the table that operators follow.

/// The numeric types of the array API standard (2023.12), and what two of them promote to.
///
/// No operator uses it: tiles promote by cuTile's table. It is for arrays that meet in other libraries first.
///
/// ```
/// use azulejo_tile::ArrayApi::{self, *};
/// assert_eq!(Int8.promote(Uint8), Some(Int16));
/// assert_eq!(Int16.promote(Uint32), Some(Int64));
/// assert_eq!(Float64.promote(Complex64), Some(Complex128));
/// assert_eq!(Uint64.promote(Int8), None); // unspecified, as integers with floats are
/// assert_eq!(Int32.promote(Float32), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The standard's names.
pub enum ArrayApi {
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float32,
    Float64,
    Complex64,
    Complex128,
}

impl ArrayApi {
    /// All of them, in the order of the standard's tables.
    pub const ALL: [Self; 12] = {
        use ArrayApi::*;
        [
            Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64, Float32, Float64, Complex64,
            Complex128,
        ]
    };

    /// What the two promote to; `None` where the standard says nothing.
    pub const fn promote(self, other: Self) -> Option<Self> {
        let (a, b) = (self as usize, other as usize);
        let at = match (a / 4, b / 4) {
            // Two signed, or two unsigned: the wider.
            (0, 0) | (1, 1) => {
                if a > b {
                    a
                } else {
                    b
                }
            }
            // Signed and unsigned: the signed one that holds both.
            (0, 1) | (1, 0) => {
                let (signed, unsigned) = if a < 4 { (a, b - 4) } else { (b, a - 4) };
                match (unsigned, signed > unsigned) {
                    (3, _) => return None,
                    (_, true) => signed,
                    (_, false) => unsigned + 1,
                }
            }
            // Floats: the wider, complex where one is.
            (2, 2) => {
                let (wide, complex) = ((a % 2) | (b % 2), a >= 10 || b >= 10);
                8 + wide + 2 * complex as usize
            }
            _ => return None,
        };
        Some(Self::ALL[at])
    }
}
