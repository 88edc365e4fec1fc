//! [`Description`]: what an array of another library says of itself, checked.

use azulejo_tensor::DType;

use crate::{Error, check};
use azulejo_cpu::Strided;

/// An array in device memory: where, of what, in which layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Address of the element at offset 0.
    pub address: u64,
    /// The element type.
    pub dtype: DType,
    /// Extents and strides, in elements.
    pub layout: Strided,
    /// `true` if it may only be read.
    pub read_only: bool,
    /// The number of its GPU, where it says.
    pub device: Option<usize>,
}

impl Description {
    /// Bytes from the first element to the end of the last; `usize::MAX` where they are more.
    pub fn bytes(&self) -> usize {
        self.layout.cosize().saturating_mul(self.dtype.bytes())
    }

    /// Returns `true` if the GPU with number `ordinal` can take it.
    ///
    /// # Errors
    /// [`Error::WrongDevice`]; [`Error::NullPointer`], [`Error::Misaligned`] and, where they reach past the end of the address space,
    /// [`Error::Argument`] where it has elements.
    ///
    /// ```
    /// use azulejo_cpu::Strided;
    /// use azulejo_runtime::{Error, interop::Description};
    /// use azulejo_tensor::DType;
    /// let layout = Strided::row_major(&[3, 4])?;
    /// let array = Description { address: 0x7000, dtype: DType::F32, layout, read_only: false, device: Some(1) };
    /// assert_eq!((array.bytes(), array.check(1)), (48, Ok(())));
    /// assert!(matches!(array.check(0), Err(Error::WrongDevice { argument: "array", expected: 0, found: 1 })));
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    pub fn check(&self, ordinal: usize) -> Result<(), Error> {
        let argument = "array";
        if let Some(found) = self.device.filter(|found| *found != ordinal) {
            return Err(Error::WrongDevice {
                argument,
                expected: ordinal,
                found,
            });
        }
        if self.layout.size() == 0 {
            return Ok(());
        }
        if self.address == 0 {
            return Err(Error::NullPointer { argument });
        }
        check::aligned(argument, self.address, self.dtype.bytes() as u64)?;
        let end = self.address.checked_add(self.bytes() as u64);
        Error::ensure(
            end.is_some_and(|end| end <= i64::MAX as u64),
            argument,
            || {
                format!(
                    "{} elements of {} from {:#x} on reach past the end of the address space",
                    self.layout.cosize(),
                    self.dtype,
                    self.address
                )
            },
        )?;
        Ok(())
    }
}

/// Extents and strides, both in elements; no strides are those of a compact array whose last mode is contiguous.
///
/// A stride of an extent of 1 is never followed, nor is one of an array without elements: any is taken.
pub(super) fn layout(shape: &[i64], strides: Option<&[i64]>) -> Result<Strided, Error> {
    let mut extents = Vec::with_capacity(shape.len());
    for extent in shape {
        extents.push(
            usize::try_from(*extent)
                .map_err(|_| Error::argument("shape", format!("extent {extent} is negative")))?,
        );
    }
    let Some(strides) = strides else {
        return Ok(Strided::row_major(&extents)?);
    };
    if strides.len() != shape.len() {
        return Err(Error::strides(
            "array",
            format!(
                "{} strides for {} extents: give as many",
                strides.len(),
                shape.len()
            ),
        ));
    }
    let is_empty = extents.contains(&0);
    let mut steps = Vec::with_capacity(strides.len());
    for (stride, extent) in strides.iter().zip(&extents) {
        steps.push(match usize::try_from(*stride) {
            Ok(step) => step,
            Err(_) if *extent <= 1 || is_empty => 0,
            Err(_) => {
                return Err(Error::strides(
                    "array",
                    format!(
                        "stride {stride} is negative: copy the array the right way round first"
                    ),
                ));
            }
        });
    }
    Ok(Strided::new(&extents, &steps)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(address: u64, extents: &[usize]) -> Description {
        Description {
            address,
            dtype: DType::F32,
            layout: Strided::row_major(extents).unwrap(),
            read_only: false,
            device: None,
        }
    }

    #[test]
    fn places_are_checked_where_there_are_elements() {
        assert_eq!(description(0, &[0, 5]).check(0), Ok(()));
        assert_eq!(
            description(0, &[5]).check(0),
            Err(Error::NullPointer { argument: "array" })
        );
        assert_eq!(
            description(0x1002, &[5]).check(0),
            Err(Error::Misaligned {
                argument: "array",
                address: 0x1002,
                align: 4
            })
        );
        let vast = description(0x1000, &[1 << 62]);
        assert_eq!(vast.bytes(), usize::MAX);
        assert!(vast.check(0).is_err_and(|error| error.names("array")));
    }

    #[test]
    fn extents_and_strides_are_rejected_by_name() {
        assert_eq!(layout(&[3, 4], None).unwrap().strides(), [4, 1]);
        assert_eq!(layout(&[3, 4], Some(&[1, 3])).unwrap().strides(), [1, 3]);
        assert_eq!(layout(&[1, 4], Some(&[-7, 1])).unwrap().strides(), [0, 1]);
        // As NumPy has it of `zeros((0, 3))[:, ::-1]`.
        assert_eq!(layout(&[0, 3], Some(&[3, -1])).unwrap().strides(), [3, 0]);
        assert!(layout(&[3, -4], None).is_err_and(|error| error.names("shape")));
        let reversed = layout(&[4], Some(&[-1])).unwrap_err();
        assert!(reversed.to_string().contains("stride -1 is negative"));
        assert_eq!(reversed.infini_status(), 12);
        assert!(matches!(
            layout(&[4, 2], Some(&[1])),
            Err(Error::Strides { .. })
        ));
        assert!(layout(&[2; 9], None).is_err());
    }
}
