use azulejo_layout::shape;
use azulejo_tensor::make_identity_tensor;

fn main() {
    let coordinates = make_identity_tensor(shape!(_4, _8));
    let _ = coordinates[(1, 2)];
}
