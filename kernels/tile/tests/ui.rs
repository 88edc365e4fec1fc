//! What the compiler says to programs that would break a block or its memory: traits that say which memory kernels access are
//! closed to other crates, and no thread of a block gets by itself where all belong. `BLESS=1` renews the texts.

#[path = "../../../layout/tests/compiler/mod.rs"]
#[allow(dead_code, reason = "no program here is built")]
mod compiler;

use compiler::{Libraries, Until, rejects};

#[test]
fn wrong_programs_are_rejected() {
    let libraries = Libraries::of(&[
        (
            "azulejo_tile",
            "fn main() { let _: Option<azulejo_tile::TileError> = None; }",
        ),
        (
            "azulejo_layout",
            "fn main() { fn f<T: azulejo_tile::Extent>() {} f::<azulejo_layout::ints::_1>() }",
        ),
        (
            "azulejo_tensor",
            "fn f<T: azulejo_tile::Compute>() { fn g<T: azulejo_tensor::Element>() {} g::<T>() } fn main() {}",
        ),
        (
            "azulejo_cpu",
            "fn f(error: azulejo_cpu::ArrayError) -> azulejo_tile::TileError { error.into() } fn main() {}",
        ),
        (
            "azulejo_runtime",
            "fn f(error: azulejo_runtime::Error) -> azulejo_tile::TileError { error.into() } fn main() {}",
        ),
    ]);
    rejects(&libraries, "kernels/tile/tests/ui", Until::Checked);
}
