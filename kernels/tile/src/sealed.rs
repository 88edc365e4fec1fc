//! [`Sealed`]: closes the traits of shapes.

use azulejo_layout::{C, Dyn};

/// Closes the traits whose constants steer raw loads and stores to the types of this crate.
pub trait Sealed {}

impl Sealed for usize {}
impl<U> Sealed for C<U> {}
impl<K, T> Sealed for Dyn<K, T> {}

macro_rules! tuples {
    ($(($($e:ident)*))*) => {$(
        impl<$($e),*> Sealed for ($($e,)*) {}
    )*};
}

tuples! {
    () (A) (A B) (A B D) (A B D E) (A B D E F)
    (A B D E F G) (A B D E F G H) (A B D E F G H I)
}
