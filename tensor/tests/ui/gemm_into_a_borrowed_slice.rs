use azulejo_layout::layout;
use azulejo_tensor::{gemm, make_tensor};

fn main() {
    let (a, b, c) = ([1.0f32; 4], [1.0f32; 4], [0.0f32; 4]);
    gemm(
        &make_tensor(&a[..], layout!(_4)).unwrap(),
        &make_tensor(&b[..], layout!(_4)).unwrap(),
        &mut make_tensor(&c[..], layout!(_4)).unwrap(),
    );
}
