use azulejo_layout::layout;
use azulejo_tensor::make_tensor;

fn main() {
    let t = make_tensor(&[1.0f32; 4][..], layout!(_4)).unwrap();
    t[0] = 2.0;
}
