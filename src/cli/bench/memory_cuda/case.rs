//! [`Case`]: one kernel on given layouts, as data, so that the GPU runs it and the CPU checks it.

use azulejo::kernels::cpu::{ArrayError, Op, Strided};
use azulejo::tensor::DType;

/// A buffer that kernels read: two of `f32`, two of `bf16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    A,
    B,
    P,
    Q,
}

/// What is computed.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    Fill(f64),
    Copy,
    Map(Op),
    Cast,
    /// Sums along one axis.
    Sum(usize),
    Softmax,
    LayerNorm,
}

/// A kernel, its operands and its output of type `dtype`.
pub struct Case {
    pub name: &'static str,
    pub work: Work,
    pub inputs: Vec<(Input, Strided)>,
    pub out: (DType, Strided),
    /// How far a result may be from the CPU's, as a part of its magnitude; 0 where both are exact.
    pub tolerance: f64,
}

impl Case {
    /// Whether memset is the ceiling, not copy.
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

/// Every kernel on squares of `side` rows of `f32`, and as many bytes of the other types.
pub fn cases(side: usize) -> Result<Vec<Case>, ArrayError> {
    use Input::{A, B, P, Q};
    let compact = |extents: &[usize]| Strided::row_major(extents);
    let (flat, flat_half) = (compact(&[side * side])?, compact(&[2 * side * side])?);
    let (square, oblong) = (compact(&[side, side])?, compact(&[2 * side, side])?);
    let (f32, bf16) = (DType::F32, DType::BF16);
    // Rows in part, a little less than a square, an axis order.
    let part = Strided::new(&[side, side / 4 * 3], &[side, 1])?;
    let odd = compact(&[side - 1, side - 3])?;
    let cube = compact(&[16, side / 4, side / 4])?;
    let row = Strided::new(&[side, side], &[0, 1])?;
    let column = Strided::new(&[side, side], &[1, 0])?;
    let row_half = Strided::new(&[2 * side, side], &[0, 1])?;
    let transposed = |layout: Strided| layout.permute(&[1, 0]);
    let compact_turned = |layout: Strided| compact(&[layout.extents()[1], layout.extents()[0]]);
    let moved = cube.permute(&[1, 0, 2])?;
    let rows = compact(&[4 * side, side / 4])?;
    let case = |name, work, inputs: &[(Input, Strided)], out, tolerance| Case {
        name,
        work,
        inputs: inputs.to_vec(),
        out,
        tolerance,
    };
    let add = Work::Map(Op::Add);
    Ok(vec![
        case("zeros f32", Work::Fill(0.0), &[], (f32, flat), 0.0),
        case("fill bf16", Work::Fill(1.5), &[], (bf16, flat_half), 0.0),
        case(
            "fill f32, rows in part",
            Work::Fill(1.0),
            &[],
            (f32, part),
            0.0,
        ),
        case("copy f32", Work::Copy, &[(A, flat)], (f32, flat), 0.0),
        case(
            "copy f32, rows in part",
            Work::Copy,
            &[(A, part)],
            (f32, part),
            0.0,
        ),
        case(
            "transpose f32",
            Work::Copy,
            &[(A, transposed(square)?)],
            (f32, square),
            0.0,
        ),
        case(
            "transpose bf16",
            Work::Copy,
            &[(P, transposed(oblong)?)],
            (bf16, compact_turned(oblong)?),
            0.0,
        ),
        case(
            "transpose f32, odd sides",
            Work::Copy,
            &[(A, transposed(odd)?)],
            (f32, compact_turned(odd)?),
            0.0,
        ),
        case(
            "permute f32 (1,0,2)",
            Work::Copy,
            &[(A, moved)],
            (f32, compact(moved.extents())?),
            0.0,
        ),
        case("add f32", add, &[(A, flat), (B, flat)], (f32, flat), 0.0),
        case(
            "add bf16",
            add,
            &[(P, flat_half), (Q, flat_half)],
            (bf16, flat_half),
            0.0,
        ),
        case(
            "relu f32",
            Work::Map(Op::Relu),
            &[(A, flat)],
            (f32, flat),
            0.0,
        ),
        case(
            "gelu bf16",
            Work::Map(Op::Gelu),
            &[(P, flat_half)],
            (bf16, flat_half),
            0.02,
        ),
        case(
            "sin f32",
            Work::Map(Op::Sin),
            &[(A, flat)],
            (f32, flat),
            1e-5,
        ),
        case(
            "add a row f32",
            add,
            &[(A, square), (B, row)],
            (f32, square),
            0.0,
        ),
        case(
            "add a column f32",
            add,
            &[(A, square), (B, column)],
            (f32, square),
            0.0,
        ),
        case(
            "add a row bf16",
            add,
            &[(P, oblong), (Q, row_half)],
            (bf16, oblong),
            0.0,
        ),
        case(
            "cast f32 to bf16",
            Work::Cast,
            &[(A, flat)],
            (bf16, flat),
            0.0,
        ),
        case(
            "cast bf16 to f32",
            Work::Cast,
            &[(P, flat)],
            (f32, flat),
            0.0,
        ),
        case(
            "cast f32 to e4m3",
            Work::Cast,
            &[(A, flat)],
            (DType::F8E4M3, flat),
            0.0,
        ),
        case(
            "row sum f32",
            Work::Sum(1),
            &[(A, square)],
            (f32, compact(&[side])?),
            1e-4,
        ),
        case(
            "row sum bf16",
            Work::Sum(1),
            &[(P, oblong)],
            (bf16, compact(&[2 * side])?),
            0.02,
        ),
        case(
            "column sum f32",
            Work::Sum(0),
            &[(A, square)],
            (f32, compact(&[side])?),
            1e-4,
        ),
        case(
            "softmax f32",
            Work::Softmax,
            &[(A, square)],
            (f32, square),
            1e-5,
        ),
        case(
            "softmax bf16",
            Work::Softmax,
            &[(P, oblong)],
            (bf16, oblong),
            0.02,
        ),
        case(
            "softmax f32, short rows",
            Work::Softmax,
            &[(A, rows)],
            (f32, rows),
            1e-5,
        ),
        case(
            "layer norm bf16",
            Work::LayerNorm,
            &[(P, oblong)],
            (bf16, oblong),
            0.02,
        ),
    ])
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
        assert_eq!(bytes("add a row f32"), 2 * whole + 4096);
        assert_eq!(bytes("cast f32 to e4m3"), whole + whole / 4);
    }
}
