//! [`map`]: one value computed from one value of each input, with broadcasting, for any functor and any mix of types.

use azulejo_tensor::{Element, ImplicitCast, Overflow, RoundingMode, cast_mode};

use super::walk::Walk;
use super::{ArrayError, View, ViewMut};

/// Elements that are gathered at a time where an array is not contiguous.
const CHUNK: usize = 256;

/// The inputs of a [`map`]: a tuple of up to four views, each of its own element type.
pub trait Sources: Sized {
    /// One element of each input.
    type Items;
    /// Equally long contiguous pieces of each input.
    type Rows<'r>;

    /// Calls `row` with pieces of every input, broadcast to the shape of `out`, and the piece of `out` to write.
    ///
    /// # Errors
    /// [`ArrayError::NotBroadcastable`]; nothing is written then.
    fn rows<O: Element>(
        self,
        out: &mut ViewMut<'_, O>,
        row: impl FnMut(Self::Rows<'_>, &mut [O]),
    ) -> Result<(), ArrayError>;

    /// Calls `f` with an element of every input, broadcast to the shape of `out`, and stores what it returns.
    ///
    /// # Errors
    /// As [`Sources::rows`].
    fn map<O: Element>(
        self,
        out: &mut ViewMut<'_, O>,
        f: impl FnMut(Self::Items) -> O,
    ) -> Result<(), ArrayError>;
}

macro_rules! sources {
    ($(($($T:ident $row:ident $buffer:ident $k:tt $slot:tt),*))*) => {$(
        impl<$($T: Element),*> Sources for ($(View<'_, $T>,)*) {
            type Items = ($($T,)*);
            type Rows<'r> = ($(&'r [$T],)*);

            fn rows<Out: Element>(
                self,
                out: &mut ViewMut<'_, Out>,
                mut row: impl FnMut(Self::Rows<'_>, &mut [Out]),
            ) -> Result<(), ArrayError> {
                $(let $row = self.$k.broadcast(out.layout.extents())?;)*
                let walk = Walk::new([&out.layout, $(&$row.layout),*]);
                let mut buffer = [Out::ZERO; CHUNK];
                $(let mut $buffer = [$T::ZERO; CHUNK];)*
                let direct = walk.steps.iter().all(|step| *step == 1);
                let chunk = if direct { walk.length.max(1) } else { CHUNK };
                walk.for_each_piece(chunk, &mut |offsets, count| {
                    let rows = ($(
                        piece($row.data, offsets[$slot], walk.steps[$slot], count, &mut $buffer),
                    )*);
                    let (at, step) = (offsets[0], walk.steps[0]);
                    if step == 1 {
                        row(rows, &mut out.data[at..at + count]);
                    } else {
                        row(rows, &mut buffer[..count]);
                        for (j, value) in buffer[..count].iter().enumerate() {
                            out.data[at + j * step] = *value;
                        }
                    }
                });
                Ok(())
            }

            fn map<Out: Element>(
                self,
                out: &mut ViewMut<'_, Out>,
                mut f: impl FnMut(Self::Items) -> Out,
            ) -> Result<(), ArrayError> {
                self.rows(out, |_rows, out| {
                    $(let $row = &_rows.$k[..out.len()];)*
                    for (_j, out) in out.iter_mut().enumerate() {
                        *out = f(($($row[_j],)*));
                    }
                })
            }
        }
    )*};
}

sources! {
    ()
    (A a ba 0 1)
    (A a ba 0 1, B b bb 1 2)
    (A a ba 0 1, B b bb 1 2, C c bc 2 3)
    (A a ba 0 1, B b bb 1 2, C c bc 2 3, D d bd 3 4)
}

/// `count` elements from `at` on, `step` apart: the data itself where they are neighbours, else copied to `buffer`.
fn piece<'r, T: Element>(
    data: &'r [T],
    at: usize,
    step: usize,
    count: usize,
    buffer: &'r mut [T; CHUNK],
) -> &'r [T] {
    if step == 1 {
        return &data[at..at + count];
    }
    for (j, slot) in buffer[..count].iter_mut().enumerate() {
        *slot = data[at + j * step];
    }
    &buffer[..count]
}

