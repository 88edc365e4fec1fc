//! [`Scores`]: what is done to the scores, and the families that compute them.

use azulejo_attention::gpu::Family;
use azulejo_attention::{Mask, Options};

use crate::prelude::*;

/// The families of kernels that the GPU has.
pub fn families(stream: &Stream) -> &'static [Family] {
    match stream.device().variant() {
        Variant::Sm80 => &[Family::Sm80],
        Variant::Sm90a => &[Family::Sm80, Family::Hopper],
    }
}

/// What is done to the scores.
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    /// The mask.
    pub mask: Mask,
    /// The soft cap.
    pub softcap: Option<f32>,
    /// `true` if there are ALiBi slopes.
    pub alibi: bool,
    /// The scale.
    pub scale: Option<f32>,
}

const fn scores(mask: Mask, softcap: Option<f32>, alibi: bool, scale: Option<f32>) -> Scores {
    Scores {
        mask,
        softcap,
        alibi,
        scale,
    }
}

const fn window(left: Option<usize>, right: Option<usize>) -> Mask {
    Mask::Window { left, right }
}

/// Every mask, and every change of the scores.
pub const SCORES: [Scores; 9] = [
    scores(Mask::Full, None, false, None),
    scores(Mask::Causal, None, false, None),
    scores(window(Some(3), Some(0)), None, false, None),
    scores(window(Some(70), Some(9)), None, false, None),
    scores(window(None, Some(20)), None, false, None),
    scores(Mask::Causal, Some(2.0), false, None),
    scores(Mask::Full, None, true, None),
    scores(window(Some(30), None), Some(5.0), true, None),
    scores(Mask::Full, None, false, Some(-0.2)),
];

impl Scores {
    /// A slope for each head.
    pub fn slopes(&self, heads: usize) -> Option<Vec<f32>> {
        let slope = |head: usize| 0.25 / (1.0 + head as f32);
        self.alibi.then(|| (0..heads).map(slope).collect())
    }

    /// The options with these slopes.
    pub fn options<'a>(&self, slopes: Option<&'a [f32]>) -> Options<'a> {
        Options {
            scale: self.scale,
            mask: self.mask,
            softcap: self.softcap,
            alibi: slopes,
        }
    }
}
