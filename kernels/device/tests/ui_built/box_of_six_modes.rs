use azulejo_device::ptx::bulk_tensor;

fn main() {
    // SAFETY: the program does not run.
    unsafe { bulk_tensor::prefetch::<6>(0, [0; 5], None) };
}
