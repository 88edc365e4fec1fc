//! [`Elementwise`]: an operator's descriptor, made once and calculated as often as one likes.

use std::marker::PhantomData;

use azulejo_tensor::{DType, Element, with_dtype};

use super::info::repeats;
use super::{Info, TensorDescriptor};
use crate::{
    AnyView, AnyViewMut, Error, Operand, Stream, Target, check, interop::Memory, map, map_in_place,
    zeros,
};
use azulejo_cpu::{AnyArray, Array, Op, Stored, Strided};

/// What an [`Elementwise`] computes.
pub trait Operation {
    /// The name.
    const NAME: &'static str;
    /// How many inputs it has.
    const INPUTS: usize;
    /// The operator, or none for zeros, which has an input and does not read it.
    const OP: Option<Op>;
}

/// Zero, whatever the input: its one input is never read and may be null.
#[derive(Clone, Copy, Debug)]
pub struct Zeros;

impl Operation for Zeros {
    const NAME: &'static str = "zeros";
    const INPUTS: usize = 1;
    const OP: Option<Op> = None;
}

/// The sum of two inputs.
#[derive(Clone, Copy, Debug)]
pub struct Add;

impl Operation for Add {
    const NAME: &'static str = "add";
    const INPUTS: usize = 2;
    const OP: Option<Op> = Some(Op::Add);
}

/// Device memory that a caller lends for the time of a calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// The address, a multiple of 8.
    pub address: u64,
    /// The bytes.
    pub bytes: usize,
}

/// The descriptor of an elementwise operator on arrays of given dtypes and layouts.
#[derive(Debug)]
pub struct Elementwise<O> {
    dtype: DType,
    info: Info,
    operation: PhantomData<O>,
}

impl<O: Operation> Elementwise<O> {
    /// A descriptor for these arrays. More inputs than the operator has are ignored.
    ///
    /// # Errors
    /// In this order: [`Error::Argument`] for too few inputs; [`Error::NotImplemented`] and [`Error::Dtype`];
    /// [`Error::Shape`] where an input is not of the output's shape (zeros) or does not broadcast to it;
    /// [`Error::Strides`] where the output repeats or overlaps itself.
    pub fn create(output: &TensorDescriptor, inputs: &[&TensorDescriptor]) -> Result<Self, Error> {
        let Some(inputs) = inputs.get(..O::INPUTS) else {
            return Err(Error::argument(
                "inputs",
                format!("{} takes {}, got {}", O::NAME, O::INPUTS, inputs.len()),
            ));
        };
        let dtype = output.dtype().dtype()?;
        for input in inputs.iter().filter(|_| O::OP.is_some()) {
            if !dtype.is_arithmetic() {
                return Err(Error::dtype("output", dtype, check::ARITHMETIC));
            }
            let found = input.dtype().dtype()?;
            if found != dtype {
                return Err(Error::dtype("input", found, dtype));
            }
        }
        let layout = *output.layout();
        let inputs: Vec<Strided> = inputs.iter().map(|input| *input.layout()).collect();
        for input in &inputs {
            let fits = match O::OP {
                None => input.extents() == layout.extents(),
                Some(_) => input.broadcast(layout.extents()).is_ok(),
            };
            if !fits {
                return Err(Error::shape("input", layout.extents(), input.extents()));
            }
        }
        // A stride of 0 is rejected where its extent is not 1, also where no element repeats for want of elements.
        if repeats(&layout) || !layout.is_injective() {
            return Err(Error::strides(
                "output",
                format!(
                    "shape {:?} with strides {:?} stores two elements in one place",
                    layout.extents(),
                    layout.strides()
                ),
            ));
        }
        Ok(Self {
            dtype,
            info: Info {
                output: layout,
                inputs,
            },
            operation: PhantomData,
        })
    }

    /// The element type of the output.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Shapes, strides and flags.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Bytes of workspace that a calculation must be given.
    pub fn workspace_size(&self) -> usize {
        self.info.segments().bytes()
    }

    /// Queues the calculation on `stream`, and returns.
    ///
    /// # Errors
    /// In this order, nothing launched: [`Error::Workspace`], [`Error::Argument`], [`Error::NullPointer`] for an array
    /// with elements that is read or written; then those of the native operator.
    ///
    /// # Safety
    /// Output and inputs must be addresses of arrays as described, on the stream's device, until the work is done; the
    /// output apart from the inputs; work on them elsewhere done, or ordered before.
    pub unsafe fn calculate(
        &self,
        workspace: Workspace,
        output: u64,
        inputs: &[u64],
        stream: &Stream,
    ) -> Result<(), Error> {
        if !self.check(workspace, output, inputs)? {
            return Ok(());
        }
        // SAFETY: the addresses are of arrays as described, by this function's contract.
        unsafe { self.launch(output, (&self.info.inputs, inputs), stream, map) }
    }

