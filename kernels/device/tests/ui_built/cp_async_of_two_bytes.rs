use azulejo_device::ptx::cp_async;

fn main() {
    // SAFETY: the program does not run.
    unsafe { cp_async::copy::<2, false, 0>(0, 0, None, None) };
}
