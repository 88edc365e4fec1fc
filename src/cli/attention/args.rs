//! The flags of `azulejo attention`.

use std::path::PathBuf;
use std::str::FromStr;

use azulejo::attention::Mask;

use crate::cli::conversion::number;
use crate::cli::device::Device;

/// O = softmax(scale Q K' + bias) V, from .npy files to a .npy file.
///
/// Arrays are (batch, sequence, heads, head_dim), or without the batch. With --heads, the last two
/// axes may be one. Element types: float32, bfloat16 and float16, the same for all three. Scores
/// and sums are float32; O is rounded once. As many heads of K and V as divide those of Q. Masks
/// are aligned to the last query and the last key; a query without keys gives 0.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The queries
    pub q: PathBuf,
    /// The keys
    pub k: PathBuf,
    /// The values
    pub v: PathBuf,
    /// Where O goes, in the shape of Q with the head dimension of V
    #[arg(short, long, value_name = "O.npy")]
    pub output: PathBuf,
    /// Where the log-sum-exp of the scores goes, float32, (batch, heads, sequence)
    #[arg(long, value_name = "L.npy")]
    pub lse: Option<PathBuf>,
    /// Hide the keys after each query
    #[arg(long, conflicts_with = "window")]
    pub causal: bool,
    /// Hide keys more than L before or R after each query; -1 hides none on that side
    #[arg(long, value_name = "L,R", allow_hyphen_values = true)]
    pub window: Option<Window>,
    /// Replace each score s by C tanh(s / C)
    #[arg(long, value_name = "C", allow_hyphen_values = true, value_parser = single)]
    pub softcap: Option<f32>,
    /// ALiBi: one slope per head of Q, times the distance of query and key, is subtracted from the scores
    #[arg(long, value_name = "SLOPES.npy")]
    pub alibi: Option<PathBuf>,
    /// Factor of the products [default: 1 / sqrt(head_dim)]
    #[arg(long, allow_hyphen_values = true, value_parser = single)]
    pub scale: Option<f32>,
    /// Heads of Q, and of K and V where they differ: for files whose last axis is heads times head_dim
    #[arg(long, value_name = "H[,HKV]", allow_negative_numbers = true)]
    pub heads: Option<Heads>,
    /// Where to compute: cpu or cuda:N
    #[arg(long, default_value_t = Device::Cpu)]
    pub device: Device,
}

impl Args {
    /// The mask that the flags ask for.
    pub fn mask(&self) -> Mask {
        match self.window {
            Some(Window { left, right }) => Mask::Window { left, right },
            None if self.causal => Mask::Causal,
            None => Mask::Full,
        }
    }
}

/// The value of `--window`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub left: Option<usize>,
    pub right: Option<usize>,
}

impl FromStr for Window {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| match text.trim() {
            "-1" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let sides = text.split_once(',');
        sides
            .and_then(|(left, right)| side(left).zip(side(right)))
            .map(|(left, right)| Window { left, right })
            .ok_or_else(|| "write L,R: two numbers of keys, -1 for all of a side".to_owned())
    }
}

/// A number that is neither infinite nor 0 as `f32` where it was not before.
fn single(text: &str) -> Result<f32, String> {
    let number = number(text)?;
    let single = number as f32;
    match single.is_infinite() == number.is_infinite() && (single == 0.0) == (number == 0.0) {
        true => Ok(single),
        false => Err("float32 does not hold it; take one of 1e-45 to 3.4e38".to_owned()),
    }
}

/// The value of `--heads`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    pub q: usize,
    pub kv: usize,
}

impl FromStr for Heads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (q, kv) = text.split_once(',').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse().ok().filter(|heads| *heads > 0);
        number(q)
            .zip(number(kv))
            .map(|(q, kv)| Heads { q, kv })
            .ok_or_else(|| "write H, or H,HKV: numbers of heads from 1 on".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_and_heads_are_read_or_rejected() {
        let window = |left, right| Ok(Window { left, right });
        assert_eq!("128,0".parse(), window(Some(128), Some(0)));
        assert_eq!("-1, 3".parse(), window(None, Some(3)));
        for wrong in ["", "3", "-2,0", "1,2,3", "a,b", "99999999999999999999,0"] {
            assert!(wrong.parse::<Window>().is_err(), "{wrong}");
        }
        assert_eq!("8".parse(), Ok(Heads { q: 8, kv: 8 }));
        assert_eq!("8,2".parse(), Ok(Heads { q: 8, kv: 2 }));
        for wrong in ["", "0", "8,0", "8,2,1", "-1"] {
            assert!(wrong.parse::<Heads>().is_err(), "{wrong}");
        }
    }
}
