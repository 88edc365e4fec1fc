//! From a chosen configuration to a run: kernel, parts of C, threads.

use rayon::prelude::*;

use super::blocked::{OutputOp, Sizes, part_rows, run};
use super::kernels::Visitor;
use super::micro::{Kernel, TileMut};
use super::pack::Pack;
use super::tiles::Tiles;
use crate::{Accumulator, Blocks, Config, Epilogue, GemmError, MatMut, MatRef, Operand, Output};

/// Computes a checked product as `config` says.
///
/// # Errors
/// [`GemmError::BlocksTooLarge`]; nothing is written then.
pub fn execute<T: Operand, O: Output<T::Sum>>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
    config: &Config,
) -> Result<(), GemmError> {
    let (a, b, c) = (a.bounded(), b.bounded(), c.bounded());
    // Registers run along the rows of a tile: let them be contiguous.
    let (row, col) = c.strides();
    let flip = row.unsigned_abs() > col.unsigned_abs();
    let (a, b, c) = if flip {
        (b.t(), a.t(), c.t())
    } else {
        (a, b, c)
    };
    let output_op = OutputOp {
        alpha: epilogue.alpha,
        beta: epilogue.beta,
        bias: epilogue.bias,
        bias_on_rows: flip,
        activation: epilogue.activation,
    };
    let mut c = TileMut::new(c);
    let (m, n) = c.shape();
    if m == 0 || n == 0 {
        return Ok(());
    }
    if a.shape().1 == 0 || epilogue.alpha == T::Sum::ZERO {
        c.update(|i, j, x| *x = output_op.blend(i, j, T::Sum::ZERO, *x));
        return Ok(());
    }
    let parts = if flip {
        (config.parts.1, config.parts.0)
    } else {
        config.parts
    };
    T::visit(
        config.isa,
        Run {
            a,
            b,
            c,
            output_op,
            parts,
            blocks: &config.blocks,
        },
    )
}

struct Run<'a, T, O, S> {
    a: MatRef<'a, T>,
    b: MatRef<'a, T>,
    c: TileMut<'a, O>,
    output_op: OutputOp<'a, S>,
    /// Parts of `c` along its rows and its columns.
    parts: (usize, usize),
    blocks: &'a Blocks,
}

impl<T: Operand, O: Output<T::Sum>> Visitor<T> for Run<'_, T, O, T::Sum> {
    type Out = Result<(), GemmError>;

    fn with<K: Kernel<Sum = T::Sum>>(self, kernel: K) -> Self::Out
    where
        T: Pack<K::Packed>,
    {
        let Run {
            a,
            b,
            c,
            output_op,
            parts,
            blocks,
        } = self;
        let (m, n) = c.shape();
        // C has `m * n` elements in memory, so neither is near the end of `usize`.
        let part = |size: usize, parts: usize, tile: usize| {
            size.div_ceil(parts.max(1)).max(1).next_multiple_of(tile)
        };
        let rows = part_rows::<O, K>(part(m, parts.0, K::MR));
        let part = (rows, part(n, parts.1, K::NR));
        let k = a.shape().1;
        let sizes = Sizes::new::<O, K>(blocks, (part.0.min(m), part.1.min(n)), k)?;
        let (rows, cols) = (
            Tiles::new(a.layout(), (part.0, k)),
            Tiles::new(b.layout(), (k, part.1)),
        );
        let one = |(at, c): ((usize, usize), TileMut<'_, O>)| {
            let (i, j) = (at.0 / part.0, at.1 / part.1);
            run(
                kernel,
                &sizes,
                a.tile(&rows, (i, 0)),
                b.tile(&cols, (0, j)),
                c,
                at,
                &output_op,
            );
        };
        if part.0 >= m && part.1 >= n {
            one(((0, 0), c));
        } else {
            c.into_tiles(part).into_par_iter().for_each(one);
        }
        Ok(())
    }
}
