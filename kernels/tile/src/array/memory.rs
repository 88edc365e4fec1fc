//! [`Window`]: a tile's place in an array, and the loads and stores through it.
//!
//! Everything that touches an array's memory is here. A window knows the address of the tile's first element, the
//! strides, and how many elements along each axis lie inside the array; a load or store of an element outside is left
//! out. Whether the whole tile lies inside is decided once a tile, by the compiler where the extents are static.

use core::mem::MaybeUninit;

#[cfg(target_arch = "nvptx64")]
use super::access::{fetch, put, put_run};
#[cfg(target_arch = "nvptx64")]
use crate::RUN;
use crate::{Extent, MAX_RANK, Rows, Tile, TileShape, unrolled};
#[cfg(not(target_arch = "nvptx64"))]
use crate::{coordinate, row_length};
#[cfg(target_arch = "nvptx64")]
use azulejo_kernels::device::{element, ptx::run};

/// The place of a tile of shape `S` in memory.
#[derive(Clone, Copy)]
pub(crate) struct Window<T> {
    /// The tile's first element; may lie outside the array, and is then not used.
    pub first: *mut T,
    /// Elements from one to the next along each axis of the tile.
    pub strides: [i64; MAX_RANK],
    /// Elements inside the array along each axis, from the tile's first; at least 0.
    pub inside: [usize; MAX_RANK],
    /// `true` if every element of the tile is inside.
    pub whole: bool,
    /// `true` if runs along the last axis are contiguous and aligned as a whole.
    #[cfg_attr(not(target_arch = "nvptx64"), allow(dead_code))]
    pub vector: bool,
}

impl<T: Copy> Window<T> {
    /// The elements; `pad` for those outside.
    ///
    /// # Safety
    /// Every element inside must be readable, and no other block may write it meanwhile.
    #[inline(always)]
    pub unsafe fn load<S: TileShape>(&self, pad: T) -> Tile<T, S> {
        // SAFETY: elements inside are readable and no other block writes them, by the caller.
        unsafe {
            #[cfg(target_arch = "nvptx64")]
            {
                self.load_shared(pad)
            }
            #[cfg(not(target_arch = "nvptx64"))]
            {
                self.load_rows(pad)
            }
        }
    }

    /// Stores the elements inside, each as `convert` makes it; `keep` says that their type is `T` and `convert` changes
    /// nothing.
    ///
    /// # Safety
    /// Every element inside must be writable, and no other block may read or write it meanwhile. What `keep` says must be
    /// true.
    #[inline(always)]
    pub unsafe fn store<V: Rows>(&self, value: V, keep: bool, convert: impl Fn(V::Element) -> T) {
        #[cfg(target_arch = "nvptx64")]
        let _ = keep;
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: upheld by the caller: elements inside are writable, and no other block uses them.
        unsafe {
            self.store_shared(value.tile().mapped(convert))
        };
        #[cfg(not(target_arch = "nvptx64"))]
        if value.has_rows() {
            // SAFETY: upheld by the caller: elements inside are writable, no other block uses them, and `keep` is true; the value has
            // rows.
            unsafe { self.store_rows(value, keep, convert) };
        } else {
            // SAFETY: upheld by the caller: elements inside are writable, no other block uses them, and `keep` is true; every tile
            // has rows.
            unsafe { self.store_rows(value.tile(), keep, convert) };
        }
    }
}

