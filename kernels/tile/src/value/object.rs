//! [`Tile`]: the value.

#[cfg(not(target_arch = "nvptx64"))]
use core::fmt;

use azulejo_tensor::Element;

use crate::block::WholeBlock;
use crate::{Block, Extent, Formula, IntoTileShape, TileShape, held_part, thread_part};

/// A block's elements of one type in a static shape: immutable, made by a load or a factory, gone when it is stored.
///
/// Every operation takes tiles by value, they are `Copy`, and gives a new one. A tile is no argument of a kernel and
/// does not exist outside a block.
///
/// | | array | tile |
/// |---|---|---|
/// | storage | memory | none that a program can name |
/// | mutable | through [`ArrayMut`](crate::ArrayMut) | no |
/// | scope | all blocks | one block |
/// | in host code | yes | no: it is part of a program |
/// | kernel parameter | yes | no |
/// | extents | any | static powers of two |
///
/// ```
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Tile::<f32, _>::full(blk, tile!(_4, _8), 0.5);
/// assert_eq!((t + 1.0 - 0.5 * 2.0).to_string(), t.to_string());
/// assert_eq!(Tile::<f32, _>::scalar(blk, 5.0).item(), 5.0);
/// ```
/// ```compile_fail
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let mut t = Tile::<f32, _>::ones(blk, tile!(_4));
/// t[0] = 2.0; // tiles are immutable
/// ```
/// ```compile_fail
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Tile::<String, _>::ones(blk, tile!(_4)); // no element type
/// ```
/// ```compile_fail
/// use azulejo_runtime::{Launch, Device};
/// use azulejo_tile::{Block, Tile};
/// let blk = &Block::single();
/// fn argument<T: azulejo_runtime::DeviceCopy>(_: T) {}
/// argument(Tile::<f32, _>::ones(blk, azulejo_layout::tile!(_4))); // a tile is no kernel parameter
/// ```
pub struct Tile<T: Copy, S: TileShape> {
    pub(crate) held: <S::Count as Extent>::Held<T>,
    _whole: WholeBlock,
}

impl<T: Copy, S: TileShape> Clone for Tile<T, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, S: TileShape> Copy for Tile<T, S> {}

/// This thread's number in its block: 0 on the CPU.
#[inline(always)]
pub(crate) fn thread() -> usize {
    #[cfg(target_arch = "nvptx64")]
    {
        azulejo_kernels::device::ptx::thread::tid() as usize
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        0
    }
}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// The tile of which this thread holds these elements.
    #[inline(always)]
    pub(crate) fn of(held: <S::Count as Extent>::Held<T>) -> Self {
        let _whole = WholeBlock::MARK;
        Self { held, _whole }
    }

    /// The number of axes.
    pub const RANK: usize = S::RANK;
    /// The number of elements.
    pub const SIZE: usize = S::SIZE;

    /// A tile whose element with the row-major number `n` is `f(n)`.
    #[inline(always)]
    pub(crate) fn numbered(mut f: impl FnMut(usize) -> T) -> Self {
        let thread = thread_part(S::SIZE, thread());
        Self::of(S::Count::generate(|v| f(thread + held_part(S::SIZE, v))))
    }

    /// The `v`-th element that this thread holds.
    #[inline(always)]
    pub(crate) fn held(&self, v: usize) -> T {
        self.held.as_ref()[v]
    }

    /// The tile with `f` of each element.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (t, step) = (Tile::<i32, _>::iota(blk, tile!(_4)), 10);
    /// assert_eq!(t.map(move |x| x * step).to_string(), "[0, 10, 20, 30]");
    /// ```
    #[inline(always)]
    pub fn map<U: Copy>(self, f: impl Fn(T) -> U + Copy + Send + 'static) -> Tile<U, S> {
        self.mapped(f)
    }

    #[inline(always)]
    pub(crate) fn mapped<U: Copy>(self, f: impl Fn(T) -> U) -> Tile<U, S> {
        Tile::of(S::Count::generate(|v| f(self.held(v))))
    }

    /// The tile with `f` of each pair of elements.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn zip<U: Copy, V: Copy>(
        self,
        other: impl Formula<Element = U, Shape = S>,
        f: impl Fn(T, U) -> V + Copy + Send + 'static,
    ) -> Tile<V, S> {
        self.zipped(other, f)
    }

    #[inline(always)]
    pub(crate) fn zipped<U: Copy, V: Copy>(
        self,
        other: impl Formula<Element = U, Shape = S>,
        f: impl Fn(T, U) -> V,
    ) -> Tile<V, S> {
        let other = other.tile();
        Tile::of(S::Count::generate(|v| f(self.held(v), other.held(v))))
    }

    /// The same elements, in row-major order, in another shape. Nothing moves.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_8)).reshape(tile!(_2, _2, _2));
    /// assert_eq!(t.to_string(), "[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_8)).reshape(tile!(_2, _2)); // 8 elements are not 4
    /// ```
    #[inline(always)]
    pub fn reshape<N: IntoTileShape>(self, shape: N) -> Tile<T, N::Shape>
    where
        N::Shape: TileShape<Count = S::Count>,
    {
        let _ = shape;
        Tile::of(self.held)
    }
}

impl<T: Element> Tile<T, ()> {
    /// A tile without axes: a scalar with its type, which promotes as tiles do.
    #[inline(always)]
    pub fn scalar(blk: &Block, value: T) -> Self {
        let _ = blk;
        Self::numbered(|_| value)
    }
}

impl<T: Copy> Tile<T, ()> {
    /// The element of a tile without axes.
    #[inline(always)]
    pub fn item(self) -> T {
        self.held(0)
    }
}

/// Nested lists, as NumPy prints them. On a device there is [`Tile::print`].
#[cfg(not(target_arch = "nvptx64"))]
impl<T: Copy + fmt::Debug, S: TileShape> fmt::Display for Tile<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = crate::steps(S::EXTENTS, S::RANK);
        let sizes = || (0..S::RANK).map(|axis| steps[axis] * S::EXTENTS[axis]);
        for (number, value) in self.held.as_ref().iter().enumerate() {
            let opened = sizes().filter(|size| number % size == 0).count();
            if number > 0 {
                f.write_str(", ")?;
            }
            for _ in 0..opened {
                f.write_str("[")?;
            }
            write!(f, "{value:?}")?;
            for _ in 0..sizes().filter(|size| (number + 1) % size == 0).count() {
                f.write_str("]")?;
            }
        }
        Ok(())
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<T: Copy + fmt::Debug, S: TileShape> fmt::Debug for Tile<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `true` if all elements are equal. On a device, whose threads hold some each, `a.equal(b)` is a tile of answers.
#[cfg(not(target_arch = "nvptx64"))]
impl<T: Copy + PartialEq, S: TileShape> PartialEq for Tile<T, S> {
    fn eq(&self, other: &Self) -> bool {
        self.held.as_ref() == other.held.as_ref()
    }
}
