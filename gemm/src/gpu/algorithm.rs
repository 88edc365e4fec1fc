//! [`algorithm`]: the kernel for a launch on a device.

use azulejo_kernels::table::Variant;
use azulejo_runtime::gemm::sm80::Room;
use azulejo_runtime::gemm::{Algorithm, Arguments};
use azulejo_runtime::{Device, Error};
use azulejo_tensor::DType;

use super::types::{hopper_types, sm80_types};
use super::{GpuProblem, Tuned};

/// The kernel of the device that suits a launch best.
///
/// # Errors
/// [`Error::Dtype`] where no kernel takes the types, [`Error::Strides`] where that which does walks nothing backwards.
pub(super) fn algorithm(device: &Device, arguments: &Arguments<'_>) -> Result<Algorithm, Error> {
    if device.variant() == Variant::Sm90a
        && let Some(problem) = GpuProblem::of(arguments)
    {
        let (hardware, tuned) = (device.hardware(), Tuned::of_environment());
        if arguments.is_small(&Room::of(device)?) && tuned.kept(&problem, &hardware).is_none() {
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
    let types = arguments.types;
    if sm80_types().any(|row| row == types) {
        return Ok(());
    }
    let for_hopper = device.variant() == Variant::Sm90a;
    if for_hopper && hopper_types().any(|row| row == types) {
        return Err(arguments.backwards("a kernel for these types"));
    }
    Err(no_kernel(types, for_hopper, device.capability()))
}

/// The first of A, B and D whose type no kernel takes beside those before it, and the types that it may have.
fn no_kernel(types: [DType; 3], for_hopper: bool, (major, minor): (u32, u32)) -> Error {
    let hopper = for_hopper.then(hopper_types).into_iter().flatten();
    let rows: Vec<[DType; 3]> = sm80_types().chain(hopper).collect();
    let taken = |at: usize| {
        let mut found = Vec::new();
        for row in rows.iter().filter(|row| row[..at] == types[..at]) {
            if !found.contains(&row[at]) {
                found.push(row[at]);
            }
        }
        found
    };
    let at = (0..2).find(|at| !taken(*at).contains(&types[*at]));
    let at = at.unwrap_or(2);
    let names: Vec<String> = taken(at).iter().map(DType::to_string).collect();
    let names = match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.join(""),
    };
    let [a, b, _] = types;
    let beside = match at {
        0 => String::new(),
        1 => format!(" beside an A of {a}"),
        _ => format!(" for products of {a} by {b}"),
    };
    let expected = format!("{names}{beside} on compute capability {major}.{minor}");
    Error::dtype(["a", "b", "d"][at], types[at], expected)
}

#[cfg(test)]
mod tests {
    use DType::{BF16, F8E4M3, F16, F32, I8, I32, U8};

    use super::*;

    #[test]
    fn types_without_a_kernel_are_named_with_those_that_have_one() {
        let text =
            |types, for_hopper, capability| no_kernel(types, for_hopper, capability).to_string();
        let a = text([U8, U8, I32], false, (8, 0));
        assert!(a.starts_with("a has dtype uint8, expected "), "{a}");
        assert!(
            a.contains("float16") && a.contains("int8") && !a.contains("float8"),
            "{a}"
        );
        assert!(
            a.ends_with(
                "on compute capability 8.0: pass that; `runtime::cast` converts on a device"
            ),
            "{a}"
        );
        let eight = text([F8E4M3, F8E4M3, BF16], false, (8, 6));
        assert!(
            eight.starts_with("a has dtype float8_e4m3fn, expected "),
            "{eight}"
        );
        assert!(text([U8, U8, I32], true, (9, 0)).contains("float8_e4m3"));
        let b = text([F16, I8, F32], false, (8, 0));
        assert!(
            b.starts_with("b has dtype int8, expected float16 beside an A of float16 on"),
            "{b}"
        );
        let d = text([F16, F16, I32], false, (8, 0));
        assert!(
            d.starts_with(
                "d has dtype int32, expected float16 or float32 for products of float16 by float16"
            ),
            "{d}"
        );
    }
}
