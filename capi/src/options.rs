//! [`AzulejoEpilogue`] and [`AzulejoAttentionOptions`]: what is done besides the products.

use azulejo_attention::gpu::Family;
use azulejo_attention::{CuSeqlens, Mask, Options};
use azulejo_gemm::Activation;

use crate::status::Failure;
use crate::tensor::{AzulejoTensor, optional, values};

/// `D = activation(alpha A B + beta C + bias)`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AzulejoEpilogue {
    /// Factor of the product.
    pub alpha: f64,
    /// Factor of C; 0: C is not read.
    pub beta: f64,
    /// C, in D's shape and type; null for D itself.
    pub c: *const AzulejoTensor,
    /// A vector that is added; null for none.
    pub bias: *const AzulejoTensor,
    /// 0: one bias value per column of D; 1: one per row.
    pub bias_per_row: i32,
    /// The function applied last.
    pub activation: i32,
}

impl AzulejoEpilogue {
    /// The epilogue of `D = A B`.
    pub const PLAIN: Self = Self {
        alpha: 1.0,
        beta: 0.0,
        c: std::ptr::null(),
        bias: std::ptr::null(),
        bias_per_row: 0,
        activation: 0,
    };

    /// The epilogue that C passes; null for [`AzulejoEpilogue::PLAIN`].
    ///
    /// # Safety
    /// A pointer that is neither null nor misaligned is of an epilogue.
    pub(crate) unsafe fn read(epilogue: *const Self) -> Result<Self, Failure> {
        // SAFETY: `epilogue`, unless null or misaligned, is of a readable epilogue, by this function's contract.
        let epilogue = unsafe { optional("epilogue", epilogue) }?.copied();
        let epilogue = epilogue.unwrap_or(Self::PLAIN);
        if !matches!(epilogue.bias_per_row, 0 | 1) {
            let given = epilogue.bias_per_row;
            let why = format!("{given} is neither 0 nor 1; pass 0 for a value per column");
            return Err(Failure::argument("epilogue.bias_per_row", why));
        }
        Ok(epilogue)
    }

    /// The function applied last.
    pub(crate) fn activation(&self) -> Result<Activation, Failure> {
        match self.activation {
            0 => Ok(Activation::None),
            1 => Ok(Activation::Relu),
            2 => Ok(Activation::Gelu),
            3 => Ok(Activation::Silu),
            other => Err(Failure::argument(
                "epilogue.activation",
                format!("{other} is none of azulejo_activation; pass 0 to 3"),
            )),
        }
    }
}

/// What is done to the scores, and how sequences are packed; all zeros are the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AzulejoAttentionOptions {
    /// Factor of the scores; 0 for `1 / sqrt(head_dim)`.
    pub scale: f32,
    /// `c tanh(s / c)` replaces each score; 0 for none.
    pub softcap: f32,
    /// 0: all keys; 1: causal; 2: a window.
    pub mask: i32,
    /// Keys before the diagonal that a window shows; -1 for all.
    pub window_left: i64,
    /// Keys after the diagonal that a window shows; -1 for all.
    pub window_right: i64,
    /// ALiBi slopes in host memory, one per query head; null for none.
    pub alibi: *const f32,
    /// How many slopes.
    pub alibi_count: i64,
    /// Where packed sequences of Q start, in host memory, and the total; null for tensors with a batch mode.
    pub cu_seqlens_q: *const i32,
    /// The same of K.
    pub cu_seqlens_k: *const i32,
    /// How many packed sequences: one less than entries.
    pub sequences: i64,
    /// Kernels in device memory, without packed sequences. 0: the GPU's; 1: by `wgmma`; 2: by `mma.sync`.
    pub family: i32,
}

impl AzulejoAttentionOptions {
    /// Every key, no bias, a batch mode.
    pub const DEFAULT: Self = Self {
        scale: 0.0,
        softcap: 0.0,
        mask: 0,
        window_left: 0,
        window_right: 0,
        alibi: std::ptr::null(),
        alibi_count: 0,
        cu_seqlens_q: std::ptr::null(),
        cu_seqlens_k: std::ptr::null(),
        sequences: 0,
        family: 0,
    };

    /// As [`read`](Self::read), without packed sequences and a family.
    ///
    /// # Safety
    /// As [`read`](Self::read).
    pub(crate) unsafe fn read_dense<'a>(options: *const Self) -> Result<Options<'a>, Failure> {
        // SAFETY: `options`, unless null or misaligned, is of readable options, by this function's contract.
        if unsafe { Self::family(options) }?.is_some() {
            let why = "a cache is read by the kernels of the GPU; pass 0";
            return Err(Failure::argument("options.family", why));
        }
        // SAFETY: pointers that are neither null nor misaligned are of options with as many values as they say, by this function's contract.
        match unsafe { Self::read(options) }? {
            (options, None) => Ok(options),
            (_, Some(_)) => {
                let why = "a cache has a batch mode; pass null";
                Err(Failure::argument("options.cu_seqlens_q", why))
            }
        }
    }

