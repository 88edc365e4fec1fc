//! Views of tensors: an element of a view is the element of the whole at the view's coordinate, for every engine and
//! every kind of layout, ten thousand random cases each.
#[path = "laws/partition.rs"]
mod partition;
#[path = "laws/random.rs"]
mod random;
#[path = "laws/slice.rs"]
mod slice;
#[path = "laws/tile.rs"]
mod tile;
