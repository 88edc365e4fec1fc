//! Which kernel of the ladder takes which operands.

use azulejo_tensor::DType;

use crate::device::gemm::ladder::args::View;
use crate::device::gemm::ladder::table::{Access, FAMILIES, Row, VECTORS};
use crate::device::gemm::ladder::tile::Along;
use crate::host::{Device, Error};
use crate::table::Variant;

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

/// What of a GPU decides which kernels suit it.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes of shared memory that a block may have.
    pub shared: u32,
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// The texts that it runs.
    pub variant: Variant,
}

impl Room {
    /// That of a device.
    ///
    /// # Errors
    /// The driver's.
    pub fn of(device: &Device) -> Result<Self, Error> {
        use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        Ok(Self {
            shared: device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)? as u32,
            multiprocessors: device.multiprocessors(),
            variant: device.variant(),
        })
    }

    /// Whether a D of `m` by `n` in `batches` suits `row`: its instructions must be the GPU's, and a broad tile fit and leave no
    /// multiprocessor without one.
    fn takes(&self, row: &Row, [m, n, batches]: [u64; 3]) -> bool {
        let tiles = m.div_ceil(row.tile.0 as u64) * n.div_ceil(row.tile.1 as u64) * batches;
        row.runs(self.variant)
            && (!row.is_broad()
                || row.shared <= self.shared && tiles >= self.multiprocessors as u64)
    }
}

/// The kernel for operands of type `input`: the first that reads both as they are, with the order that suits their strides, and that
/// the GPU has room for; for a product of one row, whose `a.1` is 1, one of the vector kernels if it can.
///
/// `None` where no kernel takes the type.
pub fn choose(
    room: &Room,
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
            && room.takes(row, [a.1, b.1, batches])
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

    const H200: Room = Room {
        shared: 227 << 10,
        multiprocessors: 132,
        variant: Variant::Sm90a,
    };

    fn name(input: DType, a: View, b: View) -> &'static str {
        choose(&H200, input, (&a, 50), (&b, 60), 70, 1)
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
        assert!(
            choose(
                &H200,
                DType::BF16,
                (&mn, 50),
                (&view(256, 1, 81), 60),
                70,
                1
            )
            .is_none()
        );
        assert!(choose(&H200, DType::F16, (&view(258, 80, 1), 50), (&k, 60), 70, 1).is_none());
        assert!(choose(&H200, DType::I8, (&k, 50), (&mn, 60), 70, 1).is_none());
        assert_eq!(name(DType::I8, k, k), "ladder_i8_kk");
        assert_eq!(name(DType::TF32, k, k), "ladder_tf32_kk");
        assert_eq!(name(DType::F32, k, mn), "ladder_f32_wide_km");
        assert_eq!(name(DType::F32, view(4, 3, 91), k), "ladder_f32_mk");
        assert_eq!(name(DType::F64, k, view(8, -1, -77)), "ladder_f64_km");
        let column = view(256, 80, 1);
        let vector = |b| choose(&H200, DType::F32, (&column, 1), (&b, 60), 70, 1);
        assert_eq!(vector(k).unwrap().kernel.name, "ladder_gemv_f32_k");
        assert_eq!(vector(mn).unwrap().kernel.name, "ladder_gemv_f32_n");
        assert_eq!(
            vector(view(256, 3, 81)).unwrap().kernel.name,
            "ladder_f32_km"
        );
        assert!(choose(&H200, DType::I64, (&k, 5), (&k, 5), 5, 1).is_none());
    }
    #[test]
    fn broad_tiles_are_for_those_who_have_room_and_work() {
        let k = view(256, 4096, 1);
        let name = |room: &Room, input, m, n| {
            choose(room, input, (&k, m), (&k, n), 4096, 1)
                .unwrap()
                .kernel
                .name
        };
        let small = Room {
            shared: 99 << 10,
            multiprocessors: 84,
            variant: Variant::Sm80,
        };
        assert_eq!(name(&H200, DType::F16, 4096, 4096), "ladder_f16_broad_kk");
        assert_eq!(name(&H200, DType::F16, 1024, 1024), "ladder_f16_kk");
        assert_eq!(name(&small, DType::F16, 4096, 4096), "ladder_f16_kk");
        assert_eq!(name(&H200, DType::F64, 2048, 2048), "ladder_f64_wide_kk");
        assert_eq!(name(&small, DType::F64, 2048, 2048), "ladder_f64_wide_kk");
        assert_eq!(name(&H200, DType::F32, 2048, 2048), "ladder_f32_wide_kk");
        assert_eq!(name(&small, DType::F32, 2048, 2048), "ladder_f32_vec_kk");
        for row in FAMILIES.iter().chain(VECTORS).copied().flatten() {
            assert!(
                row.is_broad() || row.shared <= small.shared,
                "{}",
                row.kernel.name
            );
        }
    }
}
