//! What the calls of attention on borrowed tensors have in common.

use azulejo_tensor::DType;

use crate::{Error, Stream, Use, check, view::Tensor};

/// What a call does with a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Reads it.
    Read,
    /// Writes it, if it is borrowed for writing; it is apart from all others in any case.
    Written,
}

/// Checks the devices and element types of tensors, and that what is written is apart from all others, and returns how they are used.
///
/// All have the type of the first but `lse`, which has f32.
///
/// # Errors
/// [`Error::WrongDevice`], [`Error::Dtype`], [`Error::Overlap`].
pub(super) fn uses<'a>(
    stream: &Stream,
    tensors: &[(&'static str, Role, &Tensor<'a>)],
) -> Result<Vec<Use<'a>>, Error> {
    let context = stream.device().context();
    for (argument, _, tensor) in tensors {
        tensor.region.on_device(argument, context)?;
        let expected = match *argument {
            "lse" => DType::F32,
            _ => tensors[0].2.dtype,
        };
        if tensor.dtype != expected {
            let whose = if *argument == "lse" { "" } else { ", as q has" };
            let expected = format!("{expected}{whose}");
            return Err(Error::dtype(argument, tensor.dtype, expected));
        }
    }
    for (i, (name, role, tensor)) in tensors.iter().enumerate() {
        for (other_name, other_role, other) in &tensors[i + 1..] {
            if [role, other_role] != [&Role::Read; 2] && !tensor.is_apart(other) {
                return Err(match role {
                    Role::Read => Error::overlap(other_name, name),
                    _ => Error::overlap(name, other_name),
                });
            }
        }
    }
    let uses = tensors.iter().filter_map(|(argument, role, tensor)| {
        let region = tensor.region.called(argument);
        match role {
            Role::Read => region.reading().usage(),
            Role::Written => region.usage(),
        }
    });
    Ok(uses.collect())
}

/// The address of LSE, which must have these extents, be compact and, where it has elements, aligned.
pub(super) fn check_lse(lse: &Tensor<'_>, expected: &[u32]) -> Result<u64, Error> {
    let expected: Vec<_> = expected.iter().map(|extent| *extent as usize).collect();
    check::same_shape("lse", &expected, lse.layout.extents())?;
    if !lse.layout.is_contiguous() {
        return Err(Error::strides(
            "lse",
            format!(
                "{:?} are not compact; pass a row-major view",
                lse.layout.strides()
            ),
        ));
    }
    let address = lse.region.address();
    if lse.layout.size() > 0 {
        check::aligned("lse", address, lse.dtype.bytes() as u64)?;
    }
    Ok(address)
}

/// Checks how many entries a list has.
pub(super) fn check_count(
    argument: &'static str,
    expected: u32,
    found: usize,
) -> Result<(), Error> {
    check::same_shape(argument, &[expected as usize], &[found])
}
