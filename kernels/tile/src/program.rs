//! [`tile_program!`](crate::tile_program): a function, its arguments, and the two ways to run it.

/// Declares a program: a type with `run` for the CPU and `launch` for a device, and, where the device code is
/// compiled, its entry point.
///
/// A number in brackets behind the symbol is how many blocks per SM must be able to hold at once, which bounds
/// their registers; without it, 1. `@Sm80` after it gives the program a text of its own for compute capability 9.0.
///
/// Behind the arguments, `where x[1] == bias[0]` says which extents must be equal: others are rejected before anything runs.
///
/// Each argument has a kind: [`In`](crate::In), [`Part`](crate::Part), [`Out`](crate::Out),
/// [`Atomic`](crate::Atomic) or a number. The function takes a `&Block` and what the kinds give a block. `run` and
/// `launch` take views of the kinds' elements, `azulejo_cpu::View` and `azulejo_runtime::View`, so wrong types, host memory for device
/// memory and an output that is also an input do not compile; ranks, extents and overlaps are checked before anything
/// runs.
///
/// | rejected | how |
/// |---|---|
/// | an element type or a kind of argument that is not the program's | compile error |
/// | host memory for device memory, and the other way round | compile error |
/// | an output that is also an input, or another output | compile error; views made apart: [`TileError::Overlap`](crate::TileError) |
/// | an output that overlaps itself | no such view: `ViewMut::new` |
/// | another rank | `TileError::Rank` |
/// | an extent that the type excludes | `TileError::Extent` |
/// | extents that differ where they must not | `TileError::Unequal` |
/// | too few or too many blocks | none: the grid is the regions; outputs with different grids: `TileError::Regions` |
/// | more blocks than a grid has, no regions at all | `TileError::TooManyBlocks`, `TileError::NoRegions` |
///
/// ```
/// use azulejo_cpu::{View, ViewMut};
/// use azulejo_tile::{Array, ArrayMut, Block, In, Out, TileError, tile_program};
/// use azulejo_layout::{ints::_16, tile};
///
/// fn add_one(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
///     y.store((0,), x.load(tile!(_16), blk.id()) + 1.0);
/// }
///
/// tile_program! {
///     /// `y = x + 1`.
///     pub AddOne = add_one "example_add_one" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_16,)>);
/// }
///
/// let x = [1.0f32; 6];
/// let mut y = [0.0f32; 6];
/// AddOne::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?;
/// assert_eq!(y, [2.0; 6]);
///
/// let mut y = [0.0f32; 6];
/// let rows = azulejo_cpu::Strided::row_major(&[2, 3])?;
/// let rejected = AddOne::run(View::new(&x, rows)?, ViewMut::from_slice(&mut y));
/// assert_eq!(rejected, Err(TileError::Rank { argument: "x", expected: 1, found: 2 }));
/// # Ok::<(), TileError>(())
/// ```
/// ```
/// use azulejo_cpu::{View, ViewMut};
/// use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// use azulejo_layout::{ints::_16, tile};
///
/// fn sum(blk: &Block, a: Array<f32, (usize,)>, b: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
///     y.store((0,), a.load(tile!(_16), blk.id()) + b.load(tile!(_16), blk.id()));
/// }
///
/// tile_program! {
///     /// `y = a + b`.
///     pub Sum = sum "example_sum" (a: In<f32, (usize,)>, b: In<f32, (usize,)>, y: Out<f32, (usize,), (_16,)>)
///         where a[0] == b[0], a[0] == y[0];
/// }
///
/// let (a, mut y) = ([1.0f32; 6], [0.0f32; 6]);
/// let rejected = Sum::run(View::from_slice(&a), View::from_slice(&a[..5]), ViewMut::from_slice(&mut y)).unwrap_err();
/// assert_eq!(rejected.to_string(), "`a` has extent 6 along axis 0, `b` has 5 along axis 0: they must be equal");
/// ```
/// ```compile_fail
/// # use azulejo_cpu::{View, ViewMut};
/// # use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// # use azulejo_layout::{ints::_16, tile};
/// # fn add_one(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
/// #     y.store((0,), x.load(tile!(_16), blk.id()) + 1.0);
/// # }
/// # tile_program! { pub AddOne = add_one "example_add_one" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_16,)>); }
/// let mut y = [0.0f32; 6];
/// AddOne::run(View::from_slice(&y), ViewMut::from_slice(&mut y)); // an output that is also an input
/// ```
/// ```compile_fail
/// # use azulejo_cpu::{View, ViewMut};
/// # use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// # use azulejo_layout::{ints::_16, tile};
/// # fn add_one(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
/// #     y.store((0,), x.load(tile!(_16), blk.id()) + 1.0);
/// # }
/// # tile_program! { pub AddOne = add_one "example_add_one" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_16,)>); }
/// let (x, mut y) = ([0.0f64; 6], [0.0f32; 6]);
/// AddOne::run(View::from_slice(&x), ViewMut::from_slice(&mut y)); // f64 for f32
/// ```
/// ```compile_fail
/// # use azulejo_cpu::{View, ViewMut};
/// # use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// # use azulejo_layout::{ints::_16, tile};
/// # fn add_one(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
/// #     y.store((0,), x.load(tile!(_16), blk.id()) + 1.0);
/// # }
/// # tile_program! { pub AddOne = add_one "example_add_one" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_16,)>); }
/// # fn f(stream: &azulejo_runtime::Stream) {
/// let (x, mut y) = ([0.0f32; 6], [0.0f32; 6]);
/// AddOne::launch(stream, View::from_slice(&x), ViewMut::from_slice(&mut y)); // host memory for device memory
/// # }
/// ```
/// ```compile_fail,E0133
/// # use azulejo_tile::{ArrayMut, Block, Out, tile_program};
/// # use azulejo_layout::ints::_16;
/// unsafe fn trusts(_: &Block, _: ArrayMut<f32, (usize,)>) {}
/// tile_program! { pub Trusts = trusts "example_trusts" (y: Out<f32, (usize,), (_16,)>); } // `run` would call it for anybody
/// ```
#[macro_export]
macro_rules! tile_program {
    (file $file:literal; $($(#[$doc:meta])* $vis:vis $name:ident = $function:ident $symbol:literal $([$ctas:literal])? $(@$arch:ident)? ($($arg:ident: $kind:ty),* $(,)?)
        $(where $($left:ident[$i:literal] == $right:ident[$j:literal]),+ $(,)?)?;)*) => {
        const _: () = assert!($crate::is_own(env!("CARGO_PKG_NAME")), "a file has texts of azulejo-tile, with the parameters of its programs: leave out `file`");
        /// The rows of this PTX file in the kernel table.
        pub const KERNELS: &[$crate::reexport::table::Kernel] = &[$(*$name::KERNEL),*];
        $($crate::tile_program!(@one $(#[$doc])* $vis $name $function $symbol $file ($crate::reexport::table::texts($file)) own [$($ctas)?] [$($arch)?] ($($arg: $kind),*) [$($($left $i $right $j),+)?]);)*
    };
    ($($(#[$doc:meta])* $vis:vis $name:ident = $function:ident $symbol:literal $([$ctas:literal])? $(@$arch:ident)? ($($arg:ident: $kind:ty),* $(,)?)
        $(where $($left:ident[$i:literal] == $right:ident[$j:literal]),+ $(,)?)?;)*) => {
        $($crate::tile_program!(@one $(#[$doc])* $vis $name $function $symbol "tile" ($crate::reexport::table::Texts::NONE) foreign [$($ctas)?] [$($arch)?] ($($arg: $kind),*) [$($($left $i $right $j),+)?]);)*
    };
    (@one $(#[$doc:meta])* $vis:vis $name:ident $function:ident $symbol:literal $file:literal ($texts:expr) $whose:ident [$($ctas:literal)?] [$($arch:ident)?] ($($arg:ident: $kind:ty),*)
        [$($left:ident $i:literal $right:ident $j:literal),*]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $vis struct $name;

        impl $name {
            /// The row of the kernel table.
            pub const KERNEL: &'static $crate::reexport::table::Kernel = &$crate::reexport::table::Kernel {
                name: $symbol,
                file: $file,
                threads: $crate::THREADS as u32,
                min_ctas: $crate::most(&[1 $(, $ctas)?]) as u32,
                arch: $crate::tile_arch!($($arch)?),
                texts: $texts,
            };

            $crate::tile_host!($function, ($($arg: $kind),*) [$($left $i $right $j),*]);
        }

        $crate::tile_entry!($whose $function, $symbol, ($($arg: $kind),*));
    };
}

/// Where a program runs: one text serves all, unless its row names another architecture.
#[doc(hidden)]
#[macro_export]
macro_rules! tile_arch {
    () => {
        $crate::reexport::table::Arch::Common
    };
    ($arch:ident) => {
        $crate::reexport::table::Arch::$arch
    };
}

/// The host side of a program.
#[doc(hidden)]
#[cfg(feature = "std")]
#[macro_export]
macro_rules! tile_host {
    ($function:ident, ($($arg:ident: $kind:ty),*) [$($left:ident $i:literal $right:ident $j:literal),*]) => {
        /// Runs every block on the CPU.
        ///
        /// # Errors
        /// A `TileError`, before anything is written.
        #[allow(clippy::too_many_arguments)]
        pub fn run($($arg: <$kind as $crate::Argument>::Host<'_>),*) -> ::core::result::Result<(), $crate::TileError> {
            let mut plan = $crate::Plan::new();
            $(
                let mut $arg = $arg;
                let $arg = <$kind as $crate::Argument>::host(&mut $arg, stringify!($arg))?;
                plan.add::<$kind>(&$arg, None, stringify!($arg))?;
            )*
            $($crate::alike((&$left, stringify!($left), $i), (&$right, stringify!($right), $j))?;)*
            $crate::run(plan.space()?, |block| {
                // SAFETY: the parameters were made from checked views, which live through this call, and each block
                // opens each once.
                let ($($arg,)*) = unsafe { ($(<$kind as $crate::Argument>::open($arg, block),)*) };
                // Outside: a function that asks something of its caller is none of a program.
                $function(block, $($arg),*)
            })
        }

        /// Launches every block on a stream of a device. Returns before it has run.
        ///
        /// # Errors
        /// A `TileError`, before anything is written.
        #[allow(clippy::too_many_arguments)]
        pub fn launch(stream: &$crate::reexport::azulejo_runtime::Stream, $($arg: <$kind as $crate::Argument>::Device<'_>),*) -> ::core::result::Result<(), $crate::TileError> {
            let function = stream.device().function(Self::KERNEL)?;
            // SAFETY: the entry point of this program's row, whose text is made from this macro's list of parameters.
            unsafe { Self::launch_function(stream, &function, $($arg),*) }
        }

        /// The same, with the entry point from a module of one's own.
        ///
        /// # Errors
        /// As `launch`.
        ///
        /// # Safety
        /// `function` must be this program's entry point, built from this definition of it: another would take the
        /// parameters for what they are not.
        #[allow(clippy::too_many_arguments)]
        pub unsafe fn launch_function(stream: &$crate::reexport::azulejo_runtime::Stream, function: &$crate::reexport::azulejo_runtime::Function, $($arg: <$kind as $crate::Argument>::Device<'_>),*) -> ::core::result::Result<(), $crate::TileError> {
            let mut plan = $crate::Plan::new();
            $(
                let mut $arg = $arg;
                let $arg = <$kind as $crate::Argument>::device(&mut $arg, stream, stringify!($arg))?;
                plan.add::<$kind>(&$arg.0, Some(&$arg.1), stringify!($arg))?;
            )*
            $($crate::alike((&$left.0, stringify!($left), $i), (&$right.0, stringify!($right), $j))?;)*
            // SAFETY: the parameters of the entry point are written from the same list as this tuple, and `function` is that
            // entry point, which this function asks of its caller.
            unsafe { plan.launch::<{ $crate::width(&[$(<$kind as $crate::Argument>::AXES),*]) }, _>(stream, function, &[$(&$arg.1),*], |space| ($($arg.0,)* space)) }
        }
    };
}

/// The host side of a program, where there is no host.
#[doc(hidden)]
#[cfg(not(feature = "std"))]
#[macro_export]
macro_rules! tile_host {
    ($($ignored:tt)*) => {};
}

/// The device side of a program: this crate's under its feature `tile`, and another crate's wherever that is compiled for a device.
#[doc(hidden)]
#[macro_export]
macro_rules! tile_entry {
    (own $($program:tt)*) => {
        #[cfg(feature = "entries")]
        $crate::tile_entry!(foreign $($program)*);
    };
    (foreign $function:ident, $symbol:literal, ($($arg:ident: $kind:ty),*)) => {
        #[cfg(target_arch = "nvptx64")]
        const _: () = {
            const RANKS: &[usize] = &[$(<$kind as $crate::Argument>::AXES),*];
            #[unsafe(export_name = $symbol)]
            unsafe extern "ptx-kernel" fn entry($($arg: <$kind as $crate::Argument>::Raw,)* space: $crate::Space<{ $crate::width(RANKS) }>) {
                const GROUPED: bool = false $(|| <$kind as $crate::Argument>::GROUPED)*;
                // SAFETY: every thread of a block begins here, of a kernel with the row's threads; the launcher gives it a plan's shared
                // memory. What follows is a safe function of what is the same in all of them.
                let block = unsafe { $crate::Block::here::<{ $crate::most(RANKS) }, GROUPED, _>(space) };
                // SAFETY: the launcher made the parameters from checked views, and each block opens each once.
                unsafe { $function(&block, $(<$kind as $crate::Argument>::open($arg, &block)),*) }
            }

            // Never called, but checked: in a safe function, one that asks something of its caller is none of a program.
            #[allow(dead_code, clippy::too_many_arguments)]
            fn of_a_safe_function<'b>(block: &'b $crate::Block, $($arg: <$kind as $crate::Argument>::Given<'b>),*) {
                $function(block, $($arg),*)
            }
        };
    };
}

/// Returns `true` if a package is this one, whose PTX files have texts.
#[doc(hidden)]
pub const fn is_own(package: &str) -> bool {
    let (a, b) = (package.as_bytes(), env!("CARGO_PKG_NAME").as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The largest of some numbers.
#[doc(hidden)]
pub const fn most(numbers: &[usize]) -> usize {
    let (mut most, mut i) = (0, 0);
    while i < numbers.len() {
        if numbers[i] > most {
            most = numbers[i];
        }
        i += 1;
    }
    most
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn areas_are_of_this_package_alone() {
        assert!(is_own("azulejo-tile"));
        for other in ["", "azulejo", "azulejo-tile-2", "azulejo-gemmels", "mine"] {
            assert!(!is_own(other), "{other}");
        }
    }
}
