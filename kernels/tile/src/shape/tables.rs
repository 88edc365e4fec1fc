//! The tables from which implementations for shapes of every rank are written, once for tiles and once for trimmed tiles.

/// Calls a macro with each place of an axis in a shape: its number, the axes before it, itself, the axes behind it.
macro_rules! each_axis {
    ($then:ident) => {
        $then! {
            0 [] A [];
            0 [] A [B]; 1 [A] B [];
            0 [] A [B D]; 1 [A] B [D]; 2 [A B] D [];
            0 [] A [B D E]; 1 [A] B [D E]; 2 [A B] D [E]; 3 [A B D] E [];
            0 [] A [B D E F]; 1 [A] B [D E F];
            2 [A B] D [E F]; 3 [A B D] E [F]; 4 [A B D E] F [];
            0 [] A [B D E F G]; 1 [A] B [D E F G]; 2 [A B] D [E F G];
            3 [A B D] E [F G]; 4 [A B D E] F [G]; 5 [A B D E F] G [];
            0 [] A [B D E F G H]; 1 [A] B [D E F G H]; 2 [A B] D [E F G H];
            3 [A B D] E [F G H]; 4 [A B D E] F [G H]; 5 [A B D E F] G [H]; 6 [A B D E F G] H [];
            0 [] A [B D E F G H I]; 1 [A] B [D E F G H I]; 2 [A B] D [E F G H I]; 3 [A B D] E [F G H I];
            4 [A B D E] F [G H I]; 5 [A B D E F] G [H I]; 6 [A B D E F G] H [I]; 7 [A B D E F G H] I [];
        }
    };
}

/// Calls a macro with the name of each permutation, its number of axes in words, and a name for each axis.
macro_rules! each_permutation {
    ($then:ident) => {
        $then! {
            permute "Three" A B D;
            permute_4 "Four" A B D E;
            permute_5 "Five" A B D E F;
            permute_6 "Six" A B D E F G;
            permute_7 "Seven" A B D E F G H;
            permute_8 "Eight" A B D E F G H I;
        }
    };
}

/// Writes a block out for each axis below a rank that types give; in it, the axis is a constant of the name given.
///
/// Nothing is compiled for the axes from the rank on.
macro_rules! unrolled {
    ($axis:ident in $rank:expr => $body:block) => {
        unrolled! { @each $axis ($rank) $body 0 1 2 3 4 5 6 7 }
    };
    (@each $axis:ident ($rank:expr) $body:block $($number:literal)*) => {$({
        const $axis: usize = $number;
        if const { $axis < $rank } $body
    })*};
}

/// Implements a trait of two shapes, whose `Out` is their common shape, for every pair of ranks; the larger of two extents
/// is the associated type `$out` of `$larger`.
///
/// A pair of shapes is written as the pairs of extents of their last axes, and the axes that only the longer shape has: each
/// line stands for all beginnings of its list of those.
macro_rules! broadcast_every_rank {
    ($trait:ident of $shape:ident by $larger:ident :: $out:ident) => {
        broadcast_every_rank! { @pairs $trait $shape $larger $out
            [] [L M N O P Q R S];
            [A0 B0] [L M N O P Q R];
            [A0 B0 A1 B1] [L M N O P Q];
            [A0 B0 A1 B1 A2 B2] [L M N O P];
            [A0 B0 A1 B1 A2 B2 A3 B3] [L M N O];
            [A0 B0 A1 B1 A2 B2 A3 B3 A4 B4] [L M N];
            [A0 B0 A1 B1 A2 B2 A3 B3 A4 B4 A5 B5] [L M];
            [A0 B0 A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 A6 B6] [L];
            [A0 B0 A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 A6 B6 A7 B7] [];
        }
    };
    (@pairs $trait:ident $shape:ident $larger:ident $out:ident $($pairs:tt [$($lead:ident)*];)*) => {$(
        broadcast_every_rank! { @longer $trait $shape $larger $out [] $pairs }
        broadcast_every_rank! { @leads $trait $shape $larger $out [] [$($lead)*] $pairs }
    )*};
    (@leads $trait:ident $shape:ident $larger:ident $out:ident [$($lead:ident)*] [] $pairs:tt) => {};
    (@leads $trait:ident $shape:ident $larger:ident $out:ident [$($lead:ident)*] [$next:ident $($rest:ident)*] $pairs:tt) => {
        broadcast_every_rank! { @longer $trait $shape $larger $out [$($lead)* $next] $pairs }
        broadcast_every_rank! { @shorter $trait $shape $larger $out [$($lead)* $next] $pairs }
        broadcast_every_rank! { @leads $trait $shape $larger $out [$($lead)* $next] [$($rest)*] $pairs }
    };
    (@longer $trait:ident $shape:ident $larger:ident $out:ident [$($lead:ident)*] [$($a:ident $b:ident)*]) => {
        impl<$($lead: Copy + Default + 'static,)* $($a, $b),*> $trait<($(C<$b>,)*)> for ($(C<$lead>,)* $(C<$a>,)*)
        where
            $($a: $larger<$b>,)*
            ($(C<$b>,)*): $shape,
            ($(C<$lead>,)* $(C<$a>,)*): $shape,
            ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*): $shape,
        {
            type Out = ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*);
        }
    };
    (@shorter $trait:ident $shape:ident $larger:ident $out:ident [$($lead:ident)*] [$($a:ident $b:ident)*]) => {
        impl<$($lead: Copy + Default + 'static,)* $($a, $b),*> $trait<($(C<$lead>,)* $(C<$b>,)*)> for ($(C<$a>,)*)
        where
            $($a: $larger<$b>,)*
            ($(C<$a>,)*): $shape,
            ($(C<$lead>,)* $(C<$b>,)*): $shape,
            ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*): $shape,
        {
            type Out = ($(C<$lead>,)* $(C<<$a as $larger<$b>>::$out>,)*);
        }
    };
}

pub(crate) use {broadcast_every_rank, each_axis, each_permutation, unrolled};