    /// The options that C passes; null for [`AzulejoAttentionOptions::DEFAULT`].
    ///
    /// # Safety
    /// Pointers that are neither null nor misaligned are of options, and in them of as many values as they say.
    pub(crate) unsafe fn read<'a>(
        options: *const Self,
    ) -> Result<(Options<'a>, Option<CuSeqlens<'a>>), Failure> {
        // SAFETY: `options`, unless null or misaligned, is of readable options, by this function's contract.
        let given = unsafe { optional("options", options) }?.copied();
        let given = given.unwrap_or(Self::DEFAULT);
        let count = |name, count: i64, what: &str| {
            let why = || Failure::argument(name, format!("{count} is below 0; pass {what}"));
            usize::try_from(count).map_err(|_| why())
        };
        let side = |name, keys: i64| match keys {
            -1 => Ok(None),
            keys => count(name, keys, "keys of this side, or -1 for all").map(Some),
        };
        if !given.scale.is_finite() {
            let why = format!(
                "{}; pass a finite factor, or 0 for 1 / sqrt(head_dim)",
                given.scale
            );
            return Err(Failure::argument("options.scale", why));
        }
        if !(given.softcap.is_finite() && given.softcap >= 0.0) {
            let why = format!(
                "{}; pass a positive finite number, or 0 for no cap",
                given.softcap
            );
            return Err(Failure::argument("options.softcap", why));
        }
        let mask = match given.mask {
            0 => Mask::Full,
            1 => Mask::Causal,
            2 => Mask::Window {
                left: side("options.window_left", given.window_left)?,
                right: side("options.window_right", given.window_right)?,
            },
            other => {
                let why = format!("{other} is none of azulejo_mask; pass 0, 1 or 2");
                return Err(Failure::argument("options.mask", why));
            }
        };
        let alibi = match given.alibi.is_null() {
            true => None,
            false => {
                let slopes = count(
                    "options.alibi_count",
                    given.alibi_count,
                    "how many there are",
                )?;
                // SAFETY: `given.alibi`, not null, is of `alibi_count` slopes unless it is misaligned, by this function's contract.
                Some(unsafe { values("options.alibi", given.alibi, slopes) }?)
            }
        };
        let packed = [given.cu_seqlens_q, given.cu_seqlens_k];
        let cu_seqlens = match packed.iter().any(|starts| !starts.is_null()) {
            false => None,
            true => {
                let sequences = count("options.sequences", given.sequences, "how many there are")?;
                let entries = sequences.saturating_add(1);
                let [q, k] = packed;
                Some(CuSeqlens {
                    // SAFETY: `q`, unless null or misaligned, is of `sequences + 1` starts, by this function's contract.
                    q: unsafe { values("options.cu_seqlens_q", q, entries) }?,
                    // SAFETY: `k`, unless null or misaligned, is of `sequences + 1` starts, by this function's contract.
                    k: unsafe { values("options.cu_seqlens_k", k, entries) }?,
                })
            }
        };
        let options = Options {
            scale: (given.scale != 0.0).then_some(given.scale),
            mask,
            softcap: (given.softcap != 0.0).then_some(given.softcap),
            alibi,
        };
        Ok((options, cu_seqlens))
    }

    /// The kernels that C asks for; `None` for those of the GPU.
    ///
    /// # Safety
    /// A pointer that is neither null nor misaligned is of options.
    pub(crate) unsafe fn family(options: *const Self) -> Result<Option<Family>, Failure> {
        // SAFETY: `options`, unless null or misaligned, is of readable options, by this function's contract.
        let given = unsafe { optional("options", options) }?.copied();
        let given = given.unwrap_or(Self::DEFAULT);
        let wrong = |why| Err(Failure::argument("options.family", why));
        let family = match given.family {
            0 => return Ok(None),
            1 => Family::Hopper,
            2 => Family::Sm80,
            other => return wrong(format!("{other} is none of azulejo_family; pass 0, 1 or 2")),
        };
        match given.cu_seqlens_q.is_null() && given.cu_seqlens_k.is_null() {
            true => Ok(Some(family)),
            false => wrong("packed sequences run on the kernels of the GPU; pass 0".into()),
        }
    }
}
