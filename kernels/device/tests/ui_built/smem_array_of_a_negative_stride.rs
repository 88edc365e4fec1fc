use azulejo_device::cute::*;

smem_array! {
    struct Reversed: [f32; Layout<_8, <_1 as core::ops::Neg>::Output>] = "reversed";
}

fn main() {}
