//! [`Epilogue`]: what happens to a product before it is stored.

use super::{Matrix, Region, StridedMatrix};
use crate::device::gemm::args::activation;
use crate::device::gemm::hopper::{fixed::Fixed, operand::Major};
use crate::host::Error;

/// `D = out · activation(alpha · scales · A · B + beta · C + bias)`.
#[derive(Clone, Copy, Debug)]
pub struct Epilogue<'a> {
    /// Factor of the product; a whole number for integers. Where it is 0, neither A nor B is read.
    pub alpha: f64,
    /// Factor of C; a whole number for integers. Where it is 0, C is not read.
    pub beta: f64,
    /// C, in D's type and shape; it may be D itself.
    pub c: Option<StridedMatrix<'a>>,
    /// A bias in D's type: along rows of D ([`Major::K`], one a column) or along columns (one a row).
    pub bias: Option<(Region<'a>, Major)>,
    /// One of [`activation`]; sums of f64 and i32 take [`activation::RELU`] alone.
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
            activation: activation::NONE,
            factors: [None; 2],
            scales: [None; 2],
            out_factor: None,
            amax: None,
        }
    }
}

impl<'a> Epilogue<'a> {
    /// The same for the transpose.
    pub(super) fn transposed(self) -> Self {
        Self {
            c: self.c.map(StridedMatrix::transposed),
            bias: self.bias.map(|(region, along)| (region, along.other())),
            factors: [self.factors[1], self.factors[0]],
            scales: [self.scales[1], self.scales[0]],
            ..self
        }
    }

    /// The memory that it reads, and the magnitude that it writes, by argument.
    pub(super) fn regions(&self) -> impl Iterator<Item = (&'static str, Region<'a>)> {
        let ([left, right], [rows, columns]) = (self.factors, self.scales);
        let read = [
            ("c", self.c.map(|c| c.region)),
            ("bias", self.bias.map(|(region, _)| region)),
            ("scale_a", left),
            ("scale_b", right),
            ("scale_a", rows),
            ("scale_b", columns),
            ("scale_d", self.out_factor),
        ];
        read.into_iter()
            .map(|(name, region)| (name, region.map(Region::reading)))
            .chain([("amax", self.amax)])
            .filter_map(|(name, region)| Some((name, region?)))
    }

