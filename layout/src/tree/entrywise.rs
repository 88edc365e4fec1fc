//! What most recursions over a tree do with its lists: the empty list stays, and a list is taken entry by entry.

/// Implements a trait for [`Nil`](super::Nil), which stays the empty list.
///
/// In brackets stand the parameters of the impl, in parentheses the types of the arguments that are left unread.
macro_rules! empty {
    ($([$($g:ident),*])? $tr:ident $(<$($p:ty),*>)? :: $f:ident ($($arg:ty),*)) => {
        impl $(<$($g),*>)? $tr $(<$($p),*>)? for $crate::tree::Nil {
            type Out = $crate::tree::Nil;
            #[inline(always)]
            fn $f(self $(, _: $arg)*) -> $crate::tree::Nil {
                $crate::tree::Nil
            }
        }
    };
}
pub(crate) use empty;

/// Implements a trait for lists: the list of what it gives for each entry, with the argument if there is one, or with the
/// entry of the argument in the same place.
macro_rules! entrywise {
    ($tr:ident :: $f:ident) => {
        $crate::tree::empty!($tr::$f());
        impl<H: $tr, T: $tr> $tr for $crate::tree::Cons<H, T> {
            type Out = $crate::tree::Cons<H::Out, T::Out>;
            #[inline(always)]
            fn $f(self) -> Self::Out {
                $crate::tree::Cons(self.0.$f(), self.1.$f())
            }
        }
    };
    ($tr:ident :: $f:ident with one argument) => {
        $crate::tree::empty!([X] $tr<X>::$f(X));
        impl<H: $tr<X>, T: $tr<X>, X: Copy> $tr<X> for $crate::tree::Cons<H, T> {
            type Out = $crate::tree::Cons<H::Out, T::Out>;
            #[inline(always)]
            fn $f(self, x: X) -> Self::Out {
                $crate::tree::Cons(self.0.$f(x), self.1.$f(x))
            }
        }
    };
    ($tr:ident :: $f:ident entry by entry) => {
        $crate::tree::empty!($tr<$crate::tree::Nil>::$f($crate::tree::Nil));
        impl<H: $tr<X>, T: $tr<Y>, X, Y> $tr<$crate::tree::Cons<X, Y>> for $crate::tree::Cons<H, T> {
            type Out = $crate::tree::Cons<H::Out, T::Out>;
            #[inline(always)]
            fn $f(self, x: $crate::tree::Cons<X, Y>) -> Self::Out {
                $crate::tree::Cons(self.0.$f(x.0), self.1.$f(x.1))
            }
        }
    };
}
pub(crate) use entrywise;