    /// Queues zeros, or what `map` makes of the arrays of some inputs and of the output.
    ///
    /// # Safety
    /// As [`Elementwise::calculate`], for these inputs.
    unsafe fn launch(
        &self,
        output: u64,
        (layouts, inputs): (&[Strided], &[u64]),
        stream: &Stream,
        map: impl FnOnce(&Stream, Op, &[&dyn Operand], &mut dyn Target) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let size = self.dtype.bytes();
        // SAFETY: the address is that of an array as described until the work is done, by this function's contract.
        let memory = |address, layout: &Strided| unsafe {
            Memory::from_raw(stream, address, layout.cosize().saturating_mul(size))
        };
        let mut out = memory(output, &self.info.output);
        let mut out = AnyViewMut::new(&mut out, self.dtype, self.info.output)?;
        let Some(op) = O::OP else {
            return zeros(stream, &mut out);
        };
        let sources = layouts.iter().zip(inputs);
        let sources: Vec<Memory> = sources.map(|(of, at)| memory(*at, of)).collect();
        let views = sources.iter().zip(layouts);
        let views: Vec<AnyView<'_>> = views
            .map(|(memory, layout)| AnyView::new(memory, self.dtype, *layout))
            .collect::<Result<_, _>>()?;
        let operands: Vec<&dyn Operand> = views.iter().map(|view| view as &dyn Operand).collect();
        map(stream, op, &operands, &mut out)
    }

    /// As [`Elementwise::calculate`], with the output as the first input.
    ///
    /// # Errors
    /// As [`Elementwise::calculate`]; [`Error::Strides`] where the first input is described otherwise than the output.
    ///
    /// # Safety
    /// As [`Elementwise::calculate`] for the output and the other inputs.
    pub unsafe fn calculate_in_place(
        &self,
        workspace: Workspace,
        array: u64,
        others: &[u64],
        stream: &Stream,
    ) -> Result<(), Error> {
        let Info { output, inputs } = &self.info;
        if inputs.first().is_some_and(|layout| layout != output) {
            return Err(Error::strides(
                "input",
                "an array that is input and output has one layout",
            ));
        }
        let all: Vec<u64> = [&[array], others].concat();
        if !self.check(workspace, array, &all)? {
            return Ok(());
        }
        // SAFETY: the addresses are of arrays as described, by this function's contract; the first input is the output itself.
        unsafe {
            self.launch(
                array,
                (inputs.get(1..).unwrap_or_default(), others),
                stream,
                |stream, op, inputs, out| map_in_place(stream, op, out, inputs),
            )
        }
    }

    /// The same calculation on the CPU: what the device must give, byte for byte. It needs no workspace.
    ///
    /// # Errors
    /// As [`Elementwise::calculate`], without the workspace's.
    ///
    /// # Safety
    /// Output and inputs must be addresses in host memory of arrays as described, the output apart from the inputs.
    pub unsafe fn calculate_on_host(
        &self,
        output: *mut u8,
        inputs: &[*const u8],
    ) -> Result<(), Error> {
        let addresses: Vec<u64> = inputs.iter().map(|input| *input as u64).collect();
        if !self.check_arrays(output as u64, &addresses)? {
            return Ok(());
        }
        let result = match O::OP {
            None => None,
            Some(op) => {
                let arrays = self.info.inputs.iter().zip(inputs).map(|(layout, at)| {
                    // SAFETY: the input is an array as described, by this function's contract.
                    with_dtype!(self.dtype, T => unsafe { gathered::<T>(*at, layout) })
                });
                let arrays: Vec<AnyArray> = arrays.collect::<Result<_, _>>()?;
                Some(azulejo_cpu::elementwise(
                    op,
                    &arrays.iter().collect::<Vec<_>>(),
                )?)
            }
        };
        // SAFETY: the output is an array as described, apart from the inputs, by this function's contract.
        with_dtype!(self.dtype, T => unsafe { scattered::<T>(output, &self.info.output, result.as_ref()) })
    }

