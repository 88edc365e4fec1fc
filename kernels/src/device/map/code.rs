//! [`Code`]: the operators as numbers that a kernel takes.

macro_rules! codes {
    ($($variant:ident $code:literal $name:literal)*) => {
        /// An elementwise operator, as kernels know it. The numbers are part of the kernels' interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        #[allow(missing_docs)] // Each is the operator of its name; the table is in the CPU's `Op`.
        pub enum Code { $($variant = $code),* }

        impl Code {
            /// Every operator.
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// Returns the name, as the CPU's operators have it.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name),* }
            }

            /// The operator with this name.
            pub fn named(name: &str) -> Option<Code> {
                Self::ALL.iter().copied().find(|code| code.name() == name)
            }
        }
    };
}

codes! {
    Neg 0 "neg" Abs 1 "abs" Floor 2 "floor" Ceil 3 "ceil" Relu 4 "relu"
    Exp 5 "exp" Exp2 6 "exp2" Log 7 "log" Log2 8 "log2" Sqrt 9 "sqrt" Rsqrt 10 "rsqrt" Sin 11 "sin" Cos 12 "cos"
    Tanh 13 "tanh" Sigmoid 14 "sigmoid" Silu 15 "silu" Gelu 16 "gelu"
    IsNan 17 "isnan"
    Add 18 "add" Sub 19 "sub" Mul 20 "mul" Div 21 "div" FloorDiv 22 "floordiv" Mod 23 "mod" Rem 24 "rem"
    Min 25 "min" Max 26 "max" Pow 27 "pow"
    Eq 28 "eq" Ne 29 "ne" Lt 30 "lt" Le 31 "le" Gt 32 "gt" Ge 33 "ge"
    Fma 34 "fma" Clip 35 "clip" Where 36 "where"
}
