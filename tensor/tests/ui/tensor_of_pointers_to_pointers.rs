use azulejo_layout::layout;
use azulejo_tensor::engine::GmemPtr;
use azulejo_tensor::make_tensor;

fn rows(pointers: GmemPtr<GmemPtr<f32>>) {
    make_tensor(pointers, layout!(_4));
}

fn main() {
    let _ = rows;
}
