//! The block's dynamic shared memory: one arena serves a whole kernel, larger than the 48 KiB that static shared memory may
//! have ([`smem_array!`](crate::smem_array)).

core::arch::global_asm!(".extern .shared .align 1024 .b8 azulejo_smem[];");

/// A byte address in shared memory, as 32-bit instructions take it.
///
/// Generic pointers would make every access a 64-bit generic one; this number goes straight into `ld.shared`, TMA and
/// matrix descriptors.
pub type Smem = u32;

/// The first address of the dynamic shared memory that a multiple of 1024 divides.
///
/// The driver promises 16 bytes of alignment only, so a kernel that calls this asks for 1,024 bytes more than it uses.
#[inline(always)]
pub fn arena() -> Smem {
    let base: u32;
    // SAFETY: takes the address of the symbol declared above and touches no memory (PTX ISA, `mov`, address of a variable).
    unsafe {
        core::arch::asm!("mov.u32 {}, azulejo_smem;", out(reg32) base, options(pure, nomem, nostack))
    };
    (base + 1023) & !1023
}
