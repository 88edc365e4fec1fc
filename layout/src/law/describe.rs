//! Trees of modes as constant data.

use crate::int::{Known, Leaf};
use crate::judge::{Flat, Mode};
use crate::tree::{Cons, M, Nil};

/// A tree of modes as data: what is known of each leaf.
#[derive(Clone, Copy, Debug)]
pub enum Desc {
    /// A mode, its size and its stride.
    Mode(Known, Known),
    /// A list: its first node and the rest.
    Cons(&'static Desc, &'static Desc),
    /// The empty list.
    Nil,
}

/// A tree of modes that can be described.
pub trait Describe: Copy {
    /// The tree as data.
    const DESC: &'static Desc;
    /// Appends the modes with their values.
    fn measure(self, out: &mut Flat);
}
impl<S: Leaf, D: Leaf> Describe for M<S, D> {
    const DESC: &'static Desc = &Desc::Mode(S::KNOWN, D::KNOWN);
    fn measure(self, out: &mut Flat) {
        out.push(Mode::new(self.0.scalar(), self.1.scalar()));
    }
}
impl Describe for Nil {
    const DESC: &'static Desc = &Desc::Nil;
    fn measure(self, _: &mut Flat) {}
}
impl<H: Describe, T: Describe> Describe for Cons<H, T> {
    const DESC: &'static Desc = &Desc::Cons(H::DESC, T::DESC);
    fn measure(self, out: &mut Flat) {
        self.0.measure(out);
        self.1.measure(out);
    }
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

    /// Appends the modes if all leaves are static; `false` otherwise.
    pub const fn flat(&self, out: &mut Flat) -> bool {
        match self {
            Desc::Mode(Known::Static(s), Known::Static(d)) => out.push(Mode::new(*s, *d)),
            Desc::Mode(..) => false,
            Desc::Cons(h, t) => h.flat(out) && t.flat(out),
            Desc::Nil => true,
        }
    }

    /// Whether some leaf is no integer.
    #[must_use]
    pub const fn is_opaque(&self) -> bool {
        match self {
            Desc::Mode(s, d) => matches!(s, Known::Opaque) || matches!(d, Known::Opaque),
            Desc::Cons(h, t) => h.is_opaque() || t.is_opaque(),
            Desc::Nil => false,
        }
    }
}
