//! [`Epilogue`]: what happens to a product before it is stored.

use super::{Matrix, Region};
use crate::device::gemm::hopper::{fixed::Fixed, operand::Major};
use crate::host::Error;

/// `D = out · activation(alpha · scales · A · B + beta · C + bias)`.
#[derive(Clone, Copy, Debug)]
pub struct Epilogue<'a> {
    /// Factor of the product.
    pub alpha: f32,
    /// Factor of C.
    pub beta: f32,
    /// C, in D's type and shape, and whether its columns are contiguous as in D.
    pub c: Option<Matrix<'a>>,
    /// A bias in D's type: along rows of D (one a column) or along columns (one a row).
    pub bias: Option<(Region<'a>, Major)>,
    /// One of [`activation`](crate::device::gemm::hopper::args::activation).
    pub activation: u32,
    /// One `f32` each that `alpha` is multiplied by: the scales of A and B.
    pub factors: [Option<Region<'a>>; 2],
    /// An `f32` for each row of the product, and one for each column.
    pub scales: [Option<Region<'a>>; 2],
    /// One `f32` that D is multiplied by as it is stored.
    pub out_factor: Option<Region<'a>>,
    /// One `f32` that becomes the largest magnitude in D before `out_factor`, where that is more than what it holds.
    pub amax: Option<Region<'a>>,
}

impl Default for Epilogue<'_> {
    fn default() -> Self {
        Self {
            alpha: 1.0,
            beta: 0.0,
            c: None,
            bias: None,
            activation: 0,
            factors: [None; 2],
            scales: [None; 2],
            out_factor: None,
            amax: None,
        }
    }
}

impl<'a> Epilogue<'a> {
    /// The memory that it reads, and the magnitude that it writes.
    pub(super) fn memory(&self) -> impl Iterator<Item = Region<'a>> {
        let c = self.c.map(|c| c.region);
        let bias = self.bias.map(|(region, _)| region);
        let [left, right] = self.factors;
        let [rows, columns] = self.scales;
        let read = [c, bias, left, right, rows, columns, self.out_factor];
        read.into_iter()
            .map(|region| region.map(Region::reading))
            .chain([self.amax])
            .flatten()
    }
}

