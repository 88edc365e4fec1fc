use azulejo_device::ptx::stmatrix;

fn main() {
    // SAFETY: the program does not run.
    unsafe { stmatrix::store::<0, false>(0, [0; 4]) };
}
