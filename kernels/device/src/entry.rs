//! `kernels!`: entry points and their rows in the kernel table, written once.

/// Declares the entry points of a PTX file and its table `KERNELS`.
///
/// On the device with feature `entries` each item becomes an `extern "ptx-kernel"` function exported under its name;
/// everywhere the rows are collected in `pub const KERNELS: &[Kernel]`. The name is any string the compiler can
/// concatenate, so one macro can write a family. The body runs inside an unsafe function. `file "zeros", texts T;` gives
/// the rows the embedded [`Texts`](crate::table::Texts) `T`. Bounds that no launch has do not compile
/// ([`Kernel::checked`](crate::table::Kernel::checked)).
///
/// ```ignore
/// kernels! {
///     file "zeros";
///     "azulejo_zeros_example", threads 256, min_ctas 8, Sm80 => fn(dst: *mut u32, n: u64) {
///         // SAFETY: the launcher's contract, see `fill`.
///         unsafe { fill(dst, n) }
///     }
/// }
/// ```
#[macro_export]
macro_rules! kernels {
    (file $file:literal; $($rows:tt)*) => {
        $crate::kernels! { file $file, texts $crate::table::Texts::NONE; $($rows)* }
    };
    (file $file:literal, texts $texts:expr; $($name:expr, threads $threads:expr, min_ctas $ctas:expr, $arch:ident
        => fn($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {
        /// The rows of this PTX file in the kernel table.
        pub const KERNELS: &[$crate::table::Kernel] = &[$($crate::table::Kernel {
            name: $name,
            file: $file,
            threads: $threads,
            min_ctas: $ctas,
            arch: $crate::table::Arch::$arch,
            texts: $texts,
        }.checked()),*];
        $(
            $crate::entry_point!($arch, $name, fn($($arg: $ty),*) $body);
        )*
    };
}

/// One exported entry point, where its architecture is being compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! entry_point {
    (Common, $name:expr, fn($($arg:ident: $ty:ty),*) $body:block) => {
        #[cfg(all(target_arch = "nvptx64", feature = "entries", not(feature = "sm90a")))]
        const _: () = {
            #[unsafe(export_name = $name)]
            unsafe extern "ptx-kernel" fn entry($($arg: $ty),*) $body
        };
    };
    (Sm80, $name:expr, fn($($arg:ident: $ty:ty),*) $body:block) => {
        #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
        const _: () = {
            #[unsafe(export_name = $name)]
            unsafe extern "ptx-kernel" fn entry($($arg: $ty),*) $body
        };
    };
    (Sm90a, $name:expr, fn($($arg:ident: $ty:ty),*) $body:block) => {
        #[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "sm90a"))]
        const _: () = {
            #[unsafe(export_name = $name)]
            unsafe extern "ptx-kernel" fn entry($($arg: $ty),*) $body
        };
    };
}