impl Epilogue<'_> {
    /// The same for the transpose.
    pub(super) fn transposed(self) -> Self {
        Self {
            c: self.c.map(|c| c.transposed()),
            bias: self.bias.map(|(region, along)| (region, along.other())),
            factors: [self.factors[1], self.factors[0]],
            scales: [self.scales[1], self.scales[0]],
            ..self
        }
    }

    /// The memory that it reads and writes, by argument.
    pub(super) fn regions(&self) -> impl Iterator<Item = (&'static str, &Region<'_>)> {
        let one = [
            ("c", self.c.as_ref().map(|c| &c.region)),
            ("bias", self.bias.as_ref().map(|(region, _)| region)),
            ("out_factor", self.out_factor.as_ref()),
            ("amax", self.amax.as_ref()),
        ];
        let two = [("factors", &self.factors), ("scales", &self.scales)];
        let two = two
            .into_iter()
            .flat_map(|(name, pair)| pair.iter().map(move |region| (name, region.as_ref())));
        one.into_iter()
            .chain(two)
            .filter_map(|(name, region)| Some((name, region?)))
    }

    /// C, where the product is added to it.
    ///
    /// # Errors
    /// [`Error::Argument`] where there is none to add to.
    pub(super) fn needed_c(&self) -> Result<Option<&Matrix<'_>>, Error> {
        match (&self.c, self.beta) {
            (_, 0.0) => Ok(None),
            (Some(c), _) => Ok(Some(c)),
            (None, beta) => Err(Error::Argument {
                argument: "c",
                why: format!("beta is {beta} and there is no C: pass one, or a beta of 0"),
            }),
        }
    }

    /// Rejects what sums of 32-bit integers do not get: these kernels store them as they are.
    ///
    /// # Errors
    /// [`Error::NotImplemented`].
    pub(super) fn check_integers(&self) -> Result<(), Error> {
        let found = [
            ("an alpha but 0 and 1", ![0.0, 1.0].contains(&self.alpha)),
            ("a beta", self.beta != 0.0),
            ("a bias", self.bias.is_some()),
            ("an activation", self.activation != 0),
            ("factors", self.factors.iter().any(Option::is_some)),
            ("scales", self.scales.iter().any(Option::is_some)),
            ("out_factor", self.out_factor.is_some()),
            ("amax", self.amax.is_some()),
        ];
        match found.into_iter().find(|(_, is)| *is) {
            None => Ok(()),
            Some((what, _)) => Err(Error::NotImplemented {
                what: format!(
                    "{what} on sums of int32, which kernels for Hopper store as they are (`LadderGemm` has whole factors, C, a bias, ReLU),"
                ),
            }),
        }
    }

    /// As what a kernel that has no other epilogue would compute it, to a D of elements of `out` bytes, and its transpose to D's;
    /// `None` where no such kernel can.
    pub fn fixed(&self, d: &Matrix<'_>, out: u64) -> [Option<Fixed>; 2] {
        [
            self.by_rows(d, out),
            self.transposed().by_rows(&d.transposed(), out),
        ]
    }

    /// [`Epilogue::fixed`], not for the transpose.
    fn by_rows(&self, d: &Matrix<'_>, out: u64) -> Option<Fixed> {
        let by_rows = |matrix: &Matrix<'_>| matrix.major == Major::K && matrix.is_aligned(out);
        let more = self.factors.iter().chain(&self.scales).any(Option::is_some)
            || self.out_factor.is_some()
            || self.amax.is_some();
        // A bias is read two entries at a time.
        let words = |region: &Region<'_>| {
            region.address().is_multiple_of(2 * out) && d.run.is_multiple_of(2)
        };
        let bias = match &self.bias {
            None => true,
            Some((region, along)) => *along == Major::K && words(region),
        };
        let c = match &self.c {
            _ if self.beta == 0.0 => true,
            None => false,
            Some(c) => by_rows(c),
        };
        let fixed = Fixed {
            c: self.beta != 0.0,
            bias: self.bias.is_some(),
            activation: self.activation,
        };
        let scaled = fixed == Fixed::STORE_ONLY && self.alpha != 1.0;
        (by_rows(d) && d.is_stored_by_tma(out) && bias && c && !more && !scaled).then_some(fixed)
    }

    /// Whether D is the product times a factor.
    pub fn is_plain(&self) -> bool {
        self.beta == 0.0
            && self.bias.is_none()
            && self.activation == 0
            && self.scales.iter().all(Option::is_none)
            && self.out_factor.is_none()
            && self.amax.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_stored_as_they_are() {
        let plain = Epilogue::default;
        let region = Region::at(1, 16);
        for allowed in [
            plain(),
            Epilogue {
                alpha: 0.0,
                ..plain()
            },
        ] {
            assert!(allowed.check_integers().is_ok());
        }
        let rejected = [
            Epilogue {
                alpha: 2.0,
                ..plain()
            },
            Epilogue {
                beta: 1.0,
                ..plain()
            },
            Epilogue {
                bias: Some((region, Major::K)),
                ..plain()
            },
            Epilogue {
                activation: 1,
                ..plain()
            },
            Epilogue {
                factors: [None, Some(region)],
                ..plain()
            },
            Epilogue {
                scales: [Some(region), None],
                ..plain()
            },
            Epilogue {
                out_factor: Some(region),
                ..plain()
            },
            Epilogue {
                amax: Some(region),
                ..plain()
            },
        ];
        for epilogue in rejected {
            let error = epilogue.check_integers();
            assert!(
                matches!(error, Err(Error::NotImplemented { .. })),
                "{epilogue:?}: {error:?}"
            );
        }
    }

    #[test]
    fn a_fixed_epilogue_is_asked_for_where_it_is_the_whole_one() {
        let region = |address| Region::at(address, 1 << 20);
        let matrix = |major, ld| Matrix {
            region: region(1024),
            major,
            run: 64,
            lines: 64,
            ld,
            batches: 1,
            batch_stride: 0,
            step: 1,
        };
        let (rows, columns, odd) = (
            matrix(Major::K, 64),
            matrix(Major::Mn, 64),
            matrix(Major::K, 65),
        );
        let plain = Epilogue::default();
        let bias = |address, along| Epilogue {
            bias: Some((region(address), along)),
            ..plain
        };
        let sum = |c| Epilogue {
            c: Some(c),
            beta: 3.0,
            ..plain
        };
        let relu = Epilogue {
            activation: 1,
            ..plain
        };
        let of = |c, bias, activation| {
            Some(Fixed {
                c,
                bias,
                activation,
            })
        };
        for (epilogue, d, expected) in [
            (plain, &rows, [Some(Fixed::STORE_ONLY), None]),
            (plain, &columns, [None, Some(Fixed::STORE_ONLY)]),
            (plain, &odd, [None; 2]),
            (
                Epilogue {
                    alpha: 2.0,
                    ..plain
                },
                &rows,
                [None; 2],
            ),
            (relu, &rows, [of(false, false, 1), None]),
            (relu, &columns, [None, of(false, false, 1)]),
            (relu, &odd, [None; 2]),
            (bias(4, Major::K), &rows, [of(false, true, 0), None]),
            (bias(4, Major::Mn), &rows, [None; 2]),
            (bias(4, Major::Mn), &columns, [None, of(false, true, 0)]),
            (bias(2, Major::K), &rows, [None; 2]),
            (sum(rows), &rows, [of(true, false, 0), None]),
            (sum(columns), &rows, [None; 2]),
            (sum(odd), &rows, [None; 2]),
            (
                Epilogue {
                    out_factor: Some(region(8)),
                    ..relu
                },
                &rows,
                [None; 2],
            ),
        ] {
            assert_eq!(epilogue.fixed(d, 2), expected, "{epilogue:?} to {d:?}");
        }
    }

    #[test]
    fn every_argument_has_its_region() {
        let region = |address| Region::at(address, 16);
        let c = Matrix {
            region: region(1),
            major: Major::K,
            run: 1,
            lines: 1,
            ld: 1,
            batches: 1,
            batch_stride: 0,
            step: 1,
        };
        let full = Epilogue {
            c: Some(c),
            bias: Some((region(2), Major::K)),
            factors: [Some(region(5)), None],
            scales: [None, Some(region(6))],
            out_factor: Some(region(3)),
            amax: Some(region(4)),
            ..Epilogue::default()
        };
        let found: Vec<_> = full
            .regions()
            .map(|(name, region)| (name, region.address()))
            .collect();
        let expected = [
            ("c", 1),
            ("bias", 2),
            ("out_factor", 3),
            ("amax", 4),
            ("factors", 5),
            ("scales", 6),
        ];
        assert_eq!(found, expected);
        assert_eq!(Epilogue::default().regions().count(), 0);
    }

    #[test]
    fn c_is_needed_where_it_counts() {
        let without = Epilogue {
            beta: 0.5,
            ..Epilogue::default()
        };
        let text = without.needed_c().unwrap_err().to_string();
        assert!(text.contains("0.5") && text.contains("no C"), "{text}");
        assert!(Epilogue::default().needed_c().unwrap().is_none());
    }
}
