//! [`Case`]: one kernel on given layouts, as data, so that the GPU runs it and the CPU checks it.

use azulejo::kernels::cpu::{ArrayError, Op, Reduction, Strided};
use azulejo::tensor::DType;

use crate::harness::{Work, raw};

/// A buffer that kernels read: two of `f32`, two of `bf16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    A,
    B,
    P,
    Q,
}

/// A kernel, its operands and its output of type `dtype`.
pub struct Case {
    pub name: &'static str,
    pub work: Work,
    pub inputs: Vec<(Input, Strided)>,
    pub out: (DType, Strided),
    /// How far a result may be from the CPU's, as a part of its magnitude; 0 where both are exact.
    pub tolerance: f64,
    /// The part of its ceiling that it should reach.
    pub target: f64,
}

impl Case {
    /// Returns `true` if memset is the ceiling, not copy.
    pub fn only_writes(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The bytes that have to be moved: each element that is read or written, once.
    pub fn bytes(&self) -> usize {
        // Strides of 0 read the same element again.
        let elements = |layout: &Strided| -> usize {
            let modes = layout.extents().iter().zip(layout.strides());
            modes
                .filter(|(_, stride)| **stride > 0)
                .map(|(extent, _)| *extent)
                .product()
        };
        let read = self
            .inputs
            .iter()
            .map(|(input, layout)| elements(layout) * input.dtype().bytes());
        read.sum::<usize>() + elements(&self.out.1) * self.out.0.bytes()
    }
}

impl Input {
    pub fn dtype(self) -> DType {
        match self {
            Input::A | Input::B => DType::F32,
            Input::P | Input::Q => DType::BF16,
        }
    }
}

/// A row a case: its name, what is computed, the inputs with their layouts, the type and the layout of the output, how far a result
/// may be off, and the part of the ceiling that it should reach.
macro_rules! cases {
    ($($name:literal: $work:expr, [$($input:ident $layout:expr),*] => $dtype:ident $out:expr, off $off:literal, target $target:literal;)*) => {
        vec![$(Case {
            name: $name,
            work: $work,
            inputs: vec![$((Input::$input, $layout)),*],
            out: (DType::$dtype, $out),
            tolerance: $off,
            target: $target,
        }),*]
    };
}

/// Every kernel on squares of `side` rows of `f32`, and as many bytes of the other types; names have the extents of a side of 16384.
pub fn cases(side: usize) -> Result<Vec<Case>, ArrayError> {
    use Work::{Copy, InPlace, LayerNorm, Map, Softmax, Zeros};
    const CAST: Work = Work::Cast(None, None);
    let fill = |dtype, x| Work::Fill(raw(dtype, x));
    let sum = |axes| Work::Reduce(Reduction::Sum, axes);
    let compact = |extents: &[usize]| Strided::row_major(extents);
    let (flat, flat_half) = (compact(&[side * side])?, compact(&[2 * side * side])?);
    let (square, oblong) = (compact(&[side, side])?, compact(&[2 * side, side])?);
    let (line, lines) = (compact(&[side])?, compact(&[2 * side])?);
    // Rows in part, a little less than a square, an axis order.
    let gapped = [side * 20000 / 16384, side * 5632 / 16384];
    let gapped = Strided::new(&gapped, &[side * 13312 / 16384, 1])?;
    let part = Strided::new(&[side, side / 4 * 3], &[side, 1])?;
    let odd = compact(&[side - 1, side - 3])?;
    let odd_half = compact(&[2 * side - 1, side - 3])?;
    let moved = compact(&[64, side / 8, side / 8])?.permute(&[1, 0, 2])?;
    let row = Strided::new(&[side, side], &[0, 1])?;
    let column = Strided::new(&[side, side], &[1, 0])?;
    let row_half = Strided::new(&[2 * side, side], &[0, 1])?;
    let transposed = |layout: Strided| layout.permute(&[1, 0]);
    let compact_transposed = |layout: Strided| compact(&[layout.extents()[1], layout.extents()[0]]);
    let rows = compact(&[4 * side, side / 4])?;
    Ok(cases! {
        "zeros f32": Zeros, [] => F32 flat, off 0.0, target 0.97;
        "fill bf16": fill(DType::BF16, 1.5), [] => BF16 flat_half, off 0.0, target 0.97;
        "fill f32 rows of 5632 in 13312": fill(DType::F32, 1.0), [] => F32 gapped, off 0.0, target 0.85;
        "copy f32": Copy, [A flat] => F32 flat, off 0.0, target 0.97;
        "copy f32 rows of 12288": Copy, [A part] => F32 part, off 0.0, target 0.85;
        "transpose f32": Copy, [A transposed(square)?] => F32 square, off 0.0, target 0.88;
        "transpose bf16": Copy, [P transposed(oblong)?] => BF16 compact_transposed(oblong)?, off 0.0, target 0.88;
        "transpose f32 16383 x 16381": Copy, [A transposed(odd)?] => F32 compact_transposed(odd)?, off 0.0, target 0.82;
        "transpose bf16 32767 x 16381": Copy, [P transposed(odd_half)?] => BF16 compact_transposed(odd_half)?, off 0.0, target 0.7;
        "permute f32 (64,2048,2048)": Copy, [A moved] => F32 compact(moved.extents())?, off 0.0, target 0.85;
        "add f32": Map(Op::Add), [A flat, B flat] => F32 flat, off 0.0, target 0.97;
        "add bf16": Map(Op::Add), [P flat_half, Q flat_half] => BF16 flat_half, off 0.0, target 0.97;
        "relu f32": Map(Op::Relu), [A flat] => F32 flat, off 0.0, target 0.97;
        "gelu bf16": Map(Op::Gelu), [P flat_half] => BF16 flat_half, off 0.02, target 0.9;
        "sin f32": Map(Op::Sin), [A flat] => F32 flat, off 1e-5, target 0.9;
        "row bias f32": Map(Op::Add), [A square, B row] => F32 square, off 0.0, target 0.92;
        "column bias f32": Map(Op::Add), [A square, B column] => F32 square, off 0.0, target 0.92;
        "row bias bf16": Map(Op::Add), [P oblong, Q row_half] => BF16 oblong, off 0.0, target 0.92;
        "cast f32 to bf16": CAST, [A flat] => BF16 flat, off 0.0, target 0.97;
        "cast bf16 to f32": CAST, [P flat] => F32 flat, off 0.0, target 0.97;
        "cast f32 to e4m3": CAST, [A flat] => F8E4M3 flat, off 0.0, target 0.9;
        "relu f32 in place": InPlace(Op::Relu), [A flat] => F32 flat, off 0.0, target 0.97;
        "add f32 and bf16": Map(Op::Add), [A flat, P flat] => F32 flat, off 0.0, target 0.9;
        "column sum f32": sum(&[0]), [A square] => F32 line, off 1e-4, target 0.85;
        "column sum bf16": sum(&[0]), [P oblong] => BF16 line, off 0.02, target 0.85;
        "row sum f32": sum(&[1]), [A square] => F32 line, off 1e-4, target 0.9;
        "row sum bf16": sum(&[1]), [P oblong] => BF16 lines, off 0.02, target 0.9;
        "softmax f32": Softmax, [A square] => F32 square, off 1e-5, target 0.9;
        "softmax bf16": Softmax, [P oblong] => BF16 oblong, off 0.02, target 0.9;
        "softmax f32 rows of 4096": Softmax, [A rows] => F32 rows, off 1e-5, target 0.9;
        "layer norm bf16": LayerNorm, [P oblong] => BF16 oblong, off 0.02, target 0.9;
    })
}

#[cfg(test)]
mod tests {
    use super::cases;

    #[test]
    fn every_case_fits_its_buffers_and_counts_its_bytes() {
        for side in [64, 512, 16384] {
            for case in cases(side).unwrap() {
                let whole = side * side * 4;
                for (input, layout) in &case.inputs {
                    assert!(
                        layout.cosize() * input.dtype().bytes() <= whole,
                        "{}",
                        case.name
                    );
                }
                assert!(
                    case.out.1.cosize() * case.out.0.bytes() <= whole,
                    "{}",
                    case.name
                );
            }
        }
        let bytes = |name: &str| {
            let cases = cases(1024).unwrap();
            cases.iter().find(|case| case.name == name).unwrap().bytes()
        };
        let whole = 4 << 20;
        assert_eq!(bytes("zeros f32"), whole);
        assert_eq!(bytes("copy f32"), 2 * whole);
        assert_eq!(bytes("row bias f32"), 2 * whole + 4096);
        assert_eq!(bytes("cast f32 to e4m3"), whole + whole / 4);
    }
}
