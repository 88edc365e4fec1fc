//! [`Epilogue`]: what happens to a product before it is stored.

use super::{Matrix, Region};
use crate::device::gemm::hopper::operand::Major;

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

impl Epilogue<'_> {
    /// The same for the transpose.
    pub(super) fn turned(self) -> Self {
        Self {
            c: self.c.map(|c| c.turned()),
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
}
