//! The tiled multiply of a warpgroup and the tiled copies made for it: which elements of D and of A a thread holds.
//!
//! The accumulators of 64 rows are the C of `wgmma` atoms. The atom here has 16 columns: wider ones have these back to back,
//! and those of other types the same. In offsets `m + 64 n` of (thread, register):
//!
//! ```text
//! ((_4,_8,_4),(_2,_2,_2)):((_128,_1,_16),(_64,_8,_512))
//!
//!           n = 0     1     2     3   …   8         thread / register
//! m = 0      0/0   0/1   1/0   1/1        0/4
//! m = 1      4/0   4/1   5/0   5/1        4/4
//! m = 8      0/2   0/3   1/2   1/3        0/6
//! m = 16    32/0  32/1  33/0  33/1       32/4
//! ```
//!
//! Where A comes through registers, the rows of the block are permuted to those of the atom:
//!
//! ```text
//! identity     the atom's rows 0 1 2 3 4 5 … are rows 0 1 2 3 4 5 … of the block
//! permuted     the atom's rows 0 1 2 3 4 5 … are rows 0 1 2 3 16 17 …                   words that are transposed
//! paired       the atom's rows 0 1 2 3 … are rows 0 2 4 6 …, 8 9 10 … rows 1 3 5 …      bytes that are transposed
//! ```
//!
//! All is asked of identity tensors, whose elements are coordinates; where an element is in memory, the layout of the memory
//! says (`epilogue::smem_d`, [`tiles`](super::tiles)).

use azulejo_layout::ints::*;
use azulejo_layout::{Int, Layout, Underscore, layout, shape};
use azulejo_tensor::atom::{SM90_64xNx8_F32TF32TF32_RS_TN, SM90_64xNx16_F32BF16BF16_SS};
use azulejo_tensor::{TiledMma, make_identity_tensor};

/// A warpgroup's multiply of 64 rows, which `Rows` permutes to the atom's.
pub type WarpgroupMma<Atom, Rows> =
    TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>, (Rows, Underscore, Underscore)>;
/// The one whose accumulators all others have.
pub type Accumulators<Rows> = WarpgroupMma<SM90_64xNx16_F32BF16BF16_SS<_16>, Rows>;

/// Rows as `wgmma` has them.
pub type IdentityRows = Layout<_64, _1>;
/// So that loads of words that transpose A meet no bank twice: a fragment has the rows `{0 1 2 3 16 17 18 19} + 4 i` of 32.
pub type PermutedRows = Layout<(_4, _2, _2, _2, _2), (_1, _16, _4, _8, _32)>;
/// A thread's two rows of a warp's 16 are neighbours, as bytes that are column_major come to it.
pub type PairedRows = Layout<(_8, _2, _4), (_2, _1, _16)>;

/// How the rows of a block of 64 are permuted to those of the atom.
pub trait Rows {
    /// Row and column in 64 rows of D of a thread's register `v`.
    fn coord(thread: u32, v: u32) -> (u32, u32);
}

macro_rules! rows {
    ($($rows:ident)*) => {$(
        impl Rows for $rows {
            #[inline(always)]
            fn coord(thread: u32, v: u32) -> (u32, u32) {
                let cD = make_identity_tensor(shape!((_64, _256)));
                let tCcD = Accumulators::<$rows>::new().get_slice(thread).partition_C(&cD); // (MMA,MMA_M,MMA_N)
                let (row, column) = tCcD.coord(v);
                (row.value() as u32, column.value() as u32)
            }
        }
    )*};
}

rows!(IdentityRows PermutedRows PairedRows);

/// The register of a thread that is number `k` of those in its upper row, or in its lower one, of every eight columns: the modes of
/// the registers are pairs of columns, the two rows, and eights of columns.
#[inline(always)]
pub fn register(k: usize, half: usize) -> usize {
    let tCrC = layout!((_2, _2, _64)); // the shape of MMA and MMA_N: (2,2,(2,16))
    tCrC.at((k % 2, half, k / 2))
}

/// Which of a thread's two rows register `v` is in.
#[inline(always)]
pub fn half(v: usize) -> usize {
    layout!((_2, _2, _64):(_0, _1, _0)).at(v)
}

/// Columns from a thread's first register to register `v`, which all threads have alike.
#[inline(always)]
pub fn columns(v: usize) -> u32 {
    IdentityRows::coord(0, v as u32).1
}

/// Row and K in 64 rows of A, permuted, of a thread's register `v` of 8 words of K.
#[inline(always)]
pub fn permuted_a(thread: u32, v: u32) -> (u32, u32) {
    type Mma = WarpgroupMma<SM90_64xNx8_F32TF32TF32_RS_TN<_16>, PermutedRows>;
    let cA = make_identity_tensor(shape!((_64, _8)));
    let tCcA = Mma::new().get_slice(thread).partition_A(&cA); // (MMA,MMA_M,MMA_K)
    let (row, k) = tCcA.coord(v);
    (row.value() as u32, k.value() as u32)
}

#[cfg(test)]
mod tests {
    use super::super::operand::Operand;
    use super::super::smem_layouts::SmemTile;
    use super::*;
    use azulejo_tensor::atom::{CopyAtom, MN, SM90_U16x8_STSM_T, SM90_U32x4_STSM_N};
    use azulejo_tensor::element::bf16;
    use azulejo_tensor::make_tiled_copy_C;

    /// Row and column of a thread's register of D (PTX ISA, `wgmma` register fragments).
    fn of_d(thread: u32, v: u32) -> (u32, u32) {
        let (warp, lane) = (thread / 32, thread % 32);
        let row = 16 * warp + lane / 4 + 8 * (v / 2 % 2);
        (row, 8 * (v / 4) + 2 * (lane % 4) + v % 2)
    }

