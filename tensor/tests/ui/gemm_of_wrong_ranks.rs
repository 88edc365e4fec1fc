use azulejo_layout::layout;
use azulejo_tensor::{gemm, make_tensor};

fn main() {
    let (a, b, mut c) = ([1.0f32; 4], [1.0f32; 4], [0.0f32; 4]);
    gemm(
        &make_tensor(&a[..], layout!((_2, _2))).unwrap(),
        &make_tensor(&b[..], layout!(_4)).unwrap(),
        &mut make_tensor(&mut c[..], layout!((_2, _2))).unwrap(),
    );
}
