//! Kernels that show what is agreed between host and device: an array by value as a parameter, a lock between blocks, arrays
//! in shared memory as long as their layouts.

mod descriptor;
pub use descriptor::ArrayDescriptor;
#[cfg(target_arch = "nvptx64")]
mod lock;
#[cfg(target_arch = "nvptx64")]
mod turn;

crate::kernels! {
    area "probe", texts crate::table::texts("probe");
    "azulejo_describe", threads 32, min_ctas 1, Common => fn(array: ArrayDescriptor<f32, 3>, numbers: *mut u64, sum: *mut f32) {
        use crate::device::{ptx::thread::tid, repeat};
        if tid() == 0 {
            // SAFETY: the launcher passes a live array, six numbers and one float.
            unsafe {
                repeat::<3>(|k| {
                    numbers.add(k).write(array.shape[k]);
                    numbers.add(3 + k).write(array.strides[k]);
                });
                let mut all = 0.0;
                let [m, n, k] = array.shape;
                let mut at = 0;
                while at < m * n * k {
                    // The last axis fastest; no extent is 0 where there is an element.
                    let (rest, z) = (at.checked_div(k).unwrap_or(0), at.checked_rem(k).unwrap_or(0));
                    let (x, y) = (rest.checked_div(n).unwrap_or(0), rest.checked_rem(n).unwrap_or(0));
                    let [a, b, c] = array.strides;
                    let place = (array.data as *const f32).add((x * a + y * b + z * c) as usize);
                    all += place.read();
                    at += 1;
                }
                sum.write(all);
            }
        }
    }
    "azulejo_ticket_lock", threads 32, min_ctas 1, Common => fn(lock: *mut u32, counter: *mut u32) {
        use crate::device::ptx::thread::tid;
        if tid() == 0 {
            // SAFETY: the launcher passes a lock of two words and a counter, which only this grid uses.
            unsafe { lock::locked(lock, || counter.write_volatile(counter.read_volatile() + 1)) };
        }
    }
    "azulejo_turn_shared", threads 32, min_ctas 1, Common => fn(x: *mut f32, y: *mut f32) {
        // SAFETY: the launcher passes 32 floats each, which only this grid uses.
        unsafe { turn::turn(x, y) };
    }
}