/// The CPU's way: row by row, a row as one copy where it is contiguous.
#[cfg(not(target_arch = "nvptx64"))]
impl<T: Copy> Window<T> {
    /// Calls `f` for each row of the tile with the number of its first element, how many of its elements are inside, and
    /// where it begins: anywhere where none is inside, since an axis of extent 1 may have any stride.
    #[inline(always)]
    fn rows<S: TileShape>(&self, mut f: impl FnMut(usize, usize, *mut T)) {
        let last = if S::RANK == 0 { 0 } else { S::RANK - 1 };
        let length = S::EXTENTS[last];
        let step = |at: usize, stride: i64| (at as i64).wrapping_mul(stride);
        // The other axes, to the right.
        let mut outer = [1; MAX_RANK];
        let mut strides = [0; MAX_RANK];
        let mut inside = [1; MAX_RANK];
        for axis in 0..last {
            let to = MAX_RANK - last + axis;
            outer[to] = S::EXTENTS[axis];
            strides[to] = self.strides[axis];
            inside[to] = if self.whole {
                S::EXTENTS[axis]
            } else {
                self.inside[axis]
            };
        }
        let valid = if self.whole {
            length
        } else {
            self.inside[last].min(length)
        };
        // The first axes, of which most tiles have none, are counted; the last four are loops.
        let mut at = [0; MAX_RANK - 4];
        let mut number = 0;
        loop {
            let (mut base, mut in_first) = (0, true);
            for axis in 0..MAX_RANK - 4 {
                base = i64::wrapping_add(base, step(at[axis], strides[axis]));
                in_first &= at[axis] < inside[axis];
            }
            let [.., p, q, r, t] = strides;
            let [.., i, j, k, l] = inside;
            for a in 0..outer[MAX_RANK - 4] {
                for b in 0..outer[MAX_RANK - 3] {
                    for c in 0..outer[MAX_RANK - 2] {
                        for d in 0..outer[MAX_RANK - 1] {
                            let in_row = in_first && a < i && b < j && c < k && d < l;
                            let offset = base
                                .wrapping_add(step(a, p))
                                .wrapping_add(step(b, q))
                                .wrapping_add(step(c, r))
                                .wrapping_add(step(d, t));
                            let begin = self.first.wrapping_offset(offset as isize);
                            f(number, if in_row { valid } else { 0 }, begin);
                            number += length;
                        }
                    }
                }
            }
            let mut axis = MAX_RANK - 4;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                if at[axis] + 1 < outer[axis] {
                    break;
                }
            }
            at[axis] += 1;
            at[axis + 1..].fill(0);
        }
    }

    /// # Safety
    /// Same requirements as [`Window::load`].
    #[inline]
    unsafe fn load_rows<S: TileShape>(&self, pad: T) -> Tile<T, S> {
        let last = if S::RANK == 0 { 0 } else { S::RANK - 1 };
        let (length, stride) = (S::EXTENTS[last], self.strides[last] as isize);
        let mut held = MaybeUninit::<<S::Count as Extent>::Held<T>>::uninit();
        let to = held.as_mut_ptr().cast::<T>();
        self.rows::<S>(|number, valid, begin| {
            // SAFETY: a row of the tile has `length` elements from `number` on, and the tile has `SIZE` of them.
            let to = unsafe { to.add(number) };
            // SAFETY: `i` is less than `length`.
            let place = |i: usize| unsafe { to.add(i) };
            if stride == 1 && valid == length {
                // SAFETY: all of the row is inside the array, so readable, as `load` asks of its caller; `held` is apart from it.
                unsafe { to.copy_from_nonoverlapping(begin, length) };
                return;
            }
            for i in 0..valid {
                // SAFETY: the first `valid` elements of the row are inside the array.
                let from = unsafe { begin.offset(i as isize * stride) };
                // SAFETY: it is inside, so readable, as `load` asks of its caller.
                let item = unsafe { from.read() };
                // SAFETY: the place is one of the tile.
                unsafe { place(i).write(item) };
            }
            for i in valid..length {
                // SAFETY: the place is one of the tile.
                unsafe { place(i).write(pad) };
            }
        });
        // SAFETY: the rows are the whole tile.
        Tile::of(unsafe { held.assume_init() })
    }

    /// # Safety
    /// As [`Window::store`], and the value must have rows.
    #[inline]
    unsafe fn store_rows<V: Rows>(&self, value: V, keep: bool, convert: impl Fn(V::Element) -> T) {
        let last = V::Shape::RANK.saturating_sub(1);
        let (length, stride) = (row_length::<V::Shape>(), self.strides[last] as isize);
        let held = value.held().filter(|_| keep && stride == 1);
        self.rows::<V::Shape>(|number, valid, begin| {
            if let Some(all) = held {
                let row = &all[number..number + length];
                let begin = begin.cast::<V::Element>();
                // SAFETY: the first `valid` elements of the row are inside the array, so writable, as `store` asks of its caller, and of
                // the value's type, as `keep` says; a borrowed tile is apart from it.
                unsafe { begin.copy_from_nonoverlapping(row.as_ptr(), valid) };
                return;
            }
            // SAFETY: the value has rows.
            let row = unsafe { value.row(number) };
            // SAFETY: the row is one of the value, and `i` is less than its length.
            let item = |i: usize| convert(unsafe { value.at(&row, i) });
            if stride == 1 && valid == length {
                for i in 0..length {
                    // SAFETY: all of the row is inside the array.
                    let to = unsafe { begin.add(i) };
                    // SAFETY: it is inside, so writable, as `store` asks of its caller.
                    unsafe { to.write(item(i)) };
                }
            } else {
                for i in 0..valid {
                    // SAFETY: the first `valid` elements of the row are inside the array.
                    let to = unsafe { begin.offset(i as isize * stride) };
                    // SAFETY: it is inside, so writable, as `store` asks of its caller.
                    unsafe { to.write(item(i)) };
                }
            }
        });
    }

    /// Returns `true` if each row of the tile can be read where it lies: all of it is inside, its elements next to each other.
    #[inline(always)]
    pub fn has_rows<S: TileShape>(&self) -> bool {
        let last = S::RANK.saturating_sub(1);
        self.whole && (row_length::<S>() == 1 || self.strides[last] == 1)
    }

    /// Where the row of the tile whose first element has this number begins.
    #[inline(always)]
    pub fn row<S: TileShape>(&self, number: usize) -> *const T {
        let mut offset = 0;
        unrolled!(AXIS in S::RANK.saturating_sub(1) => {
            offset += coordinate::<S>(number, AXIS) as i64 * self.strides[AXIS];
        });
        self.first.wrapping_offset(offset as isize)
    }
}

