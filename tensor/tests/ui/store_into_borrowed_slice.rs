use azulejo_layout::layout;
use azulejo_tensor::{fill, make_tensor};

fn main() {
    let data = [0u8; 32];
    let mut a = make_tensor(&data[..], layout!((_4, _8))).unwrap();
    fill(&mut a, 1);
}
