//! Which types kernels multiply, and how products are stored.

use azulejo_kernels::device::gemm::sm80;
use azulejo_runtime::gemm::hopper_families;
use azulejo_tensor::DType;

/// The types of A, B and D of every kernel for compute capability 9.0.
pub(super) fn hopper_types() -> impl Iterator<Item = [DType; 3]> {
    let rows = hopper_families().iter().copied().flatten();
    // Products of mixed types are also the transposes of others.
    rows.map(|row| row.config.types)
        .flat_map(|[a, b, _, d]| [[a, b, d], [b, a, d]])
}

/// The types of A, B and D of every kernel for all GPUs.
pub(super) fn sm80_types() -> impl Iterator<Item = [DType; 3]> {
    let rows = sm80::table::FAMILIES.iter().copied().flatten();
    rows.flat_map(|row| {
        let (input, out) = row.types;
        let wide = if out.bytes() == 2 { DType::F32 } else { out };
        [[input, input, out], [input, input, wide]]
    })
}

/// The types in which products of these operands are stored, the natural one first; none where no kernel multiplies them.
///
/// ```
/// use azulejo_gemm::gpu::output_types;
/// use azulejo_tensor::DType;
/// assert_eq!(output_types([DType::BF16; 2]), [DType::BF16, DType::F32]);
/// assert!(output_types([DType::F16, DType::I8]).is_empty());
/// ```
pub fn output_types([a, b]: [DType; 2]) -> Vec<DType> {
    let mut found = Vec::new();
    for [_, _, d] in hopper_types()
        .chain(sm80_types())
        .filter(|types| types[..2] == [a, b])
    {
        if !found.contains(&d) {
            found.push(d);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bit_products_are_stored_as_their_operands() {
        for dtype in [DType::F16, DType::BF16] {
            assert_eq!(output_types([dtype; 2])[0], dtype);
            assert!(hopper_types().any(|types| types == [dtype; 3]));
            assert!(output_types([dtype; 2]).contains(&DType::F32));
        }
    }

    #[test]
    fn wide_floats_stay_as_they_are_and_whole_numbers_become_int32() {
        for dtype in [DType::F32, DType::F64] {
            assert_eq!(output_types([dtype; 2]), [dtype]);
            assert!(!hopper_types().any(|types| types == [dtype; 3]));
        }
        assert_eq!(output_types([DType::I8; 2]), [DType::I32]);
    }

    #[test]
    fn every_product_of_8_bit_floats_has_a_kernel() {
        let eight = [DType::F8E4M3, DType::F8E5M2];
        for pair in [[eight[0]; 2], [eight[1]; 2], eight, [eight[1], eight[0]]] {
            assert!(!output_types(pair).is_empty(), "{pair:?}");
        }
        assert!(output_types([eight[0]; 2]).contains(&DType::BF16));
    }
}
