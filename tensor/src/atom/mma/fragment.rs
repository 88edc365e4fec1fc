//! What a thread holds of an operand: its values, and where they are.

use core::marker::PhantomData;

use crate::element::Element;

/// One thread's values of one operand: a single value or an array.
pub trait Fragment: Copy {
    /// A value.
    type Item: Copy;
    /// How many.
    const LEN: usize;

    /// Gathers the values.
    fn gather(value: impl FnMut(usize) -> Self::Item) -> Self;

    /// Hands out the values.
    fn scatter(self, store: impl FnMut(usize, Self::Item));
}

impl<T: Element> Fragment for T {
    type Item = T;
    const LEN: usize = 1;

    #[inline(always)]
    fn gather(mut value: impl FnMut(usize) -> T) -> T {
        value(0)
    }

    #[inline(always)]
    fn scatter(self, mut store: impl FnMut(usize, T)) {
        store(0, self);
    }
}

impl<T: Element, const N: usize> Fragment for [T; N] {
    type Item = T;
    const LEN: usize = N;

    #[inline(always)]
    fn gather(value: impl FnMut(usize) -> T) -> Self {
        core::array::from_fn(value)
    }

    #[inline(always)]
    fn scatter(self, mut store: impl FnMut(usize, T)) {
        for (i, item) in self.into_iter().enumerate() {
            store(i, item);
        }
    }
}

/// The operand's values are in the thread's registers.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegisterFragment;

/// The operand stays in shared memory, `SIDE` 0 for A and 1 for B, and a thread holds its descriptor.
#[derive(Clone, Copy, Debug, Default)]
pub struct DescriptorFragment<Major, const SIDE: usize>(PhantomData<Major>);
