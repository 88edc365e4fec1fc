//! [`Case`]: one kernel on given layouts, as data, so that the GPU runs it and the CPU checks it.

use azulejo::cpu::{ArrayError, Op, Reduction, Strided};
use azulejo::tensor::DType;

use crate::harness::{Elementwise, Laid, Same, Work, raw};

/// A kernel, its operands, and the part of its ceiling that it should reach.
pub struct Case {
    pub name: &'static str,
    pub on: Elementwise,
    pub target: f64,
}

impl Case {
    /// Returns `true` if memset is the ceiling, not copy.
    pub fn only_writes(&self) -> bool {
        self.on.inputs.is_empty()
    }

    /// The bytes that have to be moved: each element that is read or written, once.
    pub fn bytes(&self) -> usize {
        let arrays = self.on.inputs.iter().chain([&self.on.out]);
        arrays.map(Laid::bytes).sum()
    }
}

/// A row a case: its name, what is computed, the inputs, the output, how far a result may be off as a part of its magnitude or of 1, and
/// the part of the ceiling that it should reach.
macro_rules! cases {
    ($($name:literal: $work:expr, [$($input:ident $layout:expr),*] => $dtype:ident $out:expr, off $off:literal, target $target:literal;)*) => {
        vec![$(Case {
            name: $name,
            on: $work.on(&[$(Laid::new(DType::$input, $layout)),*], Laid::new(DType::$dtype, $out), Same::Near($off, 1.0, 0.0)),
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
        "copy f32": Copy, [F32 flat] => F32 flat, off 0.0, target 0.97;
        "copy f32 rows of 12288": Copy, [F32 part] => F32 part, off 0.0, target 0.85;
        "transpose f32": Copy, [F32 transposed(square)?] => F32 square, off 0.0, target 0.88;
        "transpose bf16": Copy, [BF16 transposed(oblong)?] => BF16 compact_transposed(oblong)?, off 0.0, target 0.88;
        "transpose f32 16383 x 16381": Copy, [F32 transposed(odd)?] => F32 compact_transposed(odd)?, off 0.0, target 0.82;
        "transpose bf16 32767 x 16381": Copy, [BF16 transposed(odd_half)?] => BF16 compact_transposed(odd_half)?, off 0.0, target 0.7;
        "permute f32 (64,2048,2048)": Copy, [F32 moved] => F32 compact(moved.extents())?, off 0.0, target 0.85;
        "add f32": Map(Op::Add), [F32 flat, F32 flat] => F32 flat, off 0.0, target 0.97;
        "add bf16": Map(Op::Add), [BF16 flat_half, BF16 flat_half] => BF16 flat_half, off 0.0, target 0.97;
        "relu f32": Map(Op::Relu), [F32 flat] => F32 flat, off 0.0, target 0.97;
        "gelu bf16": Map(Op::Gelu), [BF16 flat_half] => BF16 flat_half, off 0.02, target 0.9;
        "sin f32": Map(Op::Sin), [F32 flat] => F32 flat, off 1e-5, target 0.9;
        "row bias f32": Map(Op::Add), [F32 square, F32 row] => F32 square, off 0.0, target 0.92;
        "column bias f32": Map(Op::Add), [F32 square, F32 column] => F32 square, off 0.0, target 0.92;
        "row bias bf16": Map(Op::Add), [BF16 oblong, BF16 row_half] => BF16 oblong, off 0.0, target 0.92;
        "cast f32 to bf16": CAST, [F32 flat] => BF16 flat, off 0.0, target 0.97;
        "cast bf16 to f32": CAST, [BF16 flat] => F32 flat, off 0.0, target 0.97;
        "cast f32 to e4m3": CAST, [F32 flat] => F8E4M3 flat, off 0.0, target 0.9;
        "relu f32 in place": InPlace(Op::Relu), [F32 flat] => F32 flat, off 0.0, target 0.97;
        "add f32 and bf16": Map(Op::Add), [F32 flat, BF16 flat] => F32 flat, off 0.0, target 0.9;
        "column sum f32": sum(&[0]), [F32 square] => F32 line, off 1e-4, target 0.85;
        "column sum bf16": sum(&[0]), [BF16 oblong] => BF16 line, off 0.02, target 0.85;
        "row sum f32": sum(&[1]), [F32 square] => F32 line, off 1e-4, target 0.9;
        "row sum bf16": sum(&[1]), [BF16 oblong] => BF16 lines, off 0.02, target 0.9;
        "softmax f32": Softmax, [F32 square] => F32 square, off 1e-5, target 0.9;
        "softmax bf16": Softmax, [BF16 oblong] => BF16 oblong, off 0.02, target 0.9;
        "softmax f32 rows of 4096": Softmax, [F32 rows] => F32 rows, off 1e-5, target 0.9;
        "layer norm bf16": LayerNorm, [BF16 oblong] => BF16 oblong, off 0.02, target 0.9;
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
                let arrays = case.on.inputs.iter().chain([&case.on.out]);
                let mut bytes = arrays.map(|of| of.layout.cosize() * of.dtype.bytes());
                assert!(bytes.all(|bytes| bytes <= whole), "{}", case.name);
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
