//! [`Product`]: the arguments of one call, checked against each other, and [`Arguments`], those of each launch that computes it.

use azulejo_tensor::DType;

use super::batch::runs;
use super::placed::Placed;
use super::{Epilogue, GpuBias, GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, Region};
use crate::{Error, Stream, Use, check};
use azulejo_kernels::device::gemm::args::{View, activation};

/// A batch of products `D = epilogue(A · B)` whose arguments fit each other.
#[derive(Clone, Debug)]
pub struct Product<'a> {
    a: Placed<'a>,
    b: Placed<'a>,
    /// Where beta is not 0.
    c: Option<Placed<'a>>,
    d: Placed<'a>,
    epilogue: Epilogue<'a>,
}

/// The shape of a batch of GEMMs: D is M × N, K is the reduction extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProblemShape {
    /// Rows of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
    /// Terms of each sum.
    pub k: u32,
    /// Products.
    pub batches: u32,
}

/// What one launch computes: products one batch step apart, at places that a [`Product`] has checked.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// Their sizes.
    pub sizes: ProblemShape,
    /// Types of A, B and D.
    pub types: [DType; 3],
    pub(super) a: View,
    pub(super) b: View,
    /// Where beta is not 0.
    pub(super) c: Option<View>,
    pub(super) d: View,
    /// What happens to the products before they are stored.
    pub epilogue: Epilogue<'a>,
}

impl<'a> Product<'a> {
    /// Checks the shapes and types of the arguments.
    ///
    /// # Errors
    /// [`Error::Shape`], [`Error::Misaligned`] and [`Error::Argument`], which name the argument.
    pub fn new<F: Copy + Into<u32>>(
        a: &GpuMatRef<'a>,
        b: &GpuMatRef<'a>,
        d: &GpuMatMut<'a>,
        epilogue: &Epilogue<'a, F>,
    ) -> Result<Self, Error> {
        let ((m, k), (_, n), e) = (
            a.shape(),
            b.shape(),
            epilogue.with(epilogue.activation.into()),
        );
        let shape = |argument, expected: (usize, usize), found: (usize, usize)| {
            check::same_shape(argument, &[expected.0, expected.1], &[found.0, found.1])
        };
        shape("b", (k, n), b.shape())?;
        shape("d", (m, n), d.shape())?;
        let (to, out) = (d.batch().0, d.dtype());
        let c = match &e.c {
            _ if e.beta == 0.0 => None,
            None => Some(d.0.broadcast("d", to)?),
            Some(c) => {
                shape("c", (m, n), c.shape())?;
                of_type("c", c.dtype(), out)?;
                Some(c.0.broadcast("c", to)?)
            }
        };
        for (argument, factor) in [("alpha", e.alpha), ("beta", e.beta)] {
            let is_held = matches!(out, DType::F64 | DType::I32)
                || (factor as f32).is_finite() == factor.is_finite();
            Error::ensure(is_held, argument, || {
                format!(
                    "{factor:?} is infinite in f32, which scales sums to {out}: take a smaller one"
                )
            })?;
        }
        Error::ensure(e.activation <= activation::SILU, "activation", || {
            format!(
                "{} is none: 0 is none at all, 1 ReLU, 2 GELU, 3 SiLU",
                e.activation
            )
        })?;
        for (argument, vector) in e.vectors() {
            let (dtype, lengths) = match (argument, &e.bias) {
                ("bias", Some(GpuBias::PerRow(_))) => (out, [m; 2]),
                ("bias", _) => (out, [n; 2]),
                ("scale_a", _) => (DType::F32, [1, m]),
                ("scale_b", _) => (DType::F32, [1, n]),
                _ => (DType::F32, [1; 2]),
            };
            vector_of(argument, &vector, dtype, &lengths)?;
        }
        if let Some(GpuVecMut(region, dtype)) = e.amax {
            region.check_writable("amax")?;
            let vector = GpuVecRef::of_region(region, dtype);
            vector_of("amax", &vector, DType::F32, &[1])?;
        }
        Ok(Self {
            a: a.0.broadcast("a", to)?,
            b: b.0.broadcast("b", to)?,
            c,
            d: d.0.broadcast("d", to)?,
            epilogue: e,
        })
    }

    /// The types of A, B and D.
    pub fn types(&self) -> [DType; 3] {
        [self.a.dtype, self.b.dtype, self.d.dtype]
    }

