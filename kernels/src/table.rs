//! The row of a kernel, its embedded PTX and machine code. `registry` has all rows.

pub use azulejo_device::table::{Arch, Kernel, Packed, Texts, Variant};

/// The embedded PTX and machine code of a PTX file of this crate.
#[doc(hidden)]
#[cfg(feature = "std")]
pub const fn texts(file: &str) -> Texts {
    let (mut texts, mut i) = (Texts::NONE, 0);
    while i < azulejo_ptx::TEXTS.len() {
        let (variant, name, packed, _) = azulejo_ptx::TEXTS[i];
        if same(name.as_bytes(), file.as_bytes()) {
            match variant {
                Variant::Sm80 => texts.sm_80 = Some(packed),
                Variant::Sm90a => texts.sm_90a = Some(packed),
            }
        }
        i += 1;
    }
    let mut i = 0;
    while i < azulejo_cubin::FILES.len() {
        if same(azulejo_cubin::FILES[i].name.as_bytes(), file.as_bytes()) {
            texts.cubins = Some(azulejo_cubin::FILES[i].packed);
        }
        i += 1;
    }
    texts
}

/// The embedded PTX of a PTX file: none without a host that loads it.
#[doc(hidden)]
#[cfg(not(feature = "std"))]
pub const fn texts(_: &str) -> Texts {
    Texts::NONE
}

/// `a == b`, for constants.
#[doc(hidden)]
#[cfg(feature = "std")]
pub const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
