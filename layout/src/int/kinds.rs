//! The lists of leaf kinds that every implementation is written over.

/// Expands `$mac!(T …)` for each dynamic integer type.
macro_rules! for_dynamic {
    ($mac:ident) => {
        $mac!(i32);
        $mac!(u32);
        $mac!(i64);
        $mac!(usize);
    };
}

/// Expands `$mac!(A B P)` for each ordered pair of dynamic types and the type they promote to
/// (`i32 < u32 < i64 < usize`).
macro_rules! for_dynamic_pairs {
    ($mac:ident) => {
        $mac!(i32 i32 i32);
        $mac!(i32 u32 u32);
        $mac!(i32 i64 i64);
        $mac!(i32 usize usize);
        $mac!(u32 i32 u32);
        $mac!(u32 u32 u32);
        $mac!(u32 i64 i64);
        $mac!(u32 usize usize);
        $mac!(i64 i32 i64);
        $mac!(i64 u32 i64);
        $mac!(i64 i64 i64);
        $mac!(i64 usize usize);
        $mac!(usize i32 usize);
        $mac!(usize u32 usize);
        $mac!(usize i64 usize);
        $mac!(usize usize usize);
    };
}

/// Expands `$mac!({generics} Type)` for every integer leaf kind.
macro_rules! for_integers {
    ($mac:ident) => {
        crate::int::for_plain_integers!($mac);
        $mac!({Multiple: $crate::int::Nat, Value: $crate::int::Dynamic} $crate::int::Dyn<Multiple, Value>);
    };
}

/// As [`for_integers`], without those that carry a fact.
macro_rules! for_plain_integers {
    ($mac:ident) => {
        $mac!({U: $crate::int::Nat} $crate::int::C<U>);
        $mac!({U: $crate::int::Nat} $crate::int::N<U>);
        $mac!({} i32);
        $mac!({} u32);
        $mac!({} i64);
        $mac!({} usize);
    };
}

pub(crate) use {for_dynamic, for_dynamic_pairs, for_integers, for_plain_integers};
