//! [`Size`]: a size of attention.

use std::fmt;
use std::str::FromStr;

use azulejo::attention::Problem;

/// Sequences, tokens of each, heads and head dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    batch: usize,
    tokens: usize,
    heads: usize,
    dim: usize,
}

impl Size {
    /// The extents of self-attention.
    pub fn problem(self) -> Problem {
        Problem {
            batch: self.batch,
            queries: self.tokens,
            keys: self.tokens,
            heads: self.heads,
            kv_heads: self.heads,
            head_dim: self.dim,
            value_dim: self.dim,
        }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> =
            text.split('x').map(|number| number.parse().ok()).collect();
        let Some(&[batch, tokens, heads, dim]) = numbers.as_deref() else {
            return Err("write BxSxHxD: sequences, tokens, heads, head dimension".into());
        };
        let fits = |extents: &[usize]| {
            let all = extents
                .iter()
                .try_fold(1usize, |all, x| all.checked_mul(*x));
            all.is_some_and(|all| (1..1 << 34).contains(&all))
        };
        if !fits(&[batch, tokens, heads, dim]) || !fits(&[tokens, tokens]) {
            return Err("extents run from 1 to what memory holds".into());
        }
        Ok(Size {
            batch,
            tokens,
            heads,
            dim,
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size {
            batch,
            tokens,
            heads,
            dim,
        } = self;
        f.pad(&format!("{batch}x{tokens}x{heads}x{dim}"))
    }
}

/// The sizes that are timed where none is given.
pub fn usual() -> Vec<Size> {
    [(512, 64), (2048, 64), (2048, 128), (1024, 256)]
        .map(|(tokens, dim)| Size {
            batch: 1,
            tokens,
            heads: 2,
            dim,
        })
        .to_vec()
}
