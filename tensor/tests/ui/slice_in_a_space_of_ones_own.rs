use azulejo_tensor::engine::{Gmem, Slice};

fn main() {
    let stack = [0.0f32; 4];
    let _ = Slice::<f32, Gmem>::within(&stack); // no global memory
}
