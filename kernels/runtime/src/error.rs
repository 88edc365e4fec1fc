//! [`Error`]: everything that can go wrong between a host and its GPU.

use std::fmt;

use azulejo_tensor::DType;

use azulejo_cpu::error_texts;

/// Why a call did nothing, or what the driver said.
///
/// Every variant up to [`Error::Driver`] is found before anything is launched or written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// No CUDA driver on this machine.
    NoDriver,
    /// No such GPU: the one asked for and how many there are.
    NoDevice {
        /// The ordinal asked for.
        ordinal: usize,
        /// GPUs present.
        found: usize,
    },
    /// A GPU that none of the embedded kernels runs on.
    TooOld {
        /// The name.
        name: String,
        /// The compute capability.
        capability: (u32, u32),
    },
    /// A kernel that this GPU's variant does not have.
    NoKernel {
        /// The kernel.
        kernel: &'static str,
        /// The variant.
        variant: &'static str,
    },
    /// Not enough device memory.
    OutOfMemory {
        /// Bytes asked for.
        bytes: u64,
        /// Bytes free.
        free: u64,
        /// Bytes of memory.
        total: u64,
    },
    /// An argument that lives on another device than the stream.
    WrongDevice {
        /// The argument.
        argument: &'static str,
        /// The stream's device.
        expected: usize,
        /// The argument's device.
        found: usize,
    },
    /// An argument on the CPU where a device pointer is needed.
    NotOnDevice {
        /// The argument.
        argument: &'static str,
    },
    /// A null pointer for an argument that has elements.
    NullPointer {
        /// The argument.
        argument: &'static str,
    },
    /// An address that is not a multiple of the element's alignment.
    Misaligned {
        /// The argument.
        argument: &'static str,
        /// The address.
        address: u64,
        /// What it must be a multiple of.
        align: u64,
    },
    /// A layout that reaches past its buffer.
    OutOfBounds {
        /// The argument.
        argument: &'static str,
        /// Elements that the layout spans.
        needed: u64,
        /// Elements there are.
        len: u64,
    },
    /// An output two of whose elements share a place, or that shares memory with another argument.
    Overlap {
        /// The output.
        argument: &'static str,
        /// What it overlaps.
        with: &'static str,
    },
    /// Shapes that do not fit each other.
    Shape {
        /// The argument.
        argument: &'static str,
        /// The shape it needs.
        expected: Vec<usize>,
        /// The shape it has.
        found: Vec<usize>,
    },
    /// Strides that the operation does not take, and why.
    Strides {
        /// The argument.
        argument: &'static str,
        /// What is wrong with them.
        why: String,
    },
    /// A dtype that the operation does not take.
    Dtype {
        /// The argument.
        argument: &'static str,
        /// What was given.
        found: String,
        /// What the operation takes in its place.
        expected: String,
        /// `true` if [`cast`](super::cast()) converts such elements.
        casts: bool,
    },
    /// A dtype that is known and not implemented.
    NotImplemented {
        /// What.
        what: String,
    },
    /// A workspace that is too small.
    Workspace {
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
    /// An array that may only be read, where it is to be written.
    ReadOnly {
        /// The argument.
        argument: &'static str,
    },
    /// Any other argument that cannot be.
    Argument {
        /// The argument.
        argument: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// An array operation's error.
    Array(azulejo_cpu::ArrayError),
    /// The driver failed: its call, its code, its words.
    Driver {
        /// The call.
        call: &'static str,
        /// The code.
        code: i32,
        /// The driver's text.
        text: String,
    },
    /// A kernel ended by a trap, as a failed check does that prints its message, or by a fault; the device's context is lost.
    Kernel {
        /// Kernels that were started and not known to have ended, the last one last: one of them failed.
        kernels: Vec<String>,
        /// The call that was told.
        call: &'static str,
        /// The code.
        code: i32,
        /// The driver's text.
        text: String,
    },
}

impl Error {
    /// The status code that InfiniCore's operator interface gives such an error.
    ///
    /// | code | name |
    /// |--:|---|
    /// | 1 | internal error |
    /// | 2 | not implemented |
    /// | 3 | bad parameter |
    /// | 4 | null pointer |
    /// | 5, 6, 7 | device type not supported, device not found, device not initialised |
    /// | 10, 11, 12 | bad tensor dtype, shape, strides |
    /// | 13 | insufficient workspace |
    pub fn infini_status(&self) -> i32 {
        use azulejo_cpu::ArrayError as A;
        match self {
            Self::NotImplemented { .. } | Self::NoKernel { .. } => 2,
            Self::Argument { .. }
            | Self::Misaligned { .. }
            | Self::OutOfBounds { .. }
            | Self::ReadOnly { .. } => 3,
            Self::NullPointer { .. } => 4,
            Self::TooOld { .. } | Self::NotOnDevice { .. } => 5,
            Self::NoDevice { .. } | Self::WrongDevice { .. } => 6,
            Self::NoDriver => 7,
            Self::Dtype { .. } => 10,
            Self::Shape { .. } => 11,
            Self::Strides { .. } | Self::Overlap { .. } => 12,
            Self::Workspace { .. } => 13,
            Self::Array(
                A::ShapeMismatch { .. } | A::NotBroadcastable { .. } | A::RankMismatch { .. },
            ) => 11,
            Self::Array(A::Overlap { .. } | A::NegativeStride { .. } | A::NotStrided { .. }) => 12,
            Self::Array(A::NotSupported { .. } | A::Element(_)) => 10,
            Self::Array(_) => 3,
            Self::OutOfMemory { .. } | Self::Driver { .. } | Self::Kernel { .. } => 1,
        }
    }

    /// The failure of a kernel, where a driver's code says that one failed and it is known which were running.
    pub(crate) fn of_kernels(self, running: impl FnOnce() -> Vec<String>) -> Self {
        // Illegal address, assert, and from stack errors to a failed launch (driver API, CUresult).
        let failed = |code: i32| matches!(code, 700 | 710 | 714..=719);
        match self {
            Self::Driver { call, code, text } if failed(code) => match running() {
                kernels if kernels.is_empty() => Self::Driver { call, code, text },
                kernels => Self::Kernel {
                    kernels,
                    call,
                    code,
                    text,
                },
            },
            other => other,
        }
    }

    /// For an argument that cannot be, and why.
    pub fn argument(argument: &'static str, why: impl Into<String>) -> Self {
        let why = why.into();
        Self::Argument { argument, why }
    }

    /// That error unless `is_right`.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub fn ensure(
        is_right: bool,
        argument: &'static str,
        why: impl FnOnce() -> String,
    ) -> Result<(), Self> {
        match is_right {
            true => Ok(()),
            false => Err(Self::argument(argument, why())),
        }
    }

    /// For strides that an operation does not take, and why.
    pub fn strides(argument: &'static str, why: impl Into<String>) -> Self {
        let why = why.into();
        Self::Strides { argument, why }
    }

    /// For an output that shares memory with another argument, or `itself`.
    pub fn overlap(argument: &'static str, with: &'static str) -> Self {
        Self::Overlap { argument, with }
    }

    /// For an argument of another shape than the one it needs.
    pub fn shape(
        argument: &'static str,
        expected: impl Into<Vec<usize>>,
        found: impl Into<Vec<usize>>,
    ) -> Self {
        Self::Shape {
            argument,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// For what is known and not implemented.
    pub fn not_implemented(what: impl Into<String>) -> Self {
        Self::NotImplemented { what: what.into() }
    }

    /// For a dtype that an operation does not take, and what it takes in its place, to which elements can be cast.
    pub fn dtype(argument: &'static str, found: DType, expected: impl fmt::Display) -> Self {
        Self::Dtype {
            argument,
            found: found.to_string(),
            expected: expected.to_string(),
            casts: true,
        }
    }
}

error_texts! { Error, f;
    NoDriver => "no CUDA driver on this machine (libcuda.so.1 was not found): install NVIDIA's driver, or use the CPU";
    NoKernel { kernel, variant } => "kernel {kernel} is not part of {variant}";
    OutOfMemory { bytes, free, total } => "{bytes} bytes do not fit in device memory: {free} of {total} are free";
    WrongDevice { argument, expected, found } => "{argument} is on cuda:{found}, the stream on cuda:{expected}: copy it there, or take a stream of its device";
    NotOnDevice { argument } => "{argument} is not in device memory: copy it there first";
    NullPointer { argument } => "{argument} is a null pointer, and it has elements: pass the address of the first";
    Misaligned { argument, address, align } => "{argument} is at address {address:#x}, which is not a multiple of {align}: copy it to one that is";
    OutOfBounds { argument, needed, len } => "{argument} reaches {needed} elements, and its memory holds {len}: pass more memory or fewer elements";
    Overlap { argument, with } => "{argument} overlaps {with}: each element of an output needs a place of its own";
    Shape { argument, expected, found } => "{argument} has shape {found:?}, expected {expected:?}";
    Strides { argument, why } => "strides of {argument}: {why}";
    NotImplemented { what } => "{what} is not implemented";
    Workspace { needed, given } => "the workspace has {given} bytes, {needed} are needed: lend so many, or none where the call can take its own";
    ReadOnly { argument } => "{argument} may only be read: copy it first";
    Argument { argument, why } => "{argument}: {why}";
    _ {
        Self::NoDevice { ordinal, found: 0 } => write!(f, "cuda:{ordinal} not found: the driver sees no GPU"),
        Self::NoDevice { ordinal, found } => {
            let last = found - 1;
            write!(f, "cuda:{ordinal} not found: the driver sees {found} GPU(s), cuda:0 to cuda:{last}")
        }
        Self::TooOld { name, capability: (major, minor) } => {
            write!(f, "{name} has compute capability {major}.{minor}; the kernels need 8.0 (Ampere) or later")
        }
        Self::Dtype { argument, found, expected, casts } => {
            write!(f, "{argument} has dtype {found}, expected {expected}")?;
            f.write_str(if *casts { ": pass that; `runtime::cast` converts on a device" } else { "" })
        }
        Self::Array(e) => e.fmt(f),
        Self::Driver { call, code, text } => {
            write!(f, "{call} failed with code {code}: {text}")?;
            // CUDA_ERROR_UNSUPPORTED_PTX_VERSION.
            if *code == 222 {
                f.write_str("; the driver is older than these kernels: update it")?;
            }
            Ok(())
        }
        Self::Kernel { kernels, call, code, text } => {
            let one = if kernels.len() > 1 { "one of " } else { "" };
            let names = kernels.join(", ");
            write!(
                f,
                "a kernel failed on the device: {one}{names}; {call} was told with code {code}: {text}. A check that \
                 failed has printed its message; compute-sanitizer finds faults"
            )
        }
    }
}

impl std::error::Error for Error {}

impl From<azulejo_cpu::ArrayError> for Error {
    fn from(error: azulejo_cpu::ArrayError) -> Self {
        Self::Array(error)
    }
}

#[cfg(test)]
impl Error {
    /// Returns `true` if it is about the value of this argument.
    pub(crate) fn names(&self, argument: &str) -> bool {
        matches!(self, Self::Argument { argument: of, .. } if *of == argument)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_places_are_told_with_what_to_do() {
        let dtype = Error::dtype("input", DType::I32, DType::F32).to_string();
        assert_eq!(
            dtype,
            "input has dtype int32, expected float32: pass that; `runtime::cast` converts on a device"
        );
        let reach = crate::check::in_bounds("range", 9, 3).unwrap_err();
        assert_eq!(
            reach.to_string(),
            "range reaches 9 elements, and its memory holds 3: pass more memory or fewer elements"
        );
    }

    #[test]
    fn failed_kernels_are_named_where_a_kernel_failed() {
        let driver = |code| Error::Driver {
            call: "cuStreamSynchronize",
            code,
            text: "unspecified launch failure".into(),
        };
        let named = driver(719).of_kernels(|| vec!["scale".into(), "azulejo_copy_4".into()]);
        let text = named.to_string();
        assert!(
            text.contains("one of scale, azulejo_copy_4; cuStreamSynchronize"),
            "{text}"
        );
        let one = driver(700).of_kernels(|| vec!["scale".into()]).to_string();
        assert!(one.contains("on the device: scale;"), "{one}");
        assert_eq!(driver(719).of_kernels(Vec::new), driver(719));
        assert_eq!(driver(2).of_kernels(|| vec!["scale".into()]), driver(2));
        assert_eq!(named.infini_status(), 1);
    }
}
