//! Trees of modes as constant data.

use super::product::ByMode;
use crate::check::{CAPACITY, Flat, Mode};
use crate::int::{Bool, Known};

/// A tree of modes as data: what is known of each leaf.
#[derive(Clone, Copy, Debug)]
pub enum Desc {
    /// A mode: its size, its stride, and where the stride points (0 for an integer, see [`Path::CODE`](crate::Path::CODE)).
    Mode(Known, Known, u64),
    /// A list: its first node and the rest.
    Cons(&'static Desc, &'static Desc),
    /// The empty list.
    Nil,
}

/// Where the strides of a layout point, mode by mode: 0 for an integer.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    codes: [u64; CAPACITY],
    len: usize,
}

impl Ways {
    /// The codes.
    #[must_use]
    pub const fn as_slice(&self) -> &[u64] {
        self.codes.split_at(self.len).0
    }
    /// Whether the code at `i` did not occur before.
    #[must_use]
    pub const fn is_first(&self, i: usize) -> bool {
        let mut j = 0;
        while j < i {
            if self.codes[j] == self.codes[i] {
                return false;
            }
            j += 1;
        }
        true
    }
    /// `modes` with the strides that do not point along `way` set to zero.
    #[must_use]
    pub const fn only(&self, way: u64, modes: &[Mode]) -> Flat {
        let mut flat = Flat::new();
        let mut i = 0;
        while i < modes.len() {
            let stride = if i < self.len && self.codes[i] == way {
                modes[i].stride
            } else {
                0
            };
            flat.push(Mode::new(modes[i].size, stride));
            i += 1;
        }
        flat
    }
}

impl Ways {
    /// The modes merged where they run on along one basis element, and where each of these points; `None` where a merged size
    /// does not fit.
    pub(crate) const fn merged(&self, modes: &[Mode]) -> Option<(Flat, Ways)> {
        let mut ways = Ways {
            codes: [0; CAPACITY],
            len: 0,
        };
        let (mut out, mut i) = (Flat::new(), 0);
        while i < modes.len() && i < self.len {
            let (mut mode, way) = (modes[i], self.codes[i]);
            i += 1;
            if mode.size == 1 {
                continue;
            }
            if ways.len > 0
                && ways.codes[ways.len - 1] == way
                && let Some(last) = out.pop()
            {
                ways.len -= 1;
                match (
                    last.size.checked_mul(last.stride),
                    last.size.checked_mul(mode.size),
                ) {
                    (Some(next), Some(size)) if next == mode.stride => {
                        mode = Mode::new(size, last.stride);
                    }
                    (Some(_), Some(_)) => {
                        out.push(last);
                        ways.len += 1;
                    }
                    _ => return None,
                }
            }
            ways.codes[ways.len] = way;
            ways.len += 1;
            out.push(mode);
        }
        if out.is_empty() {
            out.push(Mode::new(1, 0));
            ways.len = 1;
        }
        Some((out, ways))
    }
}

/// A tree of modes that can be described.
pub trait Describe: Copy {
    /// The tree as data.
    const DESC: &'static Desc;
    /// The greatest value that every dynamic leaf's type holds: the bound of all offsets and indices.
    const MOST: i64;
    /// Whether the type alone determines the tree.
    type IsStatic: Bool;
    /// Appends the modes with their values.
    fn measure(self, out: &mut Flat);
    /// Some tree of the type: the only one when it is static.
    fn any() -> Self;
}

/// The tree that `compute` gives. A static one is built from its type, and nothing of `compute` is compiled: types have
/// computed it already.
#[inline(always)]
pub fn build<L: Describe>(compute: impl FnOnce() -> L) -> L {
    <L::IsStatic as Bool>::branch(L::any, compute)
}

/// The tree that an operation on the layout `A` with the tiler `B` gives: [`build`] where the operands decide, so that when
/// both are static nothing between them and the result is compiled. What is checked on the way is named by `rule` then.
#[inline(always)]
pub fn build_from<A, B, L>(rule: impl FnOnce(), compute: impl FnOnce() -> L) -> L
where
    A: Describe,
    B: Settled,
    L: Describe,
{
    <<A::IsStatic as Bool>::And<B::IsStatic> as Bool>::branch(
        || {
            rule();
            L::any()
        },
        compute,
    )
}

/// A node of a tiler, of which the compiler knows all or not.
pub trait Settled: ByMode {
    /// `Yes` when the type alone determines it and one rule checks it.
    type IsStatic: Bool;
}
impl Desc {
    /// The number of modes.
    #[must_use]
    pub const fn count(&self) -> usize {
        match self {
            Desc::Mode(..) => 1,
            Desc::Cons(h, t) => h.count() + t.count(),
            Desc::Nil => 0,
        }
    }

    /// The product of the sizes if all are static and it fits.
    #[must_use]
    pub const fn size(&self) -> Option<i64> {
        match self {
            Desc::Mode(Known::Static(s), ..) => Some(*s),
            Desc::Mode(..) => None,
            Desc::Cons(h, t) => match (h.size(), t.size()) {
                (Some(h), Some(t)) => h.checked_mul(t),
                _ => None,
            },
            Desc::Nil => Some(1),
        }
    }

    /// Appends the modes if all leaves are static; `false` otherwise.
    pub const fn flat(&self, out: &mut Flat) -> bool {
        match self {
            Desc::Mode(Known::Static(s), Known::Static(d), _) => out.push(Mode::new(*s, *d)),
            Desc::Mode(..) => false,
            Desc::Cons(h, t) => h.flat(out) && t.flat(out),
            Desc::Nil => true,
        }
    }

    /// Where the strides point, mode by mode.
    #[must_use]
    pub const fn ways(&self) -> Ways {
        let mut ways = Ways {
            codes: [0; CAPACITY],
            len: 0,
        };
        self.add_ways(&mut ways);
        ways
    }

    const fn add_ways(&self, ways: &mut Ways) {
        match self {
            Desc::Mode(_, _, along) => {
                if ways.len < CAPACITY {
                    ways.codes[ways.len] = *along;
                    ways.len += 1;
                }
            }
            Desc::Cons(h, t) => {
                h.add_ways(ways);
                t.add_ways(ways);
            }
            Desc::Nil => {}
        }
    }

    /// The node to which a way leads and the number of modes before it; a single mode is its own mode 0.
    #[must_use]
    pub const fn at(&self, way: u64) -> Option<(&Desc, usize)> {
        let (mut node, mut way, mut before) = (self, way, 0);
        while way > 1 {
            match node {
                Desc::Cons(h, t) => {
                    if way & 1 == 0 {
                        node = h;
                    } else {
                        before += h.count();
                        node = t;
                    }
                }
                Desc::Mode(..) if way & 1 == 0 => {}
                _ => return None,
            }
            way >>= 1;
        }
        Some((node, before))
    }
}
