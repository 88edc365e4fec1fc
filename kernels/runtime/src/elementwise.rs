//! The launch of an elementwise kernel: which vectors a thread works on, by the layouts of its arrays.

use super::{Error, Launch, Stream, operand::Raw, plan::Nest};
use azulejo_kernels::{
    device::map::{Args, LINE, THREADS},
    table::Kernel,
};

/// An elementwise kernel, for vectors and for single elements, and what it is told.
#[derive(Clone, Copy)]
pub(crate) struct Elementwise {
    /// For vectors of `vector` elements, and for single elements.
    pub kernels: [&'static Kernel; 2],
    /// Elements in a vector.
    pub vector: u32,
    /// Vectors, or elements, that a thread works on.
    pub rounds: [u32; 2],
    /// The operator's number.
    pub code: u32,
    /// The inputs' dtypes, a byte each.
    pub types: u32,
}

impl Elementwise {
    /// The kernel for vectors of `v` elements, and how many of them a thread works on.
    fn by(&self, v: u64) -> (&'static Kernel, u32) {
        let at = usize::from(v == 1);
        (self.kernels[at], self.rounds[at])
    }

    /// The kernels that it launches on arrays, the output first.
    #[cfg(test)]
    pub fn launched<const M: usize>(&self, all: [&Raw; M]) -> Vec<&'static Kernel> {
        let nest = Nest::new(all.map(|raw| &raw.layout), all.map(Raw::size));
        let addresses = all.map(|raw| raw.address);
        let pieces = pieces(nest, all.map(Raw::size), addresses, self.vector as u64);
        pieces.into_iter().map(|(.., v)| self.by(v).0).collect()
    }

    /// Launches it on arrays, the output and `N` inputs.
    ///
    /// # Safety
    /// The kernels must be those of the operands' types; all places must be live on the stream's device, the output
    /// writable and apart from the inputs or equal to one of them, place for place; all of one shape.
    pub unsafe fn launch<const N: usize, const M: usize>(
        self,
        stream: &Stream,
        all: [&Raw; M],
    ) -> Result<(), Error> {
        const { assert!(N + 1 == M) };
        let sizes = all.map(Raw::size);
        let addresses = all.map(|raw| raw.address);
        let nest = Nest::new(all.map(|raw| &raw.layout), sizes);
        for (nest, start, v) in pieces(nest, sizes, addresses, self.vector as u64) {
            let strides = nest.modes.first().map_or([0; M], |(_, strides)| *strides);
            let inner: [i64; N] = std::array::from_fn(|k| strides[k + 1]);
            let (kernel, rounds) = self.by(v);
            let function = stream.device().function(kernel)?;
            let bytes = sizes.map(|s| s as i64 * v as i64);
            let Schedule { nest, walk, extent } = Schedule::new(nest.in_vectors(v), bytes, rounds);
            let tile = match extent {
                0 | LINE => function.threads() * rounds,
                _ => function.threads(),
            };
            for part in nest.parts()? {
                let at = |k: usize| addresses[k].wrapping_add_signed(start[k] + part.start[k]);
                let args = Args::<N, M> {
                    dst: at(0),
                    src: std::array::from_fn(|k| at(k + 1)),
                    inner,
                    modes: part.modes,
                    walk,
                    extent,
                    total: part.total,
                    code: self.code,
                    types: self.types,
                };
                let blocks = part.total.div_ceil(tile);
                let launch = Launch::new(stream, &function).grid(blocks, 1, 1);
                // SAFETY: the kernel takes `Args` of this arity; the nest visits the elements of every layout, vectors where `pieces`
                // found that all are aligned; the places are live and apart, by this function's contract.
                unsafe { launch.run((args,)) }?;
            }
        }
        Ok(())
    }
}

/// Which vectors a thread works on ([`Args`]).
#[derive(Clone, Debug, PartialEq)]
struct Schedule<const M: usize> {
    nest: Nest<M>,
    walk: [i64; M],
    extent: u32,
}

