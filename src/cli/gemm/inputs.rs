//! The files of a product: matrices, C0 and bias, checked against each other.

use std::path::{Path, PathBuf};

use azulejo::cpu::{AnyArray, Array, Stored, Strided, broadcast_shapes};
use azulejo::tensor::{Category, DType, Element};

use super::args::Args;
use super::compute::Stack;
use crate::cli::conversion::{holds, lost};
use crate::cli::failure::Failure;
use crate::cli::npy::{Npy, read};

/// An input: the array of a file, and how its matrices lie in it.
pub struct Matrices {
    /// The argument that it came as.
    pub name: &'static str,
    /// The file that it came from.
    pub path: PathBuf,
    pub array: AnyArray,
    /// The type that its elements have as given: that of the file, tfloat32 where the flag rounds them to it.
    pub dtype: DType,
    pub layout: Stack,
    /// The order, in words.
    pub note: &'static str,
}

impl Matrices {
    /// Reads the file of the argument `name`.
    pub fn read(name: &'static str, path: &Path, transposed: bool) -> Result<Self, Failure> {
        let npy = read(name, path)?;
        let shape = npy.shape();
        let [batch @ .., rows, columns] = shape.as_slice() else {
            return Err(Failure::argument(
                name,
                format!(
                    "{} has shape {shape:?}; a matrix has two axes",
                    path.display()
                ),
            ));
        };
        let (batch, rows, columns) = (batch.to_vec(), *rows, *columns);
        // A batch in Fortran order would mix its matrices; its axes are put in C order first.
        let fortran = npy.fortran && batch.is_empty();
        let array = if fortran {
            npy.array
        } else {
            npy.into_row_major()
                .map_err(|error| Failure::argument(name, error))?
        };
        let (shape, strides) = match (fortran, transposed) {
            (false, false) => ((rows, columns), (columns, 1)),
            (false, true) => ((columns, rows), (1, columns)),
            (true, false) => ((rows, columns), (1, rows)),
            (true, true) => ((columns, rows), (rows, 1)),
        };
        let note = match (fortran, transposed) {
            (false, false) => "row-major",
            (true, false) => "column-major",
            (false, true) => "row-major, transposed",
            (true, true) => "column-major, transposed",
        };
        let each = rows.saturating_mul(columns);
        // Matrices without elements may be more than there are numbers.
        let compact = Strided::row_major(&batch).map_err(|_| {
            let what = format!(
                "{} has a batch of {batch:?} matrices, more than can be counted; give fewer",
                path.display()
            );
            Failure::argument(name, what)
        })?;
        let distances: Vec<usize> = compact
            .strides()
            .iter()
            .map(|stride| stride.saturating_mul(each))
            .collect();
        let batch =
            Strided::new(&batch, &distances).map_err(|error| Failure::argument(name, error))?;
        Ok(Self {
            name,
            path: path.to_path_buf(),
            dtype: array.dtype(),
            array,
            layout: Stack {
                shape,
                strides,
                batch,
            },
            note,
        })
    }

    /// Converts the elements for a product with others, where nothing is lost.
    pub fn widen(&mut self, dtype: DType) -> Result<(), Failure> {
        let from = self.array.dtype();
        if !holds(dtype, from) {
            return Err(Failure::argument(self.name, lost(&self.path, from, dtype)));
        }
        self.cast(dtype)
    }

    /// Converts the elements.
    pub fn cast(&mut self, dtype: DType) -> Result<(), Failure> {
        if self.array.dtype() != dtype {
            self.array = self
                .array
                .cast(dtype, None, None)
                .map_err(|error| Failure::argument(self.name, error))?;
        }
        Ok(())
    }

    /// The elements as `T`.
    pub fn data<T: Stored>(&self) -> Result<&[T], Failure> {
        typed(self.name, &self.array)
    }
}

/// The elements of an array that is known to hold `T`.
pub fn typed<'a, T: Stored>(name: &str, array: &'a AnyArray) -> Result<&'a [T], Failure> {
    T::peek(array)
        .map(Array::data)
        .ok_or_else(|| Failure::argument(name, format!("is not an array of {}", T::DTYPE)))
}

/// What surrounds the product: the shape of the result, and what is added to it.
pub struct Setup {
    /// The shape of the result, batch axes first.
    pub shape: Vec<usize>,
    /// A and B with their batch axes broadcast.
    pub a: Stack,
    pub b: Stack,
    pub bias: Option<AnyArray>,
    pub c0: Option<AnyArray>,
    pub beta: f64,
    /// Number of matrices; none where the result is empty, however many there would be.
    pub batches: usize,
}

