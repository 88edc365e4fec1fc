use azulejo_device::cute::*;

smem_array! {
    struct Large: [f32; Layout<(_512, _512), (_1, _512)>] = "large";
}

fn main() {}
