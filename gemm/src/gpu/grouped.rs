//! [`gemm_grouped`]: many products of different sizes in one launch.

use azulejo_kernels::device::gemm::hopper::{
    operand::Major,
    table::{GROUPED, KernelEntry},
};
use azulejo_kernels::table::Variant;
use azulejo_runtime::gemm::{GpuMatMut, GpuMatRef, Prepared, Product, Sums};
use azulejo_runtime::{Error, HardwareInfo, Stream};

use super::algorithm::algorithm;
use super::{GpuEpilogue, GpuProblem, Plan, estimate};

/// One product of [`gemm_grouped`].
#[derive(Debug)]
pub struct GpuProduct<'a> {
    /// The left matrix, (M, K).
    pub a: GpuMatRef<'a>,
    /// The right matrix, (K, N).
    pub b: GpuMatRef<'a>,
    /// The result, (M, N).
    pub d: GpuMatMut<'a>,
    /// What happens to the product.
    pub epilogue: GpuEpilogue<'a>,
}

/// Computes every product of a list, as [`gemm`](super::gemm()) does each; returns when they are queued.
///
/// On compute capability 9.0 products of f16, bf16 and e4m3 share one launch, so that small ones fill the device together; others are
/// launched one after the other. A product may be empty, and so may the list.
///
/// # Errors
/// As [`gemm`](super::gemm()); [`Error::Overlap`] if one product of a shared launch writes what another uses.
///
/// ```
/// use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, GpuProduct, gemm_grouped};
/// use azulejo_runtime::{Device, Error};
///
/// fn products() -> Result<Vec<f32>, Error> {
///     let stream = Device::new(0)?.stream()?;
///     let weights = stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?;
///     let (few, mut out) = (stream.upload(&[1.0f32, 1.0])?, stream.zeros::<f32>(2)?);
///     gemm_grouped(&stream, &mut [GpuProduct {
///         a: GpuMatRef::row_major(&few, 1, 2)?,
///         b: GpuMatRef::row_major(&weights, 2, 2)?,
///         d: GpuMatMut::row_major(&mut out, 1, 2)?,
///         epilogue: GpuEpilogue::default(),
///     }])?;
///     stream.download(&out)
/// }
/// match products() {
///     Ok(d) => assert_eq!(d, [4.0, 6.0]),
///     Err(error) => println!("{error}"), // no GPU here
/// }
/// ```
pub fn gemm_grouped(stream: &Stream, products: &mut [GpuProduct<'_>]) -> Result<(), Error> {
    prepare(stream, products)?.launch()
}

impl<'a> Plan<'a> {
    /// Prepares the products that [`gemm_grouped`] computes.
    ///
    /// # Errors
    /// As [`gemm_grouped`].
    pub fn grouped(stream: &Stream, products: Vec<GpuProduct<'a>>) -> Result<Self, Error> {
        prepare(stream, &products).map(Self)
    }
}

fn prepare<'a>(stream: &Stream, products: &[GpuProduct<'a>]) -> Result<Prepared<'a>, Error> {
    let checked = products
        .iter()
        .map(|one| Product::new(&one.a, &one.b, &one.d, &one.epilogue));
    let checked = checked.collect::<Result<Vec<_>, _>>()?;
    let device = stream.device();
    if device.variant() == Variant::Sm90a
        && let Some(problems) = checked
            .iter()
            .map(problem)
            .collect::<Result<Option<Vec<_>>, _>>()?
        && let Some(row) = kernel(&problems, &device.hardware())
    {
        let blocks = device.sm_count() * row.config.min_ctas;
        return Prepared::grouped(stream, &checked, row, blocks);
    }
    Prepared::new(stream, &checked, |launch| algorithm(device, launch))
}

/// What a kernel for lists computes, if it is one launch.
fn problem(product: &Product<'_>) -> Result<Option<GpuProblem>, Error> {
    let launches = product.launches()?;
    let [launch] = &launches[..] else {
        return Ok(None);
    };
    Ok(GpuProblem::of(launch).filter(|_| launch.epilogue.sums == Sums::Fast))
}

/// The kernel for lists that takes least time for all of them, by the model.
fn kernel(problems: &[GpuProblem], hardware: &HardwareInfo) -> Option<&'static KernelEntry> {
    let clocks = |row: &KernelEntry| -> f64 {
        let problems = problems.iter().map(|problem| GpuProblem {
            // Operands in the other order are copied before the launch.
            a: Major::K,
            b: Major::K,
            ..*problem
        });
        problems
            .map(|problem| estimate(&problem, row, 1, hardware, false).clocks)
            .sum()
    };
    let takes = |row: &&KernelEntry| {
        let [a, b, _, d] = row.config.types;
        problems.iter().all(|problem| problem.types == [a, b, d])
    };
    let rows = GROUPED.iter().copied().flatten().filter(takes);
    rows.min_by(|x, y| clocks(x).total_cmp(&clocks(y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kernel_for_lists_is_chosen_somewhere() {
        let rows = || GROUPED.iter().copied().flatten();
        let mut without: Vec<&KernelEntry> = rows().collect();
        let sides = [16, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
        for row in rows() {
            let [a, b, _, d] = row.config.types;
            for (m, n, k) in sides.iter().flat_map(|m| {
                sides
                    .iter()
                    .flat_map(|n| [128, 1024, 8192].map(|k| (*m, *n, k)))
            }) {
                let problem = GpuProblem::new([m, n, k], [a, b, d]);
                let found = kernel(&[problem; 8], &HardwareInfo::H200);
                without.retain(|row| Some(*row) != found);
            }
        }
        let names: Vec<&str> = without.iter().map(|row| row.kernel.name).collect();
        assert!(names.is_empty(), "{names:?}");
    }
}
