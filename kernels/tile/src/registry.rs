//! Every kernel's row: those of `azulejo-kernels`, and those of the programs.

use azulejo_kernels::registry;
use azulejo_kernels::table::Kernel;

use crate::programs::TABLES;

/// All kernels, in table order.
///
/// ```
/// use azulejo_tile::registry::kernels;
/// assert!(kernels().any(|kernel| kernel.file == "tile_image"));
/// ```
pub fn kernels() -> impl Iterator<Item = &'static Kernel> {
    registry::kernels().chain(TABLES.iter().copied().flatten())
}