impl Setup {
    /// Checks the shapes and reads bias and C0 as `dtype`.
    pub fn new(args: &Args, a: &Matrices, b: &Matrices, dtype: DType) -> Result<Self, Failure> {
        let ((m, k), (rows, n)) = (a.layout.shape, b.layout.shape);
        if k != rows {
            return Err(Failure::argument(
                "B",
                format!(
                    "has {rows} rows, but A has {k} columns: A is {m} x {k}, B is {rows} x {n}, transposes applied; transpose one by \
                     --transpose-a or --transpose-b, or give matching files"
                ),
            ));
        }
        let reject = |error| Failure::argument("B", error);
        let batch =
            broadcast_shapes(a.layout.batch.extents(), b.layout.batch.extents()).map_err(reject)?;
        let shape: Vec<usize> = batch.iter().copied().chain([m, n]).collect();
        let whole = Strided::row_major(&shape).map_err(|error| {
            Failure::argument("A and B", format!("the result is too large: {error}"))
        })?;
        let c0 = args
            .c
            .as_deref()
            .map(|path| start(path, &shape, dtype))
            .transpose()?;
        let beta = args.beta.unwrap_or(if c0.is_some() { 1.0 } else { 0.0 });
        if c0.is_none() && beta != 0.0 {
            return Err(Failure::argument(
                "--beta",
                format!("{beta} multiplies C0, which is missing; give it with --c"),
            ));
        }
        let spread = |stack: &Stack| -> Result<Stack, Failure> {
            let batch = stack.batch.broadcast(&batch).map_err(reject)?;
            Ok(Stack {
                batch,
                ..stack.clone()
            })
        };
        Ok(Self {
            a: spread(&a.layout)?,
            b: spread(&b.layout)?,
            bias: args
                .bias
                .as_deref()
                .map(|path| bias(path, n, dtype))
                .transpose()?,
            // Beta 0 does not read C0.
            c0: c0.filter(|_| beta != 0.0),
            beta,
            batches: if whole.size() == 0 {
                0
            } else {
                batch.iter().product()
            },
            shape,
        })
    }
}

/// The bias as a row of `n` values of type `dtype`.
fn bias(path: &Path, n: usize, dtype: DType) -> Result<AnyArray, Failure> {
    let npy = read("--bias", path)?;
    if npy.shape() != [n] {
        return Err(Failure::argument(
            "--bias",
            format!(
                "{} has shape {:?}, expected [{n}], one value a column",
                path.display(),
                npy.shape()
            ),
        ));
    }
    widened("--bias", path, npy, dtype)
}

/// C0 in C order, as `dtype`.
fn start(path: &Path, shape: &[usize], dtype: DType) -> Result<AnyArray, Failure> {
    let npy = read("--c", path)?;
    if npy.shape() != shape {
        return Err(Failure::argument(
            "--c",
            format!(
                "{} has shape {:?}, the result has {shape:?}; give a file of that shape",
                path.display(),
                npy.shape()
            ),
        ));
    }
    widened("--c", path, npy, dtype)
}

/// The array as `dtype`, where cuTile's promotion allows it and nothing is lost.
fn widened(name: &str, path: &Path, npy: Npy, dtype: DType) -> Result<AnyArray, Failure> {
    let array = npy
        .into_row_major()
        .map_err(|error| Failure::argument(name, error))?;
    let from = array.dtype();
    let widens = from.casts_implicitly_to(dtype)
        || matches!(from, DType::F8E4M3 | DType::F8E5M2 | DType::TF32);
    if !(widens && holds(dtype, from)) {
        return Err(Failure::argument(name, lost(path, from, dtype)));
    }
    array
        .cast(dtype, None, None)
        .map_err(|error| Failure::argument(name, error))
}

/// A factor in the accumulator's type, which holds it: neither infinite nor 0 where it was not before.
///
/// An integer accumulator takes integers only.
pub fn factor<S: Element>(name: &str, value: f64) -> Result<S, Failure> {
    let factor = S::from_f64(value);
    let holds = match S::DTYPE.category() {
        Category::Float => {
            (factor.to_f64().is_finite() || !value.is_finite())
                && (factor.to_f64() != 0.0 || value == 0.0)
        }
        _ => factor.to_f64() == value,
    };
    if holds {
        return Ok(factor);
    }
    let why = format!(
        "{value:?} is no {0}, the type in which these inputs are accumulated; give a number that {0} holds",
        S::DTYPE
    );
    Err(Failure::argument(name, why))
}
