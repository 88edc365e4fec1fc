use azulejo_device::ptx::cp_async;

fn main() {
    // SAFETY: the program does not run.
    unsafe { cp_async::copy::<4, true, 0>(0, 0, None, None) };
}
