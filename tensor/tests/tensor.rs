//! Tensors: construction, access, slicing, tiling, predication, recasts, algorithms.
#[path = "tensor/algorithms.rs"]
mod algorithms;
#[path = "tensor/construct.rs"]
mod construct;
#[path = "tensor/copy.rs"]
mod copy;
#[path = "tensor/index.rs"]
mod index;
#[path = "tensor/recast.rs"]
mod recast;
#[path = "tensor/slice.rs"]
mod slice;
#[path = "tensor/subbyte.rs"]
mod subbyte;
#[path = "tensor/tile.rs"]
mod tile;
