use azulejo_layout::layout;
use azulejo_tensor::make_tensor;

fn main() {
    let data = [0u8; 64];
    let rows = make_tensor(&data[..], layout!((_6, _4):(_1, _8))).unwrap();
    let _ = rows.recast::<u32>();
}
