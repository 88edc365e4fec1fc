//! [`Shape`] and [`Size`]: what products and attention are timed on; [`Case`]: one line of a suite.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use azulejo::attention::Problem;
use azulejo::tensor::{DType, ElementError};

use crate::cli::failure::Failure;
use crate::cli::text;

/// M, N and K.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub m: usize,
    pub n: usize,
    pub k: usize,
}

/// Sequences, tokens of each, heads and head dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub [usize; 4]);

/// An element type and a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    pub dtype: DType,
    pub shape: Shape,
}

/// Numbers with `x` between them; empty where one is none.
pub fn numbers<T: FromStr>(text: &str) -> Vec<T> {
    let numbers = text.split('x').map(|number| number.parse().ok());
    numbers.collect::<Option<_>>().unwrap_or_default()
}

/// Rejects extents of arrays without elements, or with more than memory holds.
fn fit(arrays: &[&[usize]]) -> Result<(), String> {
    let fits = |extents: &&[usize]| {
        let mut extents = extents.iter();
        let all = extents.try_fold(1usize, |all, x| all.checked_mul(*x));
        all.is_some_and(|all| (1..1 << 34).contains(&all))
    };
    let fit = arrays.iter().all(fits).then_some(());
    fit.ok_or_else(|| "extents run from 1 to what memory holds".into())
}

/// Rejects what the argument `name` asks for where its arrays take more bytes than can be had.
fn held(name: &str, asked: &dyn fmt::Display, bytes: usize) -> Result<(), Failure> {
    match Vec::<u8>::new().try_reserve_exact(bytes) {
        Ok(()) => Ok(()),
        Err(_) => Err(Failure::argument(
            name,
            format!(
                "{asked} takes {bytes} bytes, more memory than can be had; take smaller extents"
            ),
        )),
    }
}

impl Shape {
    /// Two for each multiplication and addition.
    pub fn flops(self) -> f64 {
        2.0 * self.m as f64 * self.n as f64 * self.k as f64
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (m, n, k) = match numbers(text)[..] {
            [n] => (n, n, n),
            [m, n, k] => (m, n, k),
            _ => return Err("write MxNxK, or one number for a cube".into()),
        };
        fit(&[&[m, k], &[k, n], &[m, n]])?;
        Ok(Shape { m, n, k })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}x{}", self.m, self.n, self.k))
    }
}

impl Case {
    /// Rejects operands and results that do not fit memory.
    pub fn held(&self, name: &str) -> Result<(), Failure> {
        let Shape { m, n, k } = self.shape;
        let operands = (m * k + k * n).saturating_mul(self.dtype.bytes());
        // Ours and that of a baseline.
        let results = (m * n).saturating_mul(2 * DType::F32.bytes().max(self.dtype.bytes()));
        held(name, &self.shape, operands.saturating_add(results))
    }
}

impl Size {
    /// Rejects tensors and scores that do not fit memory.
    pub fn held(&self, name: &str, dtype: DType) -> Result<(), Failure> {
        let [batch, tokens, heads, dim] = self.0;
        let tensor = batch * tokens * heads * dim;
        let tensors = tensor.saturating_mul(4 * dtype.bytes() + DType::F32.bytes());
        let scores = (tokens * tokens).saturating_mul(dtype.bytes() + DType::F32.bytes());
        held(name, self, tensors.saturating_add(scores))
    }

    /// The extents of self-attention.
    pub fn problem(self) -> Problem {
        let [batch, tokens, heads, dim] = self.0;
        Problem {
            batch,
            queries: tokens,
            keys: tokens,
            heads,
            kv_heads: heads,
            head_dim: dim,
            value_dim: dim,
        }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [batch, tokens, heads, dim] = numbers(text)[..] else {
            return Err("write BxSxHxD: sequences, tokens, heads, head dimension".into());
        };
        fit(&[&[batch, tokens, heads, dim], &[tokens, tokens]])?;
        Ok(Size([batch, tokens, heads, dim]))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [batch, tokens, heads, dim] = self.0;
        f.pad(&format!("{batch}x{tokens}x{heads}x{dim}"))
    }
}

/// The products that are timed where none is given: small, middling, odd and flat.
pub fn usual_shapes() -> Vec<Shape> {
    let cube = |n| [n; 3];
    [
        cube(64),
        cube(256),
        cube(1000),
        cube(2048),
        [64, 2048, 2048],
    ]
    .map(|[m, n, k]| Shape { m, n, k })
    .to_vec()
}

/// The sizes of attention that are timed where none is given.
pub fn usual_sizes() -> Vec<Size> {
    [(512, 64), (2048, 64), (2048, 128), (1024, 256)]
        .map(|(tokens, dim)| Size([1, tokens, 2, dim]))
        .to_vec()
}

/// Reads a suite.
pub fn suite(path: &Path) -> Result<Vec<Case>, Failure> {
    let fail = |what: String| Failure::argument("--suite", format!("{}: {what}", path.display()));
    let text = text::read(path).map_err(|error| fail(error.to_string()))?;
    let mut cases = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let fail = |what: String| fail(format!("line {}: {what}", number + 1));
        let Some((dtype, shape)) = line.split_once(char::is_whitespace) else {
            return Err(fail(format!("`{line}` is not of the form DTYPE MxNxK")));
        };
        let dtype = dtype.parse();
        let dtype = dtype.map_err(|error: ElementError| fail(error.to_string()))?;
        let shape = shape.trim().parse().map_err(fail)?;
        cases.push(Case { dtype, shape });
    }
    if cases.is_empty() {
        return Err(fail("holds no case".into()));
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_memory_does_not_hold_is_rejected_before_it_is_filled() {
        assert!(held("--shape", &"1x1x1", 1 << 20).is_ok());
        let told = held("--shape", &"9x9x9", isize::MAX as usize).unwrap_err();
        let told = told.to_string();
        assert!(
            told.starts_with("--shape: 9x9x9 takes 9223372036854775807 bytes")
                && told.contains("smaller extents"),
            "{told}"
        );
        // The largest products and sequences that are read have a size.
        let case: Shape = "131071".parse().unwrap();
        let case = Case {
            dtype: DType::F64,
            shape: case,
        };
        let size: Size = "1x131071x1x131071".parse().unwrap();
        let _ = (case.held("--shape"), size.held("--size", DType::F32));
    }
}
