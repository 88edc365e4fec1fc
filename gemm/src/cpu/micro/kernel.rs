//! The safe face of a register-tile kernel.

use bytemuck::Pod;

use super::TileMut;
use crate::cpu::pack::Pack;
use crate::{Accumulator, MatRef, Output};

/// Rows of A for one tile: at step k, `data[k * step ..]` holds one packed element per row.
///
/// With `keep`, the rows are those of the matrix itself, and what is read is written there as a panel of `MR` rows for
/// the tiles after this one. Without, they are such a panel.
pub struct Left<'a, P> {
    pub data: &'a [P],
    pub step: usize,
    pub keep: Option<&'a mut [P]>,
}

/// Columns of B for one tile: at step k, column j is `data[k * step + j * next]`.
pub struct Right<'a, P> {
    pub data: &'a [P],
    pub step: usize,
    pub next: usize,
    pub source: Source<'a, P>,
}

/// What columns of B are.
pub enum Source<'a, P> {
    /// A panel packed before.
    Panel,
    /// Those of the matrix itself.
    Matrix,
    /// Those of the matrix itself; what is read is written as a panel of `NR` columns for the tiles after this one.
    Keep(&'a mut [P]),
}

impl<'a, P> Left<'a, P> {
    /// A panel packed before.
    pub fn panel(data: &'a [P], rows: usize) -> Self {
        Left {
            data,
            step: rows,
            keep: None,
        }
    }
}

impl<'a, P> Right<'a, P> {
    /// A panel packed before.
    pub fn panel(data: &'a [P], cols: usize) -> Self {
        Right {
            data,
            step: cols,
            next: 1,
            source: Source::Panel,
        }
    }
}

/// A kernel of one instruction set; having the value proves that the processor has the instructions.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// An element of a packed panel.
    type Packed: Pod + Send + Sync;
    /// The type of the sums.
    type Sum: Accumulator;
    /// Rows of the largest tile.
    const MR: usize;
    /// Columns of the largest tile.
    const NR: usize;
    /// Values of k in one packed element.
    const DEPTH: usize;
    /// Rows in one register.
    const LANES: usize;
    /// Registers in a column of the largest tile.
    const REGISTERS: usize = Self::MR / Self::LANES;

    /// Rows of a tile such that `rows` rows are cut in as few as may be, about equally high: 1 to [`Kernel::MR`].
    #[inline(always)]
    fn even_height(rows: usize) -> usize {
        let tiles = rows.div_ceil(Self::MR).max(1);
        let height = rows.div_ceil(tiles).max(1);
        height.next_multiple_of(Self::LANES)
    }

    /// The kernel, where the processor can run it.
    fn detect() -> Option<Self>;

    /// Packs `block`, (rows, k) of A, `rows` to a panel of width [`Kernel::MR`].
    fn pack_left<T: Pack<Self::Packed>>(
        self,
        block: MatRef<'_, T>,
        rows: usize,
        panels: &mut [Self::Packed],
    );

    /// Packs `block`, (columns, k) of B, `rows` to a panel of width [`Kernel::NR`].
    fn pack_right<T: Pack<Self::Packed>>(
        self,
        block: MatRef<'_, T>,
        rows: usize,
        panels: &mut [Self::Packed],
    );

    /// `c = alpha * (sum over `steps` of a * b) + beta * c`; with `beta` 0, `c` is not read.
    ///
    /// # Panics
    /// If `c` is larger than a tile, its rows are not contiguous, or `a` or `b` is too short for it.
    fn multiply(
        self,
        steps: usize,
        a: Left<'_, Self::Packed>,
        b: Right<'_, Self::Packed>,
        c: TileMut<'_, Self::Sum>,
        alpha: Self::Sum,
        beta: Self::Sum,
    );

    /// Rounds sums to the elements of C, one for one.
    fn narrow<O: Output<Self::Sum>>(self, sums: &[Self::Sum], to: &mut [O]);

    /// As [`Kernel::multiply`], of all tiles of `c`, with both operands where the matrices lie.
    ///
    /// # Panics
    /// If `c` has a part of [`Kernel::NR`] columns or rows that are not contiguous, or if `a` or `b` is a panel, keeps
    /// one or is too short.
    fn multiply_unpacked(
        self,
        steps: usize,
        a: Left<'_, Self::Packed>,
        b: Right<'_, Self::Packed>,
        c: TileMut<'_, Self::Sum>,
        alpha: Self::Sum,
        beta: Self::Sum,
    );
}

