use azulejo_layout::{layout, tile};
use azulejo_tensor::{local_tile, make_tensor};

fn main() {
    let data = [0u8; 32];
    let a = make_tensor(&data[..], layout!((_4, _8))).unwrap();
    let _ = local_tile(&a, tile!(_2, _2, _2), (0usize, 0usize, 0usize));
}