    /// The bias as a matrix of D's shape.
    pub(super) fn bias(&self) -> Option<StridedMatrix<'a>> {
        self.bias.map(|(region, along)| StridedMatrix {
            region,
            start: 0,
            row: i64::from(along == Major::Mn),
            column: i64::from(along == Major::K),
            batch: 0,
        })
    }

    /// C, where the product is added to it.
    ///
    /// # Errors
    /// [`Error::Argument`] where there is none to add to.
    pub(super) fn needed_c(&self) -> Result<Option<StridedMatrix<'a>>, Error> {
        match (self.c, self.beta) {
            (_, 0.0) => Ok(None),
            (Some(c), _) => Ok(Some(c)),
            (None, beta) => Err(Error::argument(
                "c",
                format!("beta is {beta} and there is no C: pass one, or a beta of 0"),
            )),
        }
    }

    /// Rejects a number that is no activation.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub(super) fn check_activation(&self) -> Result<(), Error> {
        if self.activation <= activation::SILU {
            return Ok(());
        }
        Err(Error::argument(
            "activation",
            format!(
                "{} is none: 0 is none at all, 1 ReLU, 2 GELU, 3 SiLU",
                self.activation
            ),
        ))
    }

    /// The scale or magnitude that only kernels for compute capability 9.0 have, if any.
    pub(super) fn scaled(&self) -> Option<&'static str> {
        let is_scale = |name: &&str| !["c", "bias"].contains(name);
        self.regions().map(|(name, _)| name).find(is_scale)
    }

    /// Rejects what sums of 32-bit integers do not get: kernels for Hopper store them as they are.
    ///
    /// # Errors
    /// [`Error::NotImplemented`].
    pub fn check_integers(&self) -> Result<(), Error> {
        let found = [
            ("an alpha but 0 and 1", ![0.0, 1.0].contains(&self.alpha)),
            ("a beta", self.beta != 0.0),
            ("a bias", self.bias.is_some()),
            ("an activation", self.activation != 0),
        ];
        let found = found.into_iter().find(|(_, is)| *is);
        match found.map(|(what, _)| what).or(self.scaled()) {
            None => Ok(()),
            Some(what) => Err(Error::not_implemented(format!(
                "{what} on sums of int32, which kernels for Hopper store as they are (those for compute capability 8.0 have whole factors, C, a bias, ReLU),"
            ))),
        }
    }

    /// As what a kernel that has no other epilogue would compute it, to D of elements of `out` bytes with C beside it, and its transpose to
    /// D's; `None` where no such kernel can.
    pub fn fixed(&self, d: &Matrix<'_>, c: Option<&Matrix<'_>>, out: u64) -> [Option<Fixed>; 2] {
        // A bias is read two entries at a time.
        let bias = self.bias.is_none_or(|(region, along)| {
            along == d.major && region.address().is_multiple_of(2 * out) && d.run.is_multiple_of(2)
        });
        let c = self.beta == 0.0 || c.is_some_and(|c| c.major == d.major && c.is_aligned(out));
        let fixed = Fixed {
            c: self.beta != 0.0,
            bias: self.bias.is_some(),
            activation: self.activation,
        };
        let scaled = fixed == Fixed::STORE_ONLY && self.alpha != 1.0 || self.scaled().is_some();
        let fixed = (d.is_stored_by_tma(out) && bias && c && !scaled).then_some(fixed);
        match d.major {
            Major::K => [fixed, None],
            Major::Mn => [None, fixed],
        }
    }

    /// Whether D is the product times a factor.
    pub fn is_plain(&self) -> bool {
        let more = [self.scales[0], self.scales[1], self.out_factor, self.amax];
        self.beta == 0.0
            && self.activation == activation::NONE
            && self.bias.is_none()
            && more.iter().all(Option::is_none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_stored_as_they_are() {
        let with = |change: &dyn Fn(&mut Epilogue<'static>)| {
            let mut epilogue = Epilogue::default();
            change(&mut epilogue);
            epilogue
        };
        let region = Region::at(1, 16);
        for allowed in [Epilogue::default(), with(&|e| e.alpha = 0.0)] {
            assert!(allowed.check_integers().is_ok());
        }
        for epilogue in [
            with(&|e| e.alpha = 2.0),
            with(&|e| e.beta = 1.0),
            with(&|e| e.bias = Some((region, Major::K))),
            with(&|e| e.activation = 1),
            with(&|e| e.factors[1] = Some(region)),
            with(&|e| e.scales[0] = Some(region)),
            with(&|e| e.out_factor = Some(region)),
            with(&|e| e.amax = Some(region)),
        ] {
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
        let matrix = |major, ld| Matrix::test(major, [64, 64, ld]);
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
        let sum = Epilogue {
            c: Some(StridedMatrix::row_major(region(1024), 64, 64)),
            beta: 3.0,
            ..plain
        };
        let relu = Epilogue {
            activation: 1,
            ..plain
        };
        let scaled = Epilogue {
            out_factor: Some(region(8)),
            ..relu
        };
        let twice = Epilogue {
            alpha: 2.0,
            ..plain
        };
        let of = |c, bias, activation| {
            Some(Fixed {
                c,
                bias,
                activation,
            })
        };
        for (epilogue, d, c, expected) in [
            (plain, &rows, None, [Some(Fixed::STORE_ONLY), None]),
            (plain, &columns, None, [None, Some(Fixed::STORE_ONLY)]),
            (plain, &odd, None, [None; 2]),
            (twice, &rows, None, [None; 2]),
            (relu, &rows, None, [of(false, false, 1), None]),
            (relu, &columns, None, [None, of(false, false, 1)]),
            (relu, &odd, None, [None; 2]),
            (bias(4, Major::K), &rows, None, [of(false, true, 0), None]),
            (bias(4, Major::Mn), &rows, None, [None; 2]),
            (
                bias(4, Major::Mn),
                &columns,
                None,
                [None, of(false, true, 0)],
            ),
            (bias(2, Major::K), &rows, None, [None; 2]),
            (sum, &rows, Some(&rows), [of(true, false, 0), None]),
            (sum, &rows, Some(&columns), [None; 2]),
            (sum, &rows, Some(&odd), [None; 2]),
            (scaled, &rows, None, [None; 2]),
        ] {
            assert_eq!(epilogue.fixed(d, c, 2), expected, "{epilogue:?} to {d:?}");
        }
    }

    #[test]
    fn every_argument_has_its_region() {
        let region = |address| Region::at(address, 16);
        let c = StridedMatrix::row_major(region(1), 1, 1);
        let full = Epilogue {
            c: Some(c),
            bias: Some((region(2), Major::K)),
            factors: [None, Some(region(5))],
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
            ("scale_b", 5),
            ("scale_b", 6),
            ("scale_d", 3),
            ("amax", 4),
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

    #[test]
    fn activations_are_known() {
        let of = |activation| Epilogue {
            activation,
            ..Epilogue::default()
        };
        assert!(of(activation::SILU).check_activation().is_ok());
        let text = of(4).check_activation().unwrap_err().to_string();
        assert!(text.contains("4 is none"));
    }
}
