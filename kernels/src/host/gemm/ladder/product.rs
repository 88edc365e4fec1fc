//! A product on its way to a launch: its transpose, the kernel that takes it, and what that kernel wants of its operands.

use azulejo_tensor::DType;

use super::panels::panels;
use super::repack::Repacked;
use super::{Room, choose, suits};
use crate::device::gemm::ladder::args::View;
use crate::device::gemm::ladder::table::{Access, Row};
use crate::device::gemm::ladder::tile::Along;
use crate::host::{Error, gemm::Space};

/// A product as the kernels see it: rows of A by rows of B.
pub(super) struct Product {
    pub m: u32,
    pub n: u32,
    pub a: View,
    pub b: View,
    pub c: Option<View>,
    pub d: View,
    pub bias: View,
}

impl Product {
    /// Dᵀ = B · Aᵀ.
    pub fn transposed(self) -> Self {
        let transposed = |view: View| View {
            row: view.column,
            column: view.row,
            ..view
        };
        Self {
            m: self.n,
            n: self.m,
            a: self.b,
            b: self.a,
            c: self.c.map(transposed),
            d: transposed(self.d),
            bias: transposed(self.bias),
        }
    }

    /// Tensor maps of A and B as `row` reads them, which then take the place of both; no extent is 0.
    pub fn mapped(
        &mut self,
        space: &mut Space<'_>,
        row: &Row,
        k: u32,
        batches: u32,
    ) -> Result<(), Error> {
        let mut maps = [[0; 16]; 2];
        let operands = [(&self.a, self.m), (&self.b, self.n)];
        for (at, (view, mn)) in operands.into_iter().enumerate() {
            if let Some(along) = row.access[at].along() {
                let extents = [mn, k, batches].map(u64::from);
                maps[at] = panels(row.types.0, view, extents, along)?;
            }
        }
        let base = space.words(maps.as_flattened())?;
        for (at, view) in [&mut self.a, &mut self.b].into_iter().enumerate() {
            *view = View {
                base: base + 128 * at as u64,
                ..View::default()
            };
        }
        Ok(())
    }

    /// The kernel for these operands, or for copies of them, which then take their place.
    pub fn row(
        &mut self,
        space: &mut Space<'_>,
        input: DType,
        k: u32,
        batches: u32,
        copies: &mut Vec<Repacked>,
    ) -> Result<&'static Row, Error> {
        let (m, n) = (self.m as u64, self.n as u64);
        let (k, batches) = (k as u64, batches as u64);
        let room = Room::of(space.stream().device())?;
        let choice =
            |product: &Self| choose(&room, input, (&product.a, m), (&product.b, n), k, batches);
        if let Some(found) = choice(self) {
            return Ok(found);
        }
        let element = input.bytes() as u64;
        let vectors = Access::Vectors(Along::K, 16);
        for (view, mn) in [(&mut self.a, m), (&mut self.b, n)] {
            if !suits(vectors, view, [mn, k, batches], element)
                && let Some((packed, copy)) = Repacked::new(space, view, [mn, k, batches], input)?
            {
                *view = packed;
                copies.push(copy);
            }
        }
        choice(self).ok_or_else(|| Error::Strides {
            argument: "a, b",
            why: format!("no kernel reads {input} backwards; copy the operand first"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_product_turns_everything() {
        let view = |base| View {
            base,
            row: 7,
            column: 1,
            batch: 3,
        };
        let product = Product {
            m: 2,
            n: 5,
            a: view(1),
            b: view(2),
            c: Some(view(3)),
            d: view(4),
            bias: view(5),
        };
        let transposed = product.transposed();
        assert_eq!(
            (
                transposed.m,
                transposed.n,
                transposed.a.base,
                transposed.b.base
            ),
            (5, 2, 2, 1)
        );
        assert_eq!(
            (
                transposed.a.row,
                transposed.d.row,
                transposed.d.column,
                transposed.bias.column
            ),
            (7, 1, 7, 7)
        );
    }
}
