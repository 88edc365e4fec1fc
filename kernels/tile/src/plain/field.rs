//! [`field`]: one field of an array of records, as an array.

use azulejo_tensor::Element;

use azulejo_cpu::{Strided, View};
use azulejo_runtime::DeviceCopy;

/// One field of every record of a slice, as an array with a stride: nothing is copied.
///
/// `None` where the record's size is not a multiple of the field's, or `project` gives something that is not in the record.
///
/// ```
/// use azulejo_tile::{field, heterogeneous};
/// heterogeneous! {
///     /// Three coordinates.
///     pub struct Point { pub x: i32, pub y: i32, pub z: i32 }
/// }
/// // SAFETY: three integers without padding.
/// unsafe impl azulejo_runtime::DeviceCopy for Point {}
///
/// let points = [Point { x: 1, y: 2, z: 3 }, Point { x: 4, y: 5, z: 6 }];
/// let y = field(&points, |point| &point.y).unwrap();
/// assert_eq!((y.layout().extents(), y.layout().strides()), (&[2][..], &[3][..]));
/// ```
pub fn field<P: DeviceCopy, T: Element + DeviceCopy>(
    records: &[P],
    project: impl Fn(&P) -> &T,
) -> Option<View<'_, T>> {
    let (size, of) = (size_of::<P>(), size_of::<T>());
    let Some(first) = records.first() else {
        return Some(View::from_slice(&[]));
    };
    let begin = core::ptr::from_ref(first) as usize;
    let at = (core::ptr::from_ref(project(first)) as usize).checked_sub(begin)?;
    if !size.is_multiple_of(of) || at + of > size {
        return None;
    }
    let reach = (records.len() - 1) * (size / of) + 1;
    // SAFETY: the field is inside the first record.
    let begin = unsafe { records.as_ptr().cast::<u8>().add(at) };
    // SAFETY: from the first record's field to the last one's all bytes are inside the slice, aligned for `T` since the
    // first field is and records are multiples of it apart; both types take any bytes, and there is no padding.
    let all = unsafe { core::slice::from_raw_parts(begin.cast::<T>(), reach) };
    let layout = Strided::new(&[records.len()], &[size / of]).ok()?;
    View::new(all, layout).ok()
}
