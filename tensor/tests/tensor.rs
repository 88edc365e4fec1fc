//! Tensors: construction, access, slicing, tiling, predication, algorithms.
#[path = "tensor/algorithms.rs"]
mod algorithms;
#[path = "tensor/construct.rs"]
mod construct;
#[path = "tensor/slice.rs"]
mod slice;
#[path = "tensor/tile.rs"]
mod tile;
