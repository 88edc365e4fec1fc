//! [`Walk`]: one loop nest over several strided arrays of one shape.
//!
//! The modes are put in the order of the first array's strides, largest outermost, modes of extent 1 are dropped, and
//! two neighbours that step alike in every array become one. What is left innermost is a *run*: the kernels work on
//! runs, contiguous ones as slices.
//!
//! For example `(2,3,4)` read as `(12,4,1)` and written as `(12,4,1)` is one run of 24; written transposed, as
//! `(1,2,6)`, the modes are walked as 4, 3, 2 and a run is 2 long.

use super::{MAX_RANK, Strided};

/// Runs that are visited together where an input is read across its lines.
const TILE: usize = 32;

/// The loop nest of `N` arrays; `steps[k]` is what array k advances by from one element of a run to the next.
#[doc(hidden)]
pub struct Walk<const N: usize> {
    /// Extent and strides of the modes around a run, outermost first.
    pub outer: Vec<(usize, [usize; N])>,
    /// Elements in a run.
    pub length: usize,
    /// Strides within a run.
    pub steps: [usize; N],
}

impl<const N: usize> Walk<N> {
    /// The nest for layouts of equal extents, in an order that suits the first.
    pub fn new(layouts: [&Strided; N]) -> Self {
        Self::in_order(layouts, true)
    }

    /// The nest that visits elements in their own order, the last mode fastest.
    pub fn in_element_order(layouts: [&Strided; N]) -> Self {
        Self::in_order(layouts, false)
    }

    fn in_order(layouts: [&Strided; N], sorted: bool) -> Self {
        let first = layouts[0];
        if first.size() == 0 || layouts.iter().all(|layout| layout.is_contiguous()) {
            return Self {
                outer: Vec::new(),
                length: first.size(),
                steps: [1; N],
            };
        }
        let modes = first.extents().iter().enumerate();
        let mut modes: Vec<(usize, [usize; N])> = modes
            .filter(|(_, extent)| **extent != 1)
            .map(|(axis, extent)| (*extent, layouts.map(|layout| layout.strides()[axis])))
            .collect();
        if sorted {
            // By insertion, of eight modes at most: equal strides (all zero) keep their order.
            for end in 1..modes.len() {
                let mut at = end;
                while at > 0 && modes[at - 1].1[0] < modes[at].1[0] {
                    modes.swap(at - 1, at);
                    at -= 1;
                }
            }
        }
        let mut merged: Vec<(usize, [usize; N])> = Vec::with_capacity(MAX_RANK);
        for (extent, strides) in modes {
            match merged.last_mut() {
                Some((outer, steps)) if (0..N).all(|k| steps[k] == extent * strides[k]) => {
                    *outer *= extent;
                    *steps = strides;
                }
                _ => merged.push((extent, strides)),
            }
        }
        let (length, steps) = merged.pop().unwrap_or((1, [1; N]));
        Self {
            outer: merged,
            length,
            steps,
        }
    }

    /// Calls `visit` with the offsets at which each run starts; compiled once for all that visit.
    pub fn for_each_run(&self, visit: &mut dyn FnMut([usize; N])) {
        if self.length == 0 {
            return;
        }
        let mut index = [0usize; MAX_RANK];
        let mut offsets = [0usize; N];
        loop {
            visit(offsets);
            let mut axis = self.outer.len();
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                let (extent, strides) = &self.outer[axis];
                index[axis] += 1;
                if index[axis] < *extent {
                    (0..N).for_each(|k| offsets[k] += strides[k]);
                    break;
                }
                index[axis] = 0;
                (0..N).for_each(|k| offsets[k] -= (extent - 1) * strides[k]);
            }
        }
    }

    /// Calls `visit` with the offsets and the length of pieces of runs, at most `chunk` long.
    ///
    /// Where an input steps far within a run but little from run to run (a transpose), the pieces of [`TILE`]
    /// neighbouring runs are visited together, so that each line of that input is fetched once.
    pub fn for_each_piece(&self, chunk: usize, visit: &mut dyn FnMut([usize; N], usize)) {
        let far = |k: usize, strides: &[usize; N]| self.steps[k] > 1 && strides[k] < self.steps[k];
        let crossed = self
            .outer
            .iter()
            .rposition(|(_, strides)| (1..N).any(|k| strides[k] > 0 && far(k, strides)));
        let mut outer = self.outer.clone();
        let (extent, strides) = crossed.map_or((1, [0; N]), |at| outer.remove(at));
        let rest = Self {
            outer,
            length: self.length,
            steps: self.steps,
        };
        let moved = |from: [usize; N], by: usize, strides: [usize; N]| -> [usize; N] {
            std::array::from_fn(|k| from[k] + by * strides[k])
        };
        rest.for_each_run(&mut |offsets| {
            for first in (0..extent).step_by(TILE) {
                for start in (0..self.length).step_by(chunk) {
                    let count = chunk.min(self.length - start);
                    let corner = moved(offsets, start, self.steps);
                    for run in first..extent.min(first + TILE) {
                        visit(moved(corner, run, strides), count);
                    }
                }
            }
        });
    }
}
