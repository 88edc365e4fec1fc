//! The tiled multiply and the tiled copies that the kernel's index code stands for: held to each other when the tests are
//! compiled.
//!
//! The accumulators of a tile are the C of a [`TiledMma`] of `wgmma` atoms: an atom a consumer along M, and a permutation of M
//! that gives each consumer its blocks of rows, one after the other, and deals the rows of a block where A comes through
//! registers. What leaves them is a [`TiledCopy`] made for that C: the (thread, value) layout of `stmatrix`'s destination says
//! which line of a panel a lane names. An index is taken apart into the digits of the layouts' modes, each of which adds to the
//! row or to the column; [`fragment`](super::fragment)'s shifts and masks must say the same for every thread and register:
//!
//! ```text
//! one consumer, one block of 64 rows       ((_4,_8,_4),(_2,_2,_64)):((_128,_1,_16),(_64,_8,_512))
//! two consumers, a block each              ((_4,_8,_8),…):((_256,_1,_16),…)
//! rows dealt for words that turn           fragment row 0 1 2 3 4 5 … is row 0 1 2 3 16 17 … of the block
//! rows dealt for bytes that turn           fragment row 0 1 2 3 … is row 0 2 4 6 …, 8 9 10 … are 1 3 5 …
//! ```

use super::fragment::{column, dealt_row, matrix_column, matrix_row, paired_row, row};
use super::tiles::number;
use azulejo_layout::ints::*;
use azulejo_layout::judge::{Facts, Mode};
use azulejo_layout::{Layout, Under};
use azulejo_tensor::atom::{SM90_64xNx16_F32BF16BF16_SS, SM90_U16x8_STSM_T, SM90_U32x4_STSM_N};
use azulejo_tensor::element::bf16;
use azulejo_tensor::{AtomTiling, CopyDst, MmaTv, OperandC, SideTv, TiledCopy, TiledMma};

/// How the 64 rows of a block are dealt to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    /// As `wgmma` has them.
    Straight,
    /// So that loads of words that turn A meet no bank twice: a fragment has the rows `{0 1 2 3 16 17 18 19} + 4 i` of 32.
    Dealt,
    /// A thread's two rows of a warp's 16 are neighbours, as bytes that are turned come to it.
    Paired,
}

/// A digit of an index, and what it adds.
#[derive(Clone, Copy)]
struct Digit {
    /// Indices that the digits below it count.
    below: u32,
    /// Values it takes; 0 for the last, which takes what is left.
    size: u32,
    row: u32,
    column: u32,
}

/// The digits of an index, and the row and column that they add up to.
#[derive(Clone, Copy)]
struct Digits([Digit; 6]);

impl Digits {
    /// The digits of `count` indices, from index `first` on, of a layout to offsets `m + height n`.
    const fn read(facts: &Facts, first: u32, count: u32, height: u32) -> Self {
        let none = Digit {
            below: 1,
            size: 1,
            row: 0,
            column: 0,
        };
        let (mut digits, mut used) = ([none; 6], 0);
        let (modes, mut below, mut i) = (facts.modes(), 1u32, 0);
        while i < modes.len() {
            let Mode { size, stride } = modes[i];
            let (mut size, mut stride) = (size as u32, stride as u32);
            let end = below * size;
            // The part of the mode that counts indices from `first` on, and fewer than `count` of them.
            if end > first && below < first * count {
                if below < first {
                    stride *= first / below;
                    size /= first / below;
                    below = first;
                }
                if end > first * count {
                    size = first * count / below;
                }
                let (row, column) = (stride % height, stride / height);
                assert!(
                    row == 0 || (column == 0 && row * (size - 1) < height),
                    "a digit moves along M or along N"
                );
                let last = below * size == first * count;
                digits[used] = Digit {
                    below: below / first,
                    size: if last { 0 } else { size },
                    row,
                    column,
                };
                used += 1;
            }
            below = end;
            i += 1;
        }
        assert!(below >= first * count, "the layout has fewer indices");
        Self(digits)
    }

    /// Digit `i` of an index, which is one of those counted.
    const fn digit(self, i: usize, index: u32) -> u32 {
        let digit = self.0[i];
        let rest = index / digit.below;
        if digit.size == 0 {
            rest
        } else {
            rest % digit.size
        }
    }

    /// The row of an index.
    const fn row(self, index: u32) -> u32 {
        let mut row = 0;
        let mut i = 0;
        while i < 6 {
            row += self.digit(i, index) * self.0[i].row;
            i += 1;
        }
        row
    }

    /// The column of an index.
    const fn column(self, index: u32) -> u32 {
        let mut column = 0;
        let mut i = 0;
        while i < 6 {
            column += self.digit(i, index) * self.0[i].column;
            i += 1;
        }
        column
    }
}

/// Where the accumulators of a tile are, and the lines that they leave by, of a consumer.
#[derive(Clone, Copy)]
struct Share {
    /// Row and first column of a thread, in a block of 64 rows.
    thread: Digits,
    /// What a register adds.
    register: Digits,
    /// Row and column of the line that a thread names to `stmatrix` and `ldmatrix`: 16 × 16 of D a warp.
    line: Digits,
    /// Likewise to their transposing forms, whose lines are eight rows of a column.
    column_line: Digits,
    /// Rows from one consumer's to the next.
    consumer: u32,
    /// Rows from one block of a consumer to the next.
    block: u32,
}

