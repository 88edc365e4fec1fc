//! Which elements of D a thread holds, and where in shared memory it puts them: arithmetic that the kernel's code uses, held
//! to the layouts of the atoms in `held.rs` and to the tiled multiply and copies in `tiling.rs`, when the tests are
//! compiled.
//!
//! A warpgroup's accumulator of 64 × N is the C of `SM90_64xNx…`, in offsets `m + 64 n` of (thread, register):
//!
//! ```text
//! ((_4,_8,_4),(_2,_2,N/8)):((_128,_1,_16),(_64,_8,_512))
//!
//!           n = 0     1     2     3   …   8         thread / register
//! m = 0      0/0   0/1   1/0   1/1        0/4
//! m = 1      4/0   4/1   5/0   5/1        4/4
//! m = 8      0/2   0/3   1/2   1/3        0/6
//! m = 16    32/0  32/1  33/0  33/1       32/4
//! ```
//!
//! `stmatrix` takes 16 × 16 of it to the lines that its lanes name, which stand in a panel as `Layout_K_SW128_Atom` and
//! its narrower kin have them.

/// Row of registers 0 and 1 (`half` 0) or 2 and 3 (`half` 1) of every four, for a thread of a warpgroup.
pub const fn row(thread: u32, half: u32) -> u32 {
    thread / 32 * 16 + half * 8 + thread % 32 / 4
}

/// Column of register 0; registers advance by eight columns every four.
pub const fn column(thread: u32) -> u32 {
    thread % 4 * 2
}

/// As [`row`] where A comes through registers: its rows are dealt to lanes so that their loads meet no bank twice, a
/// fragment being the rows `{0 1 2 3 16 17 18 19} + 4 i` of 32.
pub const fn dealt_row(thread: u32, half: u32) -> u32 {
    let (warp, group) = (thread / 32, thread % 32 / 4);
    warp / 2 * 32 + (warp % 2 * 2 + half) * 4 + group / 4 * 16 + group % 4
}

/// As [`row`] where A comes through registers as pairs of bytes: a thread's two rows of a warp's 16 are neighbours.
pub const fn paired_row(thread: u32, half: u32) -> u32 {
    thread / 32 * 16 + thread % 32 / 4 * 2 + half
}

/// Row and first column, in a warp's 16 × 16 of D, of the line that a lane names to `stmatrix` and `ldmatrix`.
pub const fn matrix_row(lane: u32) -> (u32, u32) {
    (lane % 16, lane / 16 * 8)
}

/// First row and column of the line that a lane names to their transposing forms: eight rows of a column.
pub const fn matrix_column(lane: u32) -> (u32, u32) {
    (lane / 8 % 2 * 8, lane / 16 * 8 + lane % 8)
}

/// Where byte `offset` of a panel with lines of `width` bytes stands.
pub const fn swizzled(offset: u32, width: u32) -> u32 {
    offset ^ ((offset >> 3) & (width - 16))
}
