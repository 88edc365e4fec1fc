//! What a [`Lazy`] tile does by making the tile first: each method of [`Tile`] under its name.

use azulejo_layout::C;
use azulejo_tensor::{Bool, Element, Float, Promote, rounding};
use core::ffi::CStr;

use super::{Formula, Lazy};
use crate::{
    Axis, Broadcast, Compute, DivisionMode, Doubled, Drop, Factor, FloatLiteral, FunctionMode,
    Insert, IntoTileShape, IntoTrimShape, KeepOne, Real, RootMode, SumMode, Tile, TileShape,
    TrimShape, Trimmed, each_permutation,
};

/// A method for each line: name, generics, which of them are named in the call, arguments, result, bounds.
macro_rules! made {
    ($($name:ident [$($generic:tt)*] [$($given:tt)*] ($($arg:ident: $type:ty),*) -> $out:ty $(where {$($bound:tt)*})?;)*) => {$(
        #[doc = concat!("[`Tile::", stringify!($name), "`].")]
        #[inline(always)]
        #[allow(clippy::type_complexity)]
        pub fn $name<$($generic)*>(self, $($arg: $type),*) -> $out
        $(where $($bound)*)?
        {
            self.tile().$name::<$($given)*>($($arg),*)
        }
    )*};
}

macro_rules! permutations {
    ($($name:ident $count:literal $($axis:ident)*;)*) => {
        made! {$(
            $name [$(const $axis: usize),*] [$($axis),*] () -> Tile<T, ($(<S as Axis<$axis>>::Extent,)*)>
                where { S: $(Axis<$axis> +)*, ($(<S as Axis<$axis>>::Extent,)*): TileShape<Index = S::Index> };
        )*}
    };
}

