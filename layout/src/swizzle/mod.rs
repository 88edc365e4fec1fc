//! Swizzles, and layouts composed with them: shared-memory layouts without bank conflicts.
//!
//! A [`Swizzle`] permutes offsets; `Sw<3,4,3> o _0 o (_8,_64):(_64,_1)` is a layout whose offsets it permutes. Whatever
//! is done to the domain (dividing, tiling, composing on the right) is done to the layout inside.

mod bits;
mod common;
mod compose;
mod compose_lazy;
mod composed;
mod domain;
mod inverse;
mod merge;
mod mixed;
mod object;
mod properties;
mod reach;
mod slice;
mod through;
mod units;

#[doc(hidden)]
pub use bits::{Half, NatAnd, NatOr, NatWithout, NatXor, PushBit, ShiftDown, ShiftUp, Twice};
#[doc(hidden)]
pub use common::{CutFor, CutTo, Untouched};
pub use compose_lazy::{IndexLayout, compose_lazy};
pub use composed::ComposedLayout;
pub use mixed::{DynamicBits, MixedBits};
#[doc(hidden)]
pub use object::{Apart, AsBool, ShiftOf, ShiftStatic, SwizzleMasks};
pub use object::{Maps, Swizzle, swizzle};
#[doc(hidden)]
pub use units::{Drain, DrainStep, Log2};