    /// Returns `true` if there is anything to do, or what stands against it.
    fn check(&self, workspace: Workspace, output: u64, inputs: &[u64]) -> Result<bool, Error> {
        let needed = self.workspace_size();
        if workspace.bytes < needed {
            return Err(Error::Workspace {
                needed,
                given: workspace.bytes,
            });
        }
        Error::ensure(workspace.address.is_multiple_of(8), "workspace", || {
            format!("address {:#x} is not a multiple of 8", workspace.address)
        })?;
        self.check_arrays(output, inputs)
    }

    fn check_arrays(&self, output: u64, inputs: &[u64]) -> Result<bool, Error> {
        Error::ensure(inputs.len() >= O::INPUTS, "inputs", || {
            format!("{} takes {}, got {}", O::NAME, O::INPUTS, inputs.len())
        })?;
        if self.info.output.size() == 0 {
            return Ok(false);
        }
        if output == 0 {
            return Err(Error::NullPointer { argument: "output" });
        }
        if O::OP.is_some() && inputs[..O::INPUTS].contains(&0) {
            return Err(Error::NullPointer { argument: "input" });
        }
        Ok(true)
    }
}

/// The elements of an array in host memory, in their order.
///
/// # Safety
/// `at` must be the address of an array of `T` with this layout.
unsafe fn gathered<T: Element + Stored>(
    at: *const u8,
    layout: &Strided,
) -> Result<AnyArray, Error> {
    let elements = layout
        .offsets()
        .map(|offset| {
            let element = at.cast::<T>().wrapping_add(offset);
            // SAFETY: an element of the array at `at`, by this function's contract; read without alignment.
            unsafe { element.read_unaligned() }
        })
        .collect();
    Ok(Array::<T>::from_vec(elements, layout.extents())?.into())
}

/// Stores the elements of `from`, or zeros, to an array in host memory.
///
/// # Errors
/// [`Error::Dtype`] where `from` has elements of another type; nothing is stored.
///
/// # Safety
/// As [`gathered`], to write.
unsafe fn scattered<T: Element + Stored>(
    at: *mut u8,
    layout: &Strided,
    from: Option<&AnyArray>,
) -> Result<(), Error> {
    let of_type = |from| {
        let own: Option<&Array<T>> = T::peek(from);
        own.ok_or_else(|| Error::dtype("output", T::DTYPE, from.dtype()))
    };
    let elements = from.map(of_type).transpose()?.map(Array::data);
    for (index, offset) in layout.offsets().enumerate() {
        let value = elements.map_or(T::ZERO, |elements| elements[index]);
        let element = at.cast::<T>().wrapping_add(offset);
        // SAFETY: an element of the array at `at`, by this function's contract; written without alignment.
        unsafe { element.write_unaligned(value) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infini::Dtype;

    fn tensor(shape: &[usize]) -> TensorDescriptor {
        TensorDescriptor::new(Dtype::F32, shape, None).unwrap()
    }

    /// Rows Z-12, Z-17 and Z-23: what a calculation rejects before it launches anything.
    #[test]
    fn z12_z17_z23_calculations_are_checked_first() {
        let x = tensor(&[3, 4]);
        let zeros = Elementwise::<Zeros>::create(&x, &[&x]).unwrap();
        let workspace = |bytes| Workspace {
            address: 4096,
            bytes,
        };
        assert_eq!(zeros.check(workspace(80), 8192, &[0]), Ok(true));
        assert_eq!(zeros.check(workspace(81), 8192, &[0]), Ok(true));
        let short = zeros.check(workspace(79), 8192, &[0]).unwrap_err();
        assert_eq!(
            short,
            Error::Workspace {
                needed: 80,
                given: 79
            }
        );
        assert_eq!(short.infini_status(), 13);
        let crooked = Workspace {
            address: 4100,
            bytes: 80,
        };
        let status = |end: Result<bool, Error>| end.unwrap_err().infini_status();
        assert_eq!(status(zeros.check(crooked, 8192, &[0])), 3);
        assert_eq!(status(zeros.check(workspace(80), 0, &[0])), 4);
        assert_eq!(status(zeros.check(workspace(80), 8192, &[])), 3);
        let add = Elementwise::<Add>::create(&x, &[&x, &x]).unwrap();
        assert_eq!(add.workspace_size(), 120);
        assert_eq!(status(add.check(workspace(120), 8192, &[8192, 0])), 4);
        assert_eq!(add.check(workspace(120), 8192, &[64, 64]), Ok(true));
        let none = tensor(&[0, 5]);
        let zeros = Elementwise::<Zeros>::create(&none, &[&none]).unwrap();
        assert_eq!(zeros.check(workspace(80), 0, &[0]), Ok(false));
    }
}
