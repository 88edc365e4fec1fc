//! What [`fragment`](super::fragment) says of threads, lanes and panels, held to the layouts of the atoms when the
//! tests are compiled: the kernels' arithmetic is the same on both sides.

use super::fragment::{column, dealt_row, matrix_column, matrix_row, paired_row, row, swizzled};
use azulejo_layout::ints::*;
use azulejo_layout::judge::{Mode, SwizzledFacts, offset};
use azulejo_layout::{LayoutLeft, TileToShape};
use azulejo_tensor::atom::{
    CopyAtom, Layout_K_SW32_Atom, Layout_K_SW64_Atom, Layout_K_SW128_Atom, MmaAtom,
    SM90_64xNx16_F32BF16BF16_SS, SM90_U16x8_STSM_T, SM90_U32x4_STSM_N, ValueTv,
};
use azulejo_tensor::element::bf16;

/// Offset of a thread's register, or of a lane's value.
const fn at(modes: &[Mode], threads: u32, thread: u32, value: u32) -> u32 {
    match offset(modes, (thread + threads * value) as i64) {
        Some(offset) => offset as u32,
        None => panic!("an offset beyond 64 bits"),
    }
}

/// The accumulator of `wgmma` for N columns.
type Accumulator<N> = <SM90_64xNx16_F32BF16BF16_SS<N> as MmaAtom>::CLayout;

// Offsets are sums of a thread's and a register's part: all of one with some of the other are enough.
const _: () = {
    let facts = <Accumulator<_256>>::FACTS;
    let modes = facts.modes();
    let mut i = 0;
    while i < 512 {
        let (thread, register) = if i < 128 { (77, i) } else { (i % 128, i / 128) };
        let m = row(thread, register / 2 % 2);
        let n = register / 4 * 8 + column(thread) + register % 2;
        assert!(
            at(modes, 128, thread, register) == m + 64 * n,
            "a thread's registers are not where the atom has them"
        );
        i += 1;
    }
};

// Rows that are dealt are all rows, each once.
const _: () = {
    let (mut dealt, mut paired) = (0u64, 0u64);
    let mut thread = 0;
    while thread < 128 {
        dealt |= 1 << dealt_row(thread, 0) | 1 << dealt_row(thread, 1);
        paired |= 1 << paired_row(thread, 0) | 1 << paired_row(thread, 1);
        thread += 4;
    }
    assert!(
        dealt == u64::MAX && paired == u64::MAX,
        "a row of the fragment is missing"
    );
};

/// Checks that a lane's value `2 w + c` is that of its register `2 w + c` of 16 columns, on the line that `line` says.
const fn check_matrices(source: &[Mode], lines: &[Mode], turned: bool) {
    let mut i = 0;
    while i < 256 {
        let (lane, value) = (i % 32, i / 32);
        let index = at(source, 32, lane, value);
        let mut named = 0;
        while at(lines, 32, named, 0) > index || index >= at(lines, 32, named, 0) + 8 {
            named += 1;
        }
        let element = index - at(lines, 32, named, 0);
        assert!(
            at(lines, 32, named, element) == index,
            "lines are eight neighbours"
        );
        let (m, n) = if turned {
            let (m, n) = matrix_column(named);
            (m + element, n)
        } else {
            let (m, n) = matrix_row(named);
            (m, n + element)
        };
        assert!(
            m == row(lane, value / 2 % 2) && n == value / 4 * 8 + column(lane) + value % 2,
            "a matrix is not stored where its line is"
        );
        i += 1;
    }
}

type Straight = CopyAtom<SM90_U32x4_STSM_N, bf16>;
type Turned = CopyAtom<SM90_U16x8_STSM_T, bf16>;

const _: () = {
    check_matrices(
        <<Straight as ValueTv>::Src>::FACTS.modes(),
        <<Straight as ValueTv>::Dst>::FACTS.modes(),
        false,
    );
    check_matrices(
        <<Turned as ValueTv>::Src>::FACTS.modes(),
        <<Turned as ValueTv>::Dst>::FACTS.modes(),
        true,
    );
};

/// Checks the places of 64 lines of `width` bytes.
const fn check_panel(layout: &SwizzledFacts, width: u32) {
    let mut i = 0;
    while i < 64 * width / 16 {
        let (line, chunk) = (i % 64, i / 64);
        let found = match layout.at((line + 64 * chunk * 8) as i64) {
            Some(offset) => offset as u32 * 2,
            None => panic!("an offset beyond 64 bits"),
        };
        assert!(
            found == swizzled(line * width + chunk * 16, width),
            "a panel's line is not where its layout has it"
        );
        i += 1;
    }
}

const _: () = {
    check_panel(
        &TileToShape::<Layout_K_SW128_Atom<bf16>, (_64, _64), LayoutLeft>::FACTS,
        128,
    );
    check_panel(
        &TileToShape::<Layout_K_SW64_Atom<bf16>, (_64, _32), LayoutLeft>::FACTS,
        64,
    );
    check_panel(
        &TileToShape::<Layout_K_SW32_Atom<bf16>, (_64, _16), LayoutLeft>::FACTS,
        32,
    );
};
