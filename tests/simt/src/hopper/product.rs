//! What a warpgroup's product computes: `D (64 × N) = A (64 × 32 bytes) · B (32 bytes × N) + C`.

use super::Operand;

/// Rows of A and D.
pub const ROWS: usize = 64;

/// Bytes of A's rows and B's columns.
pub const DEPTH: usize = 32;

/// What D's elements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// One a register.
    F32,
    /// Two a register.
    F16,
    /// One a register, overflow wraps.
    S32,
}

/// The element types and the width of one product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// A's elements.
    pub a: Operand,
    /// B's elements.
    pub b: Operand,
    /// D's elements.
    pub sum: Sum,
    /// Columns of B and D.
    pub columns: usize,
    /// `true` if A counts negated.
    pub negate_a: bool,
    /// `true` if B counts negated.
    pub negate_b: bool,
}

impl Kind {
    /// The kind that `m64nNkK.sum.a.b` names, without negation.
    pub fn named(shape: &str, sum: &str, a: &str, b: &str) -> Option<Self> {
        let (columns, depth) = shape.strip_prefix("m64n")?.split_once('k')?;
        let (columns, depth): (usize, usize) = (columns.parse().ok()?, depth.parse().ok()?);
        let (a, b) = (Operand::named(a)?, Operand::named(b)?);
        let sum = match sum {
            "f32" => Sum::F32,
            "f16" => Sum::F16,
            "s32" => Sum::S32,
            _ => return None,
        };
        let eight = |operand| matches!(operand, Operand::E4m3 | Operand::E5m2);
        let integer = |operand| matches!(operand, Operand::S8 | Operand::U8);
        let allowed = (a == b || eight(a) && eight(b) || integer(a) && integer(b))
            && integer(a) == (sum == Sum::S32)
            && (sum != Sum::F16 || a == Operand::F16 || eight(a))
            && depth * a.bytes() == DEPTH
            && (8..=256).contains(&columns)
            && columns % if integer(a) && columns > 32 { 16 } else { 8 } == 0;
        allowed.then_some(Self {
            a,
            b,
            sum,
            columns,
            negate_a: false,
            negate_b: false,
        })
    }

    /// Elements along K.
    pub fn depth(&self) -> usize {
        DEPTH / self.a.bytes()
    }

    /// Registers of D a lane.
    pub fn registers(&self) -> usize {
        self.columns / if self.sum == Sum::F16 { 4 } else { 2 }
    }

    /// `A · B` of `a`, row after row, and `b`, the columns for one element of K after the other.
    pub fn multiply(&self, a: &[f32], b: &[f32]) -> Vec<f64> {
        let (depth, columns) = (self.depth(), self.columns);
        let b: Vec<f64> = b.iter().map(|&value| f64::from(value)).collect();
        let sign = if self.negate_a == self.negate_b {
            1.0
        } else {
            -1.0
        };
        // Rows outside a matrix are zeros, and add nothing to a sum of numbers.
        let numbers = b.iter().all(|value| value.is_finite());
        let mut sums = vec![0.0; ROWS * columns];
        for (a, sums) in a.chunks_exact(depth).zip(sums.chunks_exact_mut(columns)) {
            for (&a, b) in a.iter().zip(b.chunks_exact(columns)) {
                if a == 0.0 && numbers {
                    continue;
                }
                let a = sign * f64::from(a);
                for (sum, &b) in sums.iter_mut().zip(b) {
                    *sum += a * b;
                }
            }
        }
        sums
    }

    /// A register of D: what `products` gives its element, or its two elements in halves, added to `onto` if there is one.
    pub fn sum(&self, products: [f64; 2], onto: Option<u32>) -> u32 {
        let onto = onto.unwrap_or(0);
        match self.sum {
            Sum::F32 => ((products[0] + f64::from(f32::from_bits(onto))) as f32).to_bits(),
            Sum::S32 => onto.wrapping_add(products[0] as i64 as u32),
            Sum::F16 => [0, 16]
                .iter()
                .zip(products)
                .fold(0, |word, (&shift, product)| {
                    let before = f64::from(super::operand::half_value((onto >> shift) as u16));
                    word | u32::from(super::operand::to_half((product + before) as f32)) << shift
                }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Sum};

    #[test]
    fn names_are_taken_apart_and_checked() {
        let kind = Kind::named("m64n96k16", "f32", "bf16", "bf16").unwrap();
        assert_eq!((kind.columns, kind.depth(), kind.registers()), (96, 16, 48));
        let halves = Kind::named("m64n64k16", "f16", "f16", "f16").unwrap();
        assert_eq!((halves.sum, halves.registers()), (Sum::F16, 16));
        assert!(Kind::named("m64n40k32", "s32", "s8", "s8").is_none());
        assert!(Kind::named("m64n40k32", "f32", "e4m3", "e5m2").is_some());
        assert!(Kind::named("m64n64k8", "f32", "bf16", "bf16").is_none());
        assert!(Kind::named("m64n64k16", "f16", "bf16", "bf16").is_none());
        assert!(Kind::named("m64n64k16", "f32", "bf16", "f16").is_none());
        assert!(Kind::named("m64n64k32", "s32", "u8", "s8").is_some());
        assert!(Kind::named("m64n24k32", "s32", "u8", "u8").is_some());
        assert!(Kind::named("m64n64k32", "f32", "u8", "u8").is_none());
    }

    #[test]
    fn rows_meet_columns() {
        let kind = Kind::named("m64n8k8", "f32", "tf32", "tf32").unwrap();
        let a: Vec<f32> = (0..64 * 8).map(|at| (at % 7) as f32).collect();
        let b: Vec<f32> = (0..8 * 8).map(|at| (at % 5) as f32 - 2.0).collect();
        let d = kind.multiply(&a, &b);
        for row in 0..64 {
            for column in 0..8 {
                let expected: f32 = (0..8).map(|k| a[row * 8 + k] * b[k * 8 + column]).sum();
                assert_eq!(d[row * 8 + column], f64::from(expected));
            }
        }
        let negated = Kind {
            negate_a: true,
            ..kind
        };
        assert_eq!(negated.multiply(&a, &b)[9], -d[9]);
    }

    #[test]
    fn sums_are_rounded_once_or_wrap() {
        let kind = |sum, operand| Kind::named("m64n8k16", sum, operand, operand).unwrap();
        let f32s = kind("f32", "f16");
        assert_eq!(f32s.sum([0.5, 9.0], Some(2f32.to_bits())), 2.5f32.to_bits());
        assert_eq!(
            kind("f16", "f16").sum([1.0, -1.0], Some(0x3c00_3c00)),
            0x0000_4000
        );
        let s32 = Kind::named("m64n8k32", "s32", "s8", "s8").unwrap();
        assert_eq!(s32.sum([1.0, 0.0], Some(0x7fff_ffff)), 0x8000_0000);
        assert_eq!(s32.sum([-3.0, 0.0], None), -3i32 as u32);
    }
}
