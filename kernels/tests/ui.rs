//! Traits whose constants or methods say which memory kernels access are closed: other crates cannot implement them.
//! `BLESS=1` renews the texts.

#[path = "../../layout/tests/compiler/mod.rs"]
#[allow(dead_code, reason = "no program here is built")]
mod compiler;

use compiler::{Libraries, Until, rejects};

#[test]
fn sealed_traits_cannot_be_implemented() {
    let libraries = Libraries::of(
        &["azulejo_layout", "azulejo_tensor", "azulejo_kernels"],
        "fn main() { fn of<T: azulejo_kernels::host::DeviceElement + azulejo_tensor::Element>() {} of::<f32>(); fn extent<T: azulejo_kernels::tile::Extent>() {} extent::<azulejo_layout::ints::_1>(); let _: Option<azulejo_kernels::cpu::Strided> = None; } fn of_the_same_build(x: &impl azulejo_kernels::host::Operand) -> azulejo_tensor::DType { x.dtype() }",
    );
    rejects(&libraries, "kernels/tests/ui", Until::Checked);
}
