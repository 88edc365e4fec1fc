use azulejo_layout::ints::*;
use azulejo_layout::{Layout, layout};
use azulejo_tensor::atom::UniversalCopy;
use azulejo_tensor::{TiledCopy, make_tensor};

// Threads 0 to 31 and 32 to 63 have the same elements.
type Tv = Layout<((_32, _2), _4), ((_4, _0), _1)>;

fn main() {
    let copy = TiledCopy::<UniversalCopy<_128>, f32, Tv, (_128, _1)>::new();
    let mut data = [0.0f32; 128];
    let mut tensor = make_tensor(&mut data[..], layout!((_128, _1))).unwrap();
    let _ = copy.get_slice(0u32).partition_D_mut(&mut tensor);
}
