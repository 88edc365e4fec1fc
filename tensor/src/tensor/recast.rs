//! `recast`: the same bytes as elements of another width.

use azulejo_layout::check::rules::{Desc, Describe, Text};
use azulejo_layout::check::{Flat, Mode};
use azulejo_layout::{
    AnyLayout, ComposedLayout, Domain, Int, Known, Layout, Recast, RecastRatio, Recasts, Size,
};

use super::{Tensor, TensorError};
use crate::atom::ValueBits;
use crate::engine::{Engine, Recastable, RecastableMut};

/// A layout whose dynamic strides can be asked whether they are multiples of a unit.
pub trait DividedStrides: Copy {
    /// The first stride known only at run time that is not a multiple of `unit`.
    fn undivided(self, unit: i64) -> Option<i64>;
}

impl<S: Copy, D: Copy> DividedStrides for Layout<S, D>
where
    Self: AnyLayout<L: Describe>,
{
    #[inline(always)]
    fn undivided(self, unit: i64) -> Option<i64> {
        let tree = <Self as AnyLayout>::L::DESC;
        if const { <Self as AnyLayout>::L::DESC.flat(&mut Flat::new()) } || unit == 1 {
            return None; // static strides were checked by their types
        }
        let mut values = Flat::new();
        self.modes().measure(&mut values);
        find(tree, &mut values.as_slice(), unit)
    }
}

impl<A: Copy, O: Copy, L: DividedStrides> DividedStrides for ComposedLayout<A, O, L> {
    #[inline(always)]
    fn undivided(self, unit: i64) -> Option<i64> {
        self.layout_b().undivided(unit)
    }
}

/// Walks the tree and the values of its modes side by side.
fn find(tree: &Desc, values: &mut &[Mode], unit: i64) -> Option<i64> {
    match tree {
        Desc::Nil => None,
        Desc::Cons(head, tail) => find(head, values, unit).or_else(|| find(tail, values, unit)),
        Desc::Mode(_, stride, _) => {
            let (mode, rest) = values.split_first()?;
            *values = rest;
            let dynamic = !matches!(stride, Known::Static(_));
            (dynamic && mode.stride.checked_rem(unit) != Some(0)).then_some(mode.stride)
        }
    }
}

/// The width of `T` as a type.
type Bits<T> = <T as ValueBits>::Bits;