/// `x`, as a number that is made here and now.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
fn fresh(mut x: u64) -> u64 {
    // SAFETY: an empty template. Not `pure`: it must stay where it is.
    unsafe { core::arch::asm!("// {}", inout(reg64) x, options(nomem, nostack)) };
    x
}

/// A device's way: each thread its elements, a run as one access where it is contiguous and aligned.
#[cfg(target_arch = "nvptx64")]
impl<T: Copy> Window<T> {
    /// Offset and coordinates of the part of a number that a thread gives, or of the part that it does not.
    #[inline(always)]
    fn place<S: TileShape>(&self, number: usize) -> (i64, [usize; MAX_RANK]) {
        let mut at = [0; MAX_RANK];
        let mut offset = 0;
        unrolled!(AXIS in S::RANK => {
            at[AXIS] = crate::coordinate::<S>(number, AXIS);
            let stride = if self.vector && AXIS + 1 == S::RANK { 1 } else { self.strides[AXIS] };
            offset += at[AXIS] as i64 * stride;
        });
        (offset, at)
    }

    #[inline(always)]
    fn is_inside<S: TileShape>(&self, a: &[usize; MAX_RANK], b: &[usize; MAX_RANK]) -> bool {
        let mut inside = true;
        unrolled!(AXIS in S::RANK => {
            inside &= a[AXIS] + b[AXIS] < self.inside[AXIS];
        });
        inside
    }

    /// The `v`-th element of this thread, `pad` outside, read when it is asked for.
    ///
    /// # Safety
    /// As [`Window::load`], while the result is called.
    #[inline(always)]
    pub unsafe fn elements<S: TileShape>(&self, pad: T) -> impl Fn(usize) -> T {
        use crate::{held_part, thread_part};
        let thread = thread_part(
            S::SIZE,
            azulejo_kernels::device::ptx::thread::tid() as usize,
        );
        // Numbers the compiler knows nothing of: places that follow from them are computed where they are used, and do not
        // take registers around a loop.
        let mut own = Self {
            inside: self.inside,
            strides: self.strides,
            ..*self
        };
        let [a, b, ..] = own.strides;
        own.strides[0] = fresh(a as u64) as i64;
        own.strides[1] = fresh(b as u64) as i64;
        let [a, b, ..] = own.inside;
        own.inside[0] = fresh(a as u64) as usize;
        own.inside[1] = fresh(b as u64) as usize;
        let (base, at) = own.place::<S>(thread);
        let begin = own.first.wrapping_offset(base as isize);
        move |v| {
            let (offset, more) = own.place::<S>(held_part(S::SIZE, v));
            if own.whole || own.is_inside::<S>(&at, &more) {
                // SAFETY: the element is inside the array, so readable, as the caller says for every call of the result.
                unsafe { begin.wrapping_offset(offset as isize).read() }
            } else {
                pad
            }
        }
    }

    /// Returns `true` if a thread's elements are runs of four along the tile's last axis, each at an aligned address.
    #[inline(always)]
    fn by_runs<S: TileShape>(&self) -> bool {
        let last = if S::RANK == 0 {
            1
        } else {
            S::EXTENTS[S::RANK - 1]
        };
        crate::run_length(S::SIZE) == RUN
            && last >= RUN
            && matches!(size_of::<T>(), 1 | 2 | 4 | 8)
            && self.vector
    }

    /// How many elements of the run at these coordinates are inside, if it were as long as the axis.
    #[inline(always)]
    fn valid<S: TileShape>(&self, a: &[usize; MAX_RANK], b: &[usize; MAX_RANK]) -> usize {
        let last = if S::RANK == 0 { 0 } else { S::RANK - 1 };
        let mut inside = true;
        unrolled!(AXIS in S::RANK.saturating_sub(1) => {
            inside &= a[AXIS] + b[AXIS] < self.inside[AXIS];
        });
        if inside {
            self.inside[last].saturating_sub(a[last] + b[last])
        } else {
            0
        }
    }

