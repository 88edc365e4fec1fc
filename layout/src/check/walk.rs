//! CuTe's steps through a layout, whether they are right or not.

use super::mode::{Flat, Mode};

/// The modes that CuTe's composition makes of one mode `b` with a non-negative stride: at each mode of the coalesced `a`
/// it takes what fits and divides what is left, rounding up, without looking at remainders.
///
/// What [`compose_leaf`](super::compose_leaf) rejects still has a layout here, which shows what goes wrong with it.
///
/// ```
/// use azulejo_layout::check::{Mode, walk};
/// let a = [Mode::new(8, 8), Mode::new(8, 1)];
/// assert_eq!(walk(&a, Mode::new(6, 3)).as_slice(), [Mode::new(3, 24), Mode::new(2, 1)]);
/// ```
#[must_use]
pub const fn walk(a: &[Mode], b: Mode) -> Flat {
    let mut flat = Flat::new();
    let (mut left, mut step) = (b.size, b.stride);
    if step < 1 || a.is_empty() {
        flat.push(Mode::new(left, 0));
        return flat;
    }
    let mut k = 0;
    while k + 1 < a.len() && left > 1 {
        let size = a[k].size;
        if size < 1 {
            break;
        }
        let fit = (size - 1) / step + 1;
        let new = if fit < left { fit } else { left };
        if fit > 1 {
            flat.push(Mode::new(new, step.wrapping_mul(a[k].stride)));
            left /= new;
        }
        step = (step - 1) / size + 1;
        k += 1;
    }
    if left > 1 || flat.as_slice().is_empty() {
        flat.push(Mode::new(left, step.wrapping_mul(a[k].stride)));
    }
    flat
}
