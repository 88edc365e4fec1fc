//! `entry!`: the entry point of a case.

/// Exports the kernel of a case under its name, where the device is compiled for and the list's feature is on.
macro_rules! entry {
    ($feature:literal, $name:expr, $case:ty) => {
        #[cfg(all(target_arch = "nvptx64", feature = "entries", feature = $feature))]
        const _: () = {
            #[unsafe(export_name = $name)]
            unsafe extern "ptx-kernel" fn entry(
                a: *mut u8,
                b: *mut u8,
                c: *mut u8,
                accumulate: u32,
            ) {
                // SAFETY: the launcher passes whole tiles and as many threads as the case says.
                unsafe { <$case as $crate::Runs>::run(a, b, c, accumulate) }
            }
        };
    };
}

/// Passes a case to a visitor: `cpu` ones as ones that run.
macro_rules! visit {
    (cpu $visitor:ident $case:ty) => {
        $visitor.visit_run::<$case>()
    };
    (device $visitor:ident $case:ty) => {
        $visitor.visit::<$case>()
    };
}

/// Implements [`Runs`](crate::Runs): on a device, and for `cpu` cases on the CPU.
macro_rules! runs {
    (cpu $case:ty, $body:item) => {
        #[cfg(any(target_arch = "nvptx64", feature = "std"))]
        impl $crate::Runs for $case {
            $body
        }
    };
    (device $case:ty, $body:item) => {
        #[cfg(target_arch = "nvptx64")]
        impl $crate::Runs for $case {
            $body
        }
    };
}
