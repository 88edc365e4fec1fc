use azulejo_layout::layout;
use azulejo_tensor::{gemm, make_rmem};

fn main() {
    let (a, b) = (make_rmem::<f32, _>(layout!((_3, _4))), make_rmem::<f32, _>(layout!((_2, _5))));
    gemm(&a, &b, &mut make_rmem::<f32, _>(layout!((_3, _2))));
}
