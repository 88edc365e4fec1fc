//! Traits whose constants or methods say which memory kernels access are closed: other crates cannot implement them.
//! `BLESS=1` renews the texts.

#[path = "../../layout/tests/compiler/mod.rs"]
mod compiler;

use compiler::{Libraries, Until, rejects};

#[test]
fn sealed_traits_cannot_be_implemented() {
    let libraries = Libraries::of(
        &["azulejo_layout", "azulejo_tensor", "azulejo_kernels"],
        "fn main() { let _: azulejo_tensor::DType = <f32 as azulejo_kernels::host::DeviceElement>::DTYPE; fn same<T>(_: T, _: T) {} same::<Option<azulejo_layout::Layout<(), ()>>>(None, None); let _: Option<azulejo_kernels::cpu::Strided> = None; fn of<T: azulejo_kernels::tile::Extent>() {} of::<azulejo_layout::ints::_1>(); }",
    );
    rejects(&libraries, "kernels/tests/ui", Until::Checked);
}
