use azulejo_device::ptx::ldmatrix;

fn main() {
    // SAFETY: the program does not run.
    unsafe { ldmatrix::load::<3, false>(0) };
}
