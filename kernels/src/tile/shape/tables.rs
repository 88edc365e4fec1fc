//! The tables from which implementations for shapes of every rank are written, once for tiles and once for trimmed tiles.

/// Calls a macro with each place of an axis in a shape: its number, the axes before it, itself, the axes behind it.
macro_rules! each_axis {
    ($then:ident) => {
        $then! {
            0 [] A [];
            0 [] A [B]; 1 [A] B [];
            0 [] A [B D]; 1 [A] B [D]; 2 [A B] D [];
            0 [] A [B D E]; 1 [A] B [D E]; 2 [A B] D [E]; 3 [A B D] E [];
        }
    };
}

/// Implements a trait of two shapes, whose `Out` is their common shape, for every pair of ranks; the larger of two extents
/// is the associated type `$out` of `$larger`.
///
/// A pair is written as the axes that only the longer shape has, and the pairs of extents of the others.
macro_rules! broadcast_every_rank {
    ($trait:ident of $shape:ident by $larger:ident :: $out:ident) => {
        broadcast_every_rank! { @longer $trait $shape $larger $out
            [] [];
            [L] []; [L M] []; [L M N] []; [L M N O] [];
            [] [A B]; [L] [A B]; [L M] [A B]; [L M N] [A B];
            [] [A B D E]; [L] [A B D E]; [L M] [A B D E];
            [] [A B D E F G]; [L] [A B D E F G];
            [] [A B D E F G H I];
        }
        broadcast_every_rank! { @shorter $trait $shape $larger $out
            [L] []; [L M] []; [L M N] []; [L M N O] [];
            [L] [A B]; [L M] [A B]; [L M N] [A B];
            [L] [A B D E]; [L M] [A B D E];
            [L] [A B D E F G];
        }
    };
    (@longer $trait:ident $shape:ident $larger:ident $out:ident $([$($lead:ident)*] [$($a:ident $b:ident)*];)*) => {$(
        impl<$($lead: Copy + Default + 'static,)* $($a, $b),*> $trait<($(C<$b>,)*)> for ($(C<$lead>,)* $(C<$a>,)*)
        where
            $($a: $larger<$b>,)*
            ($(C<$b>,)*): $shape,
            ($(C<$lead>,)* $(C<$a>,)*): $shape,
            ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*): $shape,
        {
            type Out = ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*);
        }
    )*};
    (@shorter $trait:ident $shape:ident $larger:ident $out:ident $([$($lead:ident)+] [$($a:ident $b:ident)*];)*) => {$(
        impl<$($lead: Copy + Default + 'static,)* $($a, $b),*> $trait<($(C<$lead>,)* $(C<$b>,)*)> for ($(C<$a>,)*)
        where
            $($a: $larger<$b>,)*
            ($(C<$a>,)*): $shape,
            ($(C<$lead>,)* $(C<$b>,)*): $shape,
            ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*): $shape,
        {
            type Out = ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*);
        }
    )*};
}

pub(crate) use {broadcast_every_rank, each_axis};
