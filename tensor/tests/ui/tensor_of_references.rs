use azulejo_layout::layout;
use azulejo_tensor::make_tensor;

fn main() {
    let (x, y) = (1.0f32, 2.0f32);
    let _ = make_tensor(&[&x, &y][..], layout!(_2));
}
