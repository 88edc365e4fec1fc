//! [`Options`]: what is done to the scores.

use crate::{AttentionError, Mask};

/// What is done to the scores between the two products.
///
/// ```
/// use azulejo_attention::{Mask, Options};
/// let options = Options { mask: Mask::Causal, softcap: Some(30.0), ..Options::default() };
/// assert_eq!(options.scale_for(64), 0.125);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Options<'a> {
    /// Factor of `q·k`; `None` for `1 / sqrt(head_dim)`.
    pub scale: Option<f32>,
    /// Which keys a query sees.
    pub mask: Mask,
    /// `Some(c)` replaces a score `s` by `c tanh(s / c)`. On a GPU the result is off by up to `2^-22 c`: leave out a cap that
    /// is far above all scores.
    pub softcap: Option<f32>,
    /// ALiBi: one slope per query head; a score loses the slope times the distance from the diagonal.
    pub alibi: Option<&'a [f32]>,
}

impl Options<'_> {
    /// The factor of `q·k` for this head dimension.
    pub fn scale_for(&self, head_dim: usize) -> f32 {
        self.scale
            .unwrap_or_else(|| (1.0 / (head_dim as f64).sqrt()) as f32)
    }

    /// Checks every option for a number of query heads.
    ///
    /// # Errors
    /// [`AttentionError::Scale`], [`AttentionError::Softcap`], [`AttentionError::AlibiLength`],
    /// [`AttentionError::AlibiSlope`].
    pub fn check(&self, heads: usize) -> Result<(), AttentionError> {
        if let Some(scale) = self.scale.filter(|scale| !scale.is_finite()) {
            return Err(AttentionError::Scale { scale });
        }
        if let Some(softcap) = self.softcap
            && !(softcap.is_finite() && softcap > 0.0)
        {
            return Err(AttentionError::Softcap { softcap });
        }
        let slopes = self.alibi.unwrap_or_default();
        if self.alibi.is_some() && slopes.len() != heads {
            return Err(AttentionError::AlibiLength {
                len: slopes.len(),
                heads,
            });
        }
        match slopes.iter().position(|slope| !slope.is_finite()) {
            Some(head) => Err(AttentionError::AlibiSlope {
                head,
                slope: slopes[head],
            }),
            None => Ok(()),
        }
    }
}
