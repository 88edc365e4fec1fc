use azulejo_layout::layout;
use azulejo_tensor::{copy, make_rmem};

fn main() {
    let source = make_rmem::<f32, _>(layout!((_4, _8)));
    copy(&source, &mut make_rmem::<f32, _>(layout!((_4, _4))));
}
