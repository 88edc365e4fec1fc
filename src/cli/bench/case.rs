//! [`Case`]: one line of a suite.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use azulejo::tensor::DType;

use crate::cli::failure::Failure;

/// M, N and K.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub m: usize,
    pub n: usize,
    pub k: usize,
}

/// An element type and a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    pub dtype: DType,
    pub shape: Shape,
}

impl Shape {
    /// Two for each multiplication and addition.
    pub fn flops(self) -> f64 {
        2.0 * self.m as f64 * self.n as f64 * self.k as f64
    }

    /// Returns `true` if the three matrices can be allocated; their extents are then free of overflow.
    pub fn fits(self) -> bool {
        let area = |rows: usize, columns: usize| {
            rows.checked_mul(columns).is_some_and(|area| area < 1 << 34)
        };
        area(self.m, self.k) && area(self.k, self.n) && area(self.m, self.n)
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> =
            text.split('x').map(|number| number.parse().ok()).collect();
        let shape = match numbers.as_deref() {
            Some(&[n]) => Shape { m: n, n, k: n },
            Some(&[m, n, k]) => Shape { m, n, k },
            _ => return Err("write MxNxK, or one number for a cube".into()),
        };
        if shape.m * shape.n.min(1) * shape.k.min(1) == 0 || !shape.fits() {
            return Err("extents run from 1 to what memory holds".into());
        }
        Ok(shape)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}x{}", self.m, self.n, self.k))
    }
}

/// The sizes that are timed where none is given: small, middling, odd and flat.
pub fn usual() -> Vec<Shape> {
    let cube = |n| Shape { m: n, n, k: n };
    vec![
        cube(64),
        cube(256),
        cube(1000),
        cube(2048),
        Shape {
            m: 64,
            n: 2048,
            k: 2048,
        },
    ]
}

/// Reads a suite.
pub fn suite(path: &Path) -> Result<Vec<Case>, Failure> {
    let fail = |what: String| Failure::argument("--suite", format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
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
        let dtype = dtype
            .parse()
            .map_err(|error: azulejo::tensor::ElementError| fail(error.to_string()))?;
        let shape = shape.trim().parse().map_err(fail)?;
        cases.push(Case { dtype, shape });
    }
    if cases.is_empty() {
        return Err(fail("holds no case".into()));
    }
    Ok(cases)
}
