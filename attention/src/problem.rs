//! [`Problem`]: the extents of a call, checked.

use azulejo_cpu::Strided;

use crate::cpu::Sequence;
use crate::{AttentionError, CuSeqlens, Options};

/// The extents of attention over sequences of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Problem {
    /// Sequences.
    pub batch: usize,
    /// Queries of a sequence.
    pub queries: usize,
    /// Keys of a sequence.
    pub keys: usize,
    /// Heads of Q and O.
    pub heads: usize,
    /// Heads of K and V; they divide those of Q.
    pub kv_heads: usize,
    /// Elements of a query and of a key.
    pub head_dim: usize,
    /// Elements of a value.
    pub value_dim: usize,
}

/// The modes of a tensor of sequences of one length.
pub(crate) const BSHD: &str = "(batch, sequence, heads, head_dim)";
/// The modes of a tensor of packed sequences.
pub(crate) const THD: &str = "(total, heads, head_dim)";

impl Problem {
    /// The problem that layouts `(batch, sequence, heads, head_dim)` state.
    ///
    /// # Errors
    /// [`AttentionError::Rank`], [`AttentionError::Shape`], [`AttentionError::LastStride`],
    /// [`AttentionError::HeadDim`], [`AttentionError::Heads`] and those of [`Options::check`].
    ///
    /// ```
    /// use azulejo_attention::{Options, Problem};
    /// use azulejo_cpu::Strided;
    /// let q = Strided::row_major(&[2, 5, 8, 64])?;
    /// let kv = Strided::row_major(&[2, 9, 2, 64])?;
    /// let problem = Problem::new(&q, &kv, &kv, &Options::default())?;
    /// assert_eq!((problem.keys, problem.group()), (9, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        q: &Strided,
        k: &Strided,
        v: &Strided,
        options: &Options<'_>,
    ) -> Result<Self, AttentionError> {
        Self::of([q, k, v], false, options)
    }

    /// The problem that layouts `(total, heads, head_dim)` of packed sequences state, one sequence of all tokens.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn packed(
        q: &Strided,
        k: &Strided,
        v: &Strided,
        options: &Options<'_>,
    ) -> Result<Self, AttentionError> {
        Self::of([q, k, v], true, options)
    }

    /// The problem of Q, K, V and O, and the sequences that `cu_seqlens` cuts, if any.
    pub(crate) fn cut(
        [q, k, v, out]: [&Strided; 4],
        lse: Option<&Strided>,
        cu_seqlens: Option<CuSeqlens<'_>>,
        options: &Options<'_>,
    ) -> Result<(Self, Option<Vec<Sequence>>), AttentionError> {
        let is_packed = cu_seqlens.is_some();
        let problem = Self::of([q, k, v], is_packed, options)?;
        let cut = cu_seqlens.map(|starts| starts.sequences(problem.queries, problem.keys));
        let cut = cut.transpose()?.map(|cut| {
            let sequence = |[q, k, queries, keys]: [usize; 4]| Sequence {
                q,
                k,
                queries,
                keys,
            };
            cut.into_iter().map(sequence).collect()
        });
        problem.check_results(out, lse, is_packed, "`q` and `v`")?;
        Ok((problem, cut))
    }

    fn of(
        [q, k, v]: [&Strided; 3],
        is_packed: bool,
        options: &Options<'_>,
    ) -> Result<Self, AttentionError> {
        let modes = |argument, layout| match is_packed {
            true => shape(argument, layout, THD).map(|[total, heads, dim]| [1, total, heads, dim]),
            false => shape(argument, layout, BSHD),
        };
        let [batch, queries, heads, head_dim] = modes("q", q)?;
        let [_, keys, kv_heads, _] = modes("k", k)?;
        let [_, _, _, value_dim] = modes("v", v)?;
        let from = usize::from(is_packed);
        expect("k", k, &[batch, keys, kv_heads, head_dim][from..], "`q`")?;
        expect("v", v, &[batch, keys, kv_heads, value_dim][from..], "`k`")?;
        let problem = Problem {
            batch,
            queries,
            keys,
            heads,
            kv_heads,
            head_dim,
            value_dim,
        };
        problem.check([("q", q), ("k", k), ("v", v)], options)?;
        Ok(problem)
    }

    /// Query heads per key head.
    pub fn group(&self) -> usize {
        self.heads.checked_div(self.kv_heads).unwrap_or(0)
    }

    /// The shape of O, `(batch, queries, heads, value_dim)`.
    pub fn out_shape(&self) -> [usize; 4] {
        [self.batch, self.queries, self.heads, self.value_dim]
    }

    /// The shape of the LSE, `(batch, heads, queries)`.
    pub fn lse_shape(&self) -> [usize; 3] {
        [self.batch, self.heads, self.queries]
    }

    /// Floating-point operations of the forward products that a full mask asks for.
    pub fn flops(&self) -> f64 {
        let scores = [self.batch, self.heads, self.queries, self.keys];
        let scores: f64 = scores.map(|extent| extent as f64).iter().product();
        2.0 * scores * (self.head_dim as f64 + self.value_dim as f64)
    }

    pub(crate) fn check(
        &self,
        tensors: [(&'static str, &Strided); 3],
        options: &Options<'_>,
    ) -> Result<(), AttentionError> {
        for (argument, layout) in tensors {
            last_contiguous(argument, layout)?;
            if layout.extents().last() == Some(&0) {
                return Err(AttentionError::HeadDim {
                    argument,
                    shape: layout.extents().to_vec(),
                });
            }
        }
        let (heads, kv_heads) = (self.heads, self.kv_heads);
        if heads > 0 && (kv_heads == 0 || !heads.is_multiple_of(kv_heads)) {
            return Err(AttentionError::Heads { heads, kv_heads });
        }
        options.check(heads)
    }

    /// Checks O and the LSE, which have no batch mode where sequences are packed; `from` are the arguments that O follows from.
    pub(crate) fn check_results(
        &self,
        out: &Strided,
        lse: Option<&Strided>,
        is_packed: bool,
        from: &'static str,
    ) -> Result<(), AttentionError> {
        let first = usize::from(is_packed);
        expect("out", out, &self.out_shape()[first..], from)?;
        last_contiguous("out", out)?;
        match lse {
            Some(lse) => expect("lse", lse, &self.lse_shape()[first..], "`q`"),
            None => Ok(()),
        }
    }

    /// Checks the gradient of O, then those of Q, K and V, against these.
    pub(crate) fn check_gradients(
        gradients: [&Strided; 4],
        of: [&Strided; 4],
    ) -> Result<(), AttentionError> {
        let names = [
            ("d_out", "`out`"),
            ("dq", "`q`"),
            ("dk", "`k`"),
            ("dv", "`v`"),
        ];
        for ((argument, from), (layout, of)) in names.into_iter().zip(gradients.iter().zip(of)) {
            expect(argument, layout, of.extents(), from)?;
            last_contiguous(argument, layout)?;
        }
        Ok(())
    }

    /// Each batch as a sequence of all its queries and keys.
    pub(crate) fn sequences(&self) -> Vec<Sequence> {
        let sequence = |batch| Sequence {
            q: batch,
            k: batch,
            queries: self.queries,
            keys: self.keys,
        };
        (0..self.batch).map(sequence).collect()
    }
}

/// The extents of an argument of rank `N`.
pub(crate) fn shape<const N: usize>(
    argument: &'static str,
    layout: &Strided,
    modes: &'static str,
) -> Result<[usize; N], AttentionError> {
    layout
        .extents()
        .try_into()
        .map_err(|_| AttentionError::Rank {
            argument,
            shape: layout.extents().to_vec(),
            modes,
        })
}

/// Checks an argument's shape, which `from` determines.
pub(crate) fn expect(
    argument: &'static str,
    layout: &Strided,
    expected: &[usize],
    from: &'static str,
) -> Result<(), AttentionError> {
    if layout.extents() == expected {
        return Ok(());
    }
    Err(AttentionError::Shape {
        argument,
        shape: layout.extents().to_vec(),
        expected: expected.to_vec(),
        from,
    })
}

/// Checks that an argument's last mode is contiguous.
pub(crate) fn last_contiguous(
    argument: &'static str,
    layout: &Strided,
) -> Result<(), AttentionError> {
    match (layout.extents().last(), layout.strides().last()) {
        (Some(2..), Some(stride)) if *stride != 1 => Err(AttentionError::LastStride {
            argument,
            strides: layout.strides().to_vec(),
        }),
        _ => Ok(()),
    }
}
