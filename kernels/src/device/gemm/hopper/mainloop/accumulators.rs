//! A consumer thread's accumulators, which constants alone index.

use crate::device::element::{read, write};
use crate::device::ptx::math;
use azulejo_device::cute::*;
use azulejo_device::{inlined, repeat};
use azulejo_tensor::atom::{MmaAtom, StaticLayout};
use azulejo_tensor::engine::{AsRegistersMut, EngineMut, Rmem};
use azulejo_tensor::{Element, Extent, Repeat};
use core::marker::PhantomData;

/// A thread's accumulators: blocks of 64 rows, the registers of each as `wgmma` numbers them.
pub trait Accumulators {
    /// An accumulator as the epilogue has it.
    type Acc: Copy;

    /// All zero.
    fn zero() -> Self;

    /// Makes them whatever their registers hold, for products by `ScaleOut::Zero`.
    fn discard(&mut self);

    /// Keeps reads and writes of block `r` on their side of this line.
    fn fence(&mut self, r: usize);

    /// The same of all blocks.
    fn fence_all(&mut self);

    /// Value `i` of tensor `part`; both are constants after inlining, so that nothing is left of the check of them.
    fn at(&self, part: usize, i: usize) -> Self::Acc;

    /// Makes each accumulator `f` of it, of its tensor and its number there, which are constants.
    fn update(&mut self, f: impl Fn(Self::Acc, usize, usize) -> Self::Acc);

    /// Register `i` of block `r` of the consumer, less than half the tile's columns; constants, as of [`at`](Self::at).
    fn get(&self, r: usize, i: usize) -> Self::Acc;

    /// Changes it.
    fn set(&mut self, r: usize, i: usize, value: Self::Acc);
}

/// Those of instructions of `Atom`, in `PARTS` tensors `(MMA,MMA_M,MMA_N)`.
pub struct Parts<Atom, EC, LC, const PARTS: usize>(
    pub(super) [Tensor<EC, LC>; PARTS],
    PhantomData<Atom>,
);

impl<Atom, EC, LC, const PARTS: usize> Parts<Atom, EC, LC, PARTS>
where
    Atom: MmaAtom<C: Register>,
{
    /// The tensor that has register `i` of block `r`, and which of its values that is: instructions along M are contiguous.
    #[inline(always)]
    fn place(r: usize, i: usize) -> (usize, usize) {
        let (part, r) = if PARTS == 1 { (0, r) } else { (r, 0) };
        (part, r * (Atom::CLayout::SIZE / 128) + i)
    }
}

impl<Atom, EC, LC, const PARTS: usize> Accumulators for Parts<Atom, EC, LC, PARTS>
where
    Atom: MmaAtom<C: Register + Element>,
    EC: EngineMut<Item = Atom::C, Space = Rmem> + AsRegistersMut<u32>,
    LC: Extent,
{
    type Acc = <Atom::C as Register>::Acc;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: tensors of numbers in registers, of which all bits zero is a value.
        unsafe { core::mem::zeroed() }
    }

    #[inline(always)]
    fn discard(&mut self) {
        repeat::<PARTS>(inlined!(|part| warpgroup_discard_operand(
            &mut self.0[part]
        )));
    }

    #[inline(always)]
    fn fence(&mut self, r: usize) {
        if r < PARTS {
            warpgroup_fence_operand(&mut self.0[r]);
        }
    }

    #[inline(always)]
    fn fence_all(&mut self) {
        repeat::<PARTS>(inlined!(|part| warpgroup_fence_operand(&mut self.0[part])));
    }

    #[inline(always)]
    fn at(&self, part: usize, i: usize) -> Self::Acc {
        assert!(i < self.0[part].layout().extent().count());
        // SAFETY: the tensor's registers start at `base`, and are as many as its extent.
        unsafe { Atom::C::get(self.0[part].engine().base(), i) }
    }

    #[inline(always)]
    fn update(&mut self, f: impl Fn(Self::Acc, usize, usize) -> Self::Acc) {
        repeat::<PARTS>(inlined!(|part| {
            let extent = self.0[part].layout().extent();
            extent.repeat(inlined!(|i| {
                let value = f(self.at(part, i), part, i);
                // SAFETY: the tensor's registers start at `base`, and are as many as its extent.
                unsafe { Atom::C::set(self.0[part].engine_mut().base_mut(), i, value) };
            }));
        }));
    }

    #[inline(always)]
    fn get(&self, r: usize, i: usize) -> Self::Acc {
        let (part, i) = Self::place(r, i);
        self.at(part, i)
    }

    #[inline(always)]
    fn set(&mut self, r: usize, i: usize, value: Self::Acc) {
        let (part, i) = Self::place(r, i);
        assert!(i < self.0[part].layout().extent().count());
        // SAFETY: the tensor's registers start at `base`, and are as many as its extent.
        unsafe { Atom::C::set(self.0[part].engine_mut().base_mut(), i, value) };
    }
}

/// An accumulator's element, in whole registers.
pub trait Register: Copy {
    /// As the epilogue has it.
    type Acc: Copy;

    /// Element `i`.
    ///
    /// # Safety
    /// It is one of those that start at `base`, a register's first.
    unsafe fn get(base: *const Self, i: usize) -> Self::Acc;

    /// Changes it.
    ///
    /// # Safety
    /// Same requirements as [`Register::get`].
    unsafe fn set(base: *mut Self, i: usize, value: Self::Acc);
}

macro_rules! registers {
    ($($t:ident)*) => {$(
        impl Register for $t {
            type Acc = $t;

            #[inline(always)]
            unsafe fn get(base: *const $t, i: usize) -> $t {
                // SAFETY: upheld by the caller: the element is one of those at `base`.
                unsafe { base.add(i).read() }
            }

            #[inline(always)]
            unsafe fn set(base: *mut $t, i: usize, value: $t) {
                // SAFETY: upheld by the caller: the element is one of those at `base`.
                unsafe { base.add(i).write(value) };
            }
        }
    )*};
}

registers!(f32 i32);

/// Two a register, which stays whole: halves of it would be registers of their own.
impl Register for f16 {
    type Acc = f32;

    #[inline(always)]
    unsafe fn get(base: *const f16, i: usize) -> f32 {
        // SAFETY: upheld by the caller: the element's register is one of those at `base`.
        let word = unsafe { read(base.cast::<u32>(), i / 2) };
        math::f16_to_f32((word >> (i % 2 * 16)) as u16)
    }

    #[inline(always)]
    unsafe fn set(base: *mut f16, i: usize, value: f32) {
        let half = (math::f16x2(value, 0.0) & 0xffff) << (i % 2 * 16);
        // SAFETY: upheld by the caller: the element's register is one of those at `base`.
        let word = unsafe { read(base.cast::<u32>(), i / 2) } & !(0xffff << (i % 2 * 16));
        // SAFETY: upheld by the caller: the element's register is one of those at `base`, which this thread alone has.
        unsafe { write(base.cast::<u32>(), i / 2, word | half) };
    }
}