/// Binds a kernel to its vector type, its tile ([`RegisterTile`](super::register_tile::RegisterTile)) and target features.
macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident, $vector:ty, $rows:ident x $cols:ident, $detect:expr $(, $feature:literal)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(());

        $crate::cpu::micro::register_tile::register_tile!($name, $vector, $rows x $cols);

        impl $crate::cpu::micro::Kernel for $name {
            type Packed = <$vector as Vector>::Packed;
            type Sum = <$vector as Vector>::Sum;
            const MR: usize = $crate::cpu::micro::register_tile::extents::<$name>()[0];
            const NR: usize = $crate::cpu::micro::register_tile::extents::<$name>()[1];
            const DEPTH: usize = <$vector as Vector>::DEPTH;
            const LANES: usize = <$vector as Vector>::LANES;

            fn detect() -> Option<Self> {
                ($detect).then_some($name(()))
            }

            fn pack_left<T: $crate::cpu::pack::Pack<Self::Packed>>(self, block: $crate::MatRef<'_, T>, rows: usize, panels: &mut [Self::Packed]) {
                $(#[target_feature(enable = $feature)])?
                unsafe fn run<T: $crate::cpu::pack::Pack<<$vector as Vector>::Packed>>(block: $crate::MatRef<'_, T>, rows: usize, panels: &mut [<$vector as Vector>::Packed]) {
                    // SAFETY: this function has the instruction set.
                    unsafe { $crate::cpu::micro::panel::pack::<$vector, T, { <$name as $crate::cpu::micro::Kernel>::MR }>(block, rows, panels) }
                }
                // SAFETY: `self` exists only where `detect` found the instruction set.
                unsafe { run(block, rows, panels) }
            }

            fn pack_right<T: $crate::cpu::pack::Pack<Self::Packed>>(self, block: $crate::MatRef<'_, T>, rows: usize, panels: &mut [Self::Packed]) {
                $(#[target_feature(enable = $feature)])?
                unsafe fn run<T: $crate::cpu::pack::Pack<<$vector as Vector>::Packed>>(block: $crate::MatRef<'_, T>, rows: usize, panels: &mut [<$vector as Vector>::Packed]) {
                    // SAFETY: this function has the instruction set.
                    unsafe { $crate::cpu::micro::panel::pack::<$vector, T, { <$name as $crate::cpu::micro::Kernel>::NR }>(block, rows, panels) }
                }
                // SAFETY: `self` exists only where `detect` found the instruction set.
                unsafe { run(block, rows, panels) }
            }

            fn narrow<O: $crate::Output<Self::Sum>>(self, sums: &[Self::Sum], to: &mut [O]) {
                $(#[target_feature(enable = $feature)])?
                unsafe fn run<S: Copy, O: $crate::Output<S>>(sums: &[S], to: &mut [O]) {
                    for (to, &sum) in to.iter_mut().zip(sums) {
                        *to = O::from_sum(sum);
                    }
                }
                // SAFETY: `self` exists only where `detect` found the instruction set.
                unsafe { run(sums, to) }
            }

            #[inline(never)]
            fn multiply(
                self,
                steps: usize,
                a: $crate::cpu::micro::Left<'_, Self::Packed>,
                b: $crate::cpu::micro::Right<'_, Self::Packed>,
                c: $crate::cpu::micro::TileMut<'_, Self::Sum>,
                alpha: Self::Sum,
                beta: Self::Sum,
            ) {
                $(#[target_feature(enable = $feature)])?
                unsafe fn run(args: &Args<$vector>) {
                    // SAFETY: this function has the instruction set; `args` was checked by `Args::new`.
                    unsafe { args.dispatch::<$name, { <$name as $crate::cpu::micro::Kernel>::REGISTERS }, { <$name as $crate::cpu::micro::Kernel>::NR }>() }
                }
                let args = Args::new(steps, a, b, c, alpha, beta, Self::REGISTERS, Self::NR);
                // SAFETY: `self` exists only where `detect` found the instruction set.
                unsafe { run(&args) }
            }

            fn multiply_unpacked(
                self,
                steps: usize,
                a: $crate::cpu::micro::Left<'_, Self::Packed>,
                b: $crate::cpu::micro::Right<'_, Self::Packed>,
                c: $crate::cpu::micro::TileMut<'_, Self::Sum>,
                alpha: Self::Sum,
                beta: Self::Sum,
            ) {
                $(#[target_feature(enable = $feature)])?
                unsafe fn run(args: &Args<$vector>, height: usize) {
                    // SAFETY: this function has the instruction set; `args` was checked by `Args::of_matrices`, and
                    // `even_height` is 1 to MR.
                    unsafe { args.unpacked::<$name, { <$name as $crate::cpu::micro::Kernel>::REGISTERS }, { <$name as $crate::cpu::micro::Kernel>::NR }>(height) }
                }
                let height = Self::even_height(c.shape().0);
                let args = Args::of_matrices(steps, a, b, c, alpha, beta, Self::NR);
                // SAFETY: `self` exists only where `detect` found the instruction set.
                unsafe { run(&args, height) }
            }
        }
    };
}
pub(super) use kernel;
