use azulejo_layout::{coord, layout};
use azulejo_tensor::make_tensor;

fn main() {
    let data = [0u8; 32];
    let a = make_tensor(&data[..], layout!((_4, _8))).unwrap();
    let _ = a.slice(coord!(3usize, _, _));
}
