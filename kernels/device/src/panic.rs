//! What a panic does on the device: it stops the grid with a trap, which the host sees as a launch failure.

use core::panic::PanicInfo;

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    // SAFETY: `trap` takes nothing and does not return (PTX ISA, miscellaneous instructions, `trap`).
    unsafe { core::arch::nvptx::trap() }
}
