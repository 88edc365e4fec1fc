//! The product on a GPU: operands uploaded as their files hold them, one launch to warm up, one that is timed.

mod launch;
mod placed;

use std::time::Duration;

use azulejo::kernels::cpu::{AnyArray, Stored};
use azulejo::kernels::device::gemm::{hopper, ladder};
use azulejo::kernels::host::{Device, Error};
use azulejo::kernels::table::Variant;
use azulejo::tensor::{DType, with_dtype};

use super::args::{ActivationName, Args};
use super::compute::Job;
use super::inputs::{Matrices, Setup, factor, typed};
use super::report;
use super::verify::error;
use crate::cli::failure::Failure;
use crate::cli::gpu;
use crate::cli::npy::write;

/// Multiplies on the GPU with this number, compares with `f64`, writes the result and prints the figures.
pub fn run(ordinal: u32, args: &Args, a: &Matrices, b: &Matrices) -> Result<(), Failure> {
    let refuse = |what: String| Failure::argument("--device", what);
    let types = [a.array.dtype(), b.array.dtype()];
    let stored = outputs(types);
    let Some(natural) = stored.first() else {
        return Err(refuse(format!(
            "no kernel multiplies {} by {}; there are kernels for float64, float32, float16, bfloat16, int8 and the 8-bit floats, and \
             for float32 with --tf32",
            types[0], types[1]
        )));
    };
    let out = args.out_dtype.unwrap_or(*natural);
    if !stored.contains(&out) {
        return Err(Failure::argument(
            "--out-dtype",
            format!(
                "products of {} are stored as {natural} on a GPU; omit the flag, or cast the result",
                types[0]
            ),
        ));
    }
    let setup = Setup::new(args, a, b, out)?;
    let mut result = AnyArray::zeros(out, &setup.shape).map_err(|error| {
        Failure::argument("A and B", format!("the result is too large: {error}"))
    })?;
    let device = Device::new(ordinal as usize).map_err(|error| refuse(error.to_string()))?;
    let mut time = Duration::ZERO;
    if setup.batches > 0 {
        let by_tensor_memory = device.variant() == Variant::Sm90a && on_hopper(types, out);
        // Sums of integers leave those kernels as they are.
        let plain = args.alpha == 1.0
            && setup.beta == 0.0
            && setup.bias.is_none()
            && args.activation.is_none();
        let finishes = plain || out != DType::I32;
        let launched = if by_tensor_memory && finishes {
            with_dtype!(out, T => launch::hopper::<T>(&device, args, &setup, [a, b]))
        } else {
            with_dtype!(out, T => launch::ladder::<T>(&device, args, &setup, [a, b]))
        };
        (time, result) = launched.map_err(|error| match error {
            Error::Argument {
                argument: "alpha",
                why,
            } => Failure::argument("--alpha", why),
            Error::Argument {
                argument: "beta",
                why,
            } => Failure::argument("--beta", why),
            error => gpu::refused("A and B", error),
        })?;
    }
    let name = format!("cuda:{ordinal}, {}", device.name());
    let timed = (name.as_str(), time);
    // What the operands and the result hold is exact in f32, but for f64, and so is what it takes to judge the result.
    match out {
        DType::F64 => judge::<f64>(args, &setup, [a, b], &result, timed),
        _ => judge::<f32>(args, &setup, [a, b], &result, timed),
    }
}

/// The types in which products of these operands are stored, the one that is taken unasked first.
fn outputs([a, b]: [DType; 2]) -> Vec<DType> {
    let mut found = Vec::new();
    let mut add = |dtype| {
        if !found.contains(&dtype) {
            found.push(dtype);
        }
    };
    hopper_types()
        .filter(|types| types[..2] == [a, b])
        .for_each(|types| add(types[2]));
    let mut rows = ladder::table::FAMILIES.iter().copied().flatten();
    if let Some(row) = rows.find(|row| [row.types.0; 2] == [a, b]) {
        add(row.types.1);
        if row.types.1.bytes() == 2 {
            add(DType::F32);
        }
    }
    found
}

/// Whether a kernel for Hopper stores products of these types so.
fn on_hopper([a, b]: [DType; 2], out: DType) -> bool {
    hopper_types().any(|types| types == [a, b, out])
}

/// The types of A, B and D of every kernel for Hopper.
fn hopper_types() -> impl Iterator<Item = [DType; 3]> {
    let rows = hopper::table::FAMILIES.iter().copied().flatten();
    // Products of mixed types are also the transposes of others.
    rows.map(|row| row.config.types)
        .flat_map(|[a, b, _, d]| [[a, b, d], [b, a, d]])
}

/// Compares the result with `f64`, writes it and prints the figures; `S` holds every number exactly.
fn judge<S: Stored>(
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
    result: &AnyArray,
    (device, time): (&str, Duration),
) -> Result<(), Failure> {
    let wide = |array: &AnyArray| {
        array
            .cast(S::DTYPE, None, None)
            .map_err(|error| Failure::argument("A and B", error))
    };
    let (a_wide, b_wide) = (wide(&a.array)?, wide(&b.array)?);
    let bias = setup.bias.as_ref().map(wide).transpose()?;
    let c0 = setup.c0.as_ref().map(wide).transpose()?;
    let job = Job {
        a: setup.a.clone(),
        b: setup.b.clone(),
        alpha: factor::<S>("--alpha", args.alpha)?,
        beta: factor::<S>("--beta", setup.beta)?,
        bias: bias
            .as_ref()
            .map(|bias| typed("--bias", bias))
            .transpose()?,
        activation: ActivationName::activation(args.activation),
        batches: setup.batches,
    };
    let c0 = c0.as_ref().map(|c0| typed("--c", c0)).transpose()?;
    let value = |index| result.get(index).map_or(f64::NAN, |number| number.to_f64());
    let error = error::<S, S>(&job, typed("A", &a_wide)?, typed("B", &b_wide)?, c0, value);
    write("--output", &args.output, result)?;
    let place = format!(
        "{:?} {} in {}",
        setup.shape,
        result.dtype(),
        args.output.display()
    );
    report::print(&job, [a, b], &place, device, time, &error);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bit_products_are_stored_as_their_operands_by_a_kernel_for_hopper() {
        for dtype in [DType::F16, DType::BF16] {
            assert_eq!(outputs([dtype; 2])[0], dtype);
            assert!(on_hopper([dtype; 2], dtype));
            assert!(outputs([dtype; 2]).contains(&DType::F32));
        }
    }

    #[test]
    fn floats_of_32_and_64_bits_come_from_the_ladder_and_whole_numbers_become_int32() {
        for dtype in [DType::F32, DType::F64] {
            assert_eq!(outputs([dtype; 2]), [dtype]);
            assert!(!on_hopper([dtype; 2], dtype));
        }
        assert_eq!(outputs([DType::I8; 2]), [DType::I32]);
    }

    #[test]
    fn every_product_of_8_bit_floats_has_a_kernel() {
        let eight = [DType::F8E4M3, DType::F8E5M2];
        for pair in [[eight[0]; 2], [eight[1]; 2], eight, [eight[1], eight[0]]] {
            assert!(!outputs(pair).is_empty(), "{pair:?}");
        }
        assert!(outputs([eight[0]; 2]).contains(&DType::BF16));
    }

    #[test]
    fn types_that_no_kernel_multiplies_have_no_result() {
        assert!(outputs([DType::F16, DType::I8]).is_empty());
    }
}
