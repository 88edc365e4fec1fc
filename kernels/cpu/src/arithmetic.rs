//! [`add`], [`sub`], [`mul`]: arithmetic on arrays of two types, promoted at compile time.

use azulejo_tensor::{Arithmetic, Element, ImplicitCast, Promote};

use super::{ArrayError, View, ViewMut, map};

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// Both operands become the type that cuTile's table promotes them to, the operation is done in it, and the
        /// output's type must be one that the store converts to by itself. Shapes broadcast to that of the output. Pairs
        /// of types that do not promote, and outputs that would narrow, do not compile.
        ///
        /// # Errors
        /// [`ArrayError::NotBroadcastable`]; nothing is written then.
        pub fn $name<A, B, O>(a: View<'_, A>, b: View<'_, B>, out: &mut ViewMut<'_, O>) -> Result<(), ArrayError>
        where
            A: Promote<B, Output: Arithmetic + ImplicitCast<O>>,
            B: Element,
            O: Element,
        {
            map((a, b), out, |(a, b)| <A::Output as Arithmetic>::$name(a.cast(), b.cast()).cast())
        }
    )*};
}

operations! {
    /// `out = a + b`.
    ///
    /// ```
    /// use azulejo_cpu::{View, ViewMut, add};
    /// use azulejo_tensor::f16;
    /// let (a, b) = ([1i32, 2, 3], [f16::from_f32(0.5)]);
    /// let mut out = [0.0f32; 3];
    /// add(View::from_slice(&a), View::from_slice(&b), &mut ViewMut::from_slice(&mut out))?;
    /// assert_eq!(out, [1.5, 2.5, 3.5]);
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    /// ```compile_fail
    /// use azulejo_cpu::{View, ViewMut, add};
    /// let mut out = [0i16; 1];
    /// // Signed and unsigned: cast one first.
    /// add(View::from_slice(&[1u8]), View::from_slice(&[1i8]), &mut ViewMut::from_slice(&mut out));
    /// ```
    /// ```compile_fail
    /// use azulejo_cpu::{View, ViewMut, add};
    /// let mut out = [0i16; 1];
    /// // The sum is an i32, which an i16 does not hold.
    /// add(View::from_slice(&[1i32]), View::from_slice(&[1i32]), &mut ViewMut::from_slice(&mut out));
    /// ```
    add;
    /// `out = a - b`.
    sub;
    /// `out = a b`.
    mul;
}
