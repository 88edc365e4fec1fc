//! [`ArrayDescriptor`]: an array as a kernel parameter.

use core::marker::PhantomData;

/// An array of rank `N` by value: where it is, its extents, its strides in elements.
///
/// In C, and in the machine representation of CUDA Python's arrays:
///
/// ```text
/// struct { T *data; uint64_t shape[N]; uint64_t strides[N]; };    8 + 16 N bytes
/// ```
///
/// ```
/// use azulejo_kernels::device::probe::ArrayDescriptor;
/// let array = ArrayDescriptor::<f32, 2>::new(0x7000, &[3, 4], &[4, 1]).unwrap();
/// assert_eq!((array.shape, array.strides), ([3, 4], [4, 1]));
/// assert!(ArrayDescriptor::<f32, 3>::new(0x7000, &[3, 4], &[4, 1]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ArrayDescriptor<T, const N: usize> {
    /// Address of the element at offset 0.
    pub data: u64,
    /// The extents.
    pub shape: [u64; N],
    /// The strides, in elements.
    pub strides: [u64; N],
    element: PhantomData<T>,
}

#[cfg(feature = "std")]
impl<T, const N: usize> ArrayDescriptor<T, N> {
    /// The array at an address with these extents and strides; `None` where they are not `N` each.
    pub fn new(data: u64, extents: &[usize], strides: &[usize]) -> Option<Self> {
        let wide = |values: &[usize]| -> Option<[u64; N]> {
            let all: Vec<u64> = values.iter().map(|value| *value as u64).collect();
            all.try_into().ok()
        };
        Some(Self {
            data,
            shape: wide(extents)?,
            strides: wide(strides)?,
            element: PhantomData,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ArrayDescriptor;
    use core::mem::{align_of, offset_of};

    #[test]
    fn it_lies_as_c_has_it() {
        macro_rules! check {
            ($($n:literal)*) => {$(
                assert_eq!(size_of::<ArrayDescriptor<f32, $n>>(), 8 + 16 * $n);
                assert_eq!(align_of::<ArrayDescriptor<u8, $n>>(), 8);
                assert_eq!(offset_of!(ArrayDescriptor<f64, $n>, shape), 8);
                assert_eq!(offset_of!(ArrayDescriptor<f64, $n>, strides), 8 + 8 * $n);
            )*};
        }
        check!(0 1 2 3 4);
    }
}
