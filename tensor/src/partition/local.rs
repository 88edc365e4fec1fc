//! `local_partition`: a thread's share of a tensor.

use crate::tensor::for_layouts;
use azulejo_layout::ints::_0;
use azulejo_layout::{
    AnyLayout, Cons, IAdd, IDiv, IMod, IMul, Int, Lf, M, Nil, No, Size, Tree, Yes,
};

use super::list::Listed;
use super::outer::PartedBy;
use super::project::Project;
use crate::tensor::{Moves, MovesMut, Tensor, TensorError};

/// The coordinate of thread `I` in one mode: `(I / D) % S`, or `_0` where the stride is a static zero (`Self = Yes`).
pub trait Digit<I, S, D> {
    /// Its type.
    type Out: Copy;
    fn digit(i: I, s: S, d: D) -> Self::Out;
}

impl<I, S, D> Digit<I, S, D> for Yes {
    type Out = _0;
    #[inline(always)]
    fn digit(_: I, _: S, _: D) -> _0 {
        _0::NEW
    }
}

impl<I, S, D> Digit<I, S, D> for No
where
    I: IDiv<D>,
    <I as IDiv<D>>::Out: IMod<S>,
{
    type Out = <<I as IDiv<D>>::Out as IMod<S>>::Out;
    #[inline(always)]
    fn digit(i: I, s: S, d: D) -> Self::Out {
        i.div(d).rem(s)
    }
}

/// The 1-D coordinate, inside the modes `Self`, of the thread with index `I`.
pub trait LinearCoord<I> {
    /// Its type.
    type Out: Copy;
    fn linear_coord(self, i: I) -> Self::Out;
}

impl<I, S, D> LinearCoord<I> for M<S, D>
where
    D: Int,
    D::IsZero: Digit<I, S, D>,
{
    type Out = <D::IsZero as Digit<I, S, D>>::Out;
    #[inline(always)]
    fn linear_coord(self, i: I) -> Self::Out {
        <D::IsZero as Digit<I, S, D>>::digit(i, self.0, self.1)
    }
}

impl<I> LinearCoord<I> for Nil {
    type Out = _0;
    #[inline(always)]
    fn linear_coord(self, _: I) -> _0 {
        _0::NEW
    }
}

impl<I: Copy, H, T> LinearCoord<I> for Cons<H, T>
where
    H: LinearCoord<I> + Size + Copy,
    T: LinearCoord<I>,
    <H as Size>::Out: IMul<<T as LinearCoord<I>>::Out>,
    <H as LinearCoord<I>>::Out: IAdd<<<H as Size>::Out as IMul<<T as LinearCoord<I>>::Out>>::Out>,
{
    type Out = <<H as LinearCoord<I>>::Out as IAdd<
        <<H as Size>::Out as IMul<<T as LinearCoord<I>>::Out>>::Out,
    >>::Out;
    #[inline(always)]
    fn linear_coord(self, i: I) -> Self::Out {
        let rest = self.1.linear_coord(i);
        self.0.linear_coord(i).add(self.0.size().mul(rest))
    }
}

/// For each top-level mode of `Self` its size, and the thread's 1-D coordinate in it.
pub trait FlatCoord<I> {
    /// The sizes, as a tiler.
    type Sizes: Copy;
    /// The coordinates.
    type Coords: Copy;
    /// Computes both.
    fn flat_coord(self, i: I) -> (Self::Sizes, Self::Coords);
}

impl<I, S: Copy, D> FlatCoord<I> for M<S, D>
where
    M<S, D>: LinearCoord<I>,
{
    type Sizes = Lf<S>;
    type Coords = Lf<<M<S, D> as LinearCoord<I>>::Out>;
    #[inline(always)]
    fn flat_coord(self, i: I) -> (Self::Sizes, Self::Coords) {
        (Lf(self.0), Lf(self.linear_coord(i)))
    }
}

impl<I> FlatCoord<I> for Nil {
    type Sizes = Nil;
    type Coords = Nil;
    #[inline(always)]
    fn flat_coord(self, _: I) -> (Nil, Nil) {
        (Nil, Nil)
    }
}

