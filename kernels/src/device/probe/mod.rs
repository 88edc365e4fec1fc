//! Kernels that show what is agreed between host and device: an array by value as a parameter, a lock between blocks, arrays
//! in shared memory as long as their layouts.

mod descriptor;
pub use descriptor::ArrayDescriptor;
#[cfg(target_arch = "nvptx64")]
mod lock;
#[cfg(target_arch = "nvptx64")]
mod transpose;

crate::kernels! {
    file "probe", texts crate::table::texts("probe");
    "azulejo_describe", threads 32, min_ctas 1, Common => fn(array: ArrayDescriptor<f32, 3>, numbers: *mut u64, sum: *mut f32) {
        use crate::device::{element::{read, write}, ptx::thread::tid, repeat};
        if tid() == 0 {
            repeat::<3>(|k| {
                // SAFETY: the launcher passes six numbers, which only this thread writes.
                unsafe { write(numbers, k, array.shape[k]) };
                // SAFETY: the launcher passes six numbers, which only this thread writes.
                unsafe { write(numbers, 3 + k, array.strides[k]) };
            });
            let mut all = 0.0;
            let [m, n, k] = array.shape;
            let mut at = 0;
            while at < m * n * k {
                // The last axis fastest; no extent is 0 where there is an element.
                let (rest, z) = (at.checked_div(k).unwrap_or(0), at.checked_rem(k).unwrap_or(0));
                let (x, y) = (rest.checked_div(n).unwrap_or(0), rest.checked_rem(n).unwrap_or(0));
                let [a, b, c] = array.strides;
                // SAFETY: the launcher passes a live array, and the coordinate is inside its shape.
                all += unsafe { read(array.data as *const f32, (x * a + y * b + z * c) as usize) };
                at += 1;
            }
            // SAFETY: the launcher passes one float, which only this thread writes.
            unsafe { sum.write(all) };
        }
    }
    "azulejo_ticket_lock", threads 32, min_ctas 1, Common => fn(lock: *mut u32, counter: *mut u32) {
        use crate::device::ptx::thread::tid;
        if tid() == 0 {
            let add_one = || {
                // SAFETY: the launcher passes a live counter, which one thread of the grid reads at a time.
                let count = unsafe { counter.read_volatile() };
                // SAFETY: the launcher passes a live counter; this thread holds the lock, so no other reads or writes it.
                unsafe { counter.write_volatile(count + 1) }
            };
            // SAFETY: the launcher passes a lock of two words, 0 before the grid; one thread of the warp makes the call.
            unsafe { lock::locked(lock, add_one) };
        }
    }
    "azulejo_turn_shared", threads 32, min_ctas 1, Common => fn(x: *mut f32, y: *mut f32) {
        // SAFETY: the launcher passes 32 floats each, which only this grid uses.
        unsafe { transpose::transpose(x, y) };
    }
}