    /// What happens to the product before it is stored.
    pub fn epilogue(&self) -> &Epilogue<'a> {
        &self.epilogue
    }

    fn named(&self) -> impl Iterator<Item = (&'static str, Region<'a>)> {
        let vectors = self
            .epilogue
            .vectors()
            .map(|(argument, vector)| (argument, vector.0));
        let read = [("a", Some(self.a)), ("b", Some(self.b)), ("c", self.c)];
        let read = read
            .into_iter()
            .filter_map(|(argument, of)| Some((argument, of?.region)));
        let read = read
            .chain(vectors)
            .map(|(argument, region)| (argument, region.reading()));
        let written = [
            Some(("d", self.d.region)),
            self.epilogue.amax.map(|amax| ("amax", amax.0)),
        ];
        read.chain(written.into_iter().flatten())
    }

    /// All memory that it touches.
    pub(super) fn regions(&self) -> impl Iterator<Item = Region<'a>> {
        self.named().map(|(_, region)| region)
    }

    /// The uses of all memory that it touches.
    pub(super) fn uses(&self) -> impl Iterator<Item = Use<'a>> {
        self.named()
            .filter_map(|(argument, region)| region.called(argument).usage())
    }

    /// The bytes of D.
    pub(super) fn written(&self) -> (u64, u64) {
        self.d.range()
    }

    /// The bytes of the largest magnitude.
    pub(super) fn raised(&self) -> Option<(u64, u64)> {
        self.epilogue.amax.map(|amax| amax.0.range())
    }

    /// The bytes of each argument that is read; a C that is D itself has its name alone.
    pub(super) fn reads(&self) -> impl Iterator<Item = (&'static str, (u64, u64))> {
        let factors = (self.epilogue.alpha != 0.0).then_some([("a", self.a), ("b", self.b)]);
        let c = self.c.filter(|c| !c.is_at(&self.d)).map(|c| ("c", c));
        let matrices = factors.into_iter().flatten().chain(c);
        let vectors = self
            .epilogue
            .vectors()
            .map(|(name, vector)| (name, vector.0.range()));
        matrices.map(|(name, of)| (name, of.range())).chain(vectors)
    }

    /// Rejects memory of another device, and outputs that share memory with what is read.
    pub(super) fn check(&self, stream: &Stream) -> Result<(), Error> {
        self.on_device(stream)?;
        self.apart()
    }

    /// Rejects memory of another device.
    pub(super) fn on_device(&self, stream: &Stream) -> Result<(), Error> {
        let context = stream.device().context();
        self.named()
            .try_for_each(|(argument, region)| region.on_device(argument, context))
    }

    fn apart(&self) -> Result<(), Error> {
        for (with, read) in self.reads() {
            check::apart("d", with, [self.written(), read])?;
        }
        let Some(raised) = self.raised() else {
            return Ok(());
        };
        check::apart("d", "amax", [self.written(), raised])?;
        self.reads()
            .try_for_each(|(with, read)| check::apart("amax", with, [raised, read]))
    }

    /// What tells this product from others on its stream.
    pub(super) fn words(&self) -> Vec<u64> {
        let e = &self.epilogue;
        let mut words = Vec::with_capacity(64);
        for operand in [Some(&self.a), Some(&self.b), Some(&self.d), self.c.as_ref()] {
            match operand {
                Some(operand) => operand.words(&mut words),
                None => words.push(u64::MAX),
            }
        }
        let along = match e.bias {
            None => 0,
            Some(GpuBias::PerColumn(_)) => 1,
            Some(GpuBias::PerRow(_)) => 2,
        };
        let vectors = [e.bias_vector(), e.scale_a, e.scale_b, e.scale_d];
        let vectors = vectors.map(|vector| vector.map(|vector| vector.0));
        for region in vectors.into_iter().chain([e.amax.map(|amax| amax.0)]) {
            words.extend(region.map_or([0; 2], |region| [region.address(), region.bytes()]));
        }
        let (alpha, beta) = (e.alpha.to_bits(), e.beta.to_bits());
        words.extend([alpha, beta, e.activation.into(), e.sums as u64, along]);
        words
    }

    /// The launches that compute it: as few as there are without a copy of an operand that is broadcast in part.
    ///
    /// # Errors
    /// [`Error::Argument`] for an extent that no kernel counts.
    pub fn launches(&self) -> Result<Vec<Arguments<'a>>, Error> {
        let c = self.c.as_ref().unwrap_or(&self.d);
        let operands = [&self.a, &self.b, c, &self.d];
        let runs = runs(self.d.batch().0, operands.map(|operand| operand.batch().1));
        let ((m, n), k) = (self.d.shape(), self.a.shape().1);
        let launch = |run: &super::batch::Run<4>| {
            let view = |at: usize| operands[at].view(run.starts[at], run.steps[at]);
            Ok(Arguments {
                sizes: counted([m, n, k, run.count])?,
                types: self.types(),
                a: view(0),
                b: view(1),
                c: self.c.as_ref().map(|_| view(2)),
                d: view(3),
                epilogue: self.epilogue,
            })
        };
        runs.iter().map(launch).collect()
    }
}

