use azulejo_layout::layout;
use azulejo_tensor::{bf16, gemm, make_tensor};

fn main() {
    let (a, b, mut c) = ([bf16::ONE; 4], [bf16::ONE; 4], [bf16::ZERO; 4]);
    gemm(
        &make_tensor(&a[..], layout!(_4)).unwrap(),
        &make_tensor(&b[..], layout!(_4)).unwrap(),
        &mut make_tensor(&mut c[..], layout!(_4)).unwrap(),
    );
}