/// The atom of the widest tile: narrower ones have the first of its registers.
type Atom = SM90_64xNx16_F32BF16BF16_SS<_256>;
/// The tiled multiply of so many consumers, with the rows of the tile permuted.
type Mma<Consumers, Permutation> =
    TiledMma<Atom, Layout<(Consumers, _1, _1), (_1, _0, _0)>, (Permutation, Under, Under)>;
/// Its accumulators: (thread, value) to `m + height n`.
type Accumulators<M> = <OperandC<M> as MmaTv>::Out;
/// The copy of them by `Op`, and where it puts them: (thread, value) to `m + height n`.
type Stored<Op, M> = <CopyDst<
    TiledCopy<Op, bf16, Accumulators<M>, (<M as AtomTiling>::TileM, <M as AtomTiling>::TileN)>,
> as SideTv>::Out;

impl Share {
    /// Reads it off the layouts of C and of the two copies.
    const fn read(consumers: u32, blocks: u32, [c, line, column_line]: [&Facts; 3]) -> Self {
        let height = 64 * consumers * blocks;
        let threads = 128 * consumers;
        let values = Digits::read(c, threads, 128 * blocks, height);
        let all = Digits::read(c, 1, threads, height);
        Self {
            thread: Digits::read(c, 1, 128, height),
            register: Digits::read(c, threads, 128, height),
            line: Digits::read(line, 1, 128, height),
            column_line: Digits::read(column_line, 1, 128, height),
            consumer: if consumers > 1 { all.row(128) } else { 0 },
            block: if blocks > 1 { values.row(128) } else { 64 },
        }
    }
}

macro_rules! shares {
    ($($consumers:ident x $blocks:literal $rows:ident: $permutation:ty;)*) => {
        /// The tiled multiplies of all tiles, by consumers, blocks of each and how rows are dealt.
        const SHARES: &[((u32, u32, Rows), Share)] = &[$({
            type M = Mma<$consumers, $permutation>;
            let consumers = number::<$consumers>();
            let layouts = [
                &<Accumulators<M>>::FACTS,
                &<Stored<SM90_U32x4_STSM_N, M>>::FACTS,
                &<Stored<SM90_U16x8_STSM_T, M>>::FACTS,
            ];
            ((consumers, $blocks, Rows::$rows), Share::read(consumers, $blocks, layouts))
        },)*];
    };
}

shares! {
    _1 x 1 Straight: Layout<_64, _1>;
    _1 x 2 Straight: Layout<_128, _1>;
    _2 x 1 Straight: Layout<_128, _1>;
    _3 x 1 Straight: Layout<_192, _1>;
    _2 x 2 Straight: Layout<(_64, _2, _2), (_1, _128, _64)>;
    _1 x 1 Dealt: Layout<(_4, _2, _2, _2, _2), (_1, _16, _4, _8, _32)>;
    _2 x 1 Dealt: Layout<(_4, _2, _2, _2, _2, _2), (_1, _16, _4, _8, _32, _64)>;
    _2 x 1 Paired: Layout<(_8, _2, _4, _2), (_2, _1, _16, _64)>;
}

// Every thread's rows, columns and lines, registers, consumers and blocks.
const _: () = {
    let mut i = 0;
    while i < SHARES.len() {
        let ((consumers, blocks, rows), share) = SHARES[i];
        assert!(
            share.block == 64 && (consumers == 1 || share.consumer == 64 * blocks),
            "consumers have whole blocks of 64 rows, one after the other"
        );
        let mut thread = 0;
        while thread < 128 {
            let mut half = 0;
            while half < 2 {
                let expected = match rows {
                    Rows::Straight => row(thread, half),
                    Rows::Dealt => dealt_row(thread, half),
                    Rows::Paired => paired_row(thread, half),
                };
                assert!(
                    share.thread.row(thread) + share.register.row(2 * half) == expected,
                    "a thread's rows are not those of the tiled multiply"
                );
                half += 1;
            }
            assert!(
                share.thread.column(thread) == column(thread),
                "a thread's columns, likewise"
            );
            // Words that turn leave without `stmatrix`; a column's line has neighbouring rows only where they are straight.
            let (warp, lane) = (thread / 32 * 16, thread % 32);
            let (line, first) = matrix_row(lane);
            let line = match rows {
                Rows::Paired => line % 8 * 2 + line / 8,
                _ => line,
            };
            assert!(
                matches!(rows, Rows::Dealt)
                    || share.line.row(thread) == warp + line && share.line.column(thread) == first,
                "a lane's line is not where the tiled copy stores it"
            );
            let (line, first) = matrix_column(lane);
            assert!(
                !matches!(rows, Rows::Straight)
                    || share.column_line.row(thread) == warp + line
                        && share.column_line.column(thread) == first,
                "a lane's column is not where the tiled copy stores it"
            );
            thread += 1;
        }
        let mut register = 0;
        while register < 128 {
            assert!(
                share.register.column(register) == register / 4 * 8 + register % 2
                    && share.register.row(register) == register / 2 % 2 * share.register.row(2),
                "registers do not advance by eight columns every four"
            );
            register += 1;
        }
        i += 1;
    }
};