impl Arguments<'_> {
    /// Dᵀ = Bᵀ · Aᵀ.
    pub(super) fn transposed(self) -> Self {
        let ProblemShape { m, n, k, batches } = self.sizes;
        let [a, b, d] = self.types;
        Self {
            sizes: ProblemShape {
                m: n,
                n: m,
                k,
                batches,
            },
            types: [b, a, d],
            a: transposed(&self.b),
            b: transposed(&self.a),
            c: self.c.as_ref().map(transposed),
            d: transposed(&self.d),
            epilogue: self.epilogue.transposed(),
        }
    }

    /// Terms of each sum that are read: none where the product has no factor, or D no rows or no columns.
    pub(super) fn k(&self) -> u32 {
        let ProblemShape { m, n, k, .. } = self.sizes;
        match self.epilogue.alpha == 0.0 || m == 0 || n == 0 {
            true => 0,
            false => k,
        }
    }

    /// The bias as a matrix of D's shape.
    pub(super) fn bias(&self) -> View {
        let (base, row, column) = match self.epilogue.bias {
            None => return View::default(),
            Some(GpuBias::PerColumn(bias)) => (bias.0.address(), 0, 1),
            Some(GpuBias::PerRow(bias)) => (bias.0.address(), 1, 0),
        };
        matrix_view(base, row, column)
    }
}

/// One matrix, without a batch.
pub(super) const fn matrix_view(base: u64, row: i64, column: i64) -> View {
    View {
        base,
        row,
        column,
        batch: 0,
    }
}

/// The same matrices with rows and columns exchanged.
pub(super) fn transposed(view: &View) -> View {
    View {
        row: view.column,
        column: view.row,
        ..*view
    }
}

/// M, N, K and the number of products, as a kernel counts them.
fn counted([m, n, k, batches]: [usize; 4]) -> Result<ProblemShape, Error> {
    // TMA takes coordinates below 2^31.
    let number = |argument, extent: usize| match i32::try_from(extent) {
        Ok(number) => Ok(number as u32),
        Err(_) => Err(Error::argument(
            argument,
            format!("an extent of {extent} is more than a kernel counts, 2^31 - 1: cut it"),
        )),
    };
    Ok(ProblemShape {
        m: number("a", m)?,
        n: number("b", n)?,
        k: number("a", k)?,
        batches: number("d", batches)?,
    })
}

fn of_type(argument: &'static str, found: DType, expected: DType) -> Result<(), Error> {
    match found == expected {
        true => Ok(()),
        false => Err(Error::dtype(argument, found, expected)),
    }
}