/// `out[i] = f(inputs[i])`, inputs broadcast to the shape of `out` by NumPy's rule.
///
/// # Errors
/// [`ArrayError::NotBroadcastable`]; nothing is written then.
///
/// ```
/// use azulejo_cpu::{Array, View, map};
/// let matrix = Array::from_vec((0..6).collect::<Vec<i32>>(), &[2, 3])?;
/// let row = [0.5f32, 1.5, 2.5];
/// let mut out = Array::<f32>::zeros(&[2, 3])?;
/// map((matrix.view(), View::from_slice(&row)), &mut out.view_mut(), |(a, b)| a as f32 + b)?;
/// assert_eq!(out.data(), [0.5, 2.5, 4.5, 3.5, 5.5, 7.5]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
///
/// A functor with more than four inputs, or with another number than there are inputs, does not compile:
///
/// ```compile_fail,E0277
/// use azulejo_cpu::{Array, map};
/// let x = Array::<i32>::zeros(&[3])?;
/// let (v, mut out) = (x.view(), Array::<i32>::zeros(&[3])?);
/// map((v, v, v, v, v), &mut out.view_mut(), |_| 0)?;
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
///
/// ```compile_fail,E0308
/// # use azulejo_cpu::{Array, map};
/// let x = Array::<i32>::zeros(&[3])?;
/// let (v, mut out) = (x.view(), Array::<i32>::zeros(&[3])?);
/// map((v, v, v), &mut out.view_mut(), |(a, b)| a + b)?;
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn map<S: Sources, O: Element>(
    inputs: S,
    out: &mut ViewMut<'_, O>,
    f: impl FnMut(S::Items) -> O,
) -> Result<(), ArrayError> {
    inputs.map(out, f)
}

/// Writes `value` to every element that the layout addresses, and to nothing between them.
///
/// ```
/// use azulejo_cpu::{Strided, ViewMut, fill};
/// let mut data = [1u8; 8];
/// fill(&mut ViewMut::new(&mut data, Strided::new(&[2, 2], &[5, 1])?)?, 7);
/// assert_eq!(data, [7, 7, 1, 1, 1, 7, 7, 1]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn fill<T: Element>(out: &mut ViewMut<'_, T>, value: T) {
    let walk = Walk::new([&out.layout]);
    walk.for_each_run(&mut |[at]| {
        if walk.steps[0] == 1 {
            out.data[at..at + walk.length].fill(value);
        } else {
            (0..walk.length).for_each(|j| out.data[at + j * walk.steps[0]] = value);
        }
    });
}

/// Writes 0 (positive zero, all bits clear) to every element that the layout addresses.
pub fn zeros<T: Element>(out: &mut ViewMut<'_, T>) {
    fill(out, T::ZERO);
}

/// Copies between any two layouts of one shape; the input may be broadcast.
///
/// The types may differ where promoting them gives the output's type; anything else is a [`cast`].
///
/// # Errors
/// As [`map`].
///
/// ```
/// use azulejo_cpu::{Array, copy};
/// let a = Array::from_vec(vec![1, 2, 3, 4, 5, 6], &[2, 3])?;
/// let mut b = Array::<i32>::zeros(&[3, 2])?;
/// copy(a.view().permute(&[1, 0])?, &mut b.view_mut())?;
/// assert_eq!(b.data(), [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn copy<S, T>(input: View<'_, S>, out: &mut ViewMut<'_, T>) -> Result<(), ArrayError>
where
    S: Element + ImplicitCast<T>,
    T: Element,
{
    map((input,), out, |(x,)| x.cast::<T>())
}

/// Converts every element to the output's type, rounding by `mode`; `overflow` says what becomes of values that are
/// too large.
///
/// # Errors
/// As [`map`], and [`ArrayError::Element`] for a mode that the pair of types does not have.
///
/// ```
/// use azulejo_cpu::{View, ViewMut, cast};
/// use azulejo_tensor::{Overflow, RoundingMode, f16};
/// let mut out = [f16::ZERO; 2];
/// let mut view = ViewMut::from_slice(&mut out);
/// cast(View::from_slice(&[65520.0f32, 2049.0]), &mut view, RoundingMode::Zero, Overflow::Ieee)?;
/// assert_eq!(out.map(f16::to_bits), [0x7BFF, 0x6800]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn cast<S: Element, T: Element>(
    input: View<'_, S>,
    out: &mut ViewMut<'_, T>,
    mode: RoundingMode,
    overflow: Overflow,
) -> Result<(), ArrayError> {
    cast_mode::<S, T>(S::ZERO, mode, overflow)?;
    map((input,), out, |(x,)| {
        T::from_number(x.to_number(), mode, overflow)
    })
}
