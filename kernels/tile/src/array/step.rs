//! [`AtomicElement`]: the atomic steps of one element.

use azulejo_tensor::Element;

use super::{Order, Scope};
use crate::Compute;

/// The atomic steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Their names say it.
pub enum AtomicOp {
    Add,
    Max,
    Min,
    And,
    Or,
    Xor,
    Exchange,
}

/// An element type with atomic steps: `i32`, `u32`, `i64`, `u64`, `f32`, `f64`.
///
/// ```compile_fail
/// use azulejo_tile::{AtomicArray, AtomicOp, Block, Order, Tile};
/// use azulejo_layout::tile;
/// fn f(blk: &Block, x: AtomicArray<f32, (usize,)>) {
///     let t = Tile::<i32, _>::iota(blk, tile!(_4));
///     x.update(AtomicOp::And, t, Tile::<f32, _>::ones(blk, tile!(_4)), Order::Relaxed); // no bits of floats
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic steps",
    note = "atomics are there for i32, u32, i64, u64, f32 and f64"
)]
#[allow(missing_docs)] // Each returns the value before.
pub trait AtomicElement: Element {
    /// # Safety
    /// `at` must be aligned, valid, and changed by atomic steps only while others use it. Of floats `And`, `Or` and `Xor`
    /// do nothing.
    unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order, scope: Scope) -> Self;
    /// # Safety
    /// Same requirements as [`AtomicElement::step`].
    unsafe fn compare(
        at: *mut Self,
        expected: Self,
        desired: Self,
        order: Order,
        scope: Scope,
    ) -> Self;
}

#[cfg(not(target_arch = "nvptx64"))]
mod cpu {
    use core::sync::atomic::{
        AtomicI32, AtomicI64, AtomicU32, AtomicU64,
        Ordering::{self, AcqRel, Acquire, Relaxed, Release},
    };

    use super::*;

    fn ordering(order: Order) -> Ordering {
        match order {
            Order::Relaxed => Relaxed,
            Order::Acquire => Acquire,
            Order::Release => Release,
            Order::AcquireRelease => AcqRel,
        }
    }

    fn failure(order: Order) -> Ordering {
        match order {
            Order::Relaxed | Order::Release => Relaxed,
            Order::Acquire | Order::AcquireRelease => Acquire,
        }
    }

    macro_rules! integers {
        ($($t:ident $atomic:ident;)*) => {$(
            impl AtomicElement for $t {
                unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order, _: Scope) -> Self {
                    // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller, as `from_ptr` asks.
                    let cell = unsafe { $atomic::from_ptr(at) };
                    let order = ordering(order);
                    match op {
                        AtomicOp::Add => cell.fetch_add(value, order),
                        AtomicOp::Max => cell.fetch_max(value, order),
                        AtomicOp::Min => cell.fetch_min(value, order),
                        AtomicOp::And => cell.fetch_and(value, order),
                        AtomicOp::Or => cell.fetch_or(value, order),
                        AtomicOp::Xor => cell.fetch_xor(value, order),
                        AtomicOp::Exchange => cell.swap(value, order),
                    }
                }
                unsafe fn compare(at: *mut Self, expected: Self, desired: Self, order: Order, _: Scope) -> Self {
                    // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller, as `from_ptr` asks.
                    let cell = unsafe { $atomic::from_ptr(at) };
                    match cell.compare_exchange(expected, desired, ordering(order), failure(order)) {
                        Ok(before) | Err(before) => before,
                    }
                }
            }
        )*};
    }

    integers! { i32 AtomicI32; u32 AtomicU32; i64 AtomicI64; u64 AtomicU64; }

    macro_rules! floats {
        ($($t:ident $atomic:ident;)*) => {$(
            impl AtomicElement for $t {
                unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order, _: Scope) -> Self {
                    // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller, as `from_ptr` asks; the bits of a
                    // float are an integer of its size.
                    let cell = unsafe { $atomic::from_ptr(at.cast()) };
                    let next = |bits| {
                        let now = $t::from_bits(bits);
                        Some(match op {
                            AtomicOp::Add => now + value,
                            AtomicOp::Max => now.most(value),
                            AtomicOp::Min => now.least(value),
                            AtomicOp::Exchange => value,
                            AtomicOp::And | AtomicOp::Or | AtomicOp::Xor => now,
                        }.to_bits())
                    };
                    match cell.fetch_update(ordering(order), failure(order), next) {
                        Ok(before) | Err(before) => $t::from_bits(before),
                    }
                }
                unsafe fn compare(at: *mut Self, expected: Self, desired: Self, order: Order, _: Scope) -> Self {
                    // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller, as `from_ptr` asks; the bits of
                    // a float are an integer of its size.
                    let cell = unsafe { $atomic::from_ptr(at.cast()) };
                    match cell.compare_exchange(expected.to_bits(), desired.to_bits(), ordering(order), failure(order)) {
                        Ok(before) | Err(before) => $t::from_bits(before),
                    }
                }
            }
        )*};
    }

    floats! { f32 AtomicU32; f64 AtomicU64; }
}

/// `atom.relaxed` of the scope, between the fences of the order (PTX ISA, memory consistency model: fences).
#[cfg(target_arch = "nvptx64")]
mod device {
    use core::arch::asm;

    use super::*;

