//! The rows of all kernels: those of `azulejo-kernels` and of the tile programs.

use azulejo_kernels::registry;
use azulejo_kernels::table::Kernel;
use azulejo_tile::programs;

/// All kernels, in table order.
pub fn kernels() -> impl Iterator<Item = &'static Kernel> {
    let of_programs = programs::TABLES.iter().copied().flatten();
    registry::kernels().chain(of_programs)
}
