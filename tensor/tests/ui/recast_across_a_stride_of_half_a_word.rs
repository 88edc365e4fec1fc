use azulejo_layout::layout;
use azulejo_tensor::make_tensor;

fn main() {
    let data = [0u8; 64];
    let rows = make_tensor(&data[..], layout!((_4, _4):(_1, _6))).unwrap();
    let _ = rows.recast::<u32>();
}