/// Rejects a vector that has not this type, none of these lengths, or elements beside multiples of their size.
fn vector_of(
    argument: &'static str,
    vector: &GpuVecRef<'_>,
    dtype: DType,
    lengths: &[usize],
) -> Result<(), Error> {
    of_type(argument, vector.dtype(), dtype)?;
    if !lengths.contains(&vector.len()) {
        let expected = [lengths[lengths.len() - 1]];
        return Err(Error::shape(argument, expected, [vector.len()]));
    }
    check::aligned(argument, vector.0.address(), dtype.bytes() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_that_a_kernel_does_not_count_are_an_error() {
        let most = i32::MAX as u32;
        let sizes = counted([1, 2, most as usize, most as usize]).unwrap();
        assert_eq!(
            (sizes.m, sizes.n, sizes.k, sizes.batches),
            (1, 2, most, most)
        );
        for at in 0..4 {
            for extent in [
                1 << 31,
                1 << 32,
                1 << 62,
                1 << 63,
                (1 << 63) + 1,
                usize::MAX,
            ] {
                let mut extents = [1; 4];
                extents[at] = extent;
                let error = counted(extents).unwrap_err().to_string();
                assert!(error.contains(&format!("extent of {extent}")), "{error}");
            }
        }
    }

    fn rows(address: u64, rows: usize, columns: usize) -> Placed<'static> {
        let region = Region::at(address, 64);
        Placed::new(region, DType::F16, &[rows, columns], &[columns as isize, 1]).unwrap()
    }

    /// D of 4 by 8 elements of two bytes at 1024, A and B of one column and one row.
    fn product(a: u64, epilogue: Epilogue<'static>) -> Result<Product<'static>, Error> {
        let (a, b) = (GpuMatRef(rows(a, 4, 1)), GpuMatRef(rows(4096, 1, 8)));
        Product::new(&a, &b, &GpuMatMut(rows(1024, 4, 8)), &epilogue)
    }

    fn apart(a: u64, epilogue: Epilogue<'static>) -> Result<(), Error> {
        product(a, epilogue)?.apart()
    }

    fn set(set: impl FnOnce(&mut Epilogue<'static>)) -> Epilogue<'static> {
        Epilogue::with_set(set)
    }

    #[test]
    fn outputs_have_memory_of_their_own() {
        // A is 8 bytes: what ends where D begins or begins where it ends is apart.
        for (address, is_apart) in [(1016, true), (1018, false), (1086, false), (1088, true)] {
            let expected = match is_apart {
                true => Ok(()),
                false => Err(Error::overlap("d", "a")),
            };
            assert_eq!(apart(address, Epilogue::default()), expected, "{address}");
            // Without a factor of the product A is not read.
            assert_eq!(apart(address, set(|e| e.alpha = 0.0)), Ok(()));
        }
        let with = |c| set(|e| (e.c, e.beta) = (Some(GpuMatRef(c)), 1.0));
        let of = |address, strides: &[isize]| {
            let region = Region::at(address, 1 << 10);
            Placed::new(region, DType::F16, &[4, 8], strides).unwrap()
        };
        assert_eq!(apart(2048, set(|e| e.beta = 1.0)), Ok(()));
        assert_eq!(apart(2048, with(of(1024, &[8, 1]))), Ok(()));
        for c in [of(1024, &[16, 1]), of(1026, &[8, 1])] {
            assert_eq!(apart(2048, with(c)), Err(Error::overlap("d", "c")));
        }
    }

    #[test]
    fn vectors_are_as_long_as_the_side() {
        let of = |address, bytes| GpuVecRef::of_region(Region::at(address, bytes), DType::F32);
        let scaled = |address, bytes| apart(2048, set(|e| e.scale_b = Some(of(address, bytes))));
        assert_eq!(scaled(512, 32), Ok(()));
        assert_eq!(scaled(1084, 32), Err(Error::overlap("d", "scale_b")));
        assert_eq!(scaled(512, 28), Err(Error::shape("scale_b", [8], [7])));
        assert!(matches!(scaled(514, 32), Err(Error::Misaligned { .. })));
        let text = apart(2048, set(|e| e.activation = 4));
        assert!(text.unwrap_err().to_string().contains("4 is none"));
    }

    #[test]
    fn factors_are_finite_in_the_type_that_scales() {
        for (alpha, beta, argument) in [(1e39, 0.0, "alpha"), (1.0, -1e300, "beta")] {
            let epilogue = set(|e| (e.alpha, e.beta) = (alpha, beta));
            let error = product(2048, epilogue).map(drop).unwrap_err();
            assert!(error.names(argument), "{error}");
        }
    }

    #[test]
    fn a_transposed_product_exchanges_everything() {
        let bias = GpuVecRef::of_region(Region::at(8192, 16), DType::F16);
        let epilogue = set(|e| (e.beta, e.bias) = (1.0, Some(GpuBias::PerColumn(bias))));
        let of = product(2048, epilogue).unwrap().launches().unwrap()[0];
        let [there, back] = [of.transposed(), of.transposed().transposed()];
        assert_eq!((there.sizes.m, there.sizes.n), (8, 4));
        assert_eq!(
            (there.a.base, there.d.row, there.d.column),
            (of.b.base, 1, 8)
        );
        assert_eq!(there.c.map(|c| c.column), Some(8));
        assert_eq!((there.bias().row, there.bias().column), (1, 0));
        assert_eq!(format!("{back:?}"), format!("{of:?}"));
    }
}
