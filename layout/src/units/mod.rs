//! Changing units: the same bytes seen as larger or smaller elements.

mod downcast;
mod recast;
mod upcast;

pub use downcast::{Adjacent, Downcast, DowncastTree, Downcasts, HasProper, Spreads, downcast};
pub use recast::{Recast, RecastRatio, RecastSteps, Recasts, Skip, recast};
pub use upcast::{UnitsFit, Upcast, UpcastTree, UpcastUnit, Upcasts, upcast};
