//! From layouts to launches: modes sorted by the destination's strides, merged, cut into the widest vectors, split
//! where there are too many.
//!
//! All of it is arithmetic on extents and strides; nothing here needs a device.

use super::Error;
use azulejo_cpu::{Strided, Walk};
use azulejo_kernels::device::modes::{Modes, RANK};

/// The loop nest of `N` arrays, byte strides, the first mode innermost; array 0 is the destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nest<const N: usize> {
    /// Extents and byte strides; at least one mode, unless there is no element.
    pub modes: Vec<(u64, [i64; N])>,
}

/// One launch's share of a nest: where it starts, in bytes, and its modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<const N: usize> {
    pub start: [i64; N],
    pub modes: Modes<N>,
    pub total: u32,
}

impl<const N: usize> Part<N> {
    /// Where it starts in arrays at these addresses.
    pub fn places(&self, addresses: [u64; N]) -> [u64; N] {
        std::array::from_fn(|k| addresses[k].wrapping_add_signed(self.start[k]))
    }
}

impl<const N: usize> Nest<N> {
    /// The nest of layouts of equal extents whose elements have `sizes` bytes.
    pub fn new(layouts: [&Strided; N], sizes: [usize; N]) -> Self {
        Self::of(&Walk::new(layouts), sizes)
    }

    /// The same in the order of the elements, the last axis innermost.
    pub fn in_element_order(layouts: [&Strided; N], sizes: [usize; N]) -> Self {
        Self::of(&Walk::in_element_order(layouts), sizes)
    }

    fn of(walk: &Walk<N>, sizes: [usize; N]) -> Self {
        if walk.length == 0 {
            return Self { modes: Vec::new() };
        }
        let bytes = |steps: [usize; N]| std::array::from_fn(|k| (steps[k] * sizes[k]) as i64);
        let mut modes = vec![(walk.length as u64, bytes(walk.steps))];
        modes.extend(
            walk.outer
                .iter()
                .rev()
                .map(|(extent, steps)| (*extent as u64, bytes(*steps))),
        );
        Self { modes }
    }

    /// Elements, or vectors once there are such.
    pub fn total(&self) -> u64 {
        if self.modes.is_empty() {
            0
        } else {
            self.modes.iter().map(|(extent, _)| extent).product()
        }
    }

    /// The widest vector of at most `most` elements, a power of two, that every array takes which `vectors` marks: it
    /// divides the innermost extent, and its bytes divide every outer stride and the address of each array that steps
    /// by its own element size innermost. Arrays that do not (broadcasts, gathers) are read element by element.
    pub fn vector(&self, sizes: [usize; N], addresses: [u64; N], most: u64) -> u64 {
        let Some((extent, steps)) = self.modes.first() else {
            return 1;
        };
        let fits = |v: u64| {
            extent.is_multiple_of(v)
                && (0..N).filter(|k| steps[*k] == sizes[*k] as i64).all(|k| {
                    let bytes = v * sizes[k] as u64;
                    let bytes = bytes.min(16);
                    addresses[k].is_multiple_of(bytes)
                        && self.modes[1..]
                            .iter()
                            .all(|(_, strides)| strides[k].unsigned_abs().is_multiple_of(bytes))
                })
        };
        let mut v = most;
        while v > 1 && !fits(v) {
            v /= 2;
        }
        v
    }

    /// The nest whose innermost index counts vectors of `v` elements.
    pub fn in_vectors(mut self, v: u64) -> Self {
        if let Some((extent, strides)) = self.modes.first_mut() {
            *extent /= v;
            strides.iter_mut().for_each(|s| *s *= v as i64);
        }
        if self.modes.len() > 1 && self.modes[0].0 == 1 {
            self.modes.remove(0);
        }
        self
    }

    /// The launches that cover the nest, fewer than 2^31 indices each: the outermost modes are cut.
    pub fn parts(&self) -> Result<Vec<Part<N>>, Error> {
        let mut parts = Vec::new();
        if self.total() > 0 {
            cut(&self.modes, [0; N], &mut parts)?;
        }
        Ok(parts)
    }
}

/// The largest number of indices of a launch.
const MOST: u64 = (1 << 31) - 1;

