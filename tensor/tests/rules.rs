//! Views of tensors: an element of a view is the element of the whole at the view's coordinate, for every engine and
//! every kind of layout, ten thousand random cases each.
#[path = "rules/every.rs"]
mod every;
#[path = "rules/partition.rs"]
mod partition;
#[path = "rules/random.rs"]
mod random;
#[path = "rules/slice.rs"]
mod slice;
#[path = "rules/tile.rs"]
mod tile;
