//! [`Op`]: the elementwise operators by name.

use core::fmt;
use core::str::FromStr;

/// What an operator does with the type of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Kind {
    /// The promoted type, which must be arithmetic, is the type of the result.
    Arithmetic,
    /// As arithmetic, but integers become `float32` first.
    Real,
    /// The result is a truth value.
    Test,
    /// The first operand is a truth value, the others any type.
    Select,
}

macro_rules! operators {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $arity:literal $kind:ident;)*) => {
        /// An elementwise operator.
        ///
        /// The operands are promoted by cuTile's table ([`azulejo_tensor::Promote`]); `/` of two integers is a
        /// `float32`, and so is a function such as `exp` of an integer. Integer results wrap.
        ///
        /// | name | operands | result |
        /// |---|--:|---|
        $(#[doc = concat!("| `", $name, "` | ", $arity, " |", $($doc,)* " |")])*
        ///
        /// ```
        /// use azulejo_cpu::Op;
        /// let op: Op = "add".parse()?;
        /// assert_eq!((op.name(), op.arity()), ("add", 2));
        /// assert!("plus".parse::<Op>().is_err());
        /// # Ok::<(), azulejo_cpu::UnknownOp>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Op { $($(#[doc = $doc])* $variant,)* }

        impl Op {
            /// Every operator.
            pub const ALL: &[Op] = &[$(Op::$variant),*];

            /// Returns the name, as [`FromStr`] takes it.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$variant => $name,)* }
            }

            /// How many operands it takes.
            pub const fn arity(self) -> usize {
                match self { $(Op::$variant => $arity,)* }
            }

            /// What it does with the type of its operands.
            #[doc(hidden)]
            pub const fn kind(self) -> Kind {
                match self { $(Op::$variant => Kind::$kind,)* }
            }
        }
    };
}

operators! {
    /// -a
    Neg "neg" 1 Arithmetic;
    /// the magnitude of a
    Abs "abs" 1 Arithmetic;
    /// the largest integer not above a
    Floor "floor" 1 Arithmetic;
    /// the smallest integer not below a
    Ceil "ceil" 1 Arithmetic;
    /// max(a, 0); NaN stays NaN
    Relu "relu" 1 Arithmetic;
    /// e^a
    Exp "exp" 1 Real;
    /// 2^a
    Exp2 "exp2" 1 Real;
    /// the natural logarithm of a
    Log "log" 1 Real;
    /// the logarithm of a to base 2
    Log2 "log2" 1 Real;
    /// the square root of a
    Sqrt "sqrt" 1 Real;
    /// 1 / sqrt(a)
    Rsqrt "rsqrt" 1 Real;
    /// the sine of a, in radians
    Sin "sin" 1 Real;
    /// the cosine of a, in radians
    Cos "cos" 1 Real;
    /// the hyperbolic tangent of a
    Tanh "tanh" 1 Real;
    /// 1 / (1 + e^-a)
    Sigmoid "sigmoid" 1 Real;
    /// a / (1 + e^-a)
    Silu "silu" 1 Real;
    /// a (1 + tanh(sqrt(2/pi) (a + 0.044715 a^3))) / 2
    Gelu "gelu" 1 Real;
    /// whether a is not a number
    IsNan "isnan" 1 Test;
    /// a + b
    Add "add" 2 Arithmetic;
    /// a - b
    Sub "sub" 2 Arithmetic;
    /// a b
    Mul "mul" 2 Arithmetic;
    /// a / b
    Div "div" 2 Real;
    /// the largest integer not above a / b, where the type has the next one too; 0 for an integer b = 0
    FloorDiv "floordiv" 2 Arithmetic;
    /// a - b floor(a / b), with the sign of b (Python's %); 0 for an integer b = 0
    Mod "mod" 2 Arithmetic;
    /// what truncating division leaves, with the sign of a (C's %); 0 for an integer b = 0
    Rem "rem" 2 Arithmetic;
    /// the smaller, -0 below 0; the number where one is NaN
    Min "min" 2 Arithmetic;
    /// the larger, 0 above -0; the number where one is NaN
    Max "max" 2 Arithmetic;
    /// a^b; integers truncate where b is negative
    Pow "pow" 2 Arithmetic;
    /// whether a = b
    Eq "eq" 2 Test;
    /// whether a and b differ
    Ne "ne" 2 Test;
    /// whether a < b
    Lt "lt" 2 Test;
    /// whether a <= b
    Le "le" 2 Test;
    /// whether a > b
    Gt "gt" 2 Test;
    /// whether a >= b
    Ge "ge" 2 Test;
    /// a b + c, rounded once
    Fma "fma" 3 Arithmetic;
    /// a limited to b .. c
    Clip "clip" 3 Arithmetic;
    /// b where a is true, else c
    Where "where" 3 Select;
}

/// A name that no operator has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOp;

impl fmt::Display for UnknownOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown operator: use one of")?;
        Op::ALL.iter().try_for_each(|op| write!(f, " {op}"))
    }
}

impl std::error::Error for UnknownOp {}

impl FromStr for Op {
    type Err = UnknownOp;

    fn from_str(text: &str) -> Result<Self, UnknownOp> {
        Op::ALL
            .iter()
            .copied()
            .find(|op| op.name() == text)
            .ok_or(UnknownOp)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
