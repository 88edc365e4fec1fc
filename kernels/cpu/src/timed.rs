//! The kernels that `azulejo bench memory` times on the CPU: instances that this package compiles, as it does those of arrays of a type
//! known at run time, whatever the program around them is compiled for.

use std::cell::RefCell;

use azulejo_tensor::bf16;

use super::{Array, ArrayError, Strided, View, ViewMut, copy, map, softmax, zeros};

/// A kernel's name, the bytes that it has to move for each element, and itself.
pub type Timed<'a> = (
    &'static str,
    usize,
    Box<dyn Fn() -> Result<(), ArrayError> + 'a>,
);

/// The kernels on squares of `rows` rows.
///
/// # Errors
/// Those of layouts that do not fit the slices.
pub fn timed<'a>(
    rows: usize,
    input: &'a [f32],
    output: &'a RefCell<Vec<f32>>,
    half: &'a RefCell<Vec<bf16>>,
) -> Result<[Timed<'a>; 7], ArrayError> {
    let square = Strided::row_major(&[rows, rows])?;
    let x = View::new(input, square)?;
    let row = View::from_slice(&input[..rows]);
    let into = move |f: &dyn Fn(&mut ViewMut<'_, f32>) -> Result<(), ArrayError>| {
        ViewMut::new(&mut output.borrow_mut(), square).and_then(|mut out| f(&mut out))
    };
    let narrow = move || {
        let mut half = half.borrow_mut();
        let mut out = ViewMut::new(&mut half, square)?;
        map((x,), &mut out, |(x,)| bf16::from_f32(x))
    };
    let transposed = x.permute(&[1, 0])?;
    let lines = View::new(input, Strided::row_major(&[rows * rows / 128, 128])?)?;
    let zero = move || {
        into(&|out| {
            zeros(out);
            Ok(())
        })
    };
    let copied = move || into(&|out| copy(x, out));
    let affine = move || into(&|out| map((x,), out, |(x,)| 2.0 * x + 1.0));
    let added = move || into(&|out| map((x, row), out, |(x, row)| x + row));
    let transpose = move || into(&|out| copy(transposed, out));
    Ok([
        ("zeros f32", 4, Box::new(zero)),
        ("copy f32", 8, Box::new(copied)),
        ("map 2x + 1 f32", 8, Box::new(affine)),
        ("add a row f32", 8, Box::new(added)),
        ("cast f32 to bf16", 6, Box::new(narrow)),
        ("transpose f32", 8, Box::new(transpose)),
        (
            "softmax f32, rows of 128",
            8,
            Box::new(move || softmax(lines).map(drop::<Array<f32>>)),
        ),
    ])
}
