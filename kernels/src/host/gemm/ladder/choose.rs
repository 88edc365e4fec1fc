//! Which kernel of the ladder takes which operands.

use azulejo_tensor::DType;

use crate::device::gemm::ladder::args::View;
use crate::device::gemm::ladder::table::{Access, FAMILIES, Row, VECTORS};
use crate::device::gemm::ladder::tile::Along;

/// Whether an operand of `mn` by `k` elements of `element` bytes, in `batches`, can be read by `access`.
pub fn suits(access: Access, view: &View, [mn, k, batches]: [u64; 3], element: u64) -> bool {
    let Access::Vectors(along, width) = access else {
        return true;
    };
    if [mn, k, batches].contains(&0) {
        return true;
    }
    let (contiguous, extent, other, lines) = match along {
        Along::K => (view.column, k, view.row, mn),
        Along::Mn => (view.row, mn, view.column, k),
    };
    let aligned = |stride: i64, extent: u64| {
        extent <= 1 || (stride.unsigned_abs() * element).is_multiple_of(width as u64)
    };
    (contiguous == 1 || extent <= 1)
        && view.base.is_multiple_of(width as u64)
        && aligned(other, lines)
        && aligned(view.batch, batches)
}

/// The kernel for operands of type `input`: the first that reads both as they are, with the order that suits their strides; for a
/// product of one row, whose `a.1` is 1, one of the vector kernels if it can.
///
/// `None` where no kernel takes the type.
pub fn choose(
    input: DType,
    a: (&View, u64),
    b: (&View, u64),
    k: u64,
    batches: u64,
) -> Option<&'static Row> {
    let element = input.bytes() as u64;
    let vectors = if a.1 == 1 { VECTORS } else { &[] };
    let mut rows = vectors.iter().chain(FAMILIES).copied().flatten();
    rows.find(|row| {
        row.types.0 == input
            && [(a, row.access[0]), (b, row.access[1])]
                .into_iter()
                .all(|((view, mn), access)| {
                    let near = if view.row.unsigned_abs() < view.column.unsigned_abs() {
                        Along::Mn
                    } else {
                        Along::K
                    };
                    suits(access, view, [mn, k, batches], element)
                        && !matches!(access, Access::Elements(along) if along != near)
                })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(base: u64, row: i64, column: i64) -> View {
        View {
            base,
            row,
            column,
            batch: 0,
        }
    }

    fn name(input: DType, a: View, b: View) -> &'static str {
        choose(input, (&a, 50), (&b, 60), 70, 1)
            .unwrap()
            .kernel
            .name
    }

    #[test]
    fn orders_and_alignment_decide() {
        let (k, mn) = (view(256, 80, 1), view(256, 1, 80));
        assert_eq!(name(DType::F16, k, k), "ladder_f16_kk");
        assert_eq!(name(DType::F16, k, mn), "ladder_f16_km");
        assert_eq!(name(DType::BF16, mn, k), "ladder_bf16_mk");
        assert!(choose(DType::BF16, (&mn, 50), (&view(256, 1, 81), 60), 70, 1).is_none());
        assert!(choose(DType::F16, (&view(258, 80, 1), 50), (&k, 60), 70, 1).is_none());
        assert!(choose(DType::I8, (&k, 50), (&mn, 60), 70, 1).is_none());
        assert_eq!(name(DType::I8, k, k), "ladder_i8_kk");
        assert_eq!(name(DType::TF32, k, k), "ladder_tf32_kk");
        assert_eq!(name(DType::F32, view(4, 3, 91), k), "ladder_f32_mk");
        assert_eq!(name(DType::F64, k, view(8, -1, -77)), "ladder_f64_km");
        let column = view(256, 80, 1);
        let vector = |b| choose(DType::F32, (&column, 1), (&b, 60), 70, 1);
        assert_eq!(vector(k).unwrap().kernel.name, "ladder_gemv_f32_k");
        assert_eq!(vector(mn).unwrap().kernel.name, "ladder_gemv_f32_n");
        assert_eq!(
            vector(view(256, 3, 81)).unwrap().kernel.name,
            "ladder_f32_km"
        );
        assert!(choose(DType::I64, (&k, 5), (&k, 5), 5, 1).is_none());
    }
}
