//! [`Modes`]: the loop nest of a strided kernel as one parameter, and the division that walks it.
//!
//! A strided array is a layout: extents and strides, the first mode fastest. A thread's linear index becomes one
//! coordinate a mode by division with remainder, and the coordinates become one byte offset an array. Division by a
//! number that is fixed at launch is a multiplication and a shift ([`FastDiv`]).

/// The largest number of modes.
pub const RANK: usize = 8;

/// Division by a number known at launch, for dividends below 2^31.
///
/// With `2^s >= d > 2^(s-1)` and `m = ceil(2^(31+s) / d)`, `floor(n / d) = floor(n m / 2^(31+s))` for `n < 2^31`:
/// the excess `m d - 2^(31+s)` is below `d <= 2^s`, so `n` times it stays below `2^(31+s)` (Granlund and Montgomery,
/// Division by invariant integers using multiplication, 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct FastDiv {
    multiplier: u32,
    shift: u32,
    divisor: u32,
}

impl FastDiv {
    /// Division by `divisor`, which is from 1 to 2^31.
    ///
    /// ```
    /// use azulejo_kernels::device::modes::FastDiv;
    /// assert_eq!(FastDiv::new(7).div_rem(2_000_000_001), (285_714_285, 6));
    /// ```
    pub const fn new(divisor: u32) -> Self {
        let divisor = if divisor == 0 { 1 } else { divisor };
        let shift = 31 + (32 - (divisor - 1).leading_zeros());
        let multiplier = (1u64 << shift).div_ceil(divisor as u64);
        Self {
            multiplier: multiplier as u32,
            shift,
            divisor,
        }
    }

    /// Quotient and remainder of `n`, which is below 2^31.
    #[inline(always)]
    pub const fn div_rem(self, n: u32) -> (u32, u32) {
        let quotient = ((n as u64 * self.multiplier as u64) >> self.shift) as u32;
        (
            quotient,
            n.wrapping_sub(quotient.wrapping_mul(self.divisor)),
        )
    }
}

/// Extents of up to [`RANK`] modes, the first fastest, with `N` byte strides each.
///
/// As a layout, array `k` is `(n0,n1,…):(s0,s1,…)` with its strides in bytes, and [`Modes::offsets`] is its `crd2idx`
/// at a linear coordinate. The last extent is not needed: its coordinate is what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Modes<const N: usize> {
    rank: u32,
    divisors: [FastDiv; RANK],
    strides: [[i64; RANK]; N],
}

impl<const N: usize> Modes<N> {
    /// The nest with these extents and byte strides, the first mode fastest.
    ///
    /// `None` for more than [`RANK`] modes, or where there are 2^31 indices or more.
    pub fn new(modes: &[(u64, [i64; N])]) -> Option<Self> {
        let mut all = Self {
            rank: modes.len() as u32,
            divisors: [FastDiv::new(1); RANK],
            strides: [[0; RANK]; N],
        };
        if modes.len() > RANK {
            return None;
        }
        let mut size = 1u64;
        for (at, (extent, strides)) in modes.iter().enumerate() {
            size = size.checked_mul(*extent).filter(|size| *size < 1 << 31)?;
            all.divisors[at] = FastDiv::new(*extent as u32);
            for (k, stride) in strides.iter().enumerate() {
                all.strides[k][at] = *stride;
            }
        }
        Some(all)
    }

    /// The byte offsets of index `index` in every array, and its coordinates in the first two modes.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // Constant bounds over several arrays: iterators would hide that.
    pub fn locate(&self, index: u32) -> ([i64; N], [u32; 2]) {
        let (mut offsets, mut first) = ([0i64; N], [0u32; 2]);
        let mut rest = index;
        // The bound is constant and the exit uniform: unrolled, every access has a constant index.
        for at in 0..RANK {
            if at as u32 >= self.rank {
                break;
            }
            let (quotient, coordinate) = if at as u32 + 1 == self.rank {
                (0, rest)
            } else {
                self.divisors[at].div_rem(rest)
            };
            for k in 0..N {
                offsets[k] =
                    offsets[k].wrapping_add((coordinate as i64).wrapping_mul(self.strides[k][at]));
            }
            if at < 2 {
                first[at] = coordinate;
            }
            rest = quotient;
        }
        (offsets, first)
    }

    /// The same for arrays that are one mode.
    ///
    /// ```
    /// use azulejo_kernels::device::modes::Modes;
    /// let line = Modes::new(&[(100, [16, 8])]).unwrap();
    /// assert_eq!(line.on_line(7), line.offsets(7));
    /// ```
    #[inline(always)]
    pub fn on_line(&self, index: u32) -> [i64; N] {
        crate::device::unrolled(|k| index as i64 * self.strides[k][0])
    }

    /// The byte offsets of index `index` in every array.
    #[inline(always)]
    pub fn offsets(&self, index: u32) -> [i64; N] {
        self.locate(index).0
    }

    /// The byte offsets of several indices in every array.
    ///
    /// ```
    /// use azulejo_kernels::device::modes::Modes;
    /// let modes = Modes::new(&[(3, [1]), (5, [10])]).unwrap();
    /// assert_eq!(modes.offsets_of([2, 4, 14]), [2, 4, 14].map(|index| modes.offsets(index)));
    /// ```
    #[inline(always)]
    pub fn offsets_of<const U: usize>(&self, indices: [u32; U]) -> [[i64; N]; U] {
        crate::device::unrolled(|u: usize| self.offsets(indices[u]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_layout::check::{Mode, offset};

    #[test]
    fn division_is_exact() {
        let edges = [
            1u32,
            2,
            3,
            5,
            7,
            10,
            127,
            128,
            129,
            641,
            65535,
            65536,
            65537,
            1 << 30,
            (1 << 31) - 1,
            1 << 31,
        ];
        for d in edges.into_iter().chain((1..2000).map(|i| i * 7919)) {
            let f = FastDiv::new(d);
            let near = (0..40u64).flat_map(|q| {
                [
                    q * d as u64,
                    q * d as u64 + 1,
                    (q * d as u64).wrapping_sub(1),
                ]
            });
            for n in near
                .chain([(1 << 31) - 1, (1 << 31) - 2, 1 << 30])
                .filter(|n| *n < 1 << 31)
            {
                let n = n as u32;
                assert_eq!(f.div_rem(n), (n / d, n % d), "{n} / {d}");
            }
        }
    }

    #[test]
    fn offsets_are_those_of_the_layout() {
        let extents = [3u64, 5, 2, 7];
        let strides = [[4i64, 40, -8, 4000], [0, 4, 0, 20]];
        for rank in 0..=4 {
            let list: Vec<_> = (0..rank)
                .map(|at| (extents[at], [strides[0][at], strides[1][at]]))
                .collect();
            let modes = Modes::new(&list).unwrap();
            let size: u64 = extents[..rank].iter().product();
            for index in 0..size {
                let three = [0, index as u32, size as u32 - 1];
                let each = three.map(|index| modes.offsets(index));
                assert_eq!(modes.offsets_of(three), each);
                for k in 0..2 {
                    let layout: Vec<_> = list
                        .iter()
                        .map(|(n, s)| Mode::new(*n as i64, s[k]))
                        .collect();
                    assert_eq!(
                        Some(modes.offsets(index as u32)[k]),
                        offset(&layout, index as i64)
                    );
                }
            }
        }
        assert!(Modes::<1>::new(&[(1 << 16, [1]), (1 << 15, [1])]).is_none());
        assert!(Modes::<1>::new(&[(2, [1]); 9]).is_none());
    }
}
