use azulejo_layout::layout;
use azulejo_tensor::make_rmem;

fn main() {
    let n = 8usize;
    let _ = make_rmem::<f32, _>(layout!((_4, n)));
}
