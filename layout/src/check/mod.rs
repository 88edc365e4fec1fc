//! The checks of the algebra, the same for types, values and messages: `const fn`s on flat modes.
//!
//! Everything here works on slices of [`Mode`] (a size and a stride, leftmost fastest: the leaves of a layout in order),
//! allocates nothing, and may be called in a `const`, by the types' compile-time checks, and at run time by the value
//! layouts. A check returns `Ok`, often with the fact that was asked for, or an error that holds the
//! failing mode, the numbers of the violated equation and a counterexample: a coordinate at which the rule is violated.
//!
//! | question | function | error |
//! |---|---|---|
//! | how many elements, which offsets | [`size`], [`span`], [`index_bits`] | `None`: beyond 64 bits |
//! | what is the offset of an index | [`offset`] | `None`: beyond 64 bits |
//! | which is the canonical form | [`coalesce`], [`coalesce_unbounded`], [`same`] | |
//! | is `c -> A(B(c))` a layout, and which | [`compose`], [`compose_leaf`] | [`ComposeError`] |
//! | do the sorted modes nest | [`chain`] | [`ChainError`] |
//! | do two indices share an offset | [`injective`], [`product_aliases`] | [`Collision`] |
//! | how far is `0, 1, 2, …` covered | [`run`], [`surjective`] | [`Gap`] |
//! | does a tile cover and fill its target | [`complement`] | [`ComplementError`] |
//! | does a tiler divide a layout | [`divide`] | [`DivideError`] |
//! | is each element of a tile owned equally often | [`coverage`] | [`CoverageError`] |
//! | how does a warp meet shared or global memory | [`shared_access`], [`global_access`] | |
//! | how many neighbours stay together | [`alignment`] | `None`: beyond 64 bits |
//! | all of it, of one layout | [`Properties`], behind a swizzle [`SwizzledProperties`] | |
//!
//! ```
//! use azulejo_layout::check::{ComposeError, Flat, Mode, compose};
//! // (4,2,8):(3,15,97) o 3:3 visits 0, 9, 21: it bends after two steps, and two does not divide three.
//! const A: [Mode; 3] = [Mode::new(4, 3), Mode::new(2, 15), Mode::new(8, 97)];
//! const RESULT: Result<Flat, ComposeError> = compose(&A, &[Mode::new(3, 3)]);
//! assert_eq!(RESULT, Err(ComposeError::Bend { mode: 0, at: 2, value: 21, straight: 18 }));
//! ```

mod alignment;
mod chain;
mod coalesce;
mod complement;
mod compose;
mod coverage;
mod digits;
mod divide;
mod injective;
mod memory;
mod mode;
mod properties;
pub mod rules;
mod run;
mod swizzled;
mod walk;

pub use alignment::alignment;
pub use chain::{ChainError, Nesting, chain, sorted};
pub use coalesce::{coalesce, coalesce_unbounded, same};
pub use complement::{ComplementError, Fill, complement};
pub use compose::{ComposeError, EXHAUSTIVE_LIMIT, compose, compose_leaf};
pub use coverage::{CoverageError, coverage};
pub use digits::{gcd, largest_digit, largest_residue};
pub(crate) use divide::cut;
pub use divide::{DivideError, Division, divide};
pub use injective::{Collision, injective, product_aliases};
pub use memory::{GlobalAccess, SharedAccess, global_access, shared_access};
pub use mode::{CAPACITY, Flat, Mode, Span, index_bits, offset, size, span};
pub use properties::Properties;
pub use run::{Gap, run, surjective};
pub use swizzled::{IMAGE_LIMIT, SwizzleBits, SwizzledProperties};
pub use walk::walk;
