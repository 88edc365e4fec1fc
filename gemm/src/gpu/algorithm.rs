//! [`algorithm`]: the kernel for a launch on a device.

use azulejo_kernels::host::gemm::{Algorithm, Arguments};
use azulejo_kernels::host::{Device, Error};
use azulejo_kernels::table::Variant;
use azulejo_tensor::DType;

use super::types::{hopper_types, output_types, sm80_types};
use super::{GpuProblem, Tuned};

/// The kernel of the device that suits a launch best.
///
/// # Errors
/// [`Error::Argument`] where no kernel takes the types, [`Error::Strides`] where that which does walks nothing backwards.
pub(super) fn algorithm(device: &Device, arguments: &Arguments<'_>) -> Result<Algorithm, Error> {
    if device.variant() == Variant::Sm90a
        && let Some(problem) = GpuProblem::of(arguments)
    {
        let (hardware, tuned) = (device.hardware(), Tuned::of_environment());
        if arguments.is_small(Variant::Sm90a) && tuned.kept(&problem, &hardware).is_none() {
            return Ok(Algorithm::Sm80(None));
        }
        let select = |problem| tuned.select(problem, &hardware);
        // Not every order has a kernel that accumulates in f16.
        let whole = GpuProblem {
            f16_accumulate: false,
            ..problem
        };
        if let Some(choice) = select(&problem).or_else(|| select(&whole)) {
            return Ok(Algorithm::Hopper(choice.row, choice.schedule));
        }
    }
    check_sm80(device, arguments)?;
    Ok(Algorithm::Sm80(None))
}

/// Rejects what kernels for every GPU do not have.
fn check_sm80(device: &Device, arguments: &Arguments<'_>) -> Result<(), Error> {
    let types @ [a, b, d] = arguments.types;
    let (major, minor) = device.capability();
    if sm80_types().any(|row| row == types) {
        return Ok(());
    }
    let stored = output_types([a, b]);
    let (argument, remedy) = if stored.contains(&d) && hopper_types().any(|row| row == types) {
        if device.variant() == Variant::Sm90a {
            return Err(arguments.backwards("a kernel for these types"));
        }
        (
            "a",
            "they need 9.0; cast A and B to float16 or float32 first".to_owned(),
        )
    } else if stored.is_empty() {
        (
            "a",
            "pass A and B of one type among f16, bf16, tf32, f32, f64 and i8, or of 8-bit floats"
                .to_owned(),
        )
    } else {
        let names: Vec<String> = stored.iter().map(DType::to_string).collect();
        ("d", format!("pass a D of {}", names.join(" or ")))
    };
    Err(Error::argument(
        argument,
        format!(
            "no kernel for compute capability {major}.{minor} multiplies {a} by {b} into {d}: {remedy}"
        ),
    ))
}
