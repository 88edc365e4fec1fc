//! [`Arguments`]: what a product is computed of, and what it is held to before anything is launched.

use super::{Epilogue, Region, StridedMatrix};
use crate::host::{Error, Stream, check};

/// Sizes of a batch of products: D is M × N, the sum goes over K.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Rows of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
    /// Terms of each sum.
    pub k: u32,
    /// Products.
    pub batches: u32,
}

impl Sizes {
    /// A batch of products of M, N and K.
    pub fn new([m, n, k]: [u32; 3], batches: u32) -> Self {
        Self { m, n, k, batches }
    }
}

/// A batch of products `D = epilogue(A · B)` on given operands.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// Their sizes.
    pub sizes: Sizes,
    /// A, M by K.
    pub a: StridedMatrix<'a>,
    /// B, K by N.
    pub b: StridedMatrix<'a>,
    /// D, M by N.
    pub d: StridedMatrix<'a>,
    /// What happens to the products before they are stored.
    pub epilogue: Epilogue<'a>,
}

/// A matrix that is read: its argument, extents and bytes of an element.
pub(super) type Read<'a> = (&'static str, StridedMatrix<'a>, [u64; 3], u64);

impl<'a> Arguments<'a> {
    /// The memory that they touch.
    pub fn regions(&self) -> impl Iterator<Item = Region<'a>> {
        self.named().map(|(_, region)| region)
    }

    fn named(&self) -> impl Iterator<Item = (&'static str, Region<'a>)> {
        let operands = [
            ("a", self.a.region.reading()),
            ("b", self.b.region.reading()),
            ("d", self.d.region),
        ];
        operands.into_iter().chain(self.epilogue.regions())
    }

    /// Dᵀ = Bᵀ · Aᵀ.
    pub(super) fn transposed(self) -> Self {
        let Sizes { m, n, k, batches } = self.sizes;
        Self {
            sizes: Sizes::new([n, m, k], batches),
            a: self.b.transposed(),
            b: self.a.transposed(),
            d: self.d.transposed(),
            epilogue: self.epilogue.transposed(),
        }
    }

    /// Terms of each sum that are read: none where the product has no factor.
    pub(super) fn k(&self) -> u32 {
        match self.epilogue.alpha {
            0.0 => 0,
            _ => self.sizes.k,
        }
    }

    /// D's extents.
    pub(super) fn extents(&self) -> [u64; 3] {
        let Sizes { m, n, batches, .. } = self.sizes;
        [batches, m, n].map(u64::from)
    }

    /// What is read, for operands and D of elements of so many bytes; `amax` too, which is also written.
    ///
    /// # Errors
    /// [`Error::Argument`] for a C that is needed and missing.
    pub(super) fn reads(&self, [element, out]: [u64; 2]) -> Result<Vec<Read<'a>>, Error> {
        let ([batches, m, n], k) = (self.extents(), u64::from(self.k()));
        let e = &self.epilogue;
        let mut all = vec![
            ("a", self.a, [batches, m, k], element),
            ("b", self.b, [batches, k, n], element),
        ];
        all.extend(e.needed_c()?.map(|c| ("c", c, self.extents(), out)));
        all.extend(e.bias().map(|bias| ("bias", bias, self.extents(), out)));
        let values = [
            ("scale_a", e.factors[0], 1),
            ("scale_b", e.factors[1], 1),
            ("scale_a", e.scales[0], m),
            ("scale_b", e.scales[1], n),
            ("scale_d", e.out_factor, 1),
            ("amax", e.amax, 1),
        ];
        all.extend(values.into_iter().filter_map(|(argument, region, count)| {
            let row = StridedMatrix::row_major(region?, 1, count);
            Some((argument, row, [1, 1, count], 4))
        }));
        Ok(all)
    }

    /// Checks all that does not depend on the kernel, for operands and D of elements of so many bytes.
    ///
    /// # Errors
    /// [`Error::WrongDevice`]; [`Error::Strides`], [`Error::OutOfBounds`] and [`Error::Misaligned`] for what does not lie in its memory;
    /// [`Error::Overlap`] for a D that shares memory with what is read, but a C that is D itself, or whose elements share places;
    /// [`Error::Argument`] for memory that was borrowed for reading, a missing C, and a number that is no activation.
    pub(super) fn check(&self, stream: &Stream, bytes: [u64; 2]) -> Result<(), Error> {
        for (argument, region) in self.named() {
            region.on_device(argument, stream.device().context())?;
        }
        self.fit(bytes)
    }

    /// [`Arguments::check`] but for the device.
    fn fit(&self, bytes: [u64; 2]) -> Result<(), Error> {
        self.epilogue.check_activation()?;
        self.d.region.check_writable("d")?;
        if let Some(amax) = &self.epilogue.amax {
            amax.check_writable("amax")?;
        }
        let extents = self.extents();
        let written = self.d.touched("d", extents, bytes[1])?;
        self.d.injective("d", extents)?;
        for (with, matrix, of, element) in self.reads(bytes)? {
            let read = matrix.touched(with, of, element)?;
            let is_d = with == "c" && matrix.place(of) == self.d.place(of);
            if !is_d {
                check::apart("d", with, [written, read])?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D of 4 by 8 elements of two bytes at 1024; A and B of one column and one row beyond it.
    fn product() -> Arguments<'static> {
        let at = |address, rows, columns| {
            StridedMatrix::row_major(Region::at(address, 64), rows, columns)
        };
        Arguments {
            sizes: Sizes::new([4, 8, 1], 1),
            a: at(2048, 4, 1),
            b: at(4096, 1, 8),
            d: at(1024, 4, 8),
            epilogue: Epilogue::default(),
        }
    }

    fn with(matrix: StridedMatrix<'static>) -> Arguments<'static> {
        let mut product = product();
        product.epilogue.c = Some(matrix);
        product.epilogue.beta = 1.0;
        product
    }

    #[test]
    fn outputs_have_memory_of_their_own() {
        let fits = |product: Arguments<'_>| product.fit([2, 2]);
        assert_eq!(fits(product()), Ok(()));
        // A is 8 bytes: what ends where D begins or begins where it ends is apart.
        for address in [1016, 1018, 1024, 1086, 1088] {
            let a = StridedMatrix::row_major(Region::at(address, 64), 4, 1);
            let found = fits(Arguments { a, ..product() });
            let expected = match [1016, 1088].contains(&address) {
                true => Ok(()),
                false => Err(Error::overlap("d", "a")),
            };
            assert_eq!(found, expected, "{address}");
            // Without a factor of the product A is not read.
            let mut nothing = Arguments { a, ..product() };
            nothing.epilogue.alpha = 0.0;
            assert_eq!(fits(nothing), Ok(()));
        }
        let d = product().d;
        assert!(fits(with(d)).is_ok());
        // A stride that is not followed says nothing of a place.
        assert!(fits(with(StridedMatrix { batch: 99, ..d })).is_ok());
        let region = Region::at(1024, 1 << 10);
        let d_in_more = StridedMatrix { region, ..d };
        for (row, start) in [(16, 0), (d.row, 1)] {
            let other = StridedMatrix {
                row,
                start,
                ..d_in_more
            };
            assert!(fits(with(other)).is_err());
        }
        let mut two = Arguments {
            d: StridedMatrix { batch: 8, ..d },
            ..product()
        };
        two.sizes.batches = 2;
        let itself = Error::overlap("d", "itself");
        let d = StridedMatrix { region, ..two.d };
        assert_eq!(fits(Arguments { d, ..two }), Err(itself));
        // Lines of all matrices in turns.
        let d = StridedMatrix { row: 16, ..d };
        assert_eq!(fits(Arguments { d, ..two }), Ok(()));
    }

    #[test]
    fn vectors_are_as_long_as_the_side() {
        let scaled = |address, bytes| {
            let mut product = product();
            product.epilogue.scales[1] = Some(Region::at(address, bytes));
            product.fit([2, 2])
        };
        assert_eq!(scaled(512, 32), Ok(()));
        assert!(matches!(
            scaled(1084, 32),
            Err(Error::Overlap {
                with: "scale_b",
                ..
            })
        ));
        assert_eq!(
            scaled(512, 28),
            Err(Error::OutOfBounds {
                argument: "scale_b",
                needed: 8,
                len: 7
            })
        );
        assert!(matches!(scaled(514, 64), Err(Error::Misaligned { .. })));
    }

    #[test]
    fn a_transposed_product_exchanges_everything() {
        let mut of = with(product().d);
        of.epilogue.bias = Some((
            Region::at(8192, 16),
            crate::device::gemm::hopper::operand::Major::K,
        ));
        let [there, back] = [of.transposed(), of.transposed().transposed()];
        assert_eq!((there.sizes.m, there.sizes.n), (8, 4));
        assert_eq!(there.a.region.address(), of.b.region.address());
        assert_eq!((there.d.row, there.d.column), (1, 8));
        assert_eq!(there.epilogue.c.map(|c| c.column), Some(8));
        assert_eq!(
            there.epilogue.bias().map(|bias| (bias.row, bias.column)),
            Some((1, 0))
        );
        assert_eq!(format!("{back:?}"), format!("{of:?}"));
        assert_eq!(there.fit([2, 2]), Ok(()));
    }
}
