use azulejo_device::mma::warpgroup_wait;

fn main() {
    // SAFETY: the program does not run.
    unsafe { warpgroup_wait::<9>() };
}
