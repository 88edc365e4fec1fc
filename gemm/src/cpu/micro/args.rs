//! The arguments of a kernel's call, checked: every address that the kernel forms from them is in bounds.

use std::marker::PhantomData;
use std::ptr;

use super::vector::Vector;
use super::{Left, Right, Source, TileMut};

/// A checked call of the kernel; only [`Args::new`] and [`Args::of_matrices`] make one from slices.
pub(crate) struct Args<'a, V: Vector> {
    pub(super) steps: usize,
    pub(super) a: *const V::Packed,
    pub(super) a_step: usize,
    /// Where a panel of A is written, or null if `a` is one.
    pub(super) a_keep: *mut V::Packed,
    pub(super) b: *const V::Packed,
    pub(super) b_step: usize,
    pub(super) b_next: usize,
    /// `true` if `b` is a panel.
    pub(super) b_panel: bool,
    /// Where a panel of B is written, or null.
    pub(super) b_keep: *mut V::Packed,
    pub(super) c: *mut V::Sum,
    pub(super) c_next: i64,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) alpha: V::Sum,
    pub(super) beta: V::Sum,
    pub(super) borrows: PhantomData<&'a mut [V::Sum]>,
}

/// What elements that hold several values of k are.
pub(super) const PACKED: &str = "elements of several k are packed before they are multiplied";

/// Returns `true` if `data` holds `count` elements from `last * step` on.
#[inline(always)]
fn fits<P>(data: &[P], last: usize, step: usize, count: usize) -> bool {
    let end = last.checked_mul(step).and_then(|at| at.checked_add(count));
    end.is_some_and(|end| end <= data.len())
}

/// Returns `true` if `data` holds `cols` columns, 1 or more and `next` apart, from `last * step` on.
#[inline(always)]
fn columns_fit<P>(data: &[P], last: usize, step: usize, next: usize, cols: usize) -> bool {
    let count = (cols - 1)
        .checked_mul(next)
        .and_then(|at| at.checked_add(1));
    count.is_some_and(|count| fits(data, last, step, count))
}

impl<'a, V: Vector> Args<'a, V> {
    /// A call that reads no panel of B and writes none; the caller checks what it reads.
    #[inline(always)]
    fn unchecked(
        steps: usize,
        a: &Left<'a, V::Packed>,
        b: &Right<'a, V::Packed>,
        mut c: TileMut<'a, V::Sum>,
        [alpha, beta]: [V::Sum; 2],
    ) -> Self {
        let (rows, cols) = c.shape();
        Args {
            steps,
            a: a.data.as_ptr(),
            a_step: a.step,
            a_keep: ptr::null_mut(),
            b: b.data.as_ptr(),
            b_step: b.step,
            b_next: b.next,
            b_panel: false,
            b_keep: ptr::null_mut(),
            c_next: c.layout().stride().1,
            c: c.as_mut_ptr(),
            rows,
            cols,
            alpha,
            beta,
            borrows: PhantomData,
        }
    }

    /// Checks that the tile fits `mv` registers by `nr` columns and that the panels cover it.
    #[inline(always)]
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments of a matrix product"
    )]
    pub(super) fn new(
        steps: usize,
        a: Left<'a, V::Packed>,
        b: Right<'a, V::Packed>,
        c: TileMut<'a, V::Sum>,
        alpha: V::Sum,
        beta: V::Sum,
        mv: usize,
        nr: usize,
    ) -> Self {
        let (rows, cols) = c.shape();
        let mr = mv * V::LANES;
        assert!(
            rows <= mr && cols <= nr,
            "a tile of {rows}x{cols} is too large"
        );
        assert!(
            rows <= 1 || c.layout().stride().0 == 1,
            "a tile's rows must be contiguous"
        );
        let args = Self::unchecked(steps, &a, &b, c, [alpha, beta]);
        let (b_panel, b_keep) = match b.source {
            Source::Panel => (true, None),
            Source::Matrix => (false, None),
            Source::Keep(panel) => (false, Some(panel)),
        };
        assert!(
            cols == nr || (a.keep.is_none() && b_panel),
            "a tile that reads a matrix has all columns"
        );
        assert!(V::DEPTH == 1 || (a.keep.is_none() && b_panel), "{PACKED}");
        if let Some(last) = steps.checked_sub(1).filter(|_| rows > 0 && cols > 0) {
            let read = if a.keep.is_some() {
                rows
            } else {
                rows.next_multiple_of(V::LANES)
            };
            assert!(fits(a.data, last, a.step, read), "A is too short");
            assert!(
                columns_fit(b.data, last, b.step, b.next, cols),
                "B is too short"
            );
            assert!(
                !b_panel || (b.next == 1 && b.step == nr),
                "a panel of B has its columns side by side"
            );
            assert!(
                a.keep.is_some() || a.step == mr,
                "a panel of A has its rows side by side"
            );
        }
        let panel = |keep: Option<&'a mut [V::Packed]>, width: usize| {
            keep.map_or(ptr::null_mut(), |keep| {
                let needed = steps.checked_mul(width);
                assert!(
                    needed.is_some_and(|needed| needed <= keep.len()),
                    "a panel is too short"
                );
                keep.as_mut_ptr()
            })
        };
        Args {
            a_keep: panel(a.keep, mr),
            b_panel,
            b_keep: panel(b_keep, nr),
            ..args
        }
    }

    /// Checks that the tiles of `c`, each of `nr` columns, and the matrices that they read fit.
    #[inline(always)]
    pub(super) fn of_matrices(
        steps: usize,
        a: Left<'a, V::Packed>,
        b: Right<'a, V::Packed>,
        c: TileMut<'a, V::Sum>,
        alpha: V::Sum,
        beta: V::Sum,
        nr: usize,
    ) -> Self {
        let (rows, cols) = c.shape();
        assert!(
            cols.is_multiple_of(nr) && c.layout().stride().0 == 1,
            "tiles have all columns, and contiguous rows"
        );
        assert!(
            a.keep.is_none() && matches!(b.source, Source::Matrix),
            "no panel is read or written"
        );
        assert!(V::DEPTH == 1, "{PACKED}");
        if let Some(last) = steps.checked_sub(1).filter(|_| rows > 0 && cols > 0) {
            assert!(fits(a.data, last, a.step, rows), "A is too short");
            assert!(
                columns_fit(b.data, last, b.step, b.next, cols),
                "B is too short"
            );
        }
        Self::unchecked(steps, &a, &b, c, [alpha, beta])
    }
}