    fn threads() -> impl Iterator<Item = (u32, u32)> {
        (0..128).flat_map(|thread| (0..128).map(move |v| (thread, v)))
    }

    #[test]
    fn registers_hold_what_the_table_of_the_instruction_says() {
        for (thread, v) in threads() {
            assert_eq!(
                IdentityRows::coord(thread, v),
                of_d(thread, v),
                "{thread} {v}"
            );
            let first = IdentityRows::coord(thread, 0).1;
            assert_eq!(first + columns(v as usize), of_d(thread, v).1);
            assert_eq!(half(v as usize), v as usize / 2 % 2);
        }
        let upper: Vec<usize> = (0..8).map(|k| register(k, 0)).collect();
        assert_eq!(upper, [0, 1, 4, 5, 8, 9, 12, 13]);
        assert_eq!(register(5, 1), 11);
    }

    #[test]
    fn rows_are_permuted_each_once() {
        for (thread, v) in threads() {
            let (row, column) = of_d(thread, v);
            let (half, four) = (row / 32 * 32, row % 32 / 8);
            let group = [0, 1, 2, 3, 16, 17, 18, 19][row as usize % 8];
            assert_eq!(
                PermutedRows::coord(thread, v),
                (half + group + 4 * four, column)
            );
            let pair = row / 16 * 16 + row % 8 * 2 + row / 8 % 2;
            assert_eq!(PairedRows::coord(thread, v), (pair, column));
        }
        let all = |of: fn(u32, u32) -> (u32, u32)| {
            let of_thread = |thread| 1u64 << of(thread, 0).0 | 1 << of(thread, 2).0;
            (0..128).step_by(4).map(of_thread).fold(0, |a, b| a | b)
        };
        assert_eq!(
            (all(PermutedRows::coord), all(PairedRows::coord)),
            (u64::MAX, u64::MAX)
        );
    }

    macro_rules! lines {
        ($($name:ident: $op:ident of $rows:ident;)*) => {$(
            /// Row and column in 64 × 16 of D of the first element of the line that a thread names to the instruction.
            fn $name(thread: u32) -> (u32, u32) {
                let cD = make_identity_tensor(shape!((_64, _16)));
                let copy = make_tiled_copy_C(CopyAtom::<$op, bf16>::new(), Accumulators::<$rows>::new());
                let tDcD = copy.get_slice(thread).partition_D(&cD); // (CPY,CPY_M,CPY_N)
                let (row, column) = tDcD.coord(0u32);
                (row.value() as u32, column.value() as u32)
            }
        )*};
    }

    lines! {
        identity_line: SM90_U32x4_STSM_N of IdentityRows;
        paired_line: SM90_U32x4_STSM_N of PairedRows;
        identity_column: SM90_U16x8_STSM_T of IdentityRows;
    }

    /// Every thread's registers of 16 columns are where `stmatrix` puts them: register `w` of the instruction belongs to the
    /// matrix whose lines lanes `8 w`, `8 w + 1`, … name.
    #[test]
    fn matrices_are_stored_where_their_lines_are() {
        for (thread, w, c) in (0..128).flat_map(|t| (0..8).map(move |i| (t, i / 2, i % 2))) {
            let (warp, lane) = (thread / 32 * 32, thread % 32);
            let v = register((w / 2 * 2 + c) as usize, w as usize % 2) as u32;
            let rows = |line: fn(u32) -> (u32, u32)| {
                let (row, column) = line(warp + 8 * w + lane / 4);
                (row, column + 2 * (lane % 4) + c)
            };
            assert_eq!(rows(identity_line), IdentityRows::coord(thread, v));
            assert_eq!(rows(paired_line), PairedRows::coord(thread, v));
            let (row, column) = identity_column(warp + 8 * w + 2 * (lane % 4) + c);
            assert_eq!((row + lane / 4, column), IdentityRows::coord(thread, v));
        }
    }

    #[test]
    fn words_of_a_are_of_the_rows_of_d_and_meet_no_bank_twice() {
        fn of<Tile: SmemTile<f32, MN>>(rows: u32) -> (u32, Operand, fn(u32, u32) -> u32) {
            (rows, Tile::OPERAND, Tile::at)
        }
        for (rows, tile, place) in [of::<(_64, _32)>(64), of::<(_128, _32)>(128)] {
            let at = |thread, v| {
                let (row, k) = permuted_a(thread, v);
                place(row, k)
            };
            for (thread, v) in threads().filter(|&(_, v)| v < 4) {
                let (row, k) = permuted_a(thread, v);
                assert_eq!(
                    (row, k),
                    (
                        PermutedRows::coord(thread, v % 2 * 2).0,
                        thread % 4 + v / 2 * 4
                    )
                );
                assert_eq!(at(thread, v), at(thread, 0) ^ at(0, v), "{thread} {v}");
                for (block, s) in (0..rows / 64).flat_map(|block| (0..4).map(move |s| (block, s))) {
                    let step = block * tile.row_block_step + s * tile.k_step;
                    assert_eq!(place(64 * block + row, 8 * s + k), at(thread, v) + step);
                }
            }
            for (warp, v) in (0..4).flat_map(|warp| (0..4).map(move |v| (warp, v))) {
                let banks = (0..32).map(|lane| 1u32 << (at(32 * warp + lane, v) / 4 % 32));
                assert_eq!(banks.fold(0, |a, b| a | b), u32::MAX);
            }
        }
    }
}