impl<I: Copy, H, T> FlatCoord<I> for Cons<H, T>
where
    H: LinearCoord<I> + Size + Copy,
    T: FlatCoord<I>,
{
    type Sizes = Cons<Lf<<H as Size>::Out>, T::Sizes>;
    type Coords = Cons<Lf<<H as LinearCoord<I>>::Out>, T::Coords>;
    #[inline(always)]
    fn flat_coord(self, i: I) -> (Self::Sizes, Self::Coords) {
        let (sizes, coords) = self.1.flat_coord(i);
        (
            Cons(Lf(self.0.size()), sizes),
            Cons(Lf(self.0.linear_coord(i)), coords),
        )
    }
}

/// A layout shared out over the threads `Thr`, of which the one with index `I` takes its part.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared out over the threads `{Thr}`",
    note = "the thread layout needs at most one mode per mode of the tensor, e.g. `layout!((_32, _8))` for a matrix, and the index is an integer"
)]
pub trait SharedBy<Thr, I>: Copy {
    /// The share's layout and its offset.
    type Out;

    /// The share and where it starts.
    fn share(self, threads: Thr, index: I) -> Self::Out;
}

macro_rules! shared_by {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, Thr, I, Modes, Sizes, Coords, Out> SharedBy<Thr, I> for $layout
        where
            I: Int,
            Thr: AnyLayout<L = Modes>,
            Modes: FlatCoord<I, Sizes = Sizes, Coords = Coords>,
            Self: PartedBy<Listed<Sizes>, Listed<Coords>, Out = Out>,
        {
            type Out = Out;

            #[inline(always)]
            fn share(self, threads: Thr, index: I) -> Out {
                let (sizes, coords) = threads.modes().flat_coord(index);
                self.part(Listed(sizes), Listed(coords))
            }
        }
    };
}

for_layouts!(shared_by);

/// As [`SharedBy`], with only the modes of the threads that the projection `P` keeps.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared out over the threads `{Thr}` under the projection `{P}`",
    note = "a projection has one entry per mode of the thread layout: `coord!(_1, _)` keeps the first"
)]
pub trait SharedByProj<Thr, I, P>: Copy {
    /// The share's layout and its offset.
    type Out;

    /// The share and where it starts.
    fn share_proj(self, threads: Thr, index: I, projection: P) -> Self::Out;
}

macro_rules! shared_by_proj {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, Thr, I, P, Keep, Modes, Sizes, Coords, KeptSizes, KeptCoords, Out>
            SharedByProj<Thr, I, P> for $layout
        where
            I: Int,
            P: Tree<L = Keep>,
            Thr: AnyLayout<L = Modes>,
            Modes: FlatCoord<I, Sizes = Sizes, Coords = Coords>,
            Keep: Project<Sizes, Out = KeptSizes> + Project<Coords, Out = KeptCoords> + Copy,
            Self: PartedBy<Listed<KeptSizes>, Listed<KeptCoords>, Out = Out>,
        {
            type Out = Out;

            #[inline(always)]
            fn share_proj(self, threads: Thr, index: I, projection: P) -> Out {
                let (sizes, coords) = threads.modes().flat_coord(index);
                let keep = projection.tree();
                self.part(Listed(keep.project(sizes)), Listed(keep.project(coords)))
            }
        }
    };
}

for_layouts!(shared_by_proj);

/// [`local_partition`] over the modes of the threads that `projection` keeps: threads that differ only in a dropped mode share their
/// elements, as the threads of one row of a block share a row of `A`.
///
/// ```
/// use azulejo_layout::{coord, layout};
/// use azulejo_tensor::{local_partition_proj, make_tensor};
/// let data: Vec<u32> = (0..1024).collect();
/// let a = make_tensor(&data[..], layout!((_128, _8)))?;
/// let mine = local_partition_proj(&a, layout!((_16, _16)), 37, coord!(_1, _));
/// assert_eq!(mine.layout().to_string(), "(_8,_8):(_16,_128)");
/// assert_eq!(mine.at(0), 5);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn local_partition_proj<E, L, Thr, I, P, Part, Offset>(
    tensor: &Tensor<E, L>,
    threads: Thr,
    index: I,
    projection: P,
) -> Tensor<E::View<'_>, Part>
where
    L: SharedByProj<Thr, I, P, Out = (Part, Offset)>,
    E: Moves<Offset>,
{
    let (layout, offset) = tensor.layout.share_proj(threads, index, projection);
    Tensor::from_parts(tensor.engine.moved(offset), layout)
}