impl<T: Copy, S: TileShape, V: Formula<Element = T, Shape = S>> Lazy<V> {
    made! {
        reshape [N: IntoTileShape] [N] (shape: N) -> Tile<T, N::Shape> where { N::Shape: TileShape<Count = S::Count> };
        expand_dims [const AXIS: usize] [AXIS] () -> Tile<T, <S as Insert<AXIS>>::Out> where { S: Insert<AXIS> };
        squeeze [const AXIS: usize] [AXIS] () -> Tile<T, <S as Drop<AXIS>>::Out> where { S: Drop<AXIS> };
        transpose [] [] () -> Tile<T, (<S as Axis<1>>::Extent, <S as Axis<0>>::Extent)>
            where { S: Axis<0> + Axis<1> + TileShape<Index = (usize, usize)>, (<S as Axis<1>>::Extent, <S as Axis<0>>::Extent): TileShape };
        cat [const AXIS: usize] [AXIS] (other: impl Formula<Element = T, Shape = S>) -> Tile<T, <S as Doubled<AXIS>>::Out>
            where { S: Doubled<AXIS> };
        insert [N: TileShape<Index = S::Index>] [N] (part: impl Formula<Element = T, Shape = N>, index: S::Index) -> Tile<T, S>;
        extract [N: IntoTileShape] [N] (shape: N, index: S::Index) -> Tile<T, N::Shape> where { N::Shape: TileShape<Index = S::Index> };
        broadcast_to [N: IntoTileShape] [N] (shape: N) -> Tile<T, N::Shape> where { S: Broadcast<N::Shape, Out = N::Shape> };
        trimmed [N: IntoTrimShape] [N] (shape: N) -> Trimmed<T, N::Shape> where { N::Shape: TrimShape<Whole = S> };
        scan [const AXIS: usize] [AXIS] (reverse: bool, f: impl Fn(T, T) -> T + Copy + Send + 'static) -> Tile<T, S> where { S: Axis<AXIS> };
        divide_with [M: DivisionMode<T>, R: TileShape] [M, R] (by: impl Formula<Element = T, Shape = R>) -> Tile<T, S::Out>
            where { S: Broadcast<R> };
        add_with [M: SumMode<T>, R: TileShape] [M, R] (b: impl Formula<Element = T, Shape = R>) -> Tile<T, S::Out> where { S: Broadcast<R> };
        sub_with [M: SumMode<T>, R: TileShape] [M, R] (b: impl Formula<Element = T, Shape = R>) -> Tile<T, S::Out> where { S: Broadcast<R> };
        mul_with [M: SumMode<T>, R: TileShape] [M, R] (b: impl Formula<Element = T, Shape = R>) -> Tile<T, S::Out> where { S: Broadcast<R> };
        fma_with [M: SumMode<T>] [M] (b: impl Formula<Element = T, Shape = S>, c: impl Formula<Element = T, Shape = S>) -> Tile<T, S>;
        sqrt_with [M: RootMode<T>] [M] () -> Tile<T, S>;
        tanh_with [M: FunctionMode<T>] [M] () -> Tile<T, S>;
        exp2_with [M: FunctionMode<T>] [M] () -> Tile<T, S>;
    }

    each_permutation! { permutations }
}

impl<T: Copy, E: Formula<Element = T, Shape = ()>> Lazy<E> {
    made! {
        item [] [] () -> T;
    }
}

impl<T: Compute, S: TileShape, E: Formula<Element = T, Shape = S>> Lazy<E> {
    made! {
        max [const AXIS: usize] [AXIS] () -> Tile<T, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        max_all [] [] () -> Tile<T, ()>;
        max_broadcast [const AXIS: usize] [AXIS] () -> Tile<T, S> where { S: Axis<AXIS> };
        min [const AXIS: usize] [AXIS] () -> Tile<T, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        min_all [] [] () -> Tile<T, ()>;
        min_broadcast [const AXIS: usize] [AXIS] () -> Tile<T, S> where { S: Axis<AXIS> };
        max_or_nan [const AXIS: usize] [AXIS] () -> Tile<T, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        max_or_nan_all [] [] () -> Tile<T, ()>;
        max_or_nan_broadcast [const AXIS: usize] [AXIS] () -> Tile<T, S> where { S: Axis<AXIS> };
        min_or_nan [const AXIS: usize] [AXIS] () -> Tile<T, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        min_or_nan_all [] [] () -> Tile<T, ()>;
        min_or_nan_broadcast [const AXIS: usize] [AXIS] () -> Tile<T, S> where { S: Axis<AXIS> };
        prod [const AXIS: usize] [AXIS] () -> Tile<T, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        prod_all [] [] () -> Tile<T, ()>;
        prod_broadcast [const AXIS: usize] [AXIS] () -> Tile<T, S> where { S: Axis<AXIS> };
        sum [const AXIS: usize] [AXIS] () -> Tile<T::Acc, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS>, T: Element<Acc: Compute> };
        sum_all [] [] () -> Tile<T::Acc, ()> where { T: Element<Acc: Compute> };
        sum_broadcast [const AXIS: usize] [AXIS] () -> Tile<T::Acc, S> where { S: Axis<AXIS>, T: Element<Acc: Compute> };
        mean_all [] [] () -> Tile<T::Acc, ()> where { T: Element<Acc: Real> };
        reduce [const AXIS: usize] [AXIS] (f: impl Fn(T, T) -> T + Copy + Send + 'static) -> Tile<T, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        argmax [const AXIS: usize] [AXIS] () -> Tile<i32, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        argmin [const AXIS: usize] [AXIS] () -> Tile<i32, <S as KeepOne<AXIS>>::Out> where { S: KeepOne<AXIS> };
        cumsum [const AXIS: usize] [AXIS] (reverse: bool) -> Tile<T, S> where { S: Axis<AXIS> };
        cumprod [const AXIS: usize] [AXIS] (reverse: bool) -> Tile<T, S> where { S: Axis<AXIS> };
        fma [] [] (b: impl Formula<Element = T, Shape = S>, c: impl Formula<Element = T, Shape = S>) -> Tile<T, S>;
    }
}

impl<T: Real, S: TileShape, E: Formula<Element = T, Shape = S>> Lazy<E> {
    made! {
        exp [] [] () -> Tile<T, S>;
        exp2 [] [] () -> Tile<T, S>;
        log [] [] () -> Tile<T, S>;
        log2 [] [] () -> Tile<T, S>;
        sqrt [] [] () -> Tile<T, S>;
        rsqrt [] [] () -> Tile<T, S>;
        sin [] [] () -> Tile<T, S>;
        cos [] [] () -> Tile<T, S>;
        tanh [] [] () -> Tile<T, S>;
        sigmoid [] [] () -> Tile<T, S>;
        silu [] [] () -> Tile<T, S>;
        gelu [] [] () -> Tile<T, S>;
        floor [] [] () -> Tile<T, S>;
        ceil [] [] () -> Tile<T, S>;
        is_nan [] [] () -> Tile<Bool, S>;
    }
}

impl<A: Element, S: TileShape, E: Formula<Element = A, Shape = S>> Lazy<E> {
    made! {
        minimum [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where { A: Promote<B, Output: Compute>, S: Broadcast<R> };
        maximum [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where { A: Promote<B, Output: Compute>, S: Broadcast<R> };
        floor_div [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where { A: Promote<B, Output: Compute>, S: Broadcast<R> };
        modulo [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where { A: Promote<B, Output: Compute>, S: Broadcast<R> };
        remainder [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where { A: Promote<B, Output: Compute>, S: Broadcast<R> };
        power [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where { A: Promote<B, Output: Compute>, S: Broadcast<R> };
        lt [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where { A: Promote<B>, S: Broadcast<R> };
        le [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where { A: Promote<B>, S: Broadcast<R> };
        gt [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where { A: Promote<B>, S: Broadcast<R> };
        ge [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where { A: Promote<B>, S: Broadcast<R> };
        equal [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where { A: Promote<B>, S: Broadcast<R> };
        differs [B: Element, R: TileShape] [B, R] (other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where { A: Promote<B>, S: Broadcast<R> };
        lt_value [] [] (constant: f64) -> Tile<Bool, S> where { A: FloatLiteral };
        le_value [] [] (constant: f64) -> Tile<Bool, S> where { A: FloatLiteral };
        gt_value [] [] (constant: f64) -> Tile<Bool, S> where { A: FloatLiteral };
        ge_value [] [] (constant: f64) -> Tile<Bool, S> where { A: FloatLiteral };
        equal_value [] [] (constant: f64) -> Tile<Bool, S> where { A: FloatLiteral };
        differs_value [] [] (constant: f64) -> Tile<Bool, S> where { A: FloatLiteral };
        bitcast [U: Element] [U] () -> Tile<U, S>;
        print [] [] (label: &'static CStr) -> ();
    }
}

impl<T: Float, S: TileShape, E: Formula<Element = T, Shape = S>> Lazy<E> {
    made! {
        cast_with [U: Float, R: rounding::FloatRounding] [U, R] () -> Tile<U, S>;
    }
}

impl<S: TileShape, E: Formula<Element = Bool, Shape = S>> Lazy<E> {
    made! {
        select [A, B, P, R] [A, B, P, R] (yes: impl Formula<Element = A, Shape = P>, no: impl Formula<Element = B, Shape = R>)
            -> Tile<A::Output, <S as Broadcast<<P as Broadcast<R>>::Out>>::Out>
            where { A: Promote<B>, B: Element, P: Broadcast<R>, R: TileShape, S: Broadcast<<P as Broadcast<R>>::Out> };
    }

    /// [`Tile::assert_all`].
    #[track_caller]
    pub fn assert_all(self, message: &'static CStr) {
        self.tile().assert_all(message);
    }
}

impl<T, M, N, E> Lazy<E>
where
    T: Compute,
    M: Copy + Default + 'static,
    N: Copy + Default + 'static,
    (C<M>, C<N>): TileShape,
    E: Formula<Element = T, Shape = (C<M>, C<N>)>,
{
    made! {
        mma [A, B, Q] [A, B, Q] (a: impl Formula<Element = A, Shape = (C<M>, C<Q>)>, b: impl Formula<Element = B, Shape = (C<Q>, C<N>)>)
            -> Tile<T, (C<M>, C<N>)>
            where { A: Factor<T>, B: Factor<T>, (C<M>, C<Q>): TileShape, (C<Q>, C<N>): TileShape };
    }
}
