//! What the compiler says to programs that would break a block or its memory: traits that say which memory kernels access are
//! closed to other crates, and no thread of a block gets by itself where all belong. `BLESS=1` renews the texts.

#[path = "../../layout/tests/compiler/mod.rs"]
#[allow(dead_code, reason = "no program here is built")]
mod compiler;

use compiler::{Libraries, Until, rejects};

#[test]
fn wrong_programs_are_rejected() {
    let libraries = Libraries::of(
        &["azulejo_layout", "azulejo_tensor", "azulejo_kernels"],
        "fn main() { fn of<T: azulejo_kernels::host::DeviceElement + azulejo_tensor::Element>() {} of::<f32>(); fn extent<T: azulejo_kernels::tile::Extent>() {} extent::<azulejo_layout::ints::_1>(); let _: Option<azulejo_kernels::cpu::Strided> = None; } fn of_the_same_build(x: &impl azulejo_kernels::host::Operand) -> azulejo_tensor::DType { x.dtype() }",
    );
    rejects(&libraries, "kernels/tests/ui", Until::Checked);
}