fn cut<const N: usize>(
    modes: &[(u64, [i64; N])],
    start: [i64; N],
    parts: &mut Vec<Part<N>>,
) -> Result<(), Error> {
    let advance =
        |by: u64, strides: &[i64; N]| std::array::from_fn(|k| start[k] + by as i64 * strides[k]);
    let total = modes
        .iter()
        .fold(1u64, |total, (extent, _)| total.saturating_mul(*extent));
    if total <= MOST
        && let Some(nest) = Modes::new(modes)
    {
        parts.push(Part {
            start,
            modes: nest,
            total: total as u32,
        });
        return Ok(());
    }
    let Some(((extent, strides), inner)) = modes.split_last() else {
        return Err(Error::argument(
            "layout",
            "it has more modes than a kernel takes",
        ));
    };
    let within = inner
        .iter()
        .fold(1u64, |total, (extent, _)| total.saturating_mul(*extent));
    let chunk = if inner.len() < RANK {
        (MOST / within.max(1)).max(1)
    } else {
        1
    };
    let mut at = 0;
    while at < *extent {
        let count = chunk.min(extent - at);
        let mut piece = inner.to_vec();
        if count > 1 || inner.is_empty() {
            piece.push((count, *strides));
        }
        cut(&piece, advance(at, strides), parts)?;
        at += count;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets<const N: usize>(nest: &Nest<N>) -> Vec<[i64; N]> {
        let mut all = Vec::new();
        for part in nest.parts().unwrap() {
            for index in 0..part.total {
                let at = part.modes.offsets(index);
                all.push(std::array::from_fn(|k| part.start[k] + at[k]));
            }
        }
        all.sort();
        all
    }

    #[test]
    fn a_nest_visits_what_the_layouts_visit() {
        let shapes: [(&[usize], &[usize], &[usize]); 5] = [
            (&[13, 4], &[10, 1], &[4, 1]),
            (&[2, 3, 4], &[12, 4, 1], &[1, 2, 6]),
            (&[5], &[1], &[0]),
            (&[], &[], &[]),
            (&[3, 1, 4, 2], &[8, 99, 2, 1], &[0, 0, 2, 1]),
        ];
        for (extents, dst, src) in shapes {
            let (dst, src) = (
                Strided::new(extents, dst).unwrap(),
                Strided::new(extents, src).unwrap(),
            );
            let nest = Nest::new([&dst, &src], [4, 2]);
            let mut want: Vec<[i64; 2]> = dst
                .offsets()
                .zip(src.offsets())
                .map(|(d, s)| [d as i64 * 4, s as i64 * 2])
                .collect();
            want.sort();
            assert_eq!(offsets(&nest), want);
        }
        assert_eq!(
            Nest::new([&Strided::row_major(&[3, 0]).unwrap()], [4]).total(),
            0
        );
    }

    #[test]
    fn vectors_are_as_wide_as_everything_allows() {
        let width = |extents: &[usize], strides: &[usize], address: u64| {
            let layout = Strided::new(extents, strides).unwrap();
            Nest::new([&layout], [4]).vector([4], [address], 4)
        };
        assert_eq!(width(&[13, 4], &[4, 1], 256), 4);
        assert_eq!(width(&[13, 4], &[10, 1], 256), 2);
        assert_eq!(width(&[13, 4], &[9, 1], 256), 1);
        assert_eq!(width(&[13, 4], &[4, 1], 260), 1);
        assert_eq!(width(&[13, 6], &[8, 1], 256), 2);
        // A broadcast input does not narrow the others.
        let (dst, row) = (
            Strided::new(&[8, 8], &[8, 1]).unwrap(),
            Strided::new(&[8, 8], &[1, 0]).unwrap(),
        );
        assert_eq!(
            Nest::new([&dst, &row], [4, 4]).vector([4, 4], [256, 4], 4),
            4
        );
        let nest = Nest::new([&dst], [4]).in_vectors(4);
        assert_eq!(nest.modes, [(16, [16])]);
    }

    #[test]
    fn large_nests_are_cut_exactly() {
        let nest = Nest {
            modes: vec![(3u64, [1i64]), (1 << 31, [8]), (5, [1 << 40])],
        };
        let parts = nest.parts().unwrap();
        let total: u64 = parts.iter().map(|p| p.total as u64).sum();
        assert_eq!(total, nest.total());
        assert!(parts.iter().all(|p| (p.total as u64) < 1 << 31));
        let mut starts: Vec<_> = parts.iter().map(|p| p.start[0]).collect();
        let all = starts.len();
        starts.sort();
        starts.dedup();
        assert_eq!(starts.len(), all);
    }
}