/// A layout of elements `T` that can be seen as one of elements `U`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be seen as a layout of elements `{U}`",
    note = "to larger elements each static stride is a multiple of their ratio or divides it; to smaller ones some mode has stride `_1`"
)]
pub trait RecastTo<T, U>: DividedStrides {
    /// The layout.
    type Out: Copy;
    /// Both layouts, and the bits of their elements.
    const CHANGE: [(&'static Desc, i64); 2];

    /// The layout, or why there is none.
    ///
    /// # Errors
    /// As [`Tensor::recast`].
    fn recast_to(self) -> Result<Self::Out, TensorError>;
}

#[diagnostic::do_not_recommend]
impl<T, U, L> RecastTo<T, U> for L
where
    T: ValueBits,
    U: ValueBits,
    L: DividedStrides + Domain<L: Size<Out: Int> + Describe>,
    Bits<U>: RecastRatio<Bits<T>> + Recasts<L, Bits<T>>,
    Recast<L, Bits<T>, Bits<U>>: Domain<L: Size<Out: Int> + Describe> + Copy,
{
    type Out = Recast<L, Bits<T>, Bits<U>>;
    const CHANGE: [(&'static Desc, i64); 2] = [
        (<<L as Domain>::L as Describe>::DESC, T::BITS as i64),
        (<<Self::Out as Domain>::L as Describe>::DESC, U::BITS as i64),
    ];

    #[inline(always)]
    fn recast_to(self) -> Result<Self::Out, TensorError> {
        let unit = <Bits<U> as RecastRatio<Bits<T>>>::Up::default().value();
        if let Some(stride) = self.undivided(unit) {
            return Err(TensorError::RecastStride { stride, unit });
        }
        let out = Bits::<U>::default().recast_of(self);
        let (elements, whole) = (self.domain().size().value(), out.domain().size().value());
        if elements * i64::from(T::BITS) != whole * i64::from(U::BITS) {
            let (from, to) = (T::NAME, U::NAME);
            return Err(TensorError::RecastSize { elements, from, to });
        }
        Ok(out)
    }
}

/// Stops where the elements of one width do not fill whole elements of the other.
#[track_caller]
const fn whole([from, to]: [(&Desc, i64); 2]) {
    if let (Some(before), Some(after)) = (from.0.size(), to.0.size())
        && before * from.1 != after * to.1
    {
        let line = Text::new()
            .text("recast of ")
            .layout(from.0, &[])
            .text(" from elements of ")
            .number(from.1)
            .text(" bits to ")
            .number(to.1)
            .text(": ")
            .number(before)
            .text(" * ")
            .number(from.1)
            .text(" bits are not the ")
            .number(after)
            .text(" * ")
            .number(to.1)
            .text(" of ")
            .layout(to.0, &[])
            .text(", as the mode of neighbours leaves an element unfilled: make its size a multiple of ")
            .number(if from.1 == 0 { 1 } else { to.1 / from.1 });
        panic!("{}", line.as_str());
    }
}

impl<E: Engine, L: Copy> Tensor<E, L> {
    /// The same bytes as elements of type `U`: a narrower type makes the mode of neighbours longer, a wider one shorter.
    ///
    /// The layout is that of [`azulejo_layout::recast`]. What the types know is decided by the compiler: a static stride that is neither
    /// a multiple of the ratio of the widths nor a divisor of it, neighbours that do not fill whole elements.
    ///
    /// # Errors
    /// [`TensorError::Misaligned`] where the base is not a multiple of the alignment of `U`, [`TensorError::RecastStride`] where a dynamic
    /// stride is not a multiple of the ratio, [`TensorError::RecastSize`] where dynamic extents leave a part of an element over.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::{TensorError, make_tensor};
    /// let halves = [0x3f80_0000u32; 8]; // (_2,_4) of f32 in row-major order
    /// let words = make_tensor(&halves[..], layout!((_2, _4):(_4, _1)))?;
    /// let bytes = words.recast::<u8>()?;
    /// assert_eq!(bytes.layout().to_string(), "(_2,_16):(_16,_1)");
    /// assert_eq!([0, 1, 2, 3].map(|j| bytes.at((0, j))), [0x00, 0x00, 0x80, 0x3f]);
    /// assert_eq!(words.recast::<f32>()?.at((1, 3)), 1.0);
    /// assert_eq!(bytes.recast::<u64>()?.layout().to_string(), "(_2,_2):(_2,_1)");
    /// let ld = 5usize;
    /// let rows = make_tensor(&halves[..], layout!((2usize, _2):(ld, _1)))?;
    /// assert_eq!(rows.recast::<u64>().err(), Some(TensorError::RecastStride { stride: 5, unit: 2 }));
    /// # Ok::<(), TensorError>(())
    /// ```
    #[inline(always)]
    pub fn recast<U: ValueBits>(&self) -> Result<Tensor<E::Recast<'_>, L::Out>, TensorError>
    where
        E: Recastable<U>,
        L: RecastTo<E::Item, U>,
    {
        const { whole(L::CHANGE) };
        let layout = self.layout.recast_to()?;
        let engine = self
            .engine
            .recast()
            .ok_or(misaligned::<E, U>(&self.engine))?;
        Ok(Tensor::from_parts(engine, layout))
    }

    /// [`Tensor::recast`] for writing.
    ///
    /// # Errors
    /// As [`Tensor::recast`].
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let mut data = [0u32; 2];
    /// let mut t = make_tensor(&mut data[..], layout!(_2))?;
    /// t.recast_mut::<u8>()?.put(5, 0xab);
    /// assert_eq!(data, [0, 0xab00]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn recast_mut<U: ValueBits>(
        &mut self,
    ) -> Result<Tensor<E::RecastMut<'_>, L::Out>, TensorError>
    where
        E: RecastableMut<U>,
        L: RecastTo<E::Item, U>,
    {
        const { whole(L::CHANGE) };
        let layout = self.layout.recast_to()?;
        let misaligned = misaligned::<E, U>(&self.engine);
        let engine = self.engine.recast_mut().ok_or(misaligned)?;
        Ok(Tensor::from_parts(engine, layout))
    }
}

fn misaligned<E: Engine, U>(engine: &E) -> TensorError {
    TensorError::Misaligned {
        address: engine.address(),
        bytes: align_of::<U>(),
    }
}
