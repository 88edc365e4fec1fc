//! [`Value`]: what an element of a tensor may be.

use core::mem::MaybeUninit;

use azulejo_layout::{C, N};

use super::{Bool, F8E4M3, F8E5M2, S4, Tf32, U1, U4, bf16, f16};

/// A value that a tensor holds: a number, or an array, a tuple or a record of values; no pointer and no reference.
///
/// What an element refers to would be in memory of another space and of another owner. A tensor of tensors is one with more modes.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{engine::Value, make_tensor};
/// #[derive(Clone, Copy)]
/// struct Particle { place: [f32; 3], charge: f32 }
/// impl Value for Particle {}
/// let all = [Particle { place: [0.0, 1.0, 2.0], charge: -1.0 }; 4];
/// assert_eq!(make_tensor(&all[..], layout!((_2, _2)))?.at((1, 1)).place[2], 2.0);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
///
/// ```compile_fail
/// use azulejo_layout::layout;
/// use azulejo_tensor::make_tensor;
/// let (x, y) = (1.0f32, 2.0f32);
/// make_tensor(&[&x, &y][..], layout!(_2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element of a tensor",
    note = "elements are numbers, and arrays, tuples and records of them: `impl azulejo_tensor::engine::Value for Record {{}}`",
    note = "pointers and references are none: copy what they point to, or take a tensor with one mode more"
)]
pub trait Value: Copy {}

macro_rules! values {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Value for $t {}
    )*};
}
values! {
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char
    f16 bf16 Tf32 F8E4M3 F8E5M2 Bool S4 U4 U1
}
#[diagnostic::do_not_recommend]
impl<U> Value for C<U> {}
#[diagnostic::do_not_recommend]
impl<U> Value for N<U> {}
#[diagnostic::do_not_recommend]
impl<T: Value, const LEN: usize> Value for [T; LEN] {}
#[diagnostic::do_not_recommend]
impl<T: Value> Value for MaybeUninit<T> {}

macro_rules! tuples {
    ($($t:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($t: Value),*> Value for ($($t,)*) {}
    };
}
tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B D);
tuples!(A B D E);
tuples!(A B D E F);
tuples!(A B D E F G);
tuples!(A B D E F G H);
tuples!(A B D E F G H I);