/// The elements of `tensor` that belong to thread `index` of `threads`: one of each tile of the threads' sizes.
///
/// The thread layout sends a thread's coordinate to its index; its inverse is taken digit by digit, so it must be compact.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{local_partition, make_tensor};
/// let data: Vec<u32> = (0..1024).collect();
/// let t = make_tensor(&data[..], layout!((_128, _8)))?;
/// let mine = local_partition(&t, layout!((_32, _8)), 37);
/// assert_eq!(mine.layout().to_string(), "(_4,_1):(_32,_0)");
/// assert_eq!([0, 1, 2, 3].map(|i| mine.at(i)), [133, 165, 197, 229]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn local_partition<E, L, Thr, I, Part, Offset>(
    tensor: &Tensor<E, L>,
    threads: Thr,
    index: I,
) -> Tensor<E::View<'_>, Part>
where
    L: SharedBy<Thr, I, Out = (Part, Offset)>,
    E: Moves<Offset>,
{
    let (layout, offset) = tensor.layout.share(threads, index);
    Tensor::from_parts(tensor.engine.moved(offset), layout)
}

impl<E, L> Tensor<E, L> {
    /// See [`local_partition`].
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let data: Vec<u32> = (0..32).collect();
    /// let t = make_tensor(&data[..], layout!((_4, _8)))?;
    /// let mine = t.local_partition(layout!((_2, _4)), 3usize); // thread (1, 1)
    /// assert_eq!([0, 1, 2, 3].map(|i| mine.at(i)), [5, 7, 21, 23]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn local_partition<Thr, I, Part, Offset>(
        &self,
        threads: Thr,
        index: I,
    ) -> Tensor<E::View<'_>, Part>
    where
        L: SharedBy<Thr, I, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        local_partition(self, threads, index)
    }

    /// See [`local_partition`].
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::{fill, make_tensor};
    /// let mut data = [0; 8];
    /// let mut t = make_tensor(&mut data[..], layout!((_4, _2)))?;
    /// fill(&mut t.local_partition_mut(layout!((_2, _1)), 1usize), 1);
    /// assert_eq!(data, [0, 1, 0, 1, 0, 1, 0, 1]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn local_partition_mut<Thr, I, Part, Offset>(
        &mut self,
        threads: Thr,
        index: I,
    ) -> Tensor<E::ViewMut<'_>, Part>
    where
        L: SharedBy<Thr, I, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
    {
        let (layout, offset) = self.layout.share(threads, index);
        Tensor::from_parts(self.engine.moved_mut(offset), layout)
    }

    /// See [`local_partition_proj`].
    #[inline(always)]
    pub fn local_partition_proj<Thr, I, P, Part, Offset>(
        &self,
        threads: Thr,
        index: I,
        projection: P,
    ) -> Tensor<E::View<'_>, Part>
    where
        L: SharedByProj<Thr, I, P, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        local_partition_proj(self, threads, index, projection)
    }

    /// See [`local_partition_proj`].
    #[inline(always)]
    pub fn local_partition_proj_mut<Thr, I, P, Part, Offset>(
        &mut self,
        threads: Thr,
        index: I,
        projection: P,
    ) -> Tensor<E::ViewMut<'_>, Part>
    where
        L: SharedByProj<Thr, I, P, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
    {
        let (layout, offset) = self.layout.share_proj(threads, index, projection);
        Tensor::from_parts(self.engine.moved_mut(offset), layout)
    }

    /// [`local_partition`] that rejects an index beyond the thread layout.
    ///
    /// # Errors
    /// [`TensorError::IndexOutOfSpace`].
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::{TensorError, make_tensor};
    /// let data = [0; 32];
    /// let t = make_tensor(&data[..], layout!((_4, _8)))?;
    /// assert!(t.try_local_partition(layout!((_2, _4)), 7usize).is_ok());
    /// let outside = t.try_local_partition(layout!((_2, _4)), 8usize);
    /// assert_eq!(outside.map(|_| ()), Err(TensorError::IndexOutOfSpace));
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    pub fn try_local_partition<Thr, I, Part, Offset>(
        &self,
        threads: Thr,
        index: I,
    ) -> Result<Tensor<E::View<'_>, Part>, TensorError>
    where
        Thr: AnyLayout<L: Size<Out: Int>>,
        I: Int,
        L: SharedBy<Thr, I, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        if (0..threads.modes().size().value()).contains(&index.value()) {
            Ok(self.local_partition(threads, index))
        } else {
            Err(TensorError::IndexOutOfSpace)
        }
    }
}
