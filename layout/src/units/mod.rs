//! Changing units: the same bytes seen as larger or smaller elements.

mod downcast;
mod max_alignment;
mod recast;
mod upcast;

#[doc(hidden)]
pub use downcast::{Adjacent, DowncastTree, HasProper, Spreads};
pub use downcast::{Downcast, Downcasts, downcast};
#[doc(hidden)]
pub use max_alignment::{
    AlignStep, AlignTree, Aligned, CommonDivisor, FactsOf, KeepStatic, KnownStride, StaticModes,
};
pub use max_alignment::{Alignment, max_alignment};
pub use recast::{Recast, Recasts, recast};
#[doc(hidden)]
pub use recast::{RecastRatio, RecastSteps, Skip};
#[doc(hidden)]
pub use upcast::{UnitsFit, UpcastFact, UpcastTree, UpcastUnit};
pub use upcast::{Upcast, Upcasts, upcast};
