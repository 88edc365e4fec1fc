//! [`Call`]: what the calls of attention on borrowed tensors have in common.

use std::fmt::Debug;

use azulejo_tensor::DType;

use crate::host::{Buffer, Error, Stream, Use, check, view::Tensor};

/// What a call does with a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Reads it.
    Read,
    /// Reads it, and writes it where there are keys to append; it is apart from all others in any case.
    Cache {
        /// `true` if there are.
        appends: bool,
    },
    /// Writes it.
    Written,
}

/// A stream, and the memory that launches on it use beside a kernel's own: tensors that are borrowed, and lists on the device.
#[derive(Debug)]
pub(super) struct Call<'a> {
    /// The stream that it was prepared for.
    pub stream: Stream,
    uses: Vec<Use<'a>>,
    slopes: Option<Buffer<f32>>,
    lists: Option<Buffer<i32>>,
}

impl<'a> Call<'a> {
    /// Checks the devices and element types of tensors, and that what is written is apart from all others.
    ///
    /// All have the type of the first but `lse`, which has f32.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Dtype`], [`Error::Overlap`].
    pub fn new(
        stream: &Stream,
        tensors: &[(&'static str, Role, &Tensor<'a>)],
    ) -> Result<Self, Error> {
        let context = stream.device().context();
        for (argument, _, tensor) in tensors {
            tensor.region.on_device(argument, context)?;
            let expected = match *argument {
                "lse" => DType::F32,
                _ => tensors[0].2.dtype,
            };
            if tensor.dtype != expected {
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
        let uses = tensors.iter().filter_map(|(_, role, tensor)| match role {
            Role::Read | Role::Cache { appends: false } => tensor.region.reading().usage(),
            Role::Cache { appends: true } | Role::Written => tensor.region.usage(),
        });
        Ok(Self {
            stream: stream.clone(),
            uses: uses.collect(),
            slopes: None,
            lists: None,
        })
    }

    /// Copies slopes to the device, and returns their address; 0 for none.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn upload_slopes(&mut self, slopes: Option<&[f32]>) -> Result<u64, Error> {
        self.slopes = slopes
            .map(|slopes| self.stream.upload(slopes))
            .transpose()?;
        Ok(self.slopes.as_ref().map_or(0, Buffer::address))
    }

    /// Copies two lists to the device, one after the other, and returns where each starts.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn upload_lists(&mut self, lists: [&[i32]; 2]) -> Result<[u64; 2], Error> {
        let lists_on_device = self.stream.upload(&lists.concat())?;
        let first = lists_on_device.address();
        self.lists = Some(lists_on_device);
        Ok([first, first + 4 * lists[0].len() as u64])
    }

    /// The memory that a launch uses: the tensors, slopes and lists, and `own` of the kernel.
    pub fn uses<'s>(&'s self, own: Use<'s>) -> Vec<Use<'s>> {
        let slopes = self.slopes.as_ref().map(|own| own.usage().read());
        let lists = self.lists.as_ref().map(|own| own.usage().read());
        let of_call = [slopes, lists, Some(own)];
        let tensors = self.uses.iter().copied();
        tensors.chain(of_call.into_iter().flatten()).collect()
    }
}

/// Kernels, with all that they need for given tensors but these.
pub(super) trait Prepared: Debug + Send + Sync {
    /// The memory of its own that a launch reads and writes.
    fn own(&self) -> Use<'_>;

    /// Starts it on a stream of the device that it was prepared on; returns before it has run.
    ///
    /// # Safety
    /// Until the launch has run, the problem's inputs, slopes, starts of packed sequences, lengths and page table are readable for its
    /// extents and strides, and its outputs writable and used by nothing else. Starts do not decrease, begin at 0, end at the totals, and
    /// no sequence is longer than the problem says. Lengths and keys to append are no more than the problem's keys; each page of the table
    /// that a key reaches is in the pool, and no page that is appended to has another use. No other launch of it runs meanwhile.
    unsafe fn launch_on(&self, stream: &Stream) -> Result<(), Error>;
}

/// Launches of a type with a [`Call`] and what it is [`Prepared`] for.
macro_rules! launches {
    ($name:ident) => {
        impl $name<'_> {
            /// Starts it on the stream it was prepared on; returns before it is done.
            ///
            /// # Errors
            /// Any CUDA driver error.
            pub fn launch(&self) -> Result<(), Error> {
                self.start()
            }
        }

        // SAFETY: the tensors are borrowed; what was copied to the device, and the kernels' own memory, are owned; all of them are named.
        unsafe impl Replay for $name<'_> {
            fn stream(&self) -> &Stream {
                &self.call.stream
            }
            fn uses(&self) -> Vec<Use<'_>> {
                self.call.uses(self.prepared.own())
            }
            unsafe fn queue(&self, stream: &Stream) -> Result<(), Error> {
                // SAFETY: every element of the tensors is in borrowed memory, by the views' layouts, what is written borrowed for writing and
                // apart from all others; the call owns slopes, starts, lengths and page table, whose number, order and places were checked
                // when it was prepared. `Replay`'s caller has seen to the order.
                unsafe { self.prepared.launch_on(stream) }
            }
        }
    };
}
pub(super) use launches;

/// Checks that LSE has these extents, is compact and, where it has elements, aligned.
pub(super) fn check_lse(lse: &Tensor<'_>, expected: &[u32]) -> Result<(), Error> {
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
    match lse.layout.size() {
        0 => Ok(()),
        _ => check::aligned("lse", lse.region.address(), lse.dtype.bytes() as u64),
    }
}

/// Checks how many entries a list has.
pub(super) fn check_count(
    argument: &'static str,
    expected: u32,
    found: usize,
) -> Result<(), Error> {
    check::same_shape(argument, &[expected as usize], &[found])
}
