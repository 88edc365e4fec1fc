//! From a chosen configuration to a run: kernel, parts of C, threads.

use rayon::prelude::*;

use super::blocked::{Finish, run};
use super::kernels::Visitor;
use super::micro::{Kernel, TileMut};
use super::pack::Pack;
use crate::{Accumulator, Config, Epilogue, MatMut, MatRef, Operand, Output};

/// Computes a checked product as `config` says.
pub fn execute<T: Operand, O: Output<T::Sum>>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
    config: &Config,
) {
    // Registers run along the rows of a tile: let them be contiguous.
    let flip = c.strides().0.unsigned_abs() > c.strides().1.unsigned_abs();
    let (a, b, c) = if flip {
        (b.t(), a.t(), c.t())
    } else {
        (a, b, c)
    };
    let finish = Finish {
        alpha: epilogue.alpha,
        beta: epilogue.beta,
        bias: epilogue.bias,
        bias_on_rows: flip,
        activation: epilogue.activation,
    };
    let mut c = TileMut::new(c);
    if a.shape().1 == 0 || epilogue.alpha == T::Sum::ZERO {
        c.update(|i, j, x| *x = finish.blend(i, j, T::Sum::ZERO, *x));
        return;
    }
    T::visit(
        config.isa,
        Run {
            a,
            b,
            c,
            finish,
            config,
        },
    );
}

struct Run<'a, T, O, S> {
    a: MatRef<'a, T>,
    b: MatRef<'a, T>,
    c: TileMut<'a, O>,
    finish: Finish<'a, S>,
    config: &'a Config,
}

impl<T: Operand, O: Output<T::Sum>> Visitor<T> for Run<'_, T, O, T::Sum> {
    type Out = ();

    fn with<K: Kernel<Sum = T::Sum>>(self, kernel: K)
    where
        T: Pack<K::Packed>,
    {
        let Run {
            a,
            b,
            c,
            finish,
            config,
        } = self;
        let parts = parts(c, config.parts, (K::MR, K::NR));
        let one = |((i, j), c): ((usize, usize), TileMut<'_, O>)| {
            let (m, n) = c.shape();
            let k = a.shape().1;
            run(
                kernel,
                &config.blocks,
                a.block((i, 0), (m, k)),
                b.block((0, j), (k, n)),
                c,
                (i, j),
                &finish,
            );
        };
        if parts.len() > 1 {
            parts.into_par_iter().for_each(one);
        } else {
            parts.into_iter().for_each(one);
        }
    }
}

/// Cuts C in a grid, each part with its place; cuts fall on multiples of the register tile.
fn parts<T: Copy>(
    c: TileMut<'_, T>,
    grid: (usize, usize),
    tile: (usize, usize),
) -> Vec<((usize, usize), TileMut<'_, T>)> {
    let (m, n) = c.shape();
    let rows = m.div_ceil(grid.0.max(1)).next_multiple_of(tile.0);
    let cols = n.div_ceil(grid.1.max(1)).next_multiple_of(tile.1);
    let mut parts = Vec::new();
    let mut below = c;
    for i in (0..m).step_by(rows) {
        let (mut right, rest) = below.split_rows(rows.min(m - i));
        below = rest;
        for j in (0..n).step_by(cols) {
            let (part, rest) = right.split_cols(cols.min(n - j));
            right = rest;
            parts.push(((i, j), part));
        }
    }
    parts
}
