//! Registers' bits as numbers, and functions of one lane as actions of a warp.

use crate::machine::{Action, LANES, Step};
use crate::text::{Operation, Register};

/// A number that a register holds: its bits, with its sign up to bit 63.
pub trait Lane: Copy + 'static {
    /// The number of a register's low bits.
    fn of(bits: u64) -> Self;
    /// The register's bits.
    fn bits(self) -> u64;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Lane for $type {
            fn of(bits: u64) -> Self {
                bits as Self
            }
            fn bits(self) -> u64 {
                self as u64
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, i8, i16, i32, i64);

impl Lane for f32 {
    fn of(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl Lane for f64 {
    fn of(bits: u64) -> Self {
        Self::from_bits(bits)
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

impl Lane for bool {
    fn of(bits: u64) -> Self {
        bits & 1 == 1
    }
    fn bits(self) -> u64 {
        self.into()
    }
}

/// The register that an instruction writes, and those that it reads.
pub fn operands<const READS: usize>(
    of: &mut Operation<'_, '_>,
) -> Result<(Register, [Register; READS]), String> {
    if of.operands.len() != READS + 1 {
        return Err(format!(
            "{} operands where {} are known",
            of.operands.len(),
            READS + 1
        ));
    }
    let mut read = [0; READS];
    for (index, register) in read.iter_mut().enumerate() {
        *register = of.scope.value(of.operands[index + 1])?;
    }
    Ok((of.scope.register(of.operands[0])?, read))
}

/// An action that computes each lane's result from one operand.
pub fn unary<A: Lane, D: Lane>(
    (to, from): (Register, [Register; 1]),
    function: impl Fn(A) -> D + Send + Sync + 'static,
) -> Action {
    Box::new(move |context| {
        let (a, mut result) = (context.read(from[0]), [0; LANES]);
        for lane in 0..LANES {
            result[lane] = function(A::of(a[lane])).bits();
        }
        context.write_from(to, &result, &from);
        Ok(Step::Next)
    })
}

/// An action that computes each lane's result from two operands.
pub fn binary<A: Lane, B: Lane, D: Lane>(
    (to, from): (Register, [Register; 2]),
    function: impl Fn(A, B) -> D + Send + Sync + 'static,
) -> Action {
    Box::new(move |context| {
        let (a, b, mut result) = (context.read(from[0]), context.read(from[1]), [0; LANES]);
        for lane in 0..LANES {
            result[lane] = function(A::of(a[lane]), B::of(b[lane])).bits();
        }
        context.write_from(to, &result, &from);
        Ok(Step::Next)
    })
}

/// An action that computes each lane's result from three operands.
pub fn ternary<A: Lane, B: Lane, C: Lane, D: Lane>(
    (to, from): (Register, [Register; 3]),
    function: impl Fn(A, B, C) -> D + Send + Sync + 'static,
) -> Action {
    Box::new(move |context| {
        let (a, b, c) = (
            context.read(from[0]),
            context.read(from[1]),
            context.read(from[2]),
        );
        let mut result = [0; LANES];
        for lane in 0..LANES {
            result[lane] = function(A::of(a[lane]), B::of(b[lane]), C::of(c[lane])).bits();
        }
        context.write_from(to, &result, &from);
        Ok(Step::Next)
    })
}

/// An expression for the Rust type that a PTX type's name stands for, among those listed.
macro_rules! with_type {
    ($kind:expr, $type:ident: $($name:literal = $rust:ty),* ; $body:expr) => {
        match $kind {
            $($name => {
                type $type = $rust;
                Ok($body)
            })*
            other => Err(format!("the type `{other}` is not known here")),
        }
    };
}

pub(crate) use with_type;