    /// Orders this thread's accesses before and after, for the scope.
    #[inline(always)]
    fn fence(scope: Scope) {
        match scope {
            // SAFETY: a fence has no requirement (PTX ISA, `fence`).
            Scope::Device => unsafe { asm!("fence.acq_rel.gpu;", options(nostack)) },
            // SAFETY: a fence has no requirement (PTX ISA, `fence`).
            Scope::System => unsafe { asm!("fence.acq_rel.sys;", options(nostack)) },
        }
    }

    #[inline(always)]
    fn ordered<T>(order: Order, scope: Scope, f: impl FnOnce() -> T) -> T {
        if matches!(order, Order::Release | Order::AcquireRelease) {
            fence(scope);
        }
        let before = f();
        if matches!(order, Order::Acquire | Order::AcquireRelease) {
            fence(scope);
        }
        before
    }

    /// One instruction, for each scope.
    macro_rules! atom {
        ($scope:ident $register:ident $op:literal $at:ident $($value:ident)*) => {{
            let before;
            macro_rules! one {
                ($name:literal) => {
                    asm!(concat!("atom.relaxed.", $name, ".global.", $op, " {}, [{}]", $(", {", stringify!($value), "}",)* ";"),
                        out($register) before, in(reg64) $at, $($value = in($register) $value,)* options(nostack))
                };
            }
            // SAFETY: the address is aligned, in global memory and valid, by the caller of `step` (PTX ISA, `atom`).
            unsafe {
                match $scope {
                    Scope::Device => one!("gpu"),
                    Scope::System => one!("sys"),
                }
            }
            before
        }};
    }

    macro_rules! integers {
        ($($t:ident $register:ident $add:literal $max:literal $min:literal $b:literal $b2:literal $b3:literal $b4:literal $cas:literal;)*) => {$(
            impl AtomicElement for $t {
                #[inline(always)]
                unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order, scope: Scope) -> Self {
                    ordered(order, scope, || match op {
                        AtomicOp::Add => atom!(scope $register $add at value),
                        AtomicOp::Max => atom!(scope $register $max at value),
                        AtomicOp::Min => atom!(scope $register $min at value),
                        AtomicOp::And => atom!(scope $register $b at value),
                        AtomicOp::Or => atom!(scope $register $b2 at value),
                        AtomicOp::Xor => atom!(scope $register $b3 at value),
                        AtomicOp::Exchange => atom!(scope $register $b4 at value),
                    })
                }
                #[inline(always)]
                unsafe fn compare(at: *mut Self, expected: Self, desired: Self, order: Order, scope: Scope) -> Self {
                    ordered(order, scope, || atom!(scope $register $cas at expected desired))
                }
            }
        )*};
    }

    integers! {
        i32 reg32 "add.s32" "max.s32" "min.s32" "and.b32" "or.b32" "xor.b32" "exch.b32" "cas.b32";
        u32 reg32 "add.u32" "max.u32" "min.u32" "and.b32" "or.b32" "xor.b32" "exch.b32" "cas.b32";
        i64 reg64 "add.u64" "max.s64" "min.s64" "and.b64" "or.b64" "xor.b64" "exch.b64" "cas.b64";
        u64 reg64 "add.u64" "max.u64" "min.u64" "and.b64" "or.b64" "xor.b64" "exch.b64" "cas.b64";
    }

    macro_rules! floats {
        ($($t:ident $bits:ident $register:ident $add:literal $exchange:literal;)*) => {$(
            impl AtomicElement for $t {
                #[inline(always)]
                unsafe fn step(at: *mut Self, op: AtomicOp, value: Self, order: Order, scope: Scope) -> Self {
                    let next = |now: $t| match op {
                        AtomicOp::Max => now.most(value),
                        AtomicOp::Min => now.least(value),
                        _ => now,
                    };
                    ordered(order, scope, || match op {
                        AtomicOp::Add => atom!(scope $register $add at value),
                        AtomicOp::Exchange => atom!(scope $register $exchange at value),
                        AtomicOp::Max | AtomicOp::Min | AtomicOp::And | AtomicOp::Or | AtomicOp::Xor => {
                            // Puts zero bits where there are zero bits: reads.
                            // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller.
                            let mut now = $t::from_bits(unsafe { $bits::compare(at.cast(), 0, 0, Order::Relaxed, scope) });
                            loop {
                                let next = next(now);
                                if value.is_nan() || next.to_bits() == now.to_bits() {
                                    break now;
                                }
                                // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller.
                                let found = unsafe { Self::compare(at, now, next, Order::Relaxed, scope) };
                                if found.to_bits() == now.to_bits() {
                                    break found;
                                }
                                now = found;
                            }
                        }
                    })
                }
                #[inline(always)]
                unsafe fn compare(at: *mut Self, expected: Self, desired: Self, order: Order, scope: Scope) -> Self {
                    // SAFETY: `at` is aligned, valid and changed by atomic steps only, by the caller; the bits of a float are an
                    // integer of its size.
                    let before = unsafe { $bits::compare(at.cast(), expected.to_bits(), desired.to_bits(), order, scope) };
                    $t::from_bits(before)
                }
            }
        )*};
    }

    floats! {
        f32 u32 reg32 "add.f32" "exch.b32";
        f64 u64 reg64 "add.f64" "exch.b64";
    }
}