    /// # Safety
    /// Same requirements as [`Window::load`].
    #[inline(always)]
    unsafe fn load_shared<S: TileShape>(&self, pad: T) -> Tile<T, S> {
        use crate::{held_part, thread_part};
        let thread = thread_part(
            S::SIZE,
            azulejo_kernels::device::ptx::thread::tid() as usize,
        );
        let (base, at) = self.place::<S>(thread);
        let mut held = MaybeUninit::<<S::Count as Extent>::Held<T>>::uninit();
        let to = held.as_mut_ptr().cast::<T>();
        let begin = self.first.wrapping_offset(base as isize);
        if self.by_runs::<S>() && self.whole {
            S::Count::each(&mut |v| {
                if v % RUN == 0 {
                    let (offset, _) = self.place::<S>(held_part(S::SIZE, v));
                    // SAFETY: four elements inside the array, readable by the caller, from an address that `vector` says is
                    // aligned.
                    let values = unsafe { run::load(begin.wrapping_offset(offset as isize)) };
                    // SAFETY: the thread's elements from `v` on are a run of four.
                    unsafe { put_run(to, v, values) };
                }
            });
        } else if self.by_runs::<S>() {
            S::Count::each(&mut |v| {
                if v % RUN == 0 {
                    let (offset, more) = self.place::<S>(held_part(S::SIZE, v));
                    let from = begin.wrapping_offset(offset as isize);
                    let valid = self.valid::<S>(&at, &more);
                    let values = if valid >= RUN {
                        // SAFETY: four elements inside the array, readable by the caller, at an aligned address.
                        unsafe { run::load(from) }
                    } else {
                        [0, 1, 2, 3].map(|i| match i < valid {
                            // SAFETY: the run's first `valid` elements are inside the array, so readable and aligned, by the
                            // caller.
                            true => unsafe { element::read(from, i) },
                            false => pad,
                        })
                    };
                    // SAFETY: the thread's elements from `v` on are a run of four.
                    unsafe { put_run(to, v, values) };
                }
            });
        } else {
            S::Count::each(&mut |v| {
                let (offset, more) = self.place::<S>(held_part(S::SIZE, v));
                // A value of its own, in a register: of two places to read from, one would be on a stack.
                let outside = pad;
                let value = if self.whole || self.is_inside::<S>(&at, &more) {
                    // SAFETY: the element is inside the array, so readable and aligned, and no other block writes it, by the caller.
                    unsafe { fetch(begin.wrapping_offset(offset as isize)) }
                } else {
                    outside
                };
                // SAFETY: `v` is below the number of elements held, which are this thread's.
                unsafe { element::write(to, v, value) };
            });
        }
        // SAFETY: every element was written: the runs cover them, or each was.
        Tile::of(unsafe { held.assume_init() })
    }

    /// # Safety
    /// Same requirements as [`Window::store`].
    #[inline(always)]
    unsafe fn store_shared<S: TileShape>(&self, tile: Tile<T, S>) {
        use crate::{THREADS, held_part, thread_part};
        let number = azulejo_kernels::device::ptx::thread::tid() as usize;
        if S::SIZE < THREADS && number >= S::SIZE {
            // A copy of another thread's element.
            return;
        }
        let (base, at) = self.place::<S>(thread_part(S::SIZE, number));
        let begin = self.first.wrapping_offset(base as isize);
        if self.by_runs::<S>() && self.whole {
            S::Count::each(&mut |v| {
                if v % RUN == 0 {
                    let (offset, _) = self.place::<S>(held_part(S::SIZE, v));
                    let values = [0, 1, 2, 3].map(|i| tile.held(v + i));
                    // SAFETY: four elements inside the array, writable by the caller, from an address that `vector` says is
                    // aligned.
                    unsafe { run::store(begin.wrapping_offset(offset as isize), values) };
                }
            });
        } else if self.by_runs::<S>() {
            S::Count::each(&mut |v| {
                if v % RUN == 0 {
                    let (offset, more) = self.place::<S>(held_part(S::SIZE, v));
                    let to = begin.wrapping_offset(offset as isize);
                    let valid = self.valid::<S>(&at, &more);
                    let [a, b, c, d] = [0, 1, 2, 3].map(|i| tile.held(v + i));
                    let put = |i, x| {
                        if i < valid {
                            // SAFETY: the run's first `valid` places are inside the array, so writable and aligned, and no
                            // other block uses them, by the caller.
                            unsafe { element::write(to, i, x) };
                        }
                    };
                    if valid >= RUN {
                        // SAFETY: four elements inside the array, writable by the caller, at an aligned address.
                        unsafe { run::store(to, [a, b, c, d]) };
                    } else {
                        put(0, a);
                        put(1, b);
                        put(2, c);
                    }
                }
            });
        } else {
            S::Count::each(&mut |v| {
                let (offset, more) = self.place::<S>(held_part(S::SIZE, v));
                if self.whole || self.is_inside::<S>(&at, &more) {
                    // SAFETY: the element is inside the array, so writable and aligned, and no other block uses it, by the caller; what an
                    // array holds has no padding.
                    unsafe { put(begin.wrapping_offset(offset as isize), tile.held(v)) };
                }
            });
        }
    }
}
