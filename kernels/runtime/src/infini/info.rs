//! [`Info`]: shapes, strides and flags of an elementwise operator's arrays, packed as InfiniCore packs them.

use std::ops::Range;

use azulejo_cpu::Strided;

/// Where each part of a workspace lies, in bytes.
///
/// For an output of rank 2 and one input:
///
/// | bytes | part |
/// |---|---|
/// | 0..8 | pointers of the inputs |
/// | 8..24 | shape of the output |
/// | 24..40 | strides of the output |
/// | 40..56 | shapes of the inputs |
/// | 56..72 | strides of the inputs |
/// | 72..73 | whether each input is contiguous |
/// | 73..74 | whether each input is broadcast |
/// | 74..80 | nothing: the metadata is a multiple of 8 bytes |
///
/// ```
/// use azulejo_runtime::infini::Segments;
/// let s = Segments::new(2, 1);
/// assert_eq!((s.output_shape(), s.contiguous(), s.bytes()), (8..24, 72..73, 80));
/// assert_eq!(Segments::new(usize::MAX, 2).bytes(), usize::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    rank: usize,
    inputs: usize,
}

impl Segments {
    /// For arrays of this rank and this many inputs. What 64 bits do not count is the most that they do.
    pub const fn new(rank: usize, inputs: usize) -> Self {
        Self { rank, inputs }
    }

    /// Pointers of the inputs.
    pub const fn pointers(self) -> Range<usize> {
        0..self.inputs.saturating_mul(8)
    }

    /// Shape of the output.
    pub const fn output_shape(self) -> Range<usize> {
        let start = self.pointers().end;
        start..start.saturating_add(self.rank.saturating_mul(8))
    }

    /// Strides of the output.
    pub const fn output_strides(self) -> Range<usize> {
        let start = self.output_shape().end;
        start..start.saturating_add(self.rank.saturating_mul(8))
    }

    /// Shapes of the inputs, one after the other.
    pub const fn input_shapes(self) -> Range<usize> {
        let start = self.output_strides().end;
        start..start.saturating_add(self.of_inputs())
    }

    /// Strides of the inputs, one after the other.
    pub const fn input_strides(self) -> Range<usize> {
        let start = self.input_shapes().end;
        start..start.saturating_add(self.of_inputs())
    }

    /// A byte an input: whether it is contiguous.
    pub const fn contiguous(self) -> Range<usize> {
        let start = self.input_strides().end;
        start..start.saturating_add(self.inputs)
    }

    /// A byte an input: whether it is broadcast.
    pub const fn broadcasted(self) -> Range<usize> {
        let start = self.contiguous().end;
        start..start.saturating_add(self.inputs)
    }

    /// Bytes of the metadata: all but the pointers, a multiple of 8.
    pub const fn meta_bytes(self) -> usize {
        (self.broadcasted().end - self.pointers().end).saturating_add(7) / 8 * 8
    }

    /// Bytes of a workspace.
    pub const fn bytes(self) -> usize {
        self.pointers().end.saturating_add(self.meta_bytes())
    }

    /// Bytes of a number for each axis of each input.
    const fn of_inputs(self) -> usize {
        self.inputs.saturating_mul(self.rank).saturating_mul(8)
    }
}

/// Shapes, strides and flags of an operator's arrays. It can be moved, not copied.
///
/// It is moved, never copied:
///
/// ```compile_fail,E0382
/// # use azulejo_runtime::infini::{Dtype, Elementwise, TensorDescriptor, Zeros};
/// let x = TensorDescriptor::new(Dtype::F32, &[3, 4], None)?;
/// let zeros = Elementwise::<Zeros>::create(&x, &[&x])?;
/// let moved = zeros;
/// zeros.workspace_size();
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct Info {
    pub(super) output: Strided,
    pub(super) inputs: Vec<Strided>,
}

/// Returns `true` if a stride is 0 along an extent that is not 1.
pub(super) fn repeats(layout: &Strided) -> bool {
    let mut modes = layout.extents().iter().zip(layout.strides());
    modes.any(|(extent, stride)| *stride == 0 && *extent != 1)
}

impl Info {
    /// Where the parts of a workspace lie. Inputs of lower rank are packed with leading extents of 1.
    pub fn segments(&self) -> Segments {
        Segments::new(self.rank(), self.inputs.len())
    }

    /// The rank of the output.
    pub fn rank(&self) -> usize {
        self.output.rank()
    }

    /// Elements of the output.
    pub fn output_size(&self) -> usize {
        self.output.size()
    }

    /// Returns the number of inputs.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Shape of the output.
    pub fn output_shape(&self) -> &[usize] {
        self.output.extents()
    }

    /// Strides of the output.
    pub fn output_strides(&self) -> &[usize] {
        self.output.strides()
    }

    /// Returns `true` if the output is contiguous.
    pub fn output_contiguous(&self) -> bool {
        self.output.is_contiguous()
    }

    /// Shape of an input; none where there is no such input.
    pub fn input_shape(&self, input: usize) -> Option<&[usize]> {
        self.inputs.get(input).map(Strided::extents)
    }

    /// Strides of an input; none where there is no such input.
    pub fn input_strides(&self, input: usize) -> Option<&[usize]> {
        self.inputs.get(input).map(Strided::strides)
    }

    /// Returns `true` if an input is contiguous.
    pub fn input_contiguous(&self, input: usize) -> Option<bool> {
        self.inputs.get(input).map(Strided::is_contiguous)
    }

    /// Returns `true` if an input is broadcast, by InfiniCore's rule: not contiguous, and of another rank than the output or with
    /// a stride of 0. The kernels here do not ask.
    pub fn input_broadcasted(&self, input: usize) -> Option<bool> {
        self.inputs.get(input).map(|layout| {
            !layout.is_contiguous() && (layout.rank() != self.rank() || repeats(layout))
        })
    }

    /// A workspace as InfiniCore fills it, with these pointers of the inputs.
    pub fn pack(&self, pointers: &[u64]) -> Vec<u8> {
        let segments = self.segments();
        let mut bytes = vec![0u8; segments.bytes()];
        let mut put = |at: Range<usize>, numbers: &mut dyn Iterator<Item = u64>| {
            for (slot, number) in bytes[at].chunks_exact_mut(8).zip(numbers) {
                slot.copy_from_slice(&number.to_le_bytes());
            }
        };
        let wide = |numbers: &[usize]| -> Vec<u64> { numbers.iter().map(|n| *n as u64).collect() };
        put(segments.pointers(), &mut pointers.iter().copied());
        let (shape, strides) = (wide(self.output_shape()), wide(self.output_strides()));
        put(segments.output_shape(), &mut shape.into_iter());
        put(segments.output_strides(), &mut strides.into_iter());
        let lead = |input: &Strided, with: u64, of: &[usize]| -> Vec<u64> {
            let missing = self.rank().saturating_sub(input.rank());
            std::iter::repeat_n(with, missing).chain(wide(of)).collect()
        };
        let inputs = self.inputs.iter();
        let mut shapes = inputs.clone().flat_map(|of| lead(of, 1, of.extents()));
        let mut strides = inputs.flat_map(|of| lead(of, 0, of.strides()));
        put(segments.input_shapes(), &mut shapes);
        put(segments.input_strides(), &mut strides);
        for input in 0..self.inputs.len() {
            let flag = |answer: Option<bool>| answer.unwrap_or(false) as u8;
            bytes[segments.contiguous().start + input] = flag(self.input_contiguous(input));
            bytes[segments.broadcasted().start + input] = flag(self.input_broadcasted(input));
        }
        bytes
    }
}
