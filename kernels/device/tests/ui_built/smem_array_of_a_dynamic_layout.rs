use azulejo_device::cute::*;

smem_array! {
    struct Columns: [f32; Layout<(usize, _8), (_1, usize)>] = "columns";
}

fn main() {}