impl<const M: usize> Schedule<M> {
    /// For a nest of vectors of `bytes` bytes, `rounds` of them a thread.
    fn new(nest: Nest<M>, bytes: [i64; M], rounds: u32) -> Self {
        if let [(_, strides)] = nest.modes[..] {
            return Self {
                nest,
                walk: strides.map(|stride| stride * THREADS as i64),
                extent: LINE,
            };
        }
        // An input that is contiguous innermost and repeats along the next mode.
        let repeats = match &nest.modes[..] {
            [(_, inner), (extent, outer), ..] => {
                (1..M).any(|k| inner[k] == bytes[k] && outer[k] == 0)
                    && *extent >= rounds as u64
                    && *extent < LINE as u64
            }
            _ => false,
        };
        let mut down = nest.clone();
        if repeats {
            let (extent, strides) = &mut down.modes[1];
            let (of, walk) = (*extent as u32, *strides);
            *extent = extent.div_ceil(rounds as u64);
            *strides = strides.map(|stride| stride * rounds as i64);
            // A cut through the groups of one mode would change how many there are.
            if down.parts().is_ok_and(|parts| parts.len() == 1) {
                return Self {
                    nest: down,
                    walk,
                    extent: of,
                };
            }
        }
        Self {
            nest,
            walk: [0; M],
            extent: 0,
        }
    }
}

/// The nest in one piece with the widest vectors it allows, or, where only the length of a single run is in the way, its
/// vectors and the elements that are left.
fn pieces<const M: usize>(
    nest: Nest<M>,
    sizes: [usize; M],
    addresses: [u64; M],
    most: u64,
) -> Vec<(Nest<M>, [i64; M], u64)> {
    if nest.total() == 0 {
        return Vec::new();
    }
    // The output is stored in whole vectors, so it must be contiguous there.
    let vectors = |nest: &Nest<M>| {
        let whole =
            nest.modes[0].1[0] == sizes[0] as i64 && nest.vector(sizes, addresses, most) == most;
        if whole { most } else { 1 }
    };
    if let [(extent, strides)] = nest.modes[..] {
        let rest = extent % most;
        let body = Nest {
            modes: vec![(extent - rest, strides)],
        };
        if rest > 0 && extent > rest && vectors(&body) > 1 {
            let start = strides.map(|s| s * (extent - rest) as i64);
            return vec![
                (body, [0; M], most),
                (
                    Nest {
                        modes: vec![(rest, strides)],
                    },
                    start,
                    1,
                ),
            ];
        }
    }
    let v = vectors(&nest);
    vec![(nest, [0; M], v)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_cpu::Strided;

    #[test]
    fn a_ragged_run_keeps_its_vectors() {
        let line = Strided::row_major(&[1003]).unwrap();
        let found = pieces(Nest::new([&line, &line], [4, 4]), [4, 4], [256, 512], 4);
        let seen: Vec<_> = found
            .iter()
            .map(|(nest, start, v)| (nest.total(), start[0], *v))
            .collect();
        assert_eq!(seen, [(1000, 0, 4), (3, 4000, 1)]);
        let odd = pieces(Nest::new([&line, &line], [4, 4]), [4, 4], [260, 512], 4);
        assert_eq!((odd.len(), odd[0].2), (1, 1));
        // Rows of 6: no vector of 4 fits.
        let rows = Strided::new(&[5, 6], &[8, 1]).unwrap();
        assert_eq!(pieces(Nest::new([&rows], [4]), [4], [256], 4)[0].2, 1);
    }

    #[test]
    fn repeated_rows_are_walked_down() {
        let nest = |row: &[usize]| {
            let (matrix, row) = (
                Strided::row_major(&[10, 64]).unwrap(),
                Strided::new(&[10, 64], row).unwrap(),
            );
            Nest::new([&matrix, &matrix, &row], [4; 3]).in_vectors(4)
        };
        let down = Schedule::new(nest(&[0, 1]), [16; 3], 4);
        assert_eq!(
            down,
            Schedule {
                nest: Nest {
                    modes: vec![(16, [16; 3]), (3, [1024, 1024, 0])]
                },
                walk: [256, 256, 0],
                extent: 10,
            }
        );
        // A column repeats along the run itself: the rows are walked by division.
        assert_eq!(Schedule::new(nest(&[1, 0]), [16; 3], 4).extent, 0);
        let line = Schedule::new(nest(&[64, 1]), [16; 3], 4);
        assert_eq!((line.extent, line.walk), (LINE, [4096; 3]));
    }
}
