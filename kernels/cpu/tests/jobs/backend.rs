//! What the jobs are made of: a backend, pieces of memory, small arrays and comparisons.

use azulejo_cpu::{AnyArray, Array, Op, Reduction, Stored, Strided};
use azulejo_tensor::{DType, Element, RoundingMode, with_dtype};
use serde_json::Value;

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;
/// What a job returns.
pub type End = Result<(), Failure>;

/// Elements from an offset on, through a layout.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    /// The memory.
    pub data: &'a AnyArray,
    /// Where the first element lies.
    pub offset: usize,
    /// Extents and strides.
    pub layout: Strided,
}

/// Elements to write, from an offset on, through a layout.
pub struct Place<'a> {
    /// The memory.
    pub data: &'a mut AnyArray,
    /// Where the first element lies.
    pub offset: usize,
    /// Extents and strides.
    pub layout: Strided,
}

/// The operations that the jobs are made of.
pub trait Backend {
    /// `out = op(inputs)`, broadcast and promoted.
    fn map(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End;
    /// `out = op(out, other)`.
    fn update(&mut self, op: Op, out: Place<'_>, other: Piece<'_>) -> End;
    /// Conversion under a rounding mode, or the usual one.
    fn cast(&mut self, from: Piece<'_>, out: Place<'_>, mode: Option<RoundingMode>) -> End;
    /// Copy, broadcast.
    fn copy(&mut self, from: Piece<'_>, out: Place<'_>) -> End;
    /// One value, by its bits.
    fn fill(&mut self, out: Place<'_>, bits: u64) -> End;
    /// Elements combined along axes.
    fn reduce(
        &mut self,
        op: Reduction,
        from: Piece<'_>,
        axes: &[usize],
    ) -> Result<AnyArray, Failure>;
    /// As [`Backend::map`] with the first input handed over by another library.
    fn imported(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        self.map(op, inputs, out)
    }
}

/// The expected values of a job.
pub fn expected(job: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../data/jobs.json")).expect("valid JSON");
    all[job].clone()
}

pub fn list(of: &Value) -> Vec<f64> {
    of.as_array()
        .map(|all| all.iter().filter_map(Value::as_f64).collect())
        .unwrap_or_default()
}

pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> End {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: {found:?}, not {expected:?}").into())
    }
}

pub fn number(what: &str, found: f64, expected: &Value) -> End {
    same(what, Some(found), expected.as_f64())
}

pub fn near(what: &str, found: f64, expected: &Value, relative: f64) -> End {
    let expected = expected.as_f64().ok_or("no expected value")?;
    if (found - expected).abs() <= relative * expected.abs() {
        Ok(())
    } else {
        Err(format!("{what}: {found}, not {expected}").into())
    }
}

pub fn array<T: Stored>(elements: impl IntoIterator<Item = T>, extents: &[usize]) -> AnyArray {
    let elements = elements.into_iter().collect();
    Array::from_vec(elements, extents)
        .expect("elements for the shape")
        .into()
}

pub fn scalar(value: f32) -> AnyArray {
    array([value], &[])
}

pub fn count(n: usize, extents: &[usize]) -> AnyArray {
    array((0..n).map(|i| i as f32), extents)
}

pub fn blank(dtype: DType, extents: &[usize]) -> AnyArray {
    AnyArray::zeros(dtype, extents).expect("a small array")
}

/// The values of an array's elements.
pub fn values(of: &AnyArray) -> Vec<f64> {
    with_dtype!(of.dtype(), T => T::peek(of).map_or(&[][..], Array::data).iter().map(|x| x.to_f64()).collect())
}

/// The bits of an array's elements.
pub fn bits(of: &AnyArray) -> Vec<u64> {
    with_dtype!(of.dtype(), T => T::peek(of).map_or(&[][..], Array::data).iter().map(|x| x.to_raw()).collect())
}

pub fn sum(of: &AnyArray) -> f64 {
    values(of).iter().sum()
}

pub fn all(data: &AnyArray) -> Piece<'_> {
    let layout = Strided::row_major(data.extents()).expect("the array's own shape");
    piece(data, 0, layout)
}

pub fn piece(data: &AnyArray, offset: usize, layout: Strided) -> Piece<'_> {
    Piece {
        data,
        offset,
        layout,
    }
}

pub fn into(data: &mut AnyArray) -> Place<'_> {
    let layout = Strided::row_major(data.extents()).expect("the array's own shape");
    place(data, 0, layout)
}

pub fn place(data: &mut AnyArray, offset: usize, layout: Strided) -> Place<'_> {
    Place {
        data,
        offset,
        layout,
    }
}

pub fn lay(extents: &[usize], strides: &[usize]) -> Strided {
    Strided::new(extents, strides).expect("a layout of this file")
}

/// `op` of two arrays, into a new one of the first's shape.
pub fn binary(
    b: &mut dyn Backend,
    op: Op,
    x: &AnyArray,
    y: &AnyArray,
    to: DType,
) -> Result<AnyArray, Failure> {
    let mut out = blank(to, x.extents());
    b.map(op, &[all(x), all(y)], into(&mut out))?;
    Ok(out)
}

pub fn cast(
    b: &mut dyn Backend,
    x: &AnyArray,
    to: DType,
    mode: Option<RoundingMode>,
) -> Result<AnyArray, Failure> {
    let mut out = blank(to, x.extents());
    b.cast(all(x), into(&mut out), mode)?;
    Ok(out)
}

pub const F32: DType = DType::F32;

/// Calls `f` with the offset and extents of each tile of a matrix, cut at its edges, and the tile's index.
pub fn tiles(
    (m, n): (usize, usize),
    (tm, tn): (usize, usize),
    mut f: impl FnMut((usize, usize), (usize, usize), (usize, usize)) -> End,
) -> End {
    for i in 0..m.div_ceil(tm) {
        for j in 0..n.div_ceil(tn) {
            let (row, column) = (i * tm, j * tn);
            f((i, j), (row, column), (tm.min(m - row), tn.min(n - column)))?;
        }
    }
    Ok(())
}
