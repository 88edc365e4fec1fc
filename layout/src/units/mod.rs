//! Changing units: the same bytes seen as larger or smaller elements.

mod downcast;
mod max_alignment;
mod recast;
mod upcast;

pub use downcast::{Adjacent, Downcast, DowncastTree, Downcasts, HasProper, Spreads, downcast};
pub use max_alignment::{
    AlignStep, AlignTree, Aligned, Alignment, CommonDivisor, FactsOf, KeepStatic, KnownStride,
    StaticModes, max_alignment,
};
pub use recast::{Recast, RecastRatio, RecastSteps, Recasts, Skip, recast};
pub use upcast::{UnitsFit, Upcast, UpcastFact, UpcastTree, UpcastUnit, Upcasts, upcast};
